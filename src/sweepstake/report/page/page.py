"""The page of a config: one HTML file that loads nothing, made from the files of its results.

`page` is its content for the templates, and `html` fills them; only this module imports Jinja2. A
section is one puzzle. A table has a `title` and a `caption`, `columns` (each with a name and True
if it is aligned right, as numbers are), the shown `rows`, the `total` number of rows, and the
number of shown rows at the `usual` parameters; these come first. `write` stores the shown rows when
the table is made, while its columns still have their types.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pandas.api.types import is_numeric_dtype

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Table
from sweepstake.puzzle.parameter import AnyParameter
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.report import tables
from sweepstake.report.charts.figure import VARIABLES
from sweepstake.report.check import coverage as covered
from sweepstake.report.check.checks import FAILS, NUMBERS, Check
from sweepstake.report.defaults.chosen import distance, usual
from sweepstake.report.page import items
from sweepstake.report.page.contents import Contents
from sweepstake.report.page.items import Item
from sweepstake.report.tables import shown_findings
from sweepstake.store import parquet
from sweepstake.store.rows import read_versions
from sweepstake.store.tables import runs as stored_runs
from sweepstake.text import words
from sweepstake.text.shown import duration, printable, writable

MOST_BYTES = 600_000
"""Limit of charts and rows of tables in bytes, so that the page is smaller than a megabyte."""
CELL = 10
"""Bytes of the HTML around the text of a cell."""
MOST_FILES = 3
"""The most data files to name below a table."""
COMPUTING = "of computing, on one core, for all answers"
MOST_ROWS = 12
"""The largest number of rows that the page shows of a table."""
NAMING = ("method", "computed by")
"""Columns with names of methods."""
LONGEST, LONGEST_WORDS = 40, 400
"""The most characters of a cell without spaces, and of one with spaces."""
VERSIONS_CAPTION = (
    "What computed the answers; the commit is that of Sweepstake's source. If there are two of "
    "one thing, some answers were kept from an earlier run."
)
CHUNK_COLUMNS = ["trials", "seconds", "versions"]
MOST_PACKAGES = 50
"""The largest number of packages to list."""
FORMATS = {"difference": ".3g", "bound": ".3g"}
CONFIRMED = (
    "How many answers to each question (by its name in commands) another method confirms, each "
    "counted where it is confirmed most strongly."
)
UNCONFIRMED = "The last column gives the first answer that nothing confirms."
ONE = "The answer of this run is"
MOST_QUESTIONS = 1_000
"""The largest number of questions to list."""
ROWS = 1 << 17
"""Checks to read at once."""
HERE = "sweepstake.report.page"


def page(contents: Contents, results: Path) -> dict[str, Any]:
    """The content of the page, read from the files in `results` of the artefacts in `contents`."""
    answers, confirmed, covered = coverage(results / "tables" / "coverage.csv", contents.alone)
    compared, failed = counts(results / "checks.parquet")
    chunks = chunk_rows(contents.by_question, results)
    room, sections = MOST_BYTES, []
    for puzzle in contents.puzzles:
        section = _section(contents, puzzle, failed, results)
        room = _fit(section, room)
        sections.append(section)
    number = f"{words.counted(len(sections)).capitalize()} puzzles, answered"
    return {
        "title": sections[0]["title"] if len(sections) == 1 else number,
        "sections": sections,
        "confirmed": f"{confirmed}. {_compared(compared, failed.total())}",
        "failed": failed_rows(results / "checks.csv", failed.total()),
        "numbers": [
            (f"{answers:,}", "answers"),
            (f"{len(contents.by_question):,}", "questions"),
            (f"{int(total(chunks, 'trials')):,}", "simulated trials"),
            (duration(float(total(chunks, "seconds"))), COMPUTING),
            (f"{compared:,}", "comparisons"),
        ],
        "coverage": covered,
        "versions": versions(chunks),
    }


def _compared(compared: int, failed: int) -> str:
    if not compared:
        return "Nothing could be compared."
    return f"Of {compared:,} comparisons, {f'{failed:,}' if failed else 'none'} failed."


def _section(
    contents: Contents, puzzle: Puzzle, failed: Counter[str], results: Path
) -> dict[str, Any]:
    story = items.read(results / ".page" / f"{puzzle.name}.story.json")
    tables = {
        name: _table(contents, table, results / ".page" / f"{name}.json")
        for name, table in contents.tables_of(puzzle).items()
    }
    plots = contents.plots_of(puzzle)
    first_tables = {
        table.questions[0]: tables[name]
        for name, table in reversed(contents.tables_of(puzzle).items())
        if table.questions
    }
    return {
        "anchor": f"puzzle-{puzzle.name}",
        "title": puzzle.title,
        "rules": puzzle.rules,
        "source": puzzle.source,
        "story": [
            _doubted(answer, failed[answer["question"]])
            | {"table": first_tables.get(answer["question"])}
            for answer in story
        ],
        "findings": [
            {
                "says": finding.sentence,
                "asked": printable(finding.asked),
                "answer": printable(finding.answer),
                "table": tables[finding.table],
            }
            for finding in shown_findings(puzzle, tables, results / "tables")
        ],
        "tables": [*tables.values()],
        "plots": [(plot.title, f"plots/{name}.svg") for name, plot in plots.items()],
    }


def _doubted(answer: Item, failed: int) -> Item:
    """The answer, marked "in doubt" if some checks of its question have failed."""
    if not failed:
        return answer
    sure = f": {failed:,} check{' has' if failed == 1 else 's have'} failed"
    return answer | {"colour": "bad", "known": "in doubt", "sure": sure}


def _table(contents: Contents, table: Table, file: Path) -> dict[str, Any]:
    """A table of the page, with an anchor and the files with all rows and digits."""
    answers = [name.removeprefix("results/") for name in contents.files([table])]
    stored: dict[str, Any] = json.loads(file.read_text())
    return stored | {
        "anchor": f"table-{table.name}",
        "title": table.title,
        "caption": f"{table.caption} {stored['more']}".rstrip(),
        "files": [f"tables/{table.name}.csv", *(answers if len(answers) <= MOST_FILES else [])],
    }


def _fit(section: dict[str, Any], room: int) -> int:
    """Remove charts and rows that don't fit into `room` bytes; returns the remaining bytes."""
    section["left_out"] = 0
    for answer in section["story"]:
        charts: list[dict[str, Any]] = []
        for chart in answer["charts"]:
            if (size := len(chart["wide"]) + len(chart["slim"])) <= room:
                charts.append(chart)
                room -= size
            else:
                section["left_out"] += 1
        answer |= {"charts": charts, "is_pair": _is_pair(charts)}
    for table in section["tables"]:
        sizes = (sum(len(cell.encode()) + CELL for cell in row) for row in table["rows"])
        left = [room - size for size in accumulate(sizes)]
        fit = sum(size >= 0 for size in left)
        room = left[fit - 1] if fit else room
        table |= {"rows": table["rows"][:fit], "usual": min(table["usual"], fit)}
    return room


