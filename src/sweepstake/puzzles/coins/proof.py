"""The proof that a ruler's plan wins, as sums that a reader can add up.

Any state w is a sum of moves b_k, which are found from the last one down. Let p^m be the greatest
power of p that divides w, and write w / p^m in powers of x - 1: the coefficient of (x-1)^i is the
sum of C(j, i) w_j / p^m over j. The least i whose coefficient p does not divide determines the last
b_k that w needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, gcd

from .ruler import Ruler, power_of
from .rules import Move, turned

Sum = tuple[int, ...]


@dataclass(frozen=True)
class Relations:
    """For each k, the counts of moves in the sums for order b_k and for turned(b_k, -1) - b_k."""

    multiples: tuple[Sum, ...]
    turns: tuple[Sum, ...]


def relations(plan: Ruler) -> Relations:
    """The sums that prove a ruler right; see `certificate.ruled`."""
    q = plan.faces
    return Relations(
        tuple(_sum(plan, tuple(plan.order * c % q for c in move)) for move in plan.moves),
        tuple(
            _sum(plan, tuple((a - b) % q for a, b in zip(turned(move, -1), move, strict=True)))
            for move in plan.moves
        ),
    )


def _sum(plan: Ruler, state: Move) -> Sum:
    """`state` as a sum of moves: subtracts the last move that it needs until the state is 0."""
    times = [0] * len(plan.moves)
    while any(state):
        k = _last(plan, state)
        times[k] += 1
        state = tuple((a - b) % plan.faces for a, b in zip(state, plan.moves[k], strict=True))
    return tuple(times)


def _last(plan: Ruler, state: Move) -> int:
    """The last move that `state` needs, from its expansion in powers of x - 1."""
    coins, scale = plan.coins, gcd(*state, plan.faces)
    if len(plan.moves) == 1:
        return 0
    p = plan.order
    reduced = [c // scale for c in state]
    power = next(i for i in range(coins) if sum(comb(j, i) * c for j, c in enumerate(reduced)) % p)
    layer = power_of(plan.faces // scale, p) - 1
    return layer * coins + coins - 1 - power
