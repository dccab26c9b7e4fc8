"""Finds a shortest row of block moves that orders one hand, for `sweepstake show hands`."""

from __future__ import annotations

from itertools import accumulate, groupby

from .fewest import needed
from .rules import Hand, Move, collapsed, moved, moves

Plan = tuple[Move, ...]


def shortest_plan(hand: Hand) -> Plan:
    """A shortest list of block moves that orders `hand`; each refers to the cards at that point.

    >>> shortest_plan((0, 0, 2, 0))
    ((0, 2, 3),)
    """
    plan: Plan = ()
    while left := needed(hand):
        runs = collapsed(hand)
        nearer = (move for move in moves(len(runs)) if needed(moved(runs, move)) < left)
        plan = (*plan, _among_cards(hand, next(nearer)))
        hand = moved(hand, plan[-1])
    return plan


def _among_cards(hand: Hand, move: Move) -> Move:
    """The move of cards that is the same as `move`, a move of the runs of `hand`."""
    sizes = [len(list(run)) for _, run in groupby(hand)]
    ends = list(accumulate(sizes, initial=0))
    start, middle, stop = move
    return ends[start], ends[middle], ends[stop]
