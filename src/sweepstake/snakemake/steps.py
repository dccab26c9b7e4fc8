"""Functions that the workflow's rules call, one for each rule: sweep, check, show and report."""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

import numpy as np

from sweepstake import memory, stop
from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.config.points import Points
from sweepstake.errors import DamagedFileError, SweepstakeError
from sweepstake.plan.chunks import identity
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.report import tables
from sweepstake.report.check.checks import Check
from sweepstake.report.check.coverage import Coverage, in_words
from sweepstake.report.page import page as page_rows
from sweepstake.report.page.contents import Contents, contents
from sweepstake.report.page.items import Parts
from sweepstake.report.page.page import counts
from sweepstake.report.tables import csv_cell, write_csv
from sweepstake.run.chunk import SourceError
from sweepstake.run.compute import Listener
from sweepstake.run.compute import run as computed
from sweepstake.snakemake import screen
from sweepstake.source.opened import own_process
from sweepstake.store import parquet
from sweepstake.store.points import Points as Answers
from sweepstake.store.points import Sets, points
from sweepstake.text.shown import encodable, in_a_line, message, raised

if TYPE_CHECKING:
    from sweepstake.report.charts.figure import Panels
    from sweepstake.report.check.comparison import Comparison

MOST_CHARTS = 2
"""Most charts below an answer on the page; the plots' files have all panels."""

own_process()  # Snakemake's, which computes nothing for others


class SweepError(SweepstakeError, RuntimeError):
    """A sweep could not be finished; the message says why."""


class ShowError(SweepstakeError, RuntimeError):
    """Checks, tables, plots or the page could not be made; the message says why in one line."""


class Size(NamedTuple):
    """The hash of what a sweep's answers depend on, how many points it has, and their cost."""

    identity: str
    points: int
    seconds: float
    """Predicted seconds on one core; a point with a bound counts as one trial."""


def sizes(config: Config) -> dict[str, Size]:
    """The size of each sweep of `config`, by name; checks `config`.

    Points don't stay in memory: ten million of them take as much as all else.
    """
    return {name: _size(declared.sweep.points) for name, declared in spec.declared(config).items()}


def _size(points: Points) -> Size:
    trials = np.maximum(points.table["trials"].to_numpy(), 1)
    return Size(identity(points), len(points), float((points.costs * trials).sum()))


def run(
    config: Config,
    name: str,
    planned: str,
    table: str,
    workers: int,
    log: str,
    shows: screen.Shows,
) -> None:
    """Make the table of the sweep called `name`, which is `data/{name}.parquet` below the results.

    `planned` is its identity when the run was planned. Progress goes to `log`, and to the terminal
    if it `shows` lines; whatever methods print goes to `log` only. Raises SweepError with one line
    if it can't be finished.
    """
    run_screen = screen.current()
    with Path(log).open("ab", buffering=0) as file:  # so that closing writes nothing

        def printed(text: str) -> None:
            with suppress(OSError):  # a failing disk is reported when answers are stored
                file.write(encodable(text).encode())

        def noted(line: str) -> None:
            printed(f"{time.strftime('%H:%M:%S')} {line}\n")

        def tell(line: str) -> None:
            if shows != "nothing":
                screen.write(f"{name}: {line}")
            noted(line)

        def progress(line: str) -> None:
            (tell if shows == "lines" else noted)(line)

        watch = partial(run_screen.watch, name) if run_screen else lambda progress: None
        listener = Listener(tell, progress, printed, watch=watch)
        try:
            sweep = spec.sweep(config, name)
            if identity(sweep.points) != planned:
                raise SourceError("its source has changed since this run began; run again")
            computed(sweep, Path(table).parents[1], workers, listener)
        except (RuntimeError, OSError, ValueError) as error:
            failures = Path(table).parents[1] / "failures"
            line = message(error).replace(f" {failures}/", f" {from_here(failures)}/")
            if run_screen:
                run_screen.finish(name, line)
            is_told = run_screen and isinstance(error, stop.StoppedError)  # by the run's last line
            if shows != "nothing" and not is_told:  # else the line of what this raises is written
                screen.write_failure(f"{name}: {line}")
            noted(line)
            raise SweepError(f"{name}: {line}") from None
        if run_screen:
            run_screen.finish(name)


def check(config: Config, output: str, covered: str, log: str) -> None:
    """Write all comparisons to a Parquet file beside `output`, and those to be listed to `output`.

    The counts of confirmed answers go to `covered`, a line for each failed comparison to `log`.
    """
    with _in_one_line("check"), Path(log).open("w", encoding="utf-8") as file:
        _check(config, Path(output), Path(covered), file)
    screen.finish_step()


def _check(config: Config, output: Path, covered: Path, log: TextIO) -> None:
    from sweepstake.report.check import (
        checks as record,  # imports SciPy, which tables and plots don't need
    )
    from sweepstake.report.check.alarm import p_values
    from sweepstake.report.check.checks import SCHEMA, failing, table, together

    coverage, all_checks = Coverage(), output.with_suffix(".parquet")
    of_samples = []
    with parquet.writing(all_checks, output.parent / ".points", SCHEMA) as groups:
        for part, compared in _compared(config, output.parent):
            coverage.add(part, compared)
            of_samples.append(p_values(compared))
            groups.add(checked := table(part, compared))
            for row in failing(checked):
                line = f"check failed: {row.question} {row.parameters} {row.disagreement}"
                _say(line, log, is_failure=True)
        groups.add(checked := together(np.concatenate([np.zeros(0), *of_samples])))
        for row in failing(checked):
            _say(f"check failed: {row.parameters} {row.disagreement}", log, is_failure=True)
    kinds = record.counts(all_checks)
    with output.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(Check._fields)
        rows.writerows(map(csv_cell, row) for row in record.rows(all_checks, kinds))
    covering, (total, failed) = coverage.table(), counts(all_checks)
    write_csv(covering, covered)
    _say(f"{total:,} checks, {failed.total():,} failed", log)
    if kinds["p_value"].notna().any():
        _say("if all methods are right, a check fails by chance in at most 1 of 100 runs", log)
    _say(in_words(covering, str(covered), contents(config).alone), log)


