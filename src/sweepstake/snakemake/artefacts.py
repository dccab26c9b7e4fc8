"""What the workflow's rules for checks, tables, plots and the page call, one function a rule."""

from __future__ import annotations

import csv
import gc
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sweepstake import stop
from sweepstake.config.file import Config
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.report import tables
from sweepstake.report.check import FAILS, Check
from sweepstake.report.contents import Contents, contents
from sweepstake.report.coverage import Coverage
from sweepstake.report.coverage import said as confirmed
from sweepstake.report.csv import cell, write
from sweepstake.report.page import rows as page_rows
from sweepstake.report.parts import Parts
from sweepstake.store import parquet
from sweepstake.store.answers import answers
from sweepstake.store.parquet import DamagedFileError
from sweepstake.text.shown import in_a_line, raised

NEW_OBJECTS = 50_000
"""New objects after which garbage is looked for.

Python's usual 700 take a third of the time of a table of 500,000 rows, whose values are all kept.
"""


class ShowError(RuntimeError):
    """Checks, tables, plots or the page could not be made; the message says why in one line."""


def check(config: Config, output: str, covered: str, log: str) -> None:
    """Write every comparison to `output`, and how many points they confirm to `covered`.

    Raises ShowError if any fails, with a line in `log` for each that does.
    """
    with _in_one_line("check", Path(output).parent), Path(log).open("w") as file:
        verdicts = _checked(config, Path(output), Path(covered), file)
        if failed := verdicts[FAILS]:
            kept = _kept(output, covered, log)
            raise ShowError(f"{failed:,} of {verdicts.total():,} checks failed; all are in {kept}")


def _checked(config: Config, output: Path, covered: Path, log: TextIO) -> Counter[str]:
    """Write the comparisons and count their verdicts."""
    from sweepstake.report.comparisons import BY_CHANCE

    verdicts: Counter[str] = Counter()
    strengths: Counter[str] = Counter()
    coverage = Coverage()
    with output.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(Check._fields)
        for row in _checks(config, output.parent, coverage):
            rows.writerow(map(cell, row))
            coverage.add(row)
            verdicts[row.verdict] += 1
            strengths[row.strength] += 1
            if row.verdict == FAILS:
                _say(f"check failed: {row.question} {row.parameters} {row.disagreement}", log)
    table = coverage.table()
    write(table, covered)
    _say(f"{verdicts.total():,} checks, {verdicts[FAILS]:,} failed", log)
    if sampled := sum(strengths[one] for one in ("sample", "samples", "bound")):
        often = f"in about 1 of {1 / (sampled * BY_CHANCE):,.0f} runs"
        _say(f"if all are right, one of {sampled:,} samples fails by chance {often}", log)
    _say(confirmed(table, str(covered)), log)
    return verdicts


def _kept(output: str, covered: str, log: str) -> Path:
    """A copy of all checks beside the log: Snakemake removes what a failed job has made."""
    kept = Path(log).with_suffix(".csv")
    shutil.copy(output, kept)
    shutil.copy(covered, Path(log).with_name("check-coverage.csv"))
    return kept


def _checks(config: Config, results: Path, coverage: Coverage) -> Iterator[Check]:
    from sweepstake.report.checks import checks  # which imports SciPy: tables and plots need not

    for name, sweeps in contents(config).by_question.items():
        stop.check()
        question = register.question(name)
        found = coverage.met(question, answers(question, sweeps, results))
        yield from checks(question, found)


def show(config: Config, puzzle: str, results: Path, log: str) -> None:
    """Make the tables and the plots of one puzzle, and what the page shows of the tables."""
    made, its = contents(config), register.puzzles()[puzzle]
    with _in_one_line(puzzle, results), Path(log).open("w") as file:
        for table in made.tables_of(its).values():
            with _in_one_line(f"table {table.name}", results):
                _table(made, table, results)
            file.write(f"table {table.name}\n")
        for plot in made.plots_of(its).values():
            with _in_one_line(f"plot {plot.name}", results):
                _plot(made, plot, results)
            file.write(f"plot {plot.name}\n")


def _table(made: Contents, table: Table, results: Path) -> None:
    file, page = results / "tables" / table.name, results / ".page" / f"{table.name}.json"
    parts = Parts(table, made.by_question, results)
    left_out = parts.left_out
    rows = tables.write(table, parts, file.with_suffix(".csv"), file.with_suffix(".md"), left_out)
    page_rows.write(table, rows, page, left_out)


def _plot(made: Contents, plot: Plot, results: Path) -> None:
    from sweepstake.report import plots

    file = results / "plots" / plot.name
    parts = Parts(plot, made.by_question, results)
    (frames,) = parts
    plots.write(plot, frames, file.with_suffix(".svg"), file.with_suffix(".png"), parts.left_out)


def report(config: Config, output: str, findings: str, markdown: str, log: str) -> None:
    """Write the findings that the tables show, and the page of all results, and say where it is."""
    with _in_one_line("report", Path(output).parent), Path(log).open("w") as file:
        from sweepstake.report.page.page import page
        from sweepstake.report.page.written import html

        made = contents(config)
        tables.write_findings(made.puzzles, made.tables, Path(findings), Path(markdown))
        Path(output).write_text(html(page(made, Path(output).parent)), "utf-8")
        _say(f"report: {output}", file)


def _say(line: str, log: TextIO) -> None:
    log.write(f"{line}\n")
    sys.stderr.write(f"{line}\n")


@contextmanager
def _in_one_line(what: str, results: Path) -> Iterator[None]:
    """Raise ShowError if a puzzle's file or a disk fails, or if what a sweep has left is damaged.

    That is removed: a run makes it anew from what is in the store. Other errors of this package
    keep their traceback.
    """
    stop.check()
    gc.set_threshold(NEW_OBJECTS)
    try:
        yield
    except DamagedFileError as error:
        files = [file for kind in ("data", "runs") for file in (results / kind).glob("*.parquet")]
        damaged = [file for file in files if not parquet.is_whole(file)]
        for file in damaged:
            file.unlink()
        message = f"damaged, so removed: {', '.join(map(str, damaged))}" if damaged else error
        raise ShowError(f"{message}; run again") from None
    except ShowError:
        raise
    except Exception as error:
        if (message := raised(error)) == in_a_line(error) and not isinstance(error, OSError):
            raise
        raise ShowError(f"{what}: {message}") from None
