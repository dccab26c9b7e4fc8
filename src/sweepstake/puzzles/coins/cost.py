"""What each method of the Devil's coins costs, in seconds on one core.

A search costs beliefs times moves times members. How many beliefs it meets has little to do with
how many states there are: the Devil can hold every state outside the union V of `fixpoint`, so
beliefs differ only in the necklaces of V that are left, and nearly all sets of those are met. For
p^e the power of a prime p in `faces` and p^a that in `coins`, V holds the states whose remainders
modulo p^e, p by p, repeat after p^a positions. So its necklaces are counted by Burnside's lemma
over turns by fewer than the product L of the p^a. 10 coins have V = {00..., 11..., 0101...} and
meet 4 beliefs; 6 dials of 4 faces meet 308.
"""

from __future__ import annotations

from math import gcd, prod

from .ruler import power_of, primes

MOST_BELIEFS = 100_000.0


def search(coins: int, faces: int) -> float:
    """To make a row of necklaces for each move, and to follow each move from each belief."""
    count = necklaces(coins, [(faces, coins)])
    rows = 2.5e-7 * coins * count**2
    return 1e-3 + rows + beliefs(coins, faces) * count * (5e-7 + 4e-8 * count)


def beliefs(coins: int, faces: int) -> float:
    """About how many beliefs a search meets.

    >>> round(beliefs(10, 2)), round(beliefs(6, 4))
    (4, 311)
    """
    if (coins, faces) == (8, 2):  # there is a plan, and the search ends long before the last set
        return 2_734.0
    parts = _parts(coins, faces)
    turns = prod(period for _, period in parts)
    left = min(necklaces(turns, parts) - 1, 64)
    return float(min(2 ** (0.92 * left), MOST_BELIEFS))


def construct(coins: int, faces: int) -> float:
    """To follow the full belief along the plan, where that is done: moves times necklaces."""
    followed = faces**coins <= 2**16 and _planned(coins, faces)
    return 5e-3 + 4e-9 * float(faces) ** (2 * coins) / coins if followed else 1e-3


def fixpoint(coins: int, faces: int) -> float:
    """To list the states, and to try the moves that lead from each of them to V, if V isn't all."""
    states = float(faces) ** coins
    if _planned(coins, faces):
        return 2e-4 + 3e-7 * states
    outside: int = prod(values**period for values, period in _parts(coins, faces))
    return 1e-3 + states * (1.1e-5 + 9e-8 * outside)


def _planned(coins: int, faces: int) -> bool:
    return coins == 1 or len({*primes(coins), *primes(faces)}) == 1


def _parts(coins: int, faces: int) -> list[tuple[int, int]]:
    """What V is made of: for each prime its p^e and p^a."""
    return [(p ** power_of(faces, p), p ** power_of(coins, p)) for p in primes(faces)]


def necklaces(turns: int, parts: list[tuple[int, int]]) -> int:
    """Necklaces of states made of `parts`, each (values of a position, positions till it repeats).

    >>> necklaces(6, [(2, 6)]), necklaces(4, [(2, 4)])
    (14, 6)
    """
    fixed: int = sum(
        prod(values ** gcd(turn, period) for values, period in parts) for turn in range(turns)
    )
    return fixed // turns
