"""What the workflow's check, table, plot and report scripts call, one function a rule."""

from __future__ import annotations

import csv
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sweepstake.config.file import Config
from sweepstake.puzzle import register
from sweepstake.report import tables
from sweepstake.report.check import FAILS, Check
from sweepstake.report.contents import contents
from sweepstake.report.coverage import Coverage
from sweepstake.report.coverage import said as confirmed
from sweepstake.report.page import rows as page_rows
from sweepstake.report.parts import parts
from sweepstake.store import parquet
from sweepstake.store.answers import answers
from sweepstake.store.parquet import DamagedFileError
from sweepstake.text.shown import in_a_line, raised

Shown = Mapping[str, str]
"""By question, the fingerprint of what shows its answers."""


def check(config: Config, output: str, covered: str, log: str, planned: Shown | None = None) -> int:
    """Write every comparison to `output`; 1 if any fails, with a line for each that does.

    How many points they confirm is written to `covered`. `planned` is what `Contents.shown` was
    when the run began; `table` and `plot` get their puzzle's part of it.
    """
    with _in_one_line("check", Path(output).parent):
        _as_planned(config, planned)
        from sweepstake.report.comparisons import BY_CHANCE

        verdicts: Counter[str] = Counter()
        strengths: Counter[str] = Counter()
        coverage = Coverage()
        with Path(output).open("w", newline="") as file, Path(log).open("w") as said:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(Check._fields)
            for row in _checks(config, Path(output).parent, coverage):
                rows.writerow(row)
                coverage.add(row)
                verdicts[row.verdict] += 1
                strengths[row.strength] += 1
                if row.verdict == FAILS:
                    at = f"{row.question} {row.parameters}"
                    _say(f"check failed: {at} {row.disagreement}", said)
            table, whole = coverage.table(), covered
            table.to_csv(covered, index=False, lineterminator="\n")
            _say(f"{verdicts.total():,} checks, {verdicts[FAILS]:,} failed", said)
            if sampled := sum(strengths[one] for one in ("sample", "samples", "bound")):
                often = f"in about 1 of {1 / (sampled * BY_CHANCE):,.0f} runs"
                _say(f"if all are right, one of {sampled:,} samples fails by chance {often}", said)
            if verdicts[FAILS]:  # then Snakemake removes what the job has made
                file.flush()
                kept = Path(log).with_suffix(".csv")
                shutil.copy(output, kept)
                whole = str(Path(log).with_name("check-coverage.csv"))
                shutil.copy(covered, whole)
            _say(confirmed(table, whole), said)
            if verdicts[FAILS]:
                _say(f"all checks: {kept}", said)
        return 1 if verdicts[FAILS] else 0


def _checks(config: Config, results: Path, coverage: Coverage) -> Iterator[Check]:
    from sweepstake.report.checks import checks  # which import SciPy: tables and plots need not

    for name, sweeps in contents(config).by_question.items():
        question = register.question(name)
        found = coverage.met(question, answers(question, sweeps, results))
        yield from checks(question, found)


def _say(line: str, log: TextIO) -> None:
    log.write(f"{line}\n")
    sys.stderr.write(f"{line}\n")


def _as_planned(config: Config, planned: Shown | None) -> None:
    """End in a line if a puzzle has been edited since: what was made would be taken for another."""
    now = contents(config).shown
    for question, said in (planned or {}).items():
        if said != now[question]:
            sys.exit(f"sweepstake: the source of {question} has changed during this run; run again")


@contextmanager
def _in_one_line(what: str, results: Path) -> Iterator[None]:
    """End in a line if a puzzle's own file raises, or if what a sweep has left is damaged.

    That is removed: a run makes it anew of what is in the store. Errors of this package keep their
    traceback.
    """
    try:
        yield
    except DamagedFileError as error:
        files = [file for kind in ("data", "runs") for file in (results / kind).glob("*.parquet")]
        damaged = [file for file in files if not parquet.is_whole(file)]
        for file in damaged:
            file.unlink()
        said = f"damaged, so removed: {', '.join(map(str, damaged))}" if damaged else str(error)
        sys.exit(f"sweepstake: {said}; run again")
    except Exception as error:
        if (said := raised(error)) == in_a_line(error):
            raise
        sys.exit(f"sweepstake: {what}: {said}")


def table(
    config: Config, name: str, csv: str, markdown: str, shown: str, planned: str | None = None
) -> None:
    """Write the table called `name`, and what the page shows of it."""
    with _in_one_line(f"table {name}", Path(csv).parents[1]):
        asked = contents(config)
        wanted = asked.tables[name]
        _as_planned(config, {wanted.questions[0]: planned} if planned else None)
        found = parts(wanted, asked.by_question, Path(csv).parents[1])
        made = tables.write(wanted, found, Path(csv), Path(markdown))
        page_rows.write(wanted, made, Path(shown))


def findings(config: Config, csv: str, markdown: str, planned: Shown | None = None) -> None:
    """Write the findings that the tables of this config show."""
    with _in_one_line("findings", Path(csv).parents[1]):
        _as_planned(config, planned)
        made = contents(config)
        tables.write_findings(made.puzzles, made.tables, Path(csv), Path(markdown))


def plot(config: Config, name: str, svg: str, png: str, planned: str | None = None) -> None:
    """Draw the plot called `name`."""
    with _in_one_line(f"plot {name}", Path(svg).parents[1]):
        from sweepstake.report import plots

        made = contents(config)
        wanted = made.plots[name]
        _as_planned(config, {wanted.questions[0]: planned} if planned else None)
        (frames,) = parts(wanted, made.by_question, Path(svg).parents[1])
        plots.write(wanted, frames, Path(svg), Path(png))


def report(config: Config, output: str, planned: Shown | None = None) -> None:
    """Write the page of all results beside `output`, and say where it is."""
    with _in_one_line("report", Path(output).parent):
        _as_planned(config, planned)
        from sweepstake.report.page.page import page
        from sweepstake.report.page.written import html

        Path(output).write_text(html(page(contents(config), Path(output).parent)), "utf-8")
        sys.stderr.write(f"report: {output}\n")
