"""War by incremental enumeration of abstract decks.

Until won cards are played again, the only thing that matters about the unseen cards is the number
c_k of ranks with k cards left, for each k: the abstract deck (c_1, ..., c_suits). Two random cards
form one of n (n - 1) ordered pairs. All pairs are counted, those of equal rank separately. Of the
ordered pairs of unequal rank that lead to the same deck, A wins exactly half. So every weight is a
whole number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import factorial, perm

from sweepstake.core.distribution import Distribution, event

Deck = tuple[int, ...]
Hand = tuple[Deck, int, bool, bool]


def whole_deck(ranks: int, suits: int) -> Deck:
    """The abstract deck before the deal: every rank has all its suits."""
    return (0,) * (suits - 1) + (ranks,)


def ties(deck: Deck) -> Counter[Deck]:
    """The decks after a pair of equal rank, each with its number of ordered pairs."""
    ways: Counter[Deck] = Counter()
    for k, count in enumerate(deck, 1):
        if count and k > 1:
            ways[_moved(deck, k, k - 2)] += count * k * (k - 1)
    return ways


def contests(deck: Deck) -> Counter[Deck]:
    """The decks after a pair of unequal ranks, each with its number of ordered pairs."""
    ways: Counter[Deck] = Counter()
    for j, count in enumerate(deck, 1):
        once = _moved(deck, j, j - 1) if count else deck
        for k, others in enumerate(deck, 1):
            pairs = j * count * k * (others - (j == k))
            if pairs:
                ways[_moved(once, k, k - 1)] += pairs
    return ways


def swept_decks(ranks: int, suits: int) -> Iterator[Mapping[Deck, Fraction]]:
    """After each battle, the probability of each deck to be left with all battles won by A.

    >>> next(swept_decks(13, 4))[0, 0, 2, 11]
    Fraction(8, 17)
    """
    size = ranks * suits
    layer = Counter({whole_deck(ranks, suits): 1})
    for drawn in range(2, size + 1, 2):
        layer = _after_won_battle(layer)
        yield {deck: Fraction(ways, perm(size, drawn)) for deck, ways in layer.items()}


def sweep(ranks: int, suits: int) -> Distribution:
    """Does A win every battle, with no war, until B is out?

    >>> float(sweep(13, 4)[True])
    3.132436174322294e-09
    """
    layer = Counter({whole_deck(ranks, suits): 1})
    for _ in range(ranks * suits // 2):
        layer = _after_won_battle(layer)
    return event(layer.total(), factorial(ranks * suits))


def rush(ranks: int, suits: int, down: int) -> Distribution:
    """How the dealt cards run out: see the question `war_rush`."""
    size = ranks * suits
    layer: Counter[Hand] = Counter({(whole_deck(ranks, suits), 0, False, False): 1})
    for _ in range(size // 2):
        layer = _after_play(layer, down)
    counts: Counter[str] = Counter()
    for (_, owed, at_war, decided), ways in layer.items():
        counts[f"{'war' if decided else 'tie'}-{owed}" if at_war else "battle"] += ways
    return Distribution(counts | {"other": factorial(size) - layer.total()}, factorial(size))


def _after_won_battle(layer: Counter[Deck]) -> Counter[Deck]:
    after: Counter[Deck] = Counter()
    for deck, ways in layer.items():
        for rest, pairs in contests(deck).items():
            after[rest] += ways * pairs // 2
    return after


def _after_play(layer: Counter[Hand], down: int) -> Counter[Hand]:
    """The states after one more play, without battles that B wins."""
    after: Counter[Hand] = Counter()
    for (deck, owed, at_war, decided), ways in layer.items():
        for rest, pairs in ties(deck).items():
            after[rest, owed - 1 if owed else down, True, decided] += ways * pairs
        for rest, pairs in contests(deck).items():
            if owed:
                after[rest, owed - 1, at_war, decided] += ways * pairs
            else:
                after[rest, 0, False, True] += ways * pairs // 2
    return after


def _moved(deck: Deck, k: int, to: int) -> Deck:
    """`deck` after a rank with `k` cards has `to` cards instead."""
    counts = list(deck)
    counts[k - 1] -= 1
    if to:
        counts[to - 1] += 1
    return tuple(counts)
