"""The commands about the sweeps of a config: `plan`, `status` and `clean`."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake.cli import terminal
from sweepstake.cli.parser import added
from sweepstake.puzzle.display import Listing

if TYPE_CHECKING:
    from sweepstake.plan.plan import Plan

CONFIG = Path("config/config.yaml")


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    for name, run, says in (
        ("plan", _plan, "what a run would compute, what is stored, and the predicted cost"),
        ("status", _status, "how far each sweep is"),
    ):
        command = added(
            commands,
            name,
            says=says,
            examples=(
                f"sweepstake {name}",
                f"sweepstake {name} --config mine.yaml --results elsewhere/results",
                f"sweepstake {name} --format json",
            ),
        )
        command.add_argument("--config", type=Path, default=CONFIG, help=f"{CONFIG} unless given")
        command.add_argument("--results", default="results", help="results unless given")
        command.add_argument("--format", choices=("table", "json"), default="table")
        command.set_defaults(run=run)

    command = added(
        commands,
        "clean",
        says="list, or remove, stored points that no config asks for",
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


def _plan(given: argparse.Namespace) -> None:
    from sweepstake.cluster.settings import limits, store
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.plan.plan import plan

    seconds, place = limits().seconds, store()
    sweeps = spec.sweeps(read_config(given.config)).values()
    plans = [plan(sweep, given.results, place) for sweep in sweeps]
    rows = [_planned(one, seconds) for one in plans]
    if given.format == "json":
        print(terminal.json(rows))
        return
    notes = []
    if any(row["over_limit"] for row in rows):
        notes.append(
            f"Points over limit are predicted to take over {seconds:,g} s, and a run refuses them. "
            f"To raise or lift the limit, set DASK_SWEEPSTAKE__LIMITS__SECONDS."
        )
    if aside := [str(file) for one in plans for file in one.rejected]:
        notes.append(f"Damaged, so moved to .rejected in the store: {', '.join(aside)}")
    cells = [
        (*list(row.values())[:5], f"{row['percent_stored']}%", f"{row['core_seconds']:,.1f}")
        for row in rows
    ]
    header = ("sweep", "points", "stored", "to do", "over limit", "work stored", "core s to do")
    terminal.show(
        Listing(f"{given.config} against {given.results}", header, cells, "\n".join(notes))
    )


def _planned(planned: Plan, seconds: float) -> dict[str, Any]:
    """What is planned of one sweep, where a chunk may take so many seconds."""
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


def _status(given: argparse.Namespace) -> None:
    from sweepstake.run import status

    if given.format == "json":
        print(terminal.json([asdict(one) for one in status.statuses(given.config, given.results)]))
    else:
        terminal.show(status.listing(given.config, given.results))


def _clean(given: argparse.Namespace) -> None:
    from sweepstake.config.file import read_config
    from sweepstake.run import clean

    configs = [read_config(path) for path in given.config]
    found = [one for one in clean.unasked(configs, given.results) if len(one.chunks)]
    rows = [(one.stored.question.name, one.points, len(one.chunks)) for one in found]
    asked = ", ".join(map(str, given.config))
    title = f"Stored in {given.results}, but asked for by no config of {asked}"
    terminal.show(Listing(title, ("question", "points", "chunks"), rows))
    if given.yes:
        clean.remove(found, configs, given.results)
    if not found:
        print("Nothing to remove.")
    else:
        print("Removed." if given.yes else "Nothing is removed yet. Add --yes to remove them.")
