"""War in closed form: a battle is a random pair, and inclusion-exclusion excludes pairs that tie.

From `suits` cards of one rank, j disjoint pairs can be chosen in suits! / ((suits - 2j)! j! 2^j)
ways. These numbers are the coefficients of a polynomial m, and a_k = [x^k] m^ranks counts the ways
to choose k disjoint pairs of equal rank from the deck. So k given pairs of the deal all tie in
T_k = a_k k! 2^k (n - 2k)! of the n! deals. Let D(t, b) be the number of deals in which t given
pairs tie and b others don't. One more pair ties or doesn't, so D(t, b + 1) = D(t, b) - D(t + 1, b).
So D(t, b) is the b-th difference of T at t, the sum over k of (-1)^k C(b, k) T_(t+k).

The powers of m are computed without products: for p = m^r, the equation m p' = r m' p gives each
coefficient of p from the suits / 2 coefficients before it (Euler).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb, factorial

from sweepstake.core.distribution import Distribution, event


def sweep(ranks: int, suits: int) -> Distribution:
    """Does A win every battle, with no war, until B is out? For any even number of cards.

    >>> sweep(13, 4)[True]
    Fraction(93686147409122073121, 29908397871631390876014250000)
    """
    size = ranks * suits
    battles = size // 2
    untied = sum((-1) ** k * comb(battles, k) * t for k, t in enumerate(_all_tie(ranks, suits)))
    return event(untied, factorial(size) << battles)


def rush(ranks: int, suits: int, down: int) -> Distribution:
    """How the dealt cards run out: see the question `war_rush`.

    A deal is a row of battles (one play each) and ties (1 + `down` plays each; the last one may be
    cut short). All rows with t ties and b battles that A wins have the same probability.
    """
    plays = ranks * suits // 2
    all_tie = _all_tie(ranks, suits)
    all_tie += [0] * (plays + 1 - len(all_tie))
    counts: Counter[str] = Counter()
    for battles, deals in enumerate(_differences(all_tie)):
        for ending, ties, rows in _rows(plays, battles, 1 + down):
            counts[ending] += rows * deals[ties] << plays - battles
    total = factorial(2 * plays) << plays
    return Distribution(+counts | {"other": total - counts.total()}, total)


def _rows(plays: int, battles: int, war: int) -> Iterator[tuple[str, int, int]]:
    """(ending, ties, number of such rows) for rows of `battles` battles and wars of `war` plays."""
    ties = -(-(plays - battles) // war)
    owed = ties * war - (plays - battles)
    if battles and not owed:
        yield "battle", ties, comb(battles - 1 + ties, ties)
    if ties:
        yield f"{'war' if battles else 'tie'}-{owed}", ties, comb(battles + ties - 1, battles)


def _differences(values: Sequence[int]) -> Iterator[Sequence[int]]:
    """`values`, then by how much each exceeds the next, and so on until one number is left.

    >>> [*_differences([9, 4, 1])]
    [[9, 4, 1], [5, 3], [2]]
    """
    while values:
        yield values
        values = [here - after for here, after in pairwise(values)]


def _all_tie(ranks: int, suits: int) -> list[int]:
    """The number of deals in which k given pairs all tie, for k = 0, 1, ..."""
    one_rank = [
        factorial(suits) // (factorial(suits - 2 * j) * factorial(j) << j)
        for j in range(suits // 2 + 1)
    ]
    left = ranks * suits
    ordered = factorial(left)
    deals = []
    for k, chosen in enumerate(_power(one_rank, ranks), 1):
        deals.append(chosen * ordered)
        ordered = ordered * 2 * k // max(left * (left - 1), 1)
        left -= 2
    return deals


def _power(base: Sequence[int], exponent: int) -> list[int]:
    """The coefficients of a polynomial's power, if its constant term is 1.

    >>> _power([1, 6, 3], 2)
    [1, 12, 42, 36, 9]
    """
    degree = len(base) - 1
    out = [1]
    for k in range(1, degree * exponent + 1):
        terms = range(1, min(k, degree) + 1)
        out.append(sum((exponent * j - (k - j)) * base[j] * out[k - j] for j in terms) // k)
    return out
