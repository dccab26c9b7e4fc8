"""The keys of pieces: what each stored piece goes by.

A piece is a point's id, the number of a chunk, and the trials in it (0 for a point that is not
sampled). Many of them stand side by side in one array of 48 bytes each, big-endian numbers after
the id, so that millions can be held and looked up.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Key = tuple[str, int, int]
"""One piece: point id in hexadecimal, chunk, trials."""
Keys = NDArray[np.uint8]
"""Many pieces: shape (pieces, 48)."""
Places = NDArray[np.int64]

ID, BYTES = 32, 48


def packed(keys: Sequence[Key]) -> Keys:
    """Single keys side by side.

    >>> packed([("ab" * 32, 0, 1000)]).shape
    (1, 48)
    """
    ids = np.frombuffer(bytes.fromhex("".join(key[0] for key in keys)), np.uint8)
    numbers = np.array([key[1:] for key in keys], np.int64).reshape(-1, 2)
    return joined(ids.reshape(-1, ID), numbers[:, 0], numbers[:, 1])


def joined(ids: Keys, chunks: Places, trials: Places) -> Keys:
    """Keys from their parts; `ids` has shape (pieces, 32)."""
    numbers = np.stack([chunks, trials], axis=1).astype(">i8")
    return np.concatenate([ids, numbers.view(np.uint8).reshape(-1, BYTES - ID)], axis=1)


def numbers(keys: Keys) -> tuple[Places, Places]:
    """The chunks and the trials of `keys`."""
    both = np.ascontiguousarray(keys[:, ID:]).view(">i8").astype(np.int64)
    return both[:, 0], both[:, 1]


def order(keys: Keys) -> Places:
    """The places of `keys` in their order."""
    return np.argsort(_whole(keys), kind="stable")


def places(wanted: Keys, among: Keys, their_order: Places | None = None) -> Places:
    """Where each of `wanted` stands first in `among`, whose `order` may be known; -1 if nowhere."""
    if not len(among):
        return np.full(len(wanted), -1)
    theirs, ours = _whole(among), _whole(wanted)
    sorter = order(among) if their_order is None else their_order
    place = sorter[np.minimum(np.searchsorted(theirs, ours, sorter=sorter), len(sorter) - 1)]
    return np.where(theirs[place] == ours, place, -1)


def _whole(keys: Keys) -> NDArray[np.bytes_]:
    """Keys as single values: of one length, they compare as bytes do."""
    return np.ascontiguousarray(keys).view(f"S{BYTES}")[:, 0]
