"""The rules of the Devil's game: a ring of coins, a move named blindly, a table that turns.

A coin shows 0 for heads and 1 for tails; a dial with q faces shows 0 to q - 1. A state is a tuple
of the numbers that the positions show. A move is a tuple of the numbers to add at each position.
The Devil turns the table as it likes, then makes the move. As soon as every position shows 0, the
player has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

State = tuple[int, ...]
Move = tuple[int, ...]
Belief = frozenset[State]

POSITIONS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Step:
    """One step of a game: the state before, the Devil's turn, the move, and the state after."""

    before: State
    turn: int
    move: Move
    after: State


def states(coins: int, faces: int) -> list[State]:
    """Every state, all heads first."""
    return list(product(range(faces), repeat=coins))


def won(state: State) -> bool:
    """True if every position shows 0 (heads)."""
    return not any(state)


def turned(state: State, turn: int) -> State:
    """`state` with the table turned by `turn` positions.

    >>> turned((1, 0, 0, 0), 1)
    (0, 0, 0, 1)
    """
    return state[turn:] + state[:turn]


def played(state: State, move: Move, turn: int, faces: int) -> State:
    """The state after the Devil turned the table by `turn` and added `move`.

    >>> played((0, 0, 1, 1), (1, 1, 0, 0), 2, faces=2)
    (0, 0, 0, 0)
    """
    shown = zip(turned(state, turn), move, strict=True)
    return tuple((value + added) % faces for value, added in shown)


def game(start: State, plan: Iterable[Move], turns: Iterable[int], faces: int) -> Iterator[Step]:
    """Each step of a game in which the Devil turns the table by `turns`, up to the first win."""
    before = start
    for move, turn in zip(plan, turns, strict=False):
        if won(before):
            return
        after = played(before, move, turn, faces)
        yield Step(before, turn, move, after)
        before = after


def unwon(coins: int, faces: int) -> Belief:
    """The states that are possible at first: every state that is not won."""
    return frozenset(s for s in states(coins, faces) if not won(s))


def after(belief: Belief, move: Move, faces: int) -> Belief:
    """The states that a move may lead to from `belief`, with any turn, except the won state."""
    reached = (played(s, move, turn, faces) for s in belief for turn in range(len(move)))
    return frozenset(s for s in reached if not won(s))


def beliefs(plan: Iterable[Move], coins: int, faces: int) -> Iterator[Belief]:
    """The states that are possible before the first move of `plan` and after each move."""
    belief = unwon(coins, faces)
    yield belief
    for move in plan:
        belief = after(belief, move, faces)
        yield belief


def flips(move: Move) -> str:
    """The positions of a move as base-36 digits, each as often as its dial is advanced.

    >>> flips((1, 0, 1, 0)), flips((2, 1, 0))
    ('02', '001')
    """
    return "".join(POSITIONS[position] * times for position, times in enumerate(move))


def written(state: State, faces: int) -> str:
    """A state as text: H and T for coins, the numbers shown for dials.

    >>> written((0, 1, 1), 2), written((0, 12, 3), 13)
    ('HTT', '0.12.3')
    """
    if faces == 2:
        return "".join("HT"[value] for value in state)
    return ("" if faces <= 10 else ".").join(map(str, state))


def necklace(state: State) -> State:
    """The rotation of `state` that is the smallest tuple.

    >>> necklace((1, 0, 1, 0, 0))
    (0, 0, 1, 0, 1)
    """
    return min(turned(state, turn) for turn in range(len(state)))
