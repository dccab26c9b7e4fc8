"""Flipping cards: higher or lower, until the first mistake.

FiveThirtyEight's Riddler lays n different cards face down, flips the first, and lets the player
guess each time whether the next is higher or lower. Peter Norvig's notebook "Flipping Cards" finds
the probability that every guess is right by a cached recursion in floating point, compares the
probabilities for n and n + 1 cards, and asks for a closed form.

`rules` defines the game. `brute` follows every possible draw. `exact` counts orders with prefix
sums from the last card back, and `forward` from the first card on. For rows of thousands of cards,
`scaled` is the recurrence of `exact` in floating point, and `forward` has a floating-point method,
too. `simulate` deals at random, and `rare` estimates long streaks by importance sampling.
"""

from __future__ import annotations

from sweepstake.puzzle import Headline, Puzzle

from .questions import STREAK, WIN
from .report.artefacts import FINDINGS, PLOTS, SHOWS, TABLES

PUZZLE = Puzzle(
    name="guess",
    title="Flipping cards",
    source=(
        "The question is from The Riddler, FiveThirtyEight's puzzle column. Peter Norvig answered "
        'it in his notebook "Flipping Cards", one of the pytudes; published numbers are his.'
    ),
    rules=(
        "Different cards, which you know, lie face down in a row in random order. The first is "
        "turned up. Before each further card is turned up, you guess whether it is higher or lower "
        "than the card before it, until a guess is wrong. You remember all cards that you have "
        "seen and make the likelier guess; if both are equally likely, you say higher."
    ),
    questions=(WIN, STREAK),
    story=(
        Headline("guess_win", asked="How often is every guess right?"),
        Headline("guess_streak", asked="How many guesses are right before the first mistake?"),
    ),
    tables=TABLES,
    plots=PLOTS,
    shows=SHOWS,
    findings=FINDINGS,
)
