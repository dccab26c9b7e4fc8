"""Compiled kernels that fill a table: the fewest block moves that order each collapsed hand.

Suits are numbered so that the two suits of a colour differ in the lowest bit (0 and 1 are black, 2
and 3 red). A joint is the exclusive-or of two neighbouring runs' suits: 1 within a colour, 2 or 3
across. The joints determine a collapsed hand up to the names of suits: four hands have the same
joints. The joints of ordered hands are (), 1, 2, 3, 23, 32, 232 and 323. A block move changes at
most three joints. A joint of 0 means that two runs have become one.

A word encodes a row of joints in bits, two for each joint, after a leading 1, so words of all
lengths are addresses in one table. Moves that cut no run never make more runs (see `rules`: no run
need be cut), so the hands of k runs can be filled in after all shorter hands: for d = 1, 2, ..., a
hand has the distance d if a move takes it to a hand with the distance d - 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined

Numbers = NDArray[Any]

UNKNOWN = -1
_ORDERED = ((), (1,), (2,), (3,), (2, 3), (3, 2), (2, 3, 2), (3, 2, 3))


def new_table(runs: int) -> Numbers:
    """A table of fewest moves by word, int8, for up to `runs` runs; only zeros are filled in."""
    table = np.full(2 << 2 * (runs - 1), UNKNOWN, np.int8)
    for joints in _ORDERED:
        if len(joints) < runs:
            table[word(np.array(joints, np.int64))] = 0
    return table


@inlined
def word(joints: Numbers) -> int:
    """The address of a row of joints."""
    row = 1
    for joint in joints:
        row = row << 2 | joint
    return row


@compiled
def settle(table: Numbers, runs: int) -> None:
    """Fill in the fewest moves of every collapsed hand of `runs` runs, given all shorter ones."""
    joints, suits = np.empty(runs - 1, np.int64), np.empty(runs, np.int64)
    distance, unknown = 0, True
    while unknown and distance < runs:  # a hand never needs more moves than runs
        distance += 1
        unknown = False
        for number in range(3 ** (runs - 1)):
            spell(joints, suits, number)
            at = word(joints)
            if table[at] == UNKNOWN:
                if within_a_move(table, at, suits, distance - 1):
                    table[at] = distance
                else:
                    unknown = True


@inlined
def spell(joints: Numbers, suits: Numbers, number: int) -> None:
    """Fill in the joints and the suits (the first is 0) of the collapsed hand with that number."""
    suits[0] = 0
    for k in range(len(joints)):
        joints[k] = number % 3 + 1
        number //= 3
        suits[k + 1] = suits[k] ^ joints[k]


@inlined
def within_a_move(table: Numbers, at: int, suits: Numbers, distance: int) -> bool:
    """True if a block move takes the hand to a hand with the distance `distance`.

    A hand at distance d has at most 4 + 3d runs, so only moves that merge enough runs are tried.
    """
    runs = len(suits)
    enough = runs - 4 - 3 * distance
    if enough > 3:
        return False
    for start in range(runs):
        for middle in range(start + 1, runs):
            before = suits[start - 1] ^ suits[middle] if start else 0
            for stop in range(middle + 1, runs + 1):
                between = suits[stop - 1] ^ suits[start]
                after = suits[middle - 1] ^ suits[stop] if stop < runs else 0
                mended = (start > 0 and before == 0) + (between == 0)
                mended += stop < runs and after == 0
                if mended >= enough:
                    row = span(1, at, runs, 0, start - 1)
                    row = joined(row, before)
                    row = span(row, at, runs, middle, stop - 1)
                    row = joined(row, between)
                    row = span(row, at, runs, start, middle - 1)
                    row = joined(row, after)
                    row = span(row, at, runs, stop, runs - 1)
                    if table[row] == distance:
                        return True
    return False


@inlined
def span(row: int, at: int, runs: int, first: int, last: int) -> int:
    """`row` followed by the joints of word `at` from `first` to before `last`, if any."""
    count = max(last - first, 0)
    joints = at >> 2 * (runs - 1 - last) if count else 0
    return row << 2 * count | (joints & ((1 << 2 * count) - 1))


@inlined
def joined(row: int, joint: int) -> int:
    """`row` followed by `joint`, unless it is 0: then two runs have become one."""
    return row << 2 | joint if joint else row


@compiled
def tally(tallies: Numbers, table: Numbers, runs: int) -> None:
    """Count the hands that begin with suit 0, by their fewest moves and each suit's runs."""
    joints, suits = np.empty(runs - 1, np.int64), np.empty(runs, np.int64)
    for number in range(3 ** (runs - 1)):
        spell(joints, suits, number)
        of = np.zeros(4, np.int64)
        for suit in suits:
            of[suit] += 1
        tallies[table[word(joints)], of[0], of[1], of[2], of[3]] += 1
