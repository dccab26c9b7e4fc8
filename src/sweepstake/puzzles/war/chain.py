"""The length of War for small decks: an absorbing Markov chain on what is known about the hands.

An order that nobody has seen need not be drawn before it matters. A hand is a row of packets. The
cards of a packet are known, but not their order, so the top card is any card of the first packet
with equal probability. The deal gives each player one packet, and the won cards go to the bottom of
a hand as one packet. This is the game of `rules`, with about a tenth of the states: 28,912 for
8 × 1 cards, which have 282,240 pairs of ordered hands.

Equal cards are split into single packets, because their order makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations

from sweepstake.core.distribution import Distribution
from sweepstake.core.markov import absorptions, explored

from .rules import APART, EVEN, Cards, deck

Packets = tuple[Cards, ...]
Position = tuple[Packets, Packets, Cards, int]
"""A's hand, B's hand, the cards on the table sorted by rank, and the pairs owed face down."""

State = Position | str
"""A position, or the result: A, B or tie."""


def length(ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of a game; the longest games (probability 1e-14) are left out.

    >>> round(length(2, 1, 0)[1, "A"], 12)
    0.5
    """
    start = Counter(position for _, position in deals(ranks, suits, EVEN))
    return Distribution(dict(games(start, down)), 1)


def aces(ranks: int, suits: int, down: int, hands: str) -> Distribution:
    """The number of A's highest cards, the plays and the winner; leaves out the longest games."""
    by_aces: dict[int, Counter[State]] = {}
    for number, position in deals(ranks, suits, hands):
        by_aces.setdefault(number, Counter())[position] += 1
    every = sum(ways.total() for ways in by_aces.values())
    masses = {
        (number, *ending): ways.total() / every * mass
        for number, ways in sorted(by_aces.items())
        for ending, mass in games(ways, down)
    }
    return Distribution(masses, 1)


def games(start: Counter[State], down: int) -> Iterator[tuple[tuple[int, str], float]]:
    """The plays and the winner, with probabilities, of a game that begins with a random deal.

    `start` has the possible deals, with the number of ways to each.
    """
    chain = explored(start, partial(after_play, down=down))
    for plays, ended in enumerate(absorptions(chain)):
        yield from (((plays, str(winner)), mass) for winner, mass in ended.items() if mass)


def deals(ranks: int, suits: int, hands: str) -> Iterator[tuple[int, State]]:
    """For every way to deal the hands: the number of A's highest cards, and the position."""
    cards = deck(ranks, suits)
    size = len(cards)
    every = combinations(range(size), size // 2)
    for dealt in [range(size - suits, size)] if hands == APART else every:
        a = [cards[k] for k in dealt]
        b = [cards[k] for k in range(size) if k not in dealt]
        yield a.count(ranks - 1), _position(packed(a), packed(b))


def packed(cards: Sequence[int]) -> Packets:
    """`cards` in an unknown order, as packets.

    >>> packed([3, 1, 3]), packed([2, 2])
    (((1, 3, 3),), ((2,), (2,)))
    """
    if len(set(cards)) > 1:
        return (tuple(sorted(cards)),)
    return tuple((card,) for card in cards)


@lru_cache(maxsize=2**16)
def tops(hand: Packets) -> list[tuple[int, Packets, int]]:
    """For every card that may lie on top of `hand`: the card, the rest, and the number of ways.

    >>> tops(((1, 3, 3), (2,)))
    [(1, ((3,), (3,), (2,)), 1), (3, ((1, 3), (2,)), 2)]
    """
    packet, rest = hand[0], hand[1:]
    return [
        (card, packed(packet[:k] + packet[k + 1 :]) + rest, ways)
        for card, ways in Counter(packet).items()
        for k in [packet.index(card)]
    ]


def after_play(state: State, down: int) -> Counter[State]:
    """The states after one play, with the number of ways to each; empty if the game is over."""
    ways: Counter[State] = Counter()
    if isinstance(state, str):
        return ways
    a, b, table, owed = state
    for x, rest_a, ways_a in tops(a):
        for y, rest_b, ways_b in tops(b):
            cards = (*table, x, y)
            if owed:
                after = _position(rest_a, rest_b, cards, owed - 1)
            elif x == y:
                after = _position(rest_a, rest_b, cards, down)
            elif x > y:
                after = _position(rest_a + packed(cards), rest_b)
            else:
                after = _position(rest_a, rest_b + packed(cards))
            ways[after] += ways_a * ways_b
    return ways


def _position(a: Packets, b: Packets, table: Cards = (), owed: int = 0) -> State:
    if not (a and b):
        return "A" if a else "B" if b else "tie"
    return a, b, tuple(sorted(table)), owed
