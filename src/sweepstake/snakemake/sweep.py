"""The function for the workflow's rule `sweep`: one sweep, with its log."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.plan.chunks import identity
from sweepstake.run.chunk import SourceError
from sweepstake.run.computation import Listener
from sweepstake.run.compute import run as computed
from sweepstake.text.shown import encodable, message


class SweepError(RuntimeError):
    """A sweep could not be finished; the message says why."""


def identities(config: Config) -> dict[str, str]:
    """For each sweep of `config`, by name, the hash of what its answers depend on; checks `config`.

    Points are not kept: ten million of them take as much memory as all else.
    """
    return {
        name: identity(declared.sweep.points) for name, declared in spec.declared(config).items()
    }


def run(
    config: Config, name: str, asked: str, table: str, workers: int, log: str, *, quiet: bool
) -> None:
    """Make the table of the sweep called `name`, which is `data/{name}.parquet` below the results.

    `asked` is its identity when the run was planned. Progress goes to `log`, and to the terminal
    unless it is `quiet`; whatever methods print goes to `log` only. Raises SweepError with one line
    if it can't be finished.
    """
    with Path(log).open("ab", buffering=0) as file:  # so that closing writes nothing

        def printed(text: str) -> None:
            with suppress(OSError):  # a failing disk is reported when answers are stored
                file.write(encodable(text).encode())

        def tell(line: str) -> None:
            if not quiet:
                sys.stderr.write(f"{name}: {line}\n")
            printed(f"{time.strftime('%H:%M:%S')} {line}\n")

        try:
            sweep = spec.sweep(config, name)
            if identity(sweep.points) != asked:
                raise SourceError("its source has changed since this run began; run again")
            computed(sweep, Path(table).parents[1], workers, Listener(tell, printed))
        except (RuntimeError, OSError, ValueError) as error:
            says = message(error)
            if not quiet:  # the line of what this raises is written then
                sys.stderr.write(f"sweepstake: {name}: {says}\n")
            printed(f"{time.strftime('%H:%M:%S')} {says}\n")
            raise SweepError(f"{name}: {says}") from None
