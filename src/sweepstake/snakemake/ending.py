"""The last lines of a run: its answers, how sure they are, and where they are.

If there was nothing to do, they are the same. A run that failed or was stopped ends in a line that
says so instead.
"""

from __future__ import annotations

import logging
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from snakemake.common import NOTHING_TO_BE_DONE_MSG
from snakemake.logging import logger

from sweepstake import stop
from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.plan.plan import plan
from sweepstake.report.check import coverage
from sweepstake.report.page import items
from sweepstake.report.page.contents import Contents
from sweepstake.report.page.items import Item
from sweepstake.report.page.page import counts
from sweepstake.report.tables import read_csv
from sweepstake.snakemake import screen
from sweepstake.snakemake.steps import Size, from_here
from sweepstake.text.shown import duration, in_a_line, printable

RESULTS = Path("results")
WIDTH, LABEL = 100, 9
"""Most columns of a line, except for a long word, and those of the label before it."""
MOST = 12
"""Most answers that are told; the report has all."""
MOST_PLANNED = 100_000
"""If there are more points, a stopped run doesn't look how many are stored."""


def tell(contents: Contents, configs: Sequence[Any], sizes: Mapping[str, Size]) -> None:
    """Print the answers of a run that has ended well, or had nothing to do."""
    screen.end()
    if not screen.is_silent():
        try:
            for line in answers(contents, ", ".join(map(from_here, configs)), sizes):
                sys.stdout.write(f"{printable(line)}\n")
        except (ValueError, OSError, LookupError, TypeError) as error:  # of a damaged file
            screen.write(f"sweepstake: {in_a_line(error)}; `sweepstake verify` looks for damage")
        sys.stdout.flush()


def tell_without_work(tell: Callable[[], None]) -> None:
    """Call `tell` if Snakemake says that there is nothing to do: it has no hook for that."""

    def watch(record: logging.LogRecord) -> bool:
        if record.msg == NOTHING_TO_BE_DONE_MSG:
            tell()
        return True

    logger.addFilter(watch)


def is_whole(jobs: Iterable[Any]) -> bool:
    """True if the jobs of a run make the report, and so all that the ending tells."""
    return any(job.rule.name == "report" for job in jobs)


def tell_of_failure(config: Config, sizes: Mapping[str, Size]) -> None:
    """Print that the run was stopped, or how much of it has failed."""
    run_screen = screen.current()
    if not run_screen:
        return
    run_screen.end()
    if stop.is_stopped():
        screen.write(f"stopped; {_stored(config, sizes)}; run again to go on")
    elif run_screen.shows in ("bars", "finished"):
        due = [tally for tally in run_screen.tallies.values() if tally.is_due]
        finished = sum(tally.is_finished for tally in due)
        if finished < len(due):
            screen.write(f"{finished:,} of {len(due):,} sweeps finished; what is stored is kept")


def _stored(config: Config, sizes: Mapping[str, Size]) -> str:
    """How many answers are stored; those that came back in the last moments may be missing."""
    run_screen, total = screen.current(), sum(size.points for size in sizes.values())
    if not run_screen or total > MOST_PLANNED:
        return "stored answers are kept"
    stored = 0
    for name, tally in run_screen.tallies.items():
        if tally.is_finished or not tally.is_due:
            stored += tally.points
        elif tally.stored is not None:
            stored += tally.done
        else:
            with suppress(OSError, ValueError):
                stored += plan(spec.sweep(config, name), RESULTS).points_done
    return f"{stored:,} of {total:,} answers are stored"


def answers(contents: Contents, config: str, sizes: Mapping[str, Size]) -> Iterator[str]:
    """The lines that end a run of `config`, made from the files of its results."""
    run_screen = screen.current()
    took = duration(round(run_screen.pace.seconds()[0])) if run_screen else ""
    yield f"{config}: {f'finished in {took}' if took else 'up to date'}"
    story = {
        puzzle.title: items.read(RESULTS / ".page" / f"{puzzle.name}.story.json")
        for puzzle in contents.puzzles
    }
    yield from _headlines(story)
    yield ""
    total, failed = counts(RESULTS / "checks.parquet")
    file = RESULTS / "tables" / "coverage.csv"
    covered = read_csv(file, ("question", coverage.FIRST))
    sure = coverage.in_words(covered, from_here(file), contents.alone)
    yield from _labelled("checks", f"{total:,} checks, {failed.total():,} failed; {sure}")
    yield from _labelled("computed", _computed(sizes))
    yield from _labelled("report", from_here(RESULTS / "report.html"))
    [sweep, *_] = sizes
    path = from_here(RESULTS / "data" / f"{sweep}.parquet")
    yield from _labelled("pandas", f'pd.read_parquet("{path}")')
    yield from _labelled("next", _next(item for answered in story.values() for item in answered))


def _labelled(label: str, text: str) -> Iterator[str]:
    """A line in parts that fit; the label stands before its first part."""
    parts = textwrap.wrap(text, WIDTH - LABEL, break_long_words=False, break_on_hyphens=False)
    for part in parts:
        yield f"{label:<{LABEL}}{part}"
        label = ""


def _headlines(story: Mapping[str, Sequence[Item]]) -> Iterator[str]:
    """The answers of each puzzle, each with its question and how sure it is."""
    count = 0
    for title, answered in story.items():
        shown = answered[: MOST - count]
        yield from [title] * bool(shown)
        count += len(shown)
        for item in shown:
            where = f" ({item['given']})" if item["given"] else ""
            yield from textwrap.wrap(
                f"{item['asked']}{where}", WIDTH, initial_indent="  ", subsequent_indent="    "
            )
            yield f"    {item['answer']}   {item['known']}{item['sure']}"
    if left_out := sum(map(len, story.values())) - count:
        yield f"and {left_out:,} more, in the report"


def _next(story: Iterable[Item]) -> str:
    """The command that asks the first question again, as it may be called from here."""
    commands = (item["command"] for item in story)
    beside = Path(sys.executable).with_name("sweepstake")
    is_found = shutil.which("sweepstake") or not beside.exists()
    return next(commands, "").replace("sweepstake", "sweepstake" if is_found else from_here(beside))


def _computed(sizes: Mapping[str, Size]) -> str:
    """How many answers are new, and were stored before; jobs elsewhere don't say."""
    run_screen = screen.current()
    tallies = run_screen.tallies.values() if run_screen else ()
    total, new = sum(size.points for size in sizes.values()), sum(tally.new for tally in tallies)
    text = f"{total:,} answers by all methods"
    if any(tally.is_elsewhere for tally in tallies):
        return text
    return f"{text}: {new:,} new, {total - new:,} stored, 0 failed"