def _is_pair(charts: list[dict[str, Any]]) -> bool:
    """True if these are two small panels of one plot, which stand side by side."""
    small = len(charts) == 2 and all(chart["is_small"] for chart in charts)
    return small and len({chart["plot"] for chart in charts}) == 1


def write(table: Table, whole: pd.DataFrame, file: Path, left_out: str = "") -> None:
    """Write the rows of the `whole` table that the page shows, with the sentence `left_out`."""
    frame, first = _ordered(table, tables.seen(table, whole))
    shown = frame.head(MOST_ROWS)
    content = _cells(shown, table.formats, table.errors, table.headings)
    texts = [left_out, _methods(table, shown)]
    if any(" ± " in text for row in content["rows"] for text in row):
        texts.append("± is half of a 95% interval.")
    content |= {
        "total": len(frame),
        "usual": min(first, MOST_ROWS),
        "more": " ".join(filter(None, texts)),
    }
    file.write_text(json.dumps(content, separators=(",", ":")) + "\n")


def shown_rows(
    title: str, caption: str, frame: pd.DataFrame, formats: Mapping[str, str], most: int = MOST_ROWS
) -> dict[str, Any]:
    """The table of `frame`, with at most its `most` first rows."""
    cells = _cells(frame.head(most), formats)
    return cells | {"title": title, "caption": caption, "total": len(frame), "usual": 0}


