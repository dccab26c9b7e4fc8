"""Tables of sweeps that answer something else than a config asks now.

Snakemake compares a config with what it has noted in `.snakemake`. Results that came without that
folder, or into which a run of another folder wrote, it would take as they are.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from sweepstake.store import parquet
from sweepstake.store.schema import ASKED

OLD = 10**9
"""The time of a file that nothing is older than: in 2001."""


def marks(asked: Mapping[str, str], results: Path, folder: Path) -> dict[str, list[str]]:
    """Of each sweep a file in `folder` that is newer than its table, if that has to be made anew.

    `asked` has the hash of each sweep's points. The files are empty: only their times count.
    """
    found = {}
    for name, its in asked.items():
        mark = folder / name
        with suppress(OSError):  # what can't be written can't be made anew either
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
            if _answered(results / "data" / f"{name}.parquet") in (None, its):
                os.utime(mark, (OLD, OLD))
        found[name] = [str(mark)] if mark.exists() else []
    return found


def _answered(table: Path) -> str | None:
    """The hash of the points of which a table was made; None if nothing says so."""
    if not table.exists():
        return None
    with parquet.opened(table) as file:
        said = parquet.declared(file).metadata or {}
    return said[ASKED].decode() if ASKED in said else None
