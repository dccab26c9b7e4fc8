"""The commands about the sweeps of a config: `plan`, `status`, `adopt`, `clean` and `verify`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake.cli import terminal
from sweepstake.cli.arguments import added
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import MOST_PATH, line

if TYPE_CHECKING:
    from sweepstake.plan.learned import Learned
    from sweepstake.plan.plan import Plan
    from sweepstake.store.files import Place

CONFIG = Path("config/config.yaml")
FAR = 3.0
"""How many times off an estimate may be without a word."""


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    for name, run in (("plan", _plan), ("status", _status)):
        command = added(
            commands,
            name,
            examples=(
                f"sweepstake {name}",
                f"sweepstake {name} --config mine.yaml --results elsewhere/results",
                f"sweepstake {name} --format json",
            ),
        )
        command.add_argument("--config", type=Path, default=CONFIG, help=f"{CONFIG} unless given")
        command.add_argument("--results", default="results", help="results unless given")
        command.add_argument(
            "--format", choices=("table", "json"), default="table", help="table unless given"
        )
        if name == "plan":
            command.add_argument("--why", action="store_true", help="why it is not stored")
        command.set_defaults(run=run)

    command = added(
        commands,
        "adopt",
        examples=("sweepstake adopt", "sweepstake adopt --config mine.yaml"),
    )
    command.add_argument("--config", type=Path, default=CONFIG, help=f"{CONFIG} unless given")
    command.add_argument("--results", default="results", help="results unless given")
    command.set_defaults(run=_adopt)

    command = added(
        commands,
        "clean",
        examples=(
            "sweepstake clean --config config/*.yaml        list them",
            "sweepstake clean --config config/*.yaml --yes  remove them",
        ),
    )
    command.add_argument(
        "--config",
        type=Path,
        nargs="+",
        default=[CONFIG],
        help="list every config whose results you want to keep",
    )
    command.add_argument("--results", default="results", help="results unless given")
    command.add_argument("--yes", action="store_true", help="remove what is listed")
    command.set_defaults(run=_clean)

    command = added(
        commands,
        "verify",
        examples=("sweepstake verify", "sweepstake verify --results elsewhere/results"),
    )
    command.add_argument("--results", default="results", help="results unless given")
    command.set_defaults(run=_verify)


def _plan(given: argparse.Namespace) -> None:
    from sweepstake.cluster.settings import limits, store
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.plan.plan import plan

    seconds, place = limits().seconds, store()
    sweeps = spec.sweeps(read_config(given.config)).values()
    plans = [plan(sweep, given.results, place) for sweep in sweeps]
    if given.why:
        _why(given, plans, place)
        return
    here = _learned(plans, given.results, place)
    rows = [_planned(one, seconds, here[one.sweep.question.name]) for one in plans]
    if given.format == "json":
        print(json.dumps(rows, indent=1))
        return
    notes = []
    if any(row["over_limit"] for row in rows):
        notes.append(
            f"Points over limit are predicted to take over {seconds:,g} s, and a run refuses them. "
            f"To raise or lift the limit, set DASK_SWEEPSTAKE__LIMITS__SECONDS."
        )
    if aside := [str(file) for one in plans for file in one.rejected]:
        notes.append(f"Damaged, so moved to .rejected in the store: {', '.join(aside)}")
    notes += [said for one in plans if (said := _other_source(one, given.results, place))]
    due = {
        (one.sweep.question.name, method)
        for one in plans
        for method in one.missing["method"].unique().to_pylist()
    }
    notes += [
        f"{name} {method} took {its.times:.2g} times as long here as predicted, in {its.chunks} "
        f"chunks, and what is to do is estimated by that."
        for name, methods in here.items()
        for method, its in methods.items()
        if (name, method) in due and not 1 / FAR <= its.times <= FAR
    ]
    cells = [
        (*list(row.values())[:5], f"{row['percent_stored']}%", f"{row['core_seconds']:,.1f}")
        for row in rows
    ]
    header = ("sweep", "points", "stored", "to do", "over limit", "work stored", "core s to do")
    terminal.show(
        Listing(f"{given.config} against {given.results}", header, cells, "\n".join(notes))
    )


def _why(given: argparse.Namespace, plans: Sequence[Plan], place: Place | None) -> None:
    """Print why each sweep has points to compute."""
    from sweepstake.plan.why import reasons
    from sweepstake.store import tables
    from sweepstake.store.shards import Store

    rows, notes = list[dict[str, Any]](), list[str]()
    for one in plans:
        name, stored = one.sweep.name, Store(given.results, one.sweep.question, place)
        rows += [{"sweep": name, **asdict(reason)} for reason in reasons(one, stored)]
        if failed := tables.failures(given.results, name):
            notes.append(f"{name}: {failed:,} chunks failed in the last run, and are tried again.")
        if one.rejected:
            files = ", ".join(map(str, one.rejected))
            notes.append(f"{name}: damaged, so moved to .rejected in the store: {files}")
    if given.format == "json":
        print(json.dumps(rows, indent=1))
        return
    if not rows:
        print(f"Nothing is to do: {given.results} has all that {given.config} asks for.")
    cells = [(r["sweep"], r["why"], f"{r['points']:,}", f"{r['seconds']:,.1f}") for r in rows]
    title = f"{given.config} against {given.results}"
    header = ("sweep", "why", "points", "core s")
    terminal.show(Listing(title if rows else "", header, cells, "\n".join(notes)))


def _other_source(planned: Plan, results: Path, place: Place | None) -> str | None:
    """What to say of answers that other source has computed."""
    from sweepstake.plan.why import notice
    from sweepstake.store.shards import Store

    line = notice(planned, Store(results, planned.sweep.question, place))
    return f"{planned.sweep.name}: {line}" if line else None


def _learned(
    plans: Sequence[Plan], results: Path, place: Place | None
) -> dict[str, Mapping[str, Learned]]:
    """What methods took on this machine, by question and method."""
    from socket import gethostname

    from sweepstake.plan.learned import learned
    from sweepstake.store.shards import Store

    questions = {one.sweep.question.name: one.sweep.question for one in plans}
    host = gethostname()
    return {name: learned(Store(results, q, place), host) for name, q in questions.items()}


def _planned(planned: Plan, seconds: float, here: Mapping[str, Learned]) -> dict[str, Any]:
    """What is planned of one sweep, where a chunk may take so many seconds."""
    from sweepstake.plan.learned import expected

    total, done = len(planned.sweep.points), planned.points_done
    return {
        "sweep": planned.sweep.name,
        "points": total,
        "stored": done,
        "to_do": total - done,
        "over_limit": planned.points_over(seconds),
        "percent_stored": planned.percent_done,
        "core_seconds": float(expected(planned.missing, here).sum()),
    }


def _status(given: argparse.Namespace) -> None:
    from sweepstake.run import status

    if given.format == "json":
        sweeps = status.statuses(given.config, given.results)
        print(json.dumps([asdict(sweep) for sweep in sweeps], indent=1))
    else:
        terminal.show(status.listing(given.config, given.results))


def _adopt(given: argparse.Namespace) -> None:
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.run.adopt import adopt

    sweeps = spec.sweeps(read_config(given.config)).values()
    count = sum(adopt(sweep, given.results, print) for sweep in sweeps)
    print(
        f"Adopted {count:,} answers." if count else "No answer is by other source: nothing to do."
    )


def _clean(given: argparse.Namespace) -> None:
    from sweepstake.cluster.settings import store
    from sweepstake.config.file import read_config
    from sweepstake.run import clean
    from sweepstake.run.integrity import sums

    if store() is None and not given.results.is_dir():
        folder = line(str(given.results), MOST_PATH)
        raise ValueError(f"there is no folder {folder}; name one that has results")
    configs = [read_config(path) for path in given.config]
    if given.yes:
        sums.forget_missing(given.results)
    found = [one for one in clean.unasked(configs, given.results) if one.chunks or one.older]
    rows = [(one.stored.question.name, one.points, one.chunks, len(one.older)) for one in found]
    asked = ", ".join(map(str, given.config))
    title = f"Stored in {given.results}, but asked for by no config of {asked}"
    if not found:
        print(f"Nothing to remove: some config asks for all that is stored in {given.results}.")
        return
    header = ("question", "points", "chunks", "files of an older form")
    columns = 4 if any(row[3] for row in rows) else 3
    shown_rows = [row[:columns] for row in rows]
    terminal.show(Listing(title, header[:columns], shown_rows))
    if given.yes:
        clean.remove(found, configs, given.results)
    print("Removed." if given.yes else "Nothing is removed yet. Add --yes to remove them.")


def _verify(given: argparse.Namespace) -> None:
    from sweepstake.run.integrity import sums

    if not (total := sums.count(given.results)):
        there = line(str(given.results / sums.FILE), MOST_PATH)
        raise ValueError(f"{there} lists no file; a run writes it")
    if not (found := sums.mend(given.results)):
        print(f"All {total:,} files that {given.results / sums.FILE} lists are as written.")
        return
    print(*sums.said(found, given.results, mended=True), sep="\n")
    raise RuntimeError(f"{len(found):,} of {total:,} files are to be made again: run again")