def _methods(table: Table, frame: pd.DataFrame) -> str:
    """A sentence that explains the methods named in `frame`."""
    cells = [str(cell) for column in NAMING if column in frame for cell in frame[column].dropna()]
    names = {name for cell in cells for name in cell.split(", ")}
    methods = [pair for q in table.questions for pair in register.question(q).methods.items()]
    meanings = {name: method.says for name, method in methods if name in names and method.says}
    texts = "; ".join(f"{name} ({meaning})" for name, meaning in meanings.items())
    return f"Methods: {texts}." if meanings else ""


def _ordered(table: Table, frame: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """The rows sorted by distance from the usual parameters, and the number of rows at them.

    A short table keeps its order, and so does one without a parameter that has a usual value.
    """
    if len(frame) <= MOST_ROWS or not table.questions:
        return frame, 0
    question = register.question(table.questions[0])
    wanted = {n: v for n, v in usual(question).items() if _is_of(question.parameter[n], frame, n)}
    if not wanted:
        return frame, 0
    away = distance(question, frame, wanted)
    order = away.sort_values(["differs", "away"], kind="stable").index
    return frame.loc[order], int((away["differs"] == 0).sum())


def _is_of(parameter: AnyParameter, frame: pd.DataFrame, name: str) -> bool:
    """True if the frame has a column with the parameter's values."""
    return name in frame and (parameter.type != "int" or is_numeric_dtype(frame[name]))


def _cells(
    frame: pd.DataFrame,
    formats: Mapping[str, str],
    errors: Mapping[str, str] = tables.NONE,
    headings: Mapping[str, str] = tables.NONE,
) -> dict[str, Any]:
    """The columns and the rows of a frame."""
    printed = tables.in_words(frame, formats, errors, headings, LONGEST_WORDS)
    return {"columns": printed.columns, "rows": [[*map(_short, row)] for row in printed.rows]}


def _short(text: str) -> str:
    """The text; shortened if it has no spaces and is longer than `LONGEST`, as digits may be.

    >>> _short("1" * 50 + "/3")
    '1111111111111111111111111111111111111 ...'
    """
    has_no_spaces = " " not in text.removesuffix(" ...")
    return f"{text[: LONGEST - 3]} ..." if has_no_spaces and len(text) > LONGEST else text


def chunk_rows(by_question: Mapping[str, Sequence[str]], results: Path) -> pa.Table:
    """The chunks of all sweeps without duplicates: sweeps of a question may share chunks."""
    parts = []
    for question, sweeps in by_question.items():
        key = [*register.question(question).parameter, "method", "chunk"] * (len(sweeps) > 1)
        chunks = pa.concat_tables(
            stored_runs(results, name, [*key, *CHUNK_COLUMNS]) for name in sweeps
        )
        if key:
            is_duplicate = chunks.select([*key, "trials"]).to_pandas().duplicated().to_numpy()
            chunks = chunks.filter(pa.array(~is_duplicate))
        parts.append(chunks.select(CHUNK_COLUMNS))
    return pa.concat_tables(parts)


def total(chunks: pa.Table, name: str) -> Any:
    """The sum of a column of numbers."""
    return chunks[name].to_numpy().sum()


def versions(chunks: pa.Table) -> dict[str, Any]:
    """A row for each package, with every version that computed answers."""
    by_name: dict[str, dict[str, None]] = {}
    records = chunks["versions"].unify_dictionaries().unique().drop_null().to_pylist()
    for record in sorted(records):
        for name, version in read_versions(record).items():
            if name != "source":  # a hash for each puzzle
                by_name.setdefault(name, {})[str(version or "unknown")[:40]] = None
    cells = [(name, ", ".join(versions)) for name, versions in by_name.items()]
    frame = pd.DataFrame(cells, columns=["what", "version"])
    return shown_rows("Versions", VERSIONS_CAPTION, frame, {}, MOST_PACKAGES)


def failed_rows(file: Path, total: int) -> dict[str, Any]:
    """The table of the failed checks in `checks.csv`; `total` counts all failed checks."""
    checks = tables.read_csv(file, {*Check._fields} - {*NUMBERS})
    unshown = ["verdict", "strength", "power", "each", "p_value"]
    failing = checks[checks["verdict"] == FAILS].drop(columns=unshown, errors="ignore")
    table = shown_rows("Checks that failed", "These methods disagree.", failing, FORMATS)
    return table | {"total": total}


def counts(file: Path) -> tuple[int, Counter[str]]:
    """The number of checks in a Parquet file, and the number of failed checks by question.

    Sums of probabilities, which compare no methods, are counted only if they fail.
    """
    total, failed = 0, Counter[str]()
    for part in parquet.tables_of(file, ["question", "verdict", "strength"], ROWS):
        is_sum, fails = pc.equal(part["strength"], "sum"), pc.equal(part["verdict"], FAILS)
        total += len(part.filter(pc.or_(pc.invert(is_sum), fails)))
        failed.update(part.filter(pc.equal(part["verdict"], FAILS))["question"].to_pylist())
    return total, failed


def coverage(file: Path, alone: Collection[str] = ()) -> tuple[int, str, dict[str, Any]]:
    """The number of answers, a sentence on how many are confirmed, and the coverage in `file`.

    Only one method was asked for each of the questions `alone`.
    """
    table = tables.read_csv(file, ("question", covered.WEAKEST, covered.FIRST))
    used, formats = _used(table), dict.fromkeys([*covered.COLUMNS[1:], covered.WEAK_ANSWERS], ",")
    used[covered.POWER] = [
        "" if power != power or power == inf else covered.in_percent(power)
        for power in used[covered.POWER]
    ]
    caption = f"{CONFIRMED} {UNCONFIRMED}" if covered.FIRST in used else CONFIRMED
    content = shown_rows("How the answers were confirmed", caption, used, formats, MOST_QUESTIONS)
    confirmed, judged = covered.totals(table)
    answers = f"{judged:,} answers of this run are"
    if not confirmed and {*table["question"]} <= {*alone}:
        sentence = f"{ONE if judged == 1 else f'The {answers}'} {covered.ALONE}"
        return int(table["answers"].sum()), sentence, content
    weak = int(table[covered.STRENGTHS["samples"]].sum())
    weakly = f", {weak:,} of them only by a second simulation" if weak else ""
    subject = ONE if confirmed == judged == 1 else f"All {answers}"
    if confirmed < judged:
        subject = f"{confirmed:,} of {answers}"
    sentence = f"{subject} confirmed by another method{weakly}"
    if strength := covered.weakest(table):
        sentence += f", {strength}"
    if theorems := int(table[covered.THEOREM].sum()):
        sentence += f"; {theorems:,} rest on a theorem"
    return int(table["answers"].sum()), sentence, content


def _used(table: pd.DataFrame) -> pd.DataFrame:
    """The coverage without its empty columns."""
    empty = [name for name in covered.HOW if not table[name].any()]
    blank = [] if table[covered.FIRST].fillna("").any() else [covered.FIRST]
    return table.drop(columns=[*empty, *blank])


def html(page: dict[str, Any]) -> str:
    """The page in one file. Browsers run only its own script, even if a title contains another."""
    environment = Environment(
        loader=PackageLoader(HERE, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = _text("page.js")
    written = environment.get_template("page.html.jinja").render(
        page=page,
        style=Markup(_text("page.css") + _colours()),  # noqa: S704
        script=Markup(script),  # noqa: S704
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
    )
    return writable(written)


def _colours() -> str:
    """Style rules that give drawings the page's colours, which are others in the dark."""
    return "".join(
        f'.chart [style*="{part}: {colour}"] {{ {part}: var(--{name}) !important; }}\n'
        for colour, name in VARIABLES.items()
        for part in ("fill", "stroke")
    )


def _text(name: str) -> str:
    return (files(HERE) / "templates" / name).read_text("utf-8")
