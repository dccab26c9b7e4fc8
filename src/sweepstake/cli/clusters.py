"""The command about clusters: `cluster certificates`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sweepstake.cli.arguments import new_command

EXAMPLE = "sweepstake cluster certificates /shared/keys"


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    cluster = new_command(commands, "cluster", examples=(EXAMPLE,))
    actions = cluster.add_subparsers(required=True, metavar="ACTION")
    summary = "make TLS certificates for a scheduler and workers of your own"
    action = new_command(actions, "certificates", summary=summary, examples=(EXAMPLE,))
    action.add_argument("folder", type=Path)
    action.set_defaults(run=_certificates)


def _certificates(args: argparse.Namespace) -> None:
    from sweepstake.cluster import settings

    config = settings.made_for_user(args.folder)
    print(f"Only you can read {args.folder}. Where the scheduler, the workers and the run start:")
    print(f"export DASK_CONFIG={config}")
