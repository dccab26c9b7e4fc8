"""What each method of War costs, in seconds on one core.

Costs are measured, and grow as the work does: `brute` with the deals, `exact` with the abstract
decks (times the numbers of cards that may be owed), `formula` with the additions, `chain` with the
different deals (of which it keeps fewer states), a simulated game with the cards and with the
plays.
"""

from __future__ import annotations

from math import comb, factorial


def different_deals(ranks: int, suits: int) -> int:
    """The orders of a deck whose suits don't matter, or 10^9 if there are more.

    >>> different_deals(3, 2)
    90
    """
    deals: int = factorial(ranks * suits) // factorial(suits) ** ranks
    return min(deals, 10**9)


def deals(ranks: int, suits: int) -> float:
    """(ranks * suits)!, or 100! if that is less: both take for ever."""
    return float(factorial(min(ranks * suits, 100)))


def decks(ranks: int, suits: int) -> float:
    """The abstract decks, times the pairs of columns that lead from one to the next."""
    return float(suits * comb(ranks + suits, suits))


def rush(ranks: int, suits: int, down: int) -> float:
    """Seconds: every abstract deck is met with every number owed that its plays so far allow.

    A war begun at any of t plays owes one of min(down, t) numbers after them: on average over the
    plays of a deal that is d - d^2 / cards, for d = min(down, cards / 2), and a quarter of the
    cards at the most.
    """
    owed = min(down, ranks * suits / 2)
    owed -= owed**2 / (ranks * suits)
    return (5e-6 + 3e-6 * owed) * decks(ranks, suits) + 1e-5


def chain(ranks: int, suits: int, down: int) -> float:
    """Wars with cards face down end a game, and the chain, sooner; one suit has no wars."""
    state = 12e-6 if down == 0 and suits > 1 else 6.5e-6
    return state * different_deals(ranks, suits) + 1e-3


def rounds(ranks: int, suits: int, down: int) -> tuple[float, float]:
    """About how many battles and wars a game has, and how many plays.

    A's hand is a random walk that ends at none or all of the cards. A battle moves it by one card
    and a war, which comes once in about `ranks` rounds, by `down` + 2. So the variance of a round
    says how many of them there are.
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
