"""The cost of each method of the Devil's coins, in seconds on one core.

A search costs beliefs times moves times members. The number of beliefs depends little on the number
of states: the Devil can hold every state outside the union V of `fixpoint`, so beliefs differ only
in the necklaces of V that are left, and nearly all sets of these occur. Let p^e be the power of a
prime p in `faces`, and p^a the power in `coins`. V has the states whose remainders modulo p^e
repeat after p^a positions, for each prime p. So its necklaces are counted by Burnside's lemma for
the turns below L, the product of the p^a. 10 coins have V = {00..., 11..., 0101...} and 4 beliefs;
6 dials of 4 faces have 308.
"""

from __future__ import annotations

from math import gcd, prod

from .ruler import power_of, primes

MOST_BELIEFS = 100_000.0


def search(coins: int, faces: int) -> float:
    """Seconds to make a row of necklaces for each move, and to follow all moves of each belief."""
    count = necklaces(coins, [(faces, coins)])
    rows = 2.5e-7 * coins * count**2
    return 1e-3 + rows + beliefs(coins, faces) * count * (5e-7 + 4e-8 * count)


def beliefs(coins: int, faces: int) -> float:
    """About the number of beliefs in a search.

    >>> round(beliefs(10, 2)), round(beliefs(6, 4))
    (4, 311)
    """
    if (coins, faces) == (8, 2):  # there is a plan, so the search ends long before the last belief
        return 2_734.0
    parts = _parts(coins, faces)
    turns = prod(period for _, period in parts)
    left = min(necklaces(turns, parts) - 1, 64)
    return float(min(2 ** (0.92 * left), MOST_BELIEFS))


def construct(coins: int, faces: int) -> float:
    """Seconds to follow the full belief along the plan, if that is done: moves times necklaces."""
    followed = faces**coins <= 2**16 and _planned(coins, faces)
    return 5e-3 + 4e-9 * float(faces) ** (2 * coins) / coins if followed else 1e-3


def fixpoint(coins: int, faces: int) -> float:
    """Seconds to list the states and, if V isn't all, to try the moves from each state to V."""
    states = float(faces) ** coins
    if _planned(coins, faces):
        return 2e-4 + 3e-7 * states
    outside: int = prod(values**period for values, period in _parts(coins, faces))
    return 1e-3 + states * (1.1e-5 + 9e-8 * outside)


def _planned(coins: int, faces: int) -> bool:
    return coins == 1 or len({*primes(coins), *primes(faces)}) == 1


def _parts(coins: int, faces: int) -> list[tuple[int, int]]:
    """The parts of V: p^e and p^a for each prime p."""
    return [(p ** power_of(faces, p), p ** power_of(coins, p)) for p in primes(faces)]


def necklaces(turns: int, parts: list[tuple[int, int]]) -> int:
    """The number of necklaces of states with `parts`, each (values of a position, period).

    >>> necklaces(6, [(2, 6)]), necklaces(4, [(2, 4)])
    (14, 6)
    """
    fixed: int = sum(
        prod(values ** gcd(turn, period) for values, period in parts) for turn in range(turns)
    )
    return fixed // turns
