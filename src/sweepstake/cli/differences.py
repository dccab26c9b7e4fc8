"""The command `diff`: what differs between two results."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake.cli import terminal
from sweepstake.cli.arguments import add_puzzle, new_command
from sweepstake.puzzle.display import Listing

if TYPE_CHECKING:
    from sweepstake.report.differences import Difference

MOST_ROWS = 20
"""Most outcomes of a sweep that are printed."""


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = new_command(
        commands,
        "diff",
        examples=(
            "sweepstake diff results elsewhere/results",
            "sweepstake diff results/data/wars.parquet elsewhere/results/data/wars.parquet",
        ),
    )
    for name in ("first", "second"):
        command.add_argument(name, type=Path, help="a results folder, or a file of its data/")
    command.add_argument(
        "--format", choices=("table", "json"), default="table", help="table unless given"
    )
    add_puzzle(command)
    command.set_defaults(run=_diff)


def _diff(args: argparse.Namespace) -> None:
    from sweepstake.report.differences import differences

    sweeps = [*differences(args.first, args.second)]
    if args.format == "json":
        print(json.dumps([*map(_as_json, sweeps)], indent=1))
        return
    header = ("sweep", "the same", "differ", "only in the first", "only in the second")
    rows = [(s.sweep, s.same, s.differ, s.first_only, s.second_only) for s in sweeps]
    terminal.show(Listing(f"{args.first} and {args.second}, in answers", header, rows))
    for sweep in sweeps:
        if sweep.differ:
            terminal.show(_listing(sweep))


def _as_json(sweep: Difference) -> dict[str, Any]:
    from sweepstake.ask.save import rows

    return vars(sweep) | {"rows": rows(sweep.rows)}


def _listing(sweep: Difference) -> Listing:
    """The outcomes that differ most."""
    from sweepstake.report.tables import cell

    rows = [tuple(map(cell, row)) for row in sweep.rows.head(MOST_ROWS).to_numpy().tolist()]
    hidden = len(sweep.rows) - len(rows)
    note = f"{hidden:,} more outcomes: --format json" if hidden else ""
    return Listing(f"{sweep.sweep}: outcomes", tuple(map(str, sweep.rows.columns)), rows, note)
