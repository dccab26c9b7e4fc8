"""War in closed form: a battle is a random pair, and inclusion-exclusion keeps pairs from tying.

Of `suits` cards of one rank, j disjoint pairs can be chosen in suits! / ((suits - 2j)! j! 2^j)
ways; those numbers are the coefficients of a polynomial m, and a_k = [x^k] m^ranks counts the ways
to choose k disjoint pairs of equal rank from the deck. So k given pairs of the deal all tie in
a_k k! 2^k (n - 2k)! of the n! deals, and with inclusion-exclusion over b others that do not tie,
sum_k (-1)^k C(b, k) T_(t+k) of them have t given pairs tie and b given pairs not.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb, factorial

from sweepstake.core.distribution import Distribution, event

Polynomial = tuple[int, ...]


def sweep(ranks: int, suits: int) -> Distribution:
    """Does A win every battle, with no war, until B is out? Exactly, for any even deck.

    >>> sweep(13, 4)[True]
    Fraction(93686147409122073121, 29908397871631390876014250000)
    """
    size = ranks * suits
    won = _deals(ranks, suits, 0, size // 2)
    return event(won, factorial(size) << size // 2)


def rush(ranks: int, suits: int, down: int) -> Distribution:
    """How the dealt cards run out: see the question `war_rush`.

    A deal is a row of battles (one play each) and ties (1 + `down` plays each, the last perhaps cut
    short), and every row with t ties and b battles that A wins has the same probability.
    """
    size, scale = ranks * suits, 1 << ranks * suits // 2
    counts: Counter[str] = Counter()
    for ending, wars, battles, rows in _rows(size // 2, down):
        deals = _deals(ranks, suits, wars, battles)
        if deals:
            counts[ending] += rows * deals * (scale >> battles)
    total = factorial(size) * scale
    return Distribution(counts | {"other": total - counts.total()}, total)


def _rows(plays: int, down: int) -> list[tuple[str, int, int, int]]:
    """(ending, ties, battles, number of such rows) for every way to fill `plays` plays."""
    war = 1 + down
    rows = [
        ("battle", t, plays - t * war, comb(plays - t * war + t - 1, t))
        for t in range((plays - 1) // war + 1)
    ]
    for owed in range(war):
        for t in range(1, (plays + owed) // war + 1):
            b = plays - t * war + owed
            rows.append((f"{'war' if b else 'tie'}-{owed}", t, b, comb(b + t - 1, b)))
    return rows


@lru_cache(maxsize=4096)
def _deals(ranks: int, suits: int, tied: int, untied: int) -> int:
    """The deals, of all (ranks * suits)!, in which `tied` given pairs tie and `untied` do not."""
    all_tie = _all_tie(ranks, suits)[tied : tied + untied + 1]
    return sum((-1) ** k * comb(untied, k) * deals for k, deals in enumerate(all_tie))


@lru_cache(maxsize=64)
def _all_tie(ranks: int, suits: int) -> tuple[int, ...]:
    """For k = 0, 1, ...: the deals in which k given pairs all tie."""
    size = ranks * suits
    one_rank = tuple(
        factorial(suits) // (factorial(suits - 2 * j) * factorial(j) << j)
        for j in range(suits // 2 + 1)
    )
    return tuple(
        chosen * factorial(k) * factorial(size - 2 * k) << k
        for k, chosen in enumerate(_power(one_rank, ranks))
    )


def _power(base: Polynomial, exponent: int) -> Polynomial:
    if exponent == 0:
        return (1,)
    root = _power(base, exponent // 2)
    square = _product(root, root)
    return _product(square, base) if exponent % 2 else square


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    out = [0] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            out[i + j] += x * y
    return tuple(out)
