"""The Devil's game by brute force: sets of states, each turned in every way.

Neither states nor moves are taken up to rotation, so this shares only the rules with the other
methods (and the plan, where the question is about the plan).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sweepstake.core.distribution import Distribution, certain
from sweepstake.core.search import breadth_first

from .ruler import plan_for
from .rules import Belief, Move, State, after, played, states, unwon

BELIEFS = 40_000


def verdict(coins: int, faces: int) -> Distribution:
    """Is there a plan, and how long is the shortest? Every set of states that moves can lead to.

    >>> dict(verdict(2, 2).counts)
    {(True, 3): 1}
    """
    every = states(coins, faces)

    def successors(belief: Belief) -> Iterator[tuple[Move, Belief]]:
        return ((move, after(belief, move, faces)) for move in every)

    path = breadth_first(unwon(coins, faces), successors, lambda b: not b, most=BELIEFS).path
    return certain((False, None) if path is None else (True, len(path)))


def beliefs(plan: Iterable[Move], coins: int, faces: int) -> Iterator[Belief]:
    """What the player may be facing before the first move of `plan` and after each."""
    belief = unwon(coins, faces)
    yield belief
    for move in plan:
        belief = after(belief, move, faces)
        yield belief


def moves(coins: int) -> Distribution:
    """How many moves the ruler's plan needs from a random start: every start, every turn."""
    ways = ways_to_win(plan_for(coins), coins)
    last = len(ways) - 1
    wins = {taken: won * coins ** (last - taken) for taken, won in enumerate(ways)}
    return Distribution(wins, 2**coins * coins**last)


def ways_to_win(plan: Iterable[Move], coins: int) -> list[int]:
    """The ways, of 2^coins starts and the turns so far, to have won at once, and with each move."""
    playing = Counter(unwon(coins, 2))
    ways = [1]
    for move in plan:
        playing = _moved(playing, move)
        ways.append(playing.pop((0,) * coins, 0))
    return ways


def _moved(playing: Counter[State], move: Move) -> Counter[State]:
    """The ways to be at each state after `move`, every turn counted."""
    moved: Counter[State] = Counter()
    for state, ways in playing.items():
        for turn in range(len(move)):
            moved[played(state, move, turn, 2)] += ways
    return moved
