"""The question about deterministic War, and the methods that answer it."""

from __future__ import annotations

from functools import partial
from math import factorial

from sweepstake.puzzle import Choice, Column, Method, Question

from ..cost import different_deals
from ..questions import DEALS, DEALT, DOWN, RANKS, SUITS, one_suit
from ..rules import odd_deck
from . import backward, endless, letter, plain
from .endless import ORDERS

ORDER = Choice(
    "order",
    "whose cards are picked up first: the winner's, the loser's, always player A's, or A's and B's "
    "in turn",
    ORDERS,
    default="winner",
)
MAX_BACKWARD = 14
MAX_PLAIN = 5_000
"""The most different deals that are played in plain Python."""
_FIXED = ((2, 1, 0), (4, 1, 0), (6, 1, 0), (2, 2, 1), (3, 2, 3), (4, 2, 1))


ENDLESS = Question(
    name="war_endless",
    text="Does a game end, and who wins, if won cards are picked up in a fixed order?",
    parameters=(RANKS, SUITS, DOWN, ORDER),
    unit="games",
    setting=DEALT,
    outcomes=(
        Column(
            "ending",
            "string",
            "A or B has won; tie; endless: the same position comes again",
            words={"A": "A wins", "B": "B wins", "tie": "tie", "endless": "goes on for ever"},
        ),
    ),
    methods={
        "brute": Method(
            endless.brute,
            "exact",
            lambda ranks, suits, down, order: (
                1e-2 + 4e-9 * (ranks * suits) ** 2 * different_deals(ranks, suits)
            ),
            most=factorial(12),
            says="every deal, played until it ends or a position comes again",
            code="endless",
        ),
        "plain": Method(
            plain.every,
            "exact",
            lambda ranks, suits, down, order: (
                1e-4 + 3e-6 * (ranks * suits) ** 2 * different_deals(ranks, suits)
            ),
            most=MAX_PLAIN,
            says="every deal, played by separate code that is as plain as the rules",
        ),
        "backward": Method(
            backward.ends,
            "exact",
            lambda ranks, suits, down, order: 1e-2 + 7e-9 * ranks * float(factorial(ranks)),
            says="from every end back through all positions that lead there",
            objection=partial(one_suit, "backward", MAX_BACKWARD),
        ),
        "simulate": Method(
            endless.simulate,
            "sampled",
            lambda ranks, suits, down, order: 2.5e-9 * (ranks * suits) ** 2,
            says="random deals, played until they end or a position comes again",
            code="endless",
        ),
        "letter": Method(
            letter.ENDING.answer,
            "sampled",
            lambda ranks, suits, down, order: (
                1e-6 + (8e-8 if order == "player" else 1e-8) * (ranks * suits) ** 2
            ),
            says="random deals, played by separate code that is as plain as the rules",
        ),
    },
    size=DEALS,
    small=tuple(
        {"ranks": r, "suits": s, "down": d, "order": order}
        for r, s, d in _FIXED
        for order in ORDERS
    ),
    objection=odd_deck,
)
