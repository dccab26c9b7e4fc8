"""Whether a worker sees the folder of the results, and we see what it writes there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sweepstake.cluster.preflight import worker_name
from sweepstake.store import parquet


@dataclass(frozen=True)
class FolderProbe:
    """Tried on each worker before its first task, and looked at afterwards in the run."""

    results: Path
    file: Path

    def tried(self, mark: str) -> str | None:
        """Why the worker that this runs on can't store results; None if it can."""
        try:
            if self.file.read_text() != self.file.stem:
                raise FileNotFoundError
        except OSError as error:
            return (
                f"worker {worker_name()} does not see {self.results} "
                f"({error.strerror or 'another folder is there'}); let it see the run's folder "
                f"under the same path"
            )
        try:
            self._own(mark).touch()
        except OSError as error:
            return f"worker {worker_name()} can't write in {self.results}: {error.strerror}"
        return None

    def seen(self, mark: str) -> str | None:
        """Why what the worker of `mark` has written is not there; None if it is."""
        if self._own(mark).exists():
            return None
        return f"what it writes in {self.results} is not seen here; let both see the same folder"

    def _own(self, mark: str) -> Path:
        return self.file.with_suffix(f".{mark}")


@contextmanager
def folder_probe(results: Path) -> Iterator[FolderProbe]:
    """A probe of the folder `results`; its files go with it."""
    whole = results.resolve()
    file = parquet.partial_file(whole, "probe")
    file.write_text(file.stem)
    try:
        yield FolderProbe(whole, file)
    finally:
        for each in file.parent.glob(f"{file.stem}.*"):
            with suppress(OSError):
                each.unlink()
