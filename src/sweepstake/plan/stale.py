"""Tables of sweeps that answer something else than a config asks now.

Snakemake compares a config with what it has noted in `.snakemake`. Results that came without that
folder, or into which a run of another folder wrote, it would take as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from sweepstake.store import parquet
from sweepstake.store.schema import ASKED


def marks(asked: Mapping[str, str], results: Path) -> dict[str, list[str]]:
    """Of each sweep the file whose time says that its table is older than what is `asked`.

    `asked` has the hash of each sweep's points. There is a file only if it was needed once.
    """
    found = {}
    for name, its in asked.items():
        mark = results / ".points" / ".stale" / name
        with suppress(OSError):  # results that can't be written can't be made anew either
            if _answered(results / "data" / f"{name}.parquet") not in (None, its):
                mark.parent.mkdir(parents=True, exist_ok=True)
                mark.touch()
        found[name] = [str(mark)] if mark.exists() else []
    return found


def _answered(table: Path) -> str | None:
    """The hash of the points of which a table was made; None if nothing says so."""
    if not table.exists():
        return None
    with parquet.opened(table) as file:
        said = parquet.declared(file).metadata or {}
    return said[ASKED].decode() if ASKED in said else None
