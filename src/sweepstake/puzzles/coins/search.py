"""The Devil's game by breadth-first search on beliefs.

The Devil may turn the table before every move, so a blindfolded player can't distinguish a state
from its rotations: states are followed up to rotation, as necklaces. A belief is the set of
necklaces that are possible and not won, stored as the bits of one integer. A move is a row of such
integers: for each necklace, the necklaces that the move can lead to. It takes a belief to the union
of some of these, with one operation for each member.

Moves are tried in a fixed order, so the search always finds the same shortest plan: moves with the
largest common divisor come first, then those with the fewest flips. One rotation of each move is
enough, and the move that flips nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from math import gcd
from operator import or_

from sweepstake.core.distribution import Distribution, certain
from sweepstake.core.search import breadth_first

from .groups import Game, numbers, orbits
from .rules import Move, flips

BELIEFS = 100_000


def verdict(coins: int, faces: int, group: str = "cyclic", blocks: int = 1) -> Distribution:
    """Is there a plan, and how long is the shortest? ValueError past 100,000 beliefs.

    >>> dict(verdict(4, 2).counts), dict(verdict(3, 2).counts)
    ({(True, 15): 1}, {(False, None): 1})
    """
    path, _ = explored(Game(coins, faces, group, blocks), BELIEFS)
    return certain((False, None) if path is None else (True, len(path)))


def plan(coins: int, faces: int) -> Distribution:
    """The steps of a shortest plan, with the number of necklaces possible after each; or empty."""
    path, _ = explored(Game(coins, faces), BELIEFS)
    if path is None:
        return Distribution({}, 1)
    steps = [("", everything(Game(coins, faces))), *((flips(move), left) for move, left in path)]
    rows = ((step, named, belief.bit_count() + 1) for step, (named, belief) in enumerate(steps))
    return Distribution(dict.fromkeys(rows, 1), 1)


@lru_cache(maxsize=16)
def explored(game: Game, most: int) -> tuple[list[tuple[Move, int]] | None, int]:
    """The moves and beliefs of a shortest plan, and the beliefs visited; None if no plan wins.

    ValueError if there are more than `most` beliefs.
    """
    firsts = game.shown()[[orbit[0] for orbit in orbits(game)[1:]]]
    every = zip(map(tuple, firsts.tolist()), arrows(game), strict=True)
    ordered = sorted(every, key=lambda move: (-gcd(*move[0], game.faces), sum(move[0])))
    moves, rows = zip(*ordered, strict=True)

    def successors(belief: int) -> Iterator[tuple[Move, int]]:
        return zip(moves, after(belief, rows), strict=True)

    try:
        return breadth_first(everything(game), successors, lambda belief: not belief, most)
    except ValueError as error:
        raise ValueError(f"{game}: {error}; ask method fixpoint") from None


def everything(game: Game) -> int:
    """The belief before the first move: any orbit but the won one."""
    return (1 << len(orbits(game))) - 2


@lru_cache(maxsize=16)
def arrows(game: Game) -> list[list[int]]:
    """For each move (up to the group) and each orbit, the orbits that it can lead to, as bits.

    The won state is orbit 0, and has no bit.
    """
    classes, shown = orbits(game), game.shown()
    bits = [0, *(1 << k for k in range(1, len(classes)))]
    bit, rows = [bits[k] for k in numbers(game).tolist()], []
    for move, *_ in classes[1:]:
        to = game.codes(shown + shown[move]).tolist()
        rows.append([sum({bit[to[state]] for state in orbit}) for orbit in classes])
    return rows


def after(belief: int, rows: Sequence[Sequence[int]]) -> Iterator[int]:
    """The belief that each move, a row of `arrows`, leads to from `belief`, which isn't empty."""
    members = [k for k in range(belief.bit_length()) if belief >> k & 1]
    return (reduce(or_, map(row.__getitem__, members)) for row in rows)
