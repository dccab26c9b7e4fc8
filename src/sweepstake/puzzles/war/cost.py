"""The cost of each method of War, in seconds on one core.

Costs are measured. The cost of `brute` is proportional to the deals, that of `exact` to the
abstract decks (times the possible numbers of owed cards), that of `formula` to the additions, and
that of `chain` to the distinct deals (it has fewer states). The cost of a simulated game grows with
the cards and with the plays.
"""

from __future__ import annotations

from math import comb, factorial


def different_deals(ranks: int, suits: int) -> int:
    """The number of orders of a deck whose suits don't matter, or 10^9 if there are more.

    >>> different_deals(3, 2)
    90
    """
    deals: int = factorial(ranks * suits) // factorial(suits) ** ranks
    return min(deals, 10**9)


def deals(ranks: int, suits: int) -> float:
    """(ranks * suits)!, or 100! if that is less: either would take for ever."""
    return float(factorial(min(ranks * suits, 100)))


def decks(ranks: int, suits: int) -> float:
    """The number of abstract decks times the number of suits, about as the work grows."""
    return float(suits * comb(ranks + suits, suits))


def rush(ranks: int, suits: int, down: int) -> float:
    """Seconds: every abstract deck occurs with every number of owed cards that is possible there.

    After t plays, a war may owe min(down, t) different numbers of cards. The average of that over
    the plays of a deal is d - d^2 / cards, for d = min(down, cards / 2), so at most a quarter of
    the number of cards.
    """
    owed = min(down, ranks * suits / 2)
    owed -= owed**2 / (ranks * suits)
    return (5e-6 + 3e-6 * owed) * decks(ranks, suits) + 1e-5


def chain(ranks: int, suits: int, down: int) -> float:
    """Seconds: with cards face down, games and the chain end sooner; one suit has no wars."""
    state = 12e-6 if down == 0 and suits > 1 else 6.5e-6
    return state * different_deals(ranks, suits) + 1e-3


def rounds(ranks: int, suits: int, down: int) -> tuple[float, float]:
    """About how many rounds (battles and wars) a game has, and how many plays.

    The size of A's hand is a random walk that ends at none or all of the cards. A battle changes it
    by one card and a war, which comes once in about `ranks` rounds, by `down` + 2. So the number of
    rounds follows from the variance of one.
    """
    cards = ranks * suits
    wars = (suits - 1) / max(cards - 1, 1)
    variance = 1 - wars + wars * (down + 2) ** 2
    fought = max((cards / 2) ** 2 / variance, 1)
    return fought, max(fought * (1 + wars * (down + 1)), cards / 2)


def game(ranks: int, suits: int, down: int) -> float:
    """Seconds to deal and play a game; a war takes twenty times as long as a battle."""
    fought, _ = rounds(ranks, suits, down)
    return 5e-8 + 1.2e-9 * ranks * suits + (5.5e-10 + 1e-8 / ranks * (suits > 1)) * fought


def listed_game(ranks: int, suits: int, down: int) -> float:
    """Seconds to play a game with plain lists, compiled."""
    _, plays = rounds(ranks, suits, down)
    return 1e-6 + 4.5e-8 * plays
