"""Where stored pieces are: which file has which, and in which order they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sweepstake.store import keys
from sweepstake.store.keys import Keys, Places


@dataclass(frozen=True)
class Index:
    """Which file has which stored piece."""

    files: tuple[Path, ...]
    keys: Keys
    file: NDArray[np.int32]
    """Of each key, the number of its file."""

    @cached_property
    def order(self) -> Places:
        """The places of the keys in their order."""
        return keys.order(self.keys)

    def file_of(self, wanted: Keys) -> NDArray[np.int32]:
        """The number of the file that has each of `wanted`; -1 if none has."""
        place = keys.places(wanted, self.keys, self.order)
        return np.append(self.file, np.int32(-1))[place] if len(self.file) else place.astype("i4")

    def wanted(self, wanted: Keys, number: Places) -> Wanted:
        """Stored pieces to be read, `number` being what each goes by."""
        return Wanted(wanted, number, self.files, self.file_of(wanted))


@dataclass(frozen=True)
class Wanted:
    """Pieces to be read: their keys, what number each goes by, and which file has it."""

    keys: Keys
    number: Places
    files: tuple[Path, ...]
    file: NDArray[np.int32]

    def by_file(self) -> Iterator[tuple[Path, Keys, Places]]:
        """Each file with the keys and numbers that are wanted of it."""
        order = np.argsort(self.file, kind="stable")
        ends = np.flatnonzero(np.diff(self.file[order])) + 1
        for places in np.split(order, ends) if len(order) else ():
            yield self.files[self.file[places[0]]], self.keys[places], self.number[places]
