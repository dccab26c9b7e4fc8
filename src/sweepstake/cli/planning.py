"""The command `plan`: what a run would compute, the most expensive first, and its cost."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import duration

if TYPE_CHECKING:
    from sweepstake.plan.plan import Plan

Row = dict[str, Any]


def run(args: argparse.Namespace) -> None:
    """Print the plan of a config."""
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.plan.plan import plan
    from sweepstake.plan.why import notice
    from sweepstake.run.chunk import configured

    seconds = configured().seconds
    sweeps = spec.sweeps(read_config(args.config)).values()
    plans = [plan(sweep, args.results) for sweep in sweeps]
    if args.why:
        _why(args, plans)
        return
    rows = [_row(planned, seconds) for planned in plans]
    if args.format == "json":
        print(json.dumps(rows, indent=1))
        return
    older = [f"{planned.sweep.name}: {line}" for planned in plans if (line := notice(planned))]
    terminal.say(_total(rows, args.config, args.results, bool(older)))
    due = sorted(filter(_is_due, rows), key=lambda row: -row["core_seconds"])
    notes = [*_over_limit(rows, seconds), *_damaged(plans), *older]
    terminal.say([""] if due or notes else [])
    terminal.show(_listing(due, notes))


def _is_due(row: Row) -> bool:
    return bool(row["to_do"] or row["percent_stored"] < 100)


def _total(
    rows: Sequence[Row], config: object, results: object, older: bool = False
) -> Iterator[str]:
    """How much there is to do, and what it takes; `older`: there are answers of other source.

    >>> row = {"points": 40, "stored": 30, "to_do": 10, "core_seconds": 90.0, "percent_stored": 9}
    >>> for line in _total([row, row], "mine.yaml", "results"): print(line.partition(",")[0])
    60 of 80 points of mine.yaml are stored in results.
    20 points to do: about 180 core seconds
    """
    from sweepstake.ask.cached import cores

    points, stored, to_do = (
        sum(row[name] for row in rows) for name in ("points", "stored", "to_do")
    )
    if not any(map(_is_due, rows)):
        yield f"All {points:,} points of {config} are stored in {results}: nothing to do."
        return
    if stored:
        yield f"{stored:,} of {points:,} points of {config} are stored in {results}."
    else:
        scope = "by the present source" if older else "yet"
        yield f"Nothing of {config} is stored in {results} {scope}."
    seconds, count = sum(row["core_seconds"] for row in rows), cores()
    work = f"about {_seconds(seconds)} core second{'s' * (_seconds(seconds) != '1')}"
    wall = f", {duration(seconds / count)} on {count} core{'s' * (count > 1)}"
    yield f"{to_do:,} point{'s' * (to_do != 1)} to do: {work}{wall}."


def _seconds(seconds: float) -> str:
    """Predicted seconds, to two digits or to the whole second.

    >>> _seconds(309.7), _seconds(2.34), _seconds(0.021), _seconds(0.0)
    ('310', '2.3', '0.021', '0')
    """
    if not seconds:
        return "0"
    return (
        f"{round(seconds, 2 - len(str(int(seconds)))):,.0f}" if seconds >= 10 else f"{seconds:.2g}"
    )


def _listing(rows: Sequence[Row], notes: Sequence[str]) -> Listing:
    """The work left in each sweep, without empty columns."""
    header = {"sweep": "sweep", "stored": "stored", "to_do": "to do", "over_limit": "over limit"}
    names = [name for name in header if name in ("sweep", "to_do") or any(r[name] for r in rows)]
    cells = [(*(row[name] for name in names), _seconds(row["core_seconds"])) for row in rows]
    titles = (*(header[name] for name in names), "core seconds")
    return Listing("", titles, cells, "\n".join(notes))


def _over_limit(rows: Sequence[Row], seconds: float) -> Iterator[str]:
    if any(row["over_limit"] for row in rows):
        yield (
            f"Points over limit are predicted to take over {seconds:,g} s, and a run refuses them. "
            f"To raise or lift the limit, set DASK_SWEEPSTAKE__LIMITS__SECONDS."
        )


def _damaged(plans: Sequence[Plan]) -> Iterator[str]:
    if rejected := [str(file) for planned in plans for file in planned.store.rejected]:
        yield f"Damaged, so moved to .rejected in the store: {', '.join(rejected)}"


def _why(args: argparse.Namespace, plans: Sequence[Plan]) -> None:
    """Print the reasons why each sweep has points to compute."""
    from sweepstake.plan.why import reasons
    from sweepstake.store import tables

    rows, notes = list[dict[str, Any]](), list[str]()
    for planned in plans:
        name = planned.sweep.name
        rows += [{"sweep": name, **asdict(reason)} for reason in reasons(planned)]
        if failed := tables.failures(args.results, name):
            notes.append(f"{name}: {failed:,} chunks failed in the last run, and are tried again.")
    if args.format == "json":
        print(json.dumps(rows, indent=1))
        return
    if not rows:
        print(f"Nothing to do: {args.results} has all that {args.config} asks for.")
    cells = [(r["sweep"], r["why"], f"{r['points']:,}", f"{r['seconds']:,.1f}") for r in rows]
    title = f"{args.config} against {args.results}"
    header = ("sweep", "why", "points", "core s")
    terminal.show(
        Listing(title if rows else "", header, cells, "\n".join([*notes, *_damaged(plans)]))
    )


def _row(planned: Plan, seconds: float) -> Row:
    """The plan of one sweep, where a chunk may take so many seconds."""
    from sweepstake.plan.chunks import predicted

    total, done = len(planned.sweep.points), planned.points_done
    return {
        "sweep": planned.sweep.name,
        "points": total,
        "stored": done,
        "to_do": total - done,
        "over_limit": planned.points_over(seconds),
        "percent_stored": planned.percent_done,
        "core_seconds": predicted(planned.missing),
    }
