"""A shortest row of block moves that orders one hand: what `sweepstake show hands` prints.

The search goes one move deeper at a time. A branch is cut when more joints are to be mended than
three a move, or when its last move starts from none of the orderable patterns.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, count, groupby

from .formula import orderable_patterns
from .rules import Hand, Move, collapsed, moved, moves, ordered

Plan = tuple[Move, ...]


def shortest_plan(hand: Hand) -> Plan:
    """The fewest block moves that order `hand`, each as places among the cards at that point.

    >>> shortest_plan((0, 0, 2, 0))
    ((0, 2, 3),)
    """
    plans = (_plan(collapsed(hand), most) for most in count())
    plan: Plan = ()
    for move in next(fewest for fewest in plans if fewest is not None):
        plan = (*plan, _among_cards(hand, move))
        hand = moved(hand, plan[-1])
    return plan


@lru_cache(maxsize=1 << 18)
def _plan(runs: Hand, most: int) -> Plan | None:
    """At most `most` moves of runs that order a collapsed hand; None if more are needed."""
    if ordered(runs):
        return ()
    if most == 0 or (most == 1 and runs not in orderable_patterns()):
        return None
    longest = len(set(runs)) + 3 * (most - 1)
    for move in moves(len(runs)):
        after = collapsed(moved(runs, move))
        if len(after) <= longest and (rest := _plan(after, most - 1)) is not None:
            return (move, *rest)
    return None


def _among_cards(hand: Hand, move: Move) -> Move:
    """A move of runs of `hand` as a move of its cards."""
    sizes = [len(list(run)) for _, run in groupby(hand)]
    ends = list(accumulate(sizes, initial=0))
    start, middle, stop = move
    return ends[start], ends[middle], ends[stop]
