"""A shortest row of block moves that orders one hand: what `sweepstake show hands` prints."""

from __future__ import annotations

from itertools import accumulate, groupby

from .fewest import needed
from .rules import Hand, Move, collapsed, moved, moves

Plan = tuple[Move, ...]


def shortest_plan(hand: Hand) -> Plan:
    """The fewest block moves that order `hand`, each as places among the cards at that point.

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
    """A move of runs of `hand` as a move of its cards."""
    sizes = [len(list(run)) for _, run in groupby(hand)]
    ends = list(accumulate(sizes, initial=0))
    start, middle, stop = move
    return ends[start], ends[middle], ends[stop]
