"""Whether a worker sees the store, and we see what it writes there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from sweepstake.core.provenance import worker_name
from sweepstake.store import files
from sweepstake.store.files import Place
from sweepstake.store.remote import UnreachableError


@dataclass(frozen=True)
class FolderProbe:
    """Tried on each worker before its first task, and looked at afterwards in the run."""

    where: Place
    folder: Place
    word: str

    def tried(self, token: str) -> str | None:
        """Why the worker that this runs on can't store results; None if it can."""
        try:
            if (self.folder / self.word).read_bytes() != self.word.encode():
                raise FileNotFoundError
        except UnreachableError as error:
            return f"worker {worker_name()} does not see the store: {error}"
        except OSError as error:
            return (
                f"worker {worker_name()} does not see {self.where} "
                f"({error.strerror or 'another folder is there'}); let it see the run's folder "
                f"under the same path"
            )
        try:
            self._own(token).touch()
        except OSError as error:
            why = error.strerror or error
            return f"worker {worker_name()} can't write in {self.where}: {why}"
        return None

    def seen(self, token: str) -> str | None:
        """Why what the worker of `token` has written is not there; None if it is."""
        if self._own(token).exists():
            return None
        return f"what it writes in {self.where} is not seen here; let both see the same folder"

    def _own(self, token: str) -> Place:
        return self.folder / f"{self.word}.{token}"


@contextmanager
def folder_probe(results: Path, place: Place | None = None) -> Iterator[FolderProbe]:
    """A probe of the store below `results`, or in `place` if given; its files go with it."""
    root, word = place or results.resolve() / ".points", token_hex(16)
    folder = root / ".partial"
    files.write(folder / word, word.encode(), root)
    try:
        yield FolderProbe(place or results.resolve(), folder, word)
    finally:
        with suppress(OSError):
            for each in folder.glob(f"{word}*"):
                each.unlink(missing_ok=True)
