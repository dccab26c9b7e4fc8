"""Shortest plans: one plan, and the number of plans. Rotations of a move count as different moves.

*The search* goes through the beliefs layer by layer and counts the ways to each.

*The formula* is for a turning table with 2^m coins. Then the chain of `verdict` grows by a factor
of 2 at each step. Suppose that every shortest plan for V_(k+1) is a shortest plan for V_k, a move
out of V_k into the rest of V_(k+1), and a shortest plan for V_k again. Then P_(k+1) = 2^k P_k^2,
and P_N = 2^(2^N - N - 1) for N coins. It is not proved here that every shortest plan has this form;
the search confirms the number for 1, 2, 4 and 8 coins.

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
from itertools import pairwise
from math import gcd

from sweepstake.core.distribution import Distribution, certain

from .groups import Game, orbits
from .rules import POSITIONS
from .search import after, arrows


def formula(coins: int) -> Distribution:
    """The length and the number of shortest plans, by the recursion.

    >>> [dict(formula(coins).counts) for coins in (1, 2, 4)]
    [{(1, '1'): 1}, {(3, '2'): 1}, {(15, '2048'): 1}]
    """
    plans = 1
    for k in range(coins):
        plans = 2**k * plans**2
    return certain((2**coins - 1, str(plans)))


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


def plan_search(coins: int) -> Distribution:
    """The length and the number of shortest plans, counted belief by belief."""
    turning = Game(coins)
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
    return certain((moves, str(layer[0])))
