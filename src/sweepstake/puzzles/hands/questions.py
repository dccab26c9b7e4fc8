"""The questions about hands of cards, the methods that answer them, and their costs.

Costs are measured. The cost of `brute` grows with the rows of suits, that of `exact` with the
possible remaining decks (for `hands_moves`, with the collapsed hands), and that of a search with
the moves that it tries.
"""

from __future__ import annotations

from sweepstake.puzzle import Column, Method, Parameter, Published, Question, Size

from . import backward, brute, exact, fewest, formula, rare, simulate

CARDS = Parameter("cards", "number of cards in the hand", 0, 52, 13)
HAND = Size("the number of cards", lambda cards: cards)
MAX_RARE = 40
"""The most cards for `rare`: with more, a few deals have nearly all the weight."""

_SMALL = tuple({"cards": cards} for cards in range(7))
_NOTEBOOK = {
    **dict.fromkeys(range(5), "1"),
    5: "213019/249900",
    6: "51083/83895",
    7: "33606799/90047300",
    8: "29210911/144718875",
    9: "133194539/1350709500",
    10: "367755247/8297215500",
    11: "22673450197/1219690678500",
    12: "1751664923/238130084850",
    13: "30785713171/11112737293000",
}

ORDERABLE = Question(
    name="hands_orderable",
    text="Can you order the hand with at most one move of a block of adjacent cards?",
    parameters=(CARDS,),
    unit="hands",
    setting="{cards} cards",
    outcomes=(Column("orderable", "bool", "at most one block move orders the hand"),),
    methods={
        "brute": Method(
            brute.orderable,
            "exact",
            lambda cards: 7e-5 * 4.0**cards,
            most=7,
            says="every row of suits, every block moved everywhere",
        ),
        "exact": Method(
            exact.orderable,
            "exact",
            lambda cards: 4e-5 * cards**2.6 + 1e-4,
            says=(
                "deals card by card, and counts together all hands with the same order of suits "
                "and as many cards of each suit left"
            ),
        ),
        "formula": Method(
            formula.orderable,
            "exact",
            lambda cards: 3e-4,
            says="finds the orders of suits that a move or none puts right, and counts their hands",
        ),
        "simulate": Method(
            simulate.orderable, "sampled", lambda cards: 1.5e-7, says="random hands"
        ),
        "rare": Method(
            rare.orderable,
            "rare",
            lambda cards: 2e-6 + 7e-6 * cards,
            most=MAX_RARE,
            says=(
                "importance sampling: hands that stay orderable, weighted; each trial is the "
                "average of 256 hands"
            ),
        ),
    },
    size=HAND,
    small=_SMALL,
    published=tuple(Published({"cards": cards}, True, value) for cards, value in _NOTEBOOK.items()),
)

MOVES = Question(
    name="hands_moves",
    text="How many block moves does it take, at least, to order the hand?",
    parameters=(CARDS,),
    unit="hands",
    setting="{cards} cards",
    outcomes=(
        Column("block_moves", "int", "fewest block moves that order the hand", unit="block moves"),
    ),
    methods={
        "brute": Method(
            brute.fewest,
            "exact",
            lambda cards: 4e-5 * 4.0**cards,
            most=7,
            says="every row of suits, breadth-first from the ordered ones",
        ),
        "exact": Method(
            fewest.fewest,
            "exact",
            lambda cards: 1e-6 * 3.0**cards + 1e-5,
            most=13,
            says="the fewest moves for every order of suits, times the hands that have it",
        ),
        "backward": Method(
            backward.fewest,
            "exact",
            lambda cards: 1e-10 * cards**3 * 4.0**cards + 1e-4,
            most=13,
            says="every row of suits, breadth-first from the ordered ones, compiled",
        ),
        "simulate": Method(
            simulate.fewest,
            "sampled",
            lambda cards: 5e-11 * 3.8**cards + 5e-8,
            most=13,
            says="random hands, each with a search for the fewest moves",
        ),
    },
    size=HAND,
    small=_SMALL,
)
