"""Necklaces: the states of a ring up to rotation, and where a move can take each of them.

A blindfolded player can't tell a state from a turned one, because the Devil may turn the table
before every move. So a belief is a set of necklaces, and one rotation of each move is enough. A
state's code is the number whose base-`faces` digits it shows, position 0 first; the state of
largest code stands for its necklace, and necklaces are numbered in the order of these codes. All
heads is number 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Ring:
    """`first[i]` is the state that stands for necklace i; `number[c]` the necklace of code c."""

    coins: int
    faces: int
    first: Whole
    number: Whole

    def __len__(self) -> int:
        return len(self.first)

    @property
    def sizes(self) -> Whole:
        """How many states each necklace has."""
        return np.bincount(self.number)


def states(coins: int, faces: int) -> Whole:
    """Every state by its code: whole numbers of shape (faces ** coins, coins)."""
    powers = faces ** np.arange(coins - 1, -1, -1, dtype=np.int64)
    shown: Whole = np.arange(faces**coins, dtype=np.int64)[:, None] // powers % faces
    return shown


def codes(shown: NDArray[Any], faces: int) -> Whole:
    """The code of each state, `shown` along the last axis."""
    powers = faces ** np.arange(shown.shape[-1] - 1, -1, -1, dtype=np.int64)
    summed: Whole = shown @ powers
    return summed


def ring(coins: int, faces: int) -> Ring:
    """The necklaces of `coins` positions with `faces` faces."""
    every = states(coins, faces)
    largest = codes(every, faces)
    for turn in range(1, coins):
        np.maximum(largest, codes(np.roll(every, -turn, axis=1), faces), out=largest)
    first, number = np.unique(largest, return_inverse=True)
    return Ring(coins, faces, every[first], number)


def images(ring: Ring, move: Sequence[int]) -> Whole:
    """Where `move` takes each necklace, turn by turn: whole numbers of shape (necklaces, coins)."""
    added = np.asarray(move)
    reached = [
        codes((np.roll(ring.first, -turn, axis=1) + added) % ring.faces, ring.faces)
        for turn in range(ring.coins)
    ]
    return ring.number[np.stack(reached, axis=1)]


def turns_between(ring: Ring, move: Sequence[int]) -> csr_array[np.int64]:
    """How many turns lead with `move` to each necklace, a row, from each other, a column."""
    from scipy.sparse import csr_array  # which takes long to import

    size, to = len(ring), images(ring, move).ravel()
    ones, start = np.ones(len(to), np.int64), np.repeat(np.arange(size), ring.coins)
    return csr_array((ones, (to, start)), shape=(size, size))
