"""The commands about the sweeps of a config: `plan`, `status` and `clean`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    for name, run, says in (
        ("plan", _plan, "what a run would compute, what is stored, and the predicted cost"),
        ("status", _status, "how far each sweep is"),
    ):
        command = commands.add_parser(name, help=says)
        command.add_argument("--config", type=Path, default=Path("config/config.yaml"))
        command.add_argument("--results", default="results")
        command.set_defaults(run=run)

    command = commands.add_parser(
        "clean", help="list, or remove, stored points that no config asks for"
    )
    command.add_argument(
        "--config",
        type=Path,
        nargs="+",
        default=[Path("config/config.yaml")],
        help="list every config whose results you want to keep",
    )
    command.add_argument("--results", default="results")
    command.add_argument("--yes", action="store_true", help="remove what is listed")
    command.set_defaults(run=_clean)


def _plan(given: argparse.Namespace) -> None:
    from sweepstake.cluster.settings import limits
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.plan.chunks import predicted
    from sweepstake.plan.plan import plan

    rows, aside, seconds = [], list[str](), limits().seconds
    for sweep in spec.sweeps(read_config(given.config)).values():
        planned, total = plan(sweep, given.results), len(sweep.points)
        done, cost = planned.points_done, predicted(planned.missing)
        work = f"{planned.percent_done}%"
        aside += map(str, planned.rejected)
        over = planned.points_over(seconds)
        rows.append((sweep.name, total, done, total - done, over, work, f"{cost:,.1f}"))
    header = ("sweep", "points", "stored", "to do", "over limit", "work stored", "core s to do")
    notes = []
    if any(row[4] for row in rows):
        notes.append(
            f"Points over limit are predicted to take over {seconds:,g} s, and a run refuses them. "
            f"To raise or lift the limit, set DASK_SWEEPSTAKE__LIMITS__SECONDS."
        )
    if aside:
        notes.append(f"Damaged, so moved to .points/.rejected: {', '.join(aside)}")
    terminal.show(
        Listing(f"{given.config} against {given.results}", header, rows, "\n".join(notes))
    )


def _status(given: argparse.Namespace) -> None:
    from sweepstake.run import status

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
