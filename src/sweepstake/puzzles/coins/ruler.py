"""The plan by construction: a few moves, ordered like the marks on a ruler.

Let positions be powers of x, so that a state is a polynomial and turning the table multiplies it by
x modulo x^N - 1. Suppose N coins and q faces are powers of one prime p, q = p^e. Then x^N - 1 is
(x - 1)^N modulo p. Let b_0, b_1, ... be the moves p^(e-1) (x-1)^(N-1), ..., p^(e-1) (x-1), p^(e-1),
p^(e-2) (x-1)^(N-1), ..., x - 1, 1, the coefficients of each (x-1)^i taken modulo p. Then

- p b_k is a sum of earlier moves,
- turned(b_k) - b_k is one, too (for coins it is b_(k-1) with the table turned by one position),
- the last move is a single flip.

Let V_k be the set of all sums of b_0, ..., b_(k-1). By the second property it is closed under
turns, and a turn changes no coset of V_k in V_(k+1). By the first there are at most p such cosets,
and b_k leads from each to the next. By the third V_r, with r = e N, has every state. There are
q^N = p^r states, so there are exactly p cosets in each step. If a plan P wins blindfolded from V_k,
the plan P, b_k, P, b_k, ..., P with p times P wins from V_(k+1). So move number i, counted from 1,
is b_v, where v is the number of zeros at the end of i in base p; and the plan has q^N - 1 moves.

*No plan is shorter.* Against a Devil that never turns the table, the sums of the first moves must
include every state but the won state.

*Otherwise there is no plan*, if N > 1. Then some prime r divides N and another prime p divides q.
Look at states modulo p only, let g be the turn by N / r, and take the set of states s that g
changes. Suppose that a move m leads s out of that set both unturned and turned by g. Then g fixes
s + m and g s + m, hence their difference t = g s - s. So t + g t + ... + g^(r-1) t is r t; but it
is also g^r s - s = 0, and r is not 0 modulo p. So t = 0, and g does not change s: a contradiction.
So the Devil can stay in the set by choosing between two turns. A single flip is in the set, and the
won state is not.

*The length of a game* by a shortest plan for coins, if the Devil turns the table without looking:
whatever the turns, after i moves exactly one start has led to all heads (or would have, had it not
won before), since turns and moves lead from different states to different states. All 2^N starts
have won after at most 2^N - 1 moves, so exactly one of them wins with each number of moves from 0
on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from sweepstake.core.distribution import Distribution

from .rules import Move


@dataclass(frozen=True)
class Ruler:
    """`moves[k]` is b_k; it leads through `order` cosets of the sums of the moves before it."""

    coins: int
    faces: int
    moves: tuple[Move, ...]
    order: int

    def marks(self) -> Iterator[int]:
        """The index of each step's move: 0 1 0 2 0 1 0 3 0 1 0 2 0 1 0 for ruler(4, 2)."""
        return (power_of(step, self.order) for step in range(1, self.order ** len(self.moves)))


@dataclass(frozen=True)
class TwoTurns:
    """The reason for no plan: two different primes, one dividing coins, the other faces."""

    of_coins: int
    of_faces: int


def ruler(coins: int, faces: int) -> Ruler | TwoTurns:
    """The plan's moves, or the reason why there is no plan.

    >>> ruler(4, 2).moves
    ((1, 1, 1, 1), (1, 0, 1, 0), (1, 1, 0, 0), (1, 0, 0, 0))
    >>> ruler(6, 2)
    TwoTurns(of_coins=3, of_faces=2)
    """
    for of_coins in primes(coins):
        for of_faces in primes(faces):
            if of_coins != of_faces:
                return TwoTurns(of_coins, of_faces)
    p, *more = primes(faces)
    if more:  # a single dial: step through all its faces
        return Ruler(coins, faces, ((1,),), faces)
    scales = [p**j for j in range(power_of(faces, p))][::-1]
    moves = tuple(
        tuple(scale * c for c in _binomial(i, coins, p))
        for scale in scales
        for i in reversed(range(coins))
    )
    return Ruler(coins, faces, moves, p)


def ruler_for(coins: int, faces: int = 2) -> Ruler:
    """The ruler's plan; ValueError if there is no plan."""
    answer = ruler(coins, faces)
    if isinstance(answer, TwoTurns):
        raise ValueError(f"coins is {coins}, faces {faces}; allowed: powers of the same prime")
    return answer


def plan_for(coins: int, faces: int = 2) -> list[Move]:
    """The plan, move by move; ValueError if there is no plan.

    >>> plan_for(2)
    [(1, 1), (1, 0), (1, 1)]
    """
    plan = ruler_for(coins, faces)
    return [plan.moves[mark] for mark in plan.marks()]


def moves_taken(coins: int) -> Distribution:
    """How many moves the plan needs from a random start: uniform, whatever the turns are."""
    return Distribution(dict.fromkeys(range(2**coins), 1), 2**coins)


def _binomial(power: int, coins: int, p: int) -> Move:
    """The coefficients of (x - 1)^power modulo p, lowest power first."""
    return tuple((-1) ** (power + j) * comb(power, j) % p for j in range(coins))


def power_of(number: int, p: int) -> int:
    """How often p divides `number`.

    >>> power_of(24, 2)
    3
    """
    return 0 if number % p else 1 + power_of(number // p, p)


def primes(number: int) -> list[int]:
    """The primes that divide `number`, in ascending order.

    >>> primes(60)
    [2, 3, 5]
    """
    dividing, rest, p = [], number, 2
    while rest > 1:
        if rest % p == 0:
            dividing.append(p)
            rest //= p ** power_of(rest, p)
        p += 1
    return dividing
