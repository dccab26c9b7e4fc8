"""How long War lasts, for small decks: an absorbing Markov chain over what is known of the hands.

An order that nobody has seen need not be settled before it matters. A hand is a row of packets:
which cards are in a packet is known, their order is not, and the card on top is any card of the
first packet, each as likely. The deal gives each player one packet, and a table won goes to the
bottom of a hand as one packet. That is the game of `rules`, with about one state for every twenty
of ordered hands: 14,456 for 8 × 1, where there are 282,240 pairs of ordered hands.

Equal cards are single packets, because their order makes no difference. The deal treats A and B
alike, so a position and its mirror image are one state, and of the games that are won each player
wins half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations

from sweepstake.core.distribution import Distribution
from sweepstake.core.markov import absorptions, explored

from .rules import Cards, deck

Packets = tuple[Cards, ...]
Position = tuple[Packets, Packets, Cards, int]
"""A hand, another hand, the table in order of rank, and pairs owed face down."""

State = Position | str
WON, TIE = "won", "tie"


def length(ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of a game; the longest games, 1 in 10^14, are left out.

    >>> round(length(2, 1, 0)[1, "A"], 12)
    0.5
    """
    masses: dict[tuple[int, str], float] = {}
    chain = explored(deals(ranks, suits), partial(after_play, down=down))
    for plays, ended in enumerate(absorptions(chain)):
        won, tied = ended.get(WON, 0.0), ended.get(TIE, 0.0)
        for winner, mass in (("A", won / 2), ("B", won / 2), ("tie", tied)):
            if mass:
                masses[plays, winner] = mass
    return Distribution(masses, 1)


def deals(ranks: int, suits: int) -> Counter[State]:
    """The ways to deal each pair of hands."""
    cards = deck(ranks, suits)
    size = len(cards)
    ways: Counter[State] = Counter()
    for dealt in combinations(range(size), size // 2):
        ours = packed([cards[k] for k in dealt])
        theirs = packed([cards[k] for k in range(size) if k not in dealt])
        ways[_position(ours, theirs)] += 1
    return ways


def packed(cards: Sequence[int]) -> Packets:
    """`cards` in any order, as packets.

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
    """The states after one play and the ways to each; empty if the game is over."""
    ways: Counter[State] = Counter()
    if isinstance(state, str):
        return ways
    hand, other, table, owed = state
    for x, rest, in_ways in tops(hand):
        for y, other_rest, other_ways in tops(other):
            cards = (*table, x, y)
            if owed:
                after = _position(rest, other_rest, cards, owed - 1)
            elif x == y:
                after = _position(rest, other_rest, cards, down)
            elif x > y:
                after = _position(rest + packed(cards), other_rest)
            else:
                after = _position(rest, other_rest + packed(cards))
            ways[after] += in_ways * other_ways
    return ways


def _position(hand: Packets, other: Packets, table: Cards = (), owed: int = 0) -> State:
    if not (hand and other):
        return WON if hand or other else TIE
    if other < hand:
        hand, other = other, hand
    return hand, other, tuple(sorted(table)), owed
