"""The questions about flipping cards, and the methods that answer them."""

from __future__ import annotations

from math import factorial

from sweepstake.puzzle import Column, Method, Parameter, Published, Question, Size

from . import brute, exact, forward, rare, scaled, simulate

CARDS = Parameter("cards", "cards in the row", 1, 20_000, 99)
ROW = Size("the number of cards", lambda cards: cards)
BACKWARD = (
    "whole counts of the orders of the unseen cards that are guessed right, from the last card back"
)
FORWARD = "whole counts of the ways to turn up cards and guess right, from the first on"
WEIGHTED = (
    "importance sampling: rows that are guessed right, weighted by how likely it is to come so "
    "far; each trial is the average of 256 rows"
)


def _factorial_cost(cards: int) -> float:
    return 7e-6 * float(factorial(min(cards, 100)))


def _pass_cost(cards: int) -> float:
    return 1e-5 + 2e-7 * float(cards) ** 2 + 3e-10 * float(cards) ** 3


def _streak_cost(cards: int) -> float:
    return 1e-5 + 1.5e-8 * float(cards) ** 3 + 7e-11 * float(cards) ** 4


def _weighted_cost(cards: int) -> float:
    return 2e-6 + 2e-6 * cards


WIN = Question(
    name="guess_win",
    text="Is every guess (higher or lower) right if you always make the likelier one?",
    parameters=(CARDS,),
    unit="games",
    setting="{cards} cards",
    outcomes=(Column("won", "bool", "every guess was right"),),
    methods={
        "brute": Method(
            brute.WIN.answer,
            "exact",
            _factorial_cost,
            most=8,
            says="every row of draws, by the rules",
        ),
        "exact": Method(
            exact.win,
            "exact",
            lambda cards: 1e-5 + 2.3e-10 * float(cards) ** 2.1,  # points of a task share the pass
            most=4096,
            says=BACKWARD,
            code="backward",
        ),
        "forward": Method(
            forward.win, "exact", _pass_cost, most=4096, says=FORWARD, code="forward"
        ),
        "simulate": Method(simulate.win, "sampled", lambda cards: 2e-8, says="random rows"),
        "rare": Method(rare.win, "rare", _weighted_cost, most=2000, says=WEIGHTED),
        "float": Method(
            scaled.win,
            "float",
            lambda cards: 2e-5 + 2e-8 * cards,  # points of a task share the pass
            says="as exact, with rounded numbers",
            code="backward",
        ),
        "forward_float": Method(
            forward.rounded,
            "float",
            lambda cards: 1e-4 + 1e-5 * cards + 2.2e-9 * float(cards) ** 2,
            says="as forward, with rounded numbers",
            code="forward",
        ),
    },
    size=ROW,
    small=tuple({"cards": cards} for cards in range(1, 8)),
    published=tuple(
        Published({"cards": cards}, True, value)
        for cards, value in (
            (9, "0.17085537918871252"),
            (19, "0.008419397002884993"),
            (99, "6.67213407124781e-14"),
        )
    ),
)

STREAK = Question(
    name="guess_streak",
    text="How many guesses are right before the first mistake?",
    parameters=(CARDS,),
    unit="games",
    setting="{cards} cards",
    outcomes=(
        Column("right", "int", "right guesses before the first mistake", unit="right guesses"),
    ),
    methods={
        "brute": Method(
            brute.STREAK.answer,
            "exact",
            _factorial_cost,
            most=8,
            says="every row of draws, by the rules",
        ),
        "exact": Method(exact.streaks, "exact", _streak_cost, most=1000, says=BACKWARD),
        "forward": Method(forward.streaks, "exact", _pass_cost, most=4096, says=FORWARD),
        "simulate": Method(simulate.streaks, "sampled", lambda cards: 2e-8, says="random rows"),
        "rare": Method(rare.streaks, "rare", _weighted_cost, most=1000, says=WEIGHTED),
    },
    size=ROW,
    small=tuple({"cards": cards} for cards in range(1, 8)),
)
