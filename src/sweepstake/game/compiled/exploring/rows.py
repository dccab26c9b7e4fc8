"""Rows of whole numbers, each once: a hash table with open addresses, over int64 columns.

A row to look up may be longer than the table's rows; only the table's columns count.
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
def place_of(rows: Any, slots: Any, row: Any) -> Any:
    """The slot of a row, which is 0 if the row is new, else its number + 1."""
    last = np.uint64(len(slots) - 1)
    at = mixed(row, 0, rows.shape[1]) & last
    while slots[at]:
        number = slots[at] - 1
        same = True
        for k in range(rows.shape[1]):
            same &= rows[number, k] == row[k]
        if same:
            return at
        at = (at + np.uint64(1)) & last
    return at


@inlined
def number_of(rows: Any, slots: Any, row: Any, count: int) -> Any:
    """The number of a row; a new row is put at `count`."""
    at = place_of(rows, slots, row)
    if slots[at]:
        return slots[at] - 1
    for k in range(rows.shape[1]):
        rows[count, k] = row[k]
    slots[at] = count + 1
    return count


@compiled
def looked_up(rows: Any, slots: Any, row: Any) -> int:
    """The number of a row; -1 if there is none."""
    return int(slots[place_of(rows, slots, row)]) - 1


@compiled
def filled(rows: Any, count: int, slots: Any) -> None:
    """Fill empty slots with the first rows, all of them different."""
    for number in range(count):
        slots[place_of(rows, slots, rows[number])] = number + 1