def _compared(config: Config, results: Path) -> Iterator[tuple[Answers, list[Comparison]]]:
    """All comparisons, some points at a time."""
    from sweepstake.report.check.alarm import tests_of, threshold
    from sweepstake.report.check.checks import comparisons

    by_question = contents(config).by_question
    tests = 0
    for name, sweeps in by_question.items():
        question = register.question(name)
        if any(method.draws for method in question.methods.values()):
            tests += tests_of(question, len(Sets(question, sweeps, results).sizes))
    beyond = threshold(tests)
    for name, sweeps in by_question.items():
        for part in points(register.question(name), sweeps, results):
            stop.check()
            yield part, [*comparisons(part, beyond)]


def show(config: Config, puzzle: str, results: Path) -> None:
    """Write the tables and the plots of one puzzle, and its part of the page."""
    shown, declared, drawn = contents(config), register.puzzles()[puzzle], {}
    for table in shown.tables_of(declared).values():
        with _in_one_line(f"table {table.name}"):
            _table(shown, table, results)
    for plot in shown.plots_of(declared).values():
        with _in_one_line(f"plot {plot.name}"):
            drawn[plot.name] = plot, *_plot(shown, plot, results)
    with _in_one_line(f"story of {puzzle}"):
        _story(shown, declared, drawn, results)
    screen.finish_step()


def _story(
    shown: Contents, puzzle: Puzzle, drawn: Mapping[str, tuple[Plot, Panels, str]], results: Path
) -> None:
    """Write what the page says about a puzzle: each answer, and the charts that show it."""
    from sweepstake.report.page import items
    from sweepstake.report.page.items import charts

    answers = []
    for answered in items.items(puzzle, shown.by_question, results):
        plots = (drawn[name] for name in answered["plots"] if name in drawn)
        first = islice((chart for plot in plots for chart in charts(*plot)), MOST_CHARTS)
        answers.append(answered | {"charts": [*first]})
    items.write(answers, results / ".page" / f"{puzzle.name}.story.json")


def _table(shown: Contents, table: Table, results: Path) -> None:
    file, page = results / "tables" / table.name, results / ".page" / f"{table.name}.json"
    parts = Parts(table, shown.by_question, results)
    left_out = parts.left_out
    rows = tables.write(table, parts, file.with_suffix(".csv"), file.with_suffix(".md"), left_out)
    page_rows.write(table, rows, page, left_out)


def _plot(shown: Contents, plot: Plot, results: Path) -> tuple[Panels, str]:
    """Write the files of a plot; returns its panels and what they leave out."""
    from sweepstake.report.charts import figure

    file, parts = results / "plots" / plot.name, Parts(plot, shown.by_question, results)
    (frames,) = parts
    panels = figure.panels(plot, frames)
    figure.write(plot, panels, file.with_suffix(".svg"), file.with_suffix(".png"), parts.left_out)
    return panels, parts.left_out


def report(config: Config, output: str, findings: str, markdown: str) -> None:
    """Write the findings that the tables show, and the page of all results."""
    with _in_one_line("report"):
        from sweepstake.report.page.page import html, page

        shown = contents(config)
        tables.write_findings(shown.puzzles, shown.tables, Path(findings), Path(markdown))
        Path(output).write_text(html(page(shown, Path(output).parent)), "utf-8")
    screen.finish_step()
    run_screen = screen.current()
    if not run_screen or run_screen.shows == "nothing":  # else the run's ending says it
        screen.write(f"report: {from_here(output)}")


def from_here(path: Path | str) -> str:
    """A path from the folder in which the user has started this program."""
    return os.path.relpath(path, os.environ.get("PWD") or ".")


def agree(checks: str, page: str, output: str) -> None:
    """Make the empty file `output`; raise ShowError instead if any of `checks` has failed.

    `checks` is the Parquet file. This comes last, because Snakemake stops at a failed job and
    removes its outputs: the page, which begins with the failed checks, is written by then.
    """
    total, failed = counts(Path(checks))
    if failed:
        files = f"{from_here(page)} and {from_here(checks)}"
        raise ShowError(f"{failed.total():,} of {total:,} checks failed; see {files}")
    Path(output).touch()


def _say(line: str, log: TextIO, *, is_failure: bool = False) -> None:
    """Write a line to the log, and to the terminal unless the run's ending says it."""
    log.write(f"{line}\n")
    run_screen = screen.current()
    if is_failure or not run_screen or run_screen.shows in ("lines", "nothing"):
        screen.write(line)


@contextmanager
def _in_one_line(subject: str) -> Iterator[None]:
    """Raise ShowError if a puzzle's file or a disk fails, or if a sweep's file is damaged.

    Other errors of this package keep their traceback.
    """
    stop.check()
    memory.give_back()
    try:
        with screen.step(subject):
            yield
    except DamagedFileError as error:
        raise ShowError(f"{error}; remove this file, and run again") from None
    except ShowError:
        raise
    except Exception as error:
        if (message := raised(error)) == in_a_line(error) and not isinstance(error, OSError):
            raise
        raise ShowError(f"{subject}: {message}") from None
