"""The commands about a cluster that outlives a run: `cluster start`, `stop` and so on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sweepstake.cli import terminal
from sweepstake.cli.arguments import added
from sweepstake.config import valid
from sweepstake.puzzle.display import Listing


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    cluster = added(
        commands,
        "cluster",
        says="a cluster that several runs use, and its keys",
        examples=tuple(f"sweepstake cluster {a}" for a in ("start", "status", "stop")),
    )
    actions = cluster.add_subparsers(required=True, metavar="ACTION")
    for name, run, says in (
        ("start", _start, "start one for the runs of a results folder"),
        ("status", _status, "its workers, and what its jobs wait for"),
        ("stop", _stop, "end it; what was computed is stored"),
    ):
        action = added(
            actions,
            name,
            says=says,
            examples=(f"sweepstake cluster {name}", f"sweepstake cluster {name} --results mine"),
        )
        action.add_argument("--results", default="results", help="results unless given")
        if run is _start:
            action.add_argument(
                "--workers", help="processes on this machine, unless Dask's configuration says "
                "where; one a core unless given"
            )  # fmt: skip
        action.set_defaults(run=run)
    action = added(
        actions,
        "certificates",
        says="make TLS certificates for a scheduler and workers of your own",
        examples=("sweepstake cluster certificates /shared/keys",),
    )
    action.add_argument("folder", type=Path)
    action.set_defaults(run=_certificates)


def _start(given: argparse.Namespace) -> None:
    from sweepstake.cluster import shared

    cores = shared.cores()
    workers = valid.whole("--workers", cores if given.workers is None else given.workers, 1, 10_000)
    its = shared.start(given.results, workers)
    print(f"The cluster is at {its.address}. Runs in {given.results} use it until you end it by")
    print(f"sweepstake cluster stop --results {given.results}")


def _status(given: argparse.Namespace) -> None:
    from sweepstake.cluster import shared

    rows = shared.status(given.results)
    terminal.show(Listing(f"The cluster of {given.results}", ("what", "value"), rows))


def _stop(given: argparse.Namespace) -> None:
    from sweepstake.cluster import shared

    shared.stop(given.results)
    print("The cluster has ended.")


def _certificates(given: argparse.Namespace) -> None:
    from sweepstake.cluster import certificates

    config = certificates.made_for_user(given.folder)
    print(f"Only you can read {given.folder}. Where the scheduler, the workers and the run start:")
    print(f"export DASK_CONFIG={config}")
