"""Rows of whole numbers, each once, in arrays: a hash table with open addresses.

Compiled code knows rows as `held`: the numbers of all rows one after the other, where each row
begins (and the last ends), slots with a row's number + 1 or 0, and how many rows there are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sweepstake.core.kernels import compiled, inlined

_MIX, _TURN = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@inlined
def mixed(row: Any, start: int, stop: int) -> Any:
    """A hash of row[start:stop]."""
    value = np.uint64(0)
    for k in range(start, stop):
        value = (value ^ np.uint64(row[k])) * _MIX
        value ^= value >> _TURN
    return value


@inlined
def slot_of(rows: Any, row: Any, at: int, length: int) -> Any:
    """The slot of the numbers from `at` on, which holds 0 if they are no row yet."""
    pool, starts, slots, _ = rows
    last = np.uint64(len(slots) - 1)
    slot = mixed(row, at, at + length) & last
    while slots[slot]:
        start = starts[slots[slot] - 1]
        same, k = starts[slots[slot]] - start == length, 0
        while same and k < length:
            same = pool[start + k] == row[at + k]
            k += 1
        if same:
            return slot
        slot = (slot + np.uint64(1)) & last
    return slot


@inlined
def number_of(rows: Any, row: Any, at: int, length: int) -> Any:
    """The number of a row, the numbers from `at` on; it is added if it is new."""
    pool, starts, slots, count = rows
    slot = slot_of(rows, row, at, length)
    if slots[slot]:
        return slots[slot] - 1
    end = starts[count[0]]
    for k in range(length):
        pool[end + k] = row[at + k]
    count[0] += 1
    starts[count[0]] = end + length
    slots[slot] = count[0]
    return count[0] - 1


@inlined
def is_full(rows: Any, length: int) -> Any:
    """True if there may be no room for another row of at most `length` numbers."""
    pool, starts, _, count = rows
    return count[0] + 1 == len(starts) or starts[count[0]] + length > len(pool)


@compiled
def put(rows: Any, row: Any) -> None:
    """Add a row, for which there is room."""
    number_of(rows, row, 0, len(row))


@compiled
def looked_up(rows: Any, row: Any) -> int:
    """The number of a row; -1 if there is none."""
    return int(rows[2][slot_of(rows, row, 0, len(row))]) - 1


@compiled
def filled(rows: Any) -> None:
    """Fill empty slots."""
    pool, starts, slots, count = rows
    for number in range(count[0]):
        start = starts[number]
        slots[slot_of(rows, pool, start, starts[number + 1] - start)] = number + 1


class Rows:
    """Rows in arrays that grow."""

    def __init__(self) -> None:
        self.pool, self.starts = np.zeros(1 << 10, np.int64), np.zeros(1, np.int64)
        self.slots, self._count = np.zeros(1, np.int32), np.zeros(1, np.int64)

    def __len__(self) -> int:
        return int(self._count[0])

    def __getitem__(self, number: int) -> list[int]:
        first, last = self.starts[number : number + 2].tolist()
        row: list[int] = self.pool[first:last].tolist()
        return row

    @property
    def held(self) -> tuple[Any, ...]:
        """The arrays."""
        return self.pool, self.starts, self.slots, self._count

    def reserve(self, numbers: int, rows: int = 1) -> None:
        """Make room for more rows, with at most so many numbers together."""
        numbers += int(self.starts[len(self)])
        rows += len(self)
        if numbers > len(self.pool):
            self.pool = grown(self.pool, 2 * numbers)
        if rows >= len(self.starts):
            room = 1 << (2 * rows).bit_length()
            self.starts = grown(self.starts, room + 1)
            self.slots = np.zeros(2 * room, np.int32)
            filled(self.held)


def grown(array: Any, length: int) -> Any:
    """An array with zeros at its end, of at least this length."""
    return np.concatenate([array, np.zeros(max(0, length - len(array)), array.dtype)])
