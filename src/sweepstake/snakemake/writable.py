"""Whether a run may write the files that it makes; if not, one line says so before it begins."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from sweepstake.cluster import settings
from sweepstake.cluster.settings import ClusterError
from sweepstake.store.place import probe
from sweepstake.text.shown import MOST_PATH, line

Files = Iterable[str | Path]


def obstacle(files: Files) -> str | None:
    """One line that names what may not be written: one of `files`, or the folder it belongs in."""
    for file in map(Path, files):
        for path, rights in ((_folder(file), os.W_OK | os.X_OK), (file, os.W_OK)):
            if os.access(path, os.F_OK) and not os.access(path, rights):
                said = line(str(path if path.name else path.absolute()), MOST_PATH)
                return (
                    f"sweepstake: {said} may not be written; allow it (chmod -R u+w), "
                    f"or run in another folder (snakemake --directory FOLDER)"
                )
    return None


def store_obstacle() -> str | None:
    """One line that says why the store that Dask's configuration names can't be used, if so."""
    try:
        if place := settings.store():
            probe(place)
    except (ClusterError, OSError) as error:
        return f"sweepstake: {error}"
    return None


class InOneLine(logging.Filter):
    """Replaces what Snakemake says of output that may not be written by our one line.

    `files` returns what the run makes. Snakemake checks this after it has read the Snakefile and
    before `onstart`, so only its message can be changed.
    """

    def __init__(self, files: Callable[[], Files]) -> None:
        super().__init__()
        self.files = files

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, that one with our line."""
        if getattr(record, "exception", None) == "ProtectedOutputException":
            record.msg = obstacle(self.files()) or record.msg
        return True


def _folder(file: Path) -> Path:
    """The nearest folder above that is there."""
    return next((folder for folder in file.parents if os.access(folder, os.F_OK)), Path())
