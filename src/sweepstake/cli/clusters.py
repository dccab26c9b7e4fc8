"""The command about clusters: `cluster certificates`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NoReturn

from sweepstake.cli.arguments import added

GONE = ("start", "status", "stop")
"""Actions of earlier versions."""
EXAMPLE = "sweepstake cluster certificates /shared/keys"


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    cluster = added(commands, "cluster", examples=(EXAMPLE,))
    actions = cluster.add_subparsers(required=True, metavar="ACTION")
    says = "make TLS certificates for a scheduler and workers of your own"
    action = added(actions, "certificates", says=says, examples=(EXAMPLE,))
    action.add_argument("folder", type=Path)
    action.set_defaults(run=_certificates)
    for name in GONE:
        action = added(actions, name, says="gone", examples=(EXAMPLE,))
        action.set_defaults(run=_gone, more=[])  # whatever options it had


def _certificates(args: argparse.Namespace) -> None:
    from sweepstake.cluster import certificates

    config = certificates.made_for_user(args.folder)
    print(f"Only you can read {args.folder}. Where the scheduler, the workers and the run start:")
    print(f"export DASK_CONFIG={config}")


def _gone(args: argparse.Namespace) -> NoReturn:
    raise ValueError(
        "a cluster that several runs use is an ordinary `dask scheduler` now; start one, and name "
        "it by DASK_SCHEDULER_ADDRESS (docs/cluster.md)"
    )
