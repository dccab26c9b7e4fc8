"""Shortest plans: one plan, and their number. Rotations of a move count as different moves.

*The search* goes through the beliefs layer by layer and counts the ways to each.

*The formula* is for p^m dials of p faces, p a prime, on a turning table. Then the chain V_k of
`ruler` has p^k states in its k-th set, and the shortest plans are exactly the lists of p^N - 1
moves in which

- move j is in V_(k+1) but not in V_k, where p^k is the greatest power of p that divides j;
- of the p - 1 such moves with the same k between two multiples of p^(k+1), no successive ones have
  a sum in V_k.

docs/coins.md proves it. There are (p-1)! p^(k(p-1)) ways to choose such p - 1 moves, and there are
p^(N-1-k) places for them, so the number of plans is the product of these over k < N, which is
(p!)^r / p^N with r = (p^N - 1) / (p - 1). For coins it is 2^(2^N - 1 - N), as many as there are de
Bruijn sequences of order N + 1. A single dial of q faces, whether q is a prime or not, has (q-1)!
plans: those in which the first moves have different sums.

*The layers* write a plan down without playing it. For N = 2^m coins, V_k has the polynomials whose
product with (x - 1)^k is 0. Let 2^k be the greatest power of two that divides t. Move t goes from
V_k to V_(k+1) by (x - 1)^(N-1-k), which has an odd coefficient at each power whose bits are among
those of N-1-k (Lucas). The states in V_(k+1) but not in V_k are all possible while bit k of t is 0,
and impossible while it is 1, so the possible states are counted by the layers' necklaces. A turn by
j fixes exactly the states of V_gcd(j, N), so V_k has sum_j 2^min(k, gcd(j, N)) / N necklaces
(Burnside).
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import pairwise
from math import factorial, gcd, log10

from sweepstake.core.distribution import Distribution, certain

from .groups import Game, orbits
from .rules import POSITIONS
from .search import after, arrows

MAX_DIGITS = 20_000
"""The most digits that are written out."""


def formula(coins: int, faces: int) -> Distribution:
    """The length and the number of shortest plans, by the theorem above.

    The number is a text of decimal digits, or, beyond 20,000 digits, a product of powers.

    >>> [dict(formula(coins, 2).counts) for coins in (1, 2, 4, 32)]
    [{(1, '1'): 1}, {(3, '2'): 1}, {(15, '2048'): 1}, {(4294967295, '2^4294967263'): 1}]
    >>> dict(formula(3, 3).counts)
    {(26, '483729408'): 1}
    """
    if coins == 1:
        return certain((faces - 1, f"{Decimal(factorial(faces - 1))}"))
    blocks = (faces**coins - 1) // (faces - 1)
    orders, powers = factorial(faces - 1), blocks - coins
    if blocks * log10(factorial(faces)) < MAX_DIGITS:
        plans = f"{Decimal(orders**blocks * faces**powers)}"
    else:
        plans = f"{f'{orders}^{blocks} * ' if orders > 1 else ''}{faces}^{powers}"
    return certain((faces**coins - 1, plans))


def layers(coins: int, faces: int) -> Distribution:
    """The steps of the ruler's plan for 1, 2, 4, ... coins, with the number of possible necklaces.

    >>> list(layers(2, 2))
    [(0, '', 3), (1, '01', 2), (2, '0', 2), (3, '01', 1)]
    """
    turns = [gcd(turn, coins) for turn in range(coins)]
    necklaces = [sum(2 ** min(k, fixed) for fixed in turns) // coins for k in range(coins + 1)]
    new = [more - less for less, more in pairwise(necklaces)]
    flips = [
        "".join(POSITIONS[i] for i in range(coins) if i & (coins - 1 - k) == i)
        for k in range(coins)
    ]
    rows = {}
    for step in range(2**coins):
        left = 1 + sum(count for k, count in enumerate(new) if not step >> k & 1)
        trailing = (step & -step).bit_length() - 1
        rows[step, flips[trailing] if step else "", left] = 1
    return Distribution(rows, 1)


def plan_search(coins: int, faces: int) -> Distribution:
    """The length and the number of shortest plans, counted belief by belief."""
    turning = Game(coins, faces)
    rows, sizes = arrows(turning), [len(orbit) for orbit in orbits(turning)[1:]]
    everything = (1 << len(rows) + 1) - 2
    layer, seen, moves = Counter({everything: 1}), {everything}, 0
    while layer and not layer[0]:
        following: Counter[int] = Counter()
        for belief, ways in layer.items():
            if belief:
                for reached, size in zip(after(belief, rows), sizes, strict=True):
                    following[reached] += ways * size
        layer = Counter({belief: ways for belief, ways in following.items() if belief not in seen})
        seen |= {*layer}
        moves += 1
    return certain((moves, f"{Decimal(layer[0])}"))
