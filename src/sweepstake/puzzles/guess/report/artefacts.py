"""What the guess puzzle makes of its answers: tables and figures."""

from __future__ import annotations

from sweepstake.puzzle.display import Plot, Table

from . import plots, tables
from .columns import FITTED, STREAK, WIN

TABLES = (
    Table(
        name="guess_win",
        title="Every guess right, by the number of cards",
        caption=(
            "The probability that all guesses are right (exact, from whole counts), the states "
            "that the notebook's cache would hold, what one card more multiplies it by, "
            "and the notebook's rule of thumb 0.725^(n-2) with its relative difference: "
            "positive where the thumb is too low. Its 0.75^(n-2) is beside it. No fixed factor a "
            "card can hold, see the table of the limit."
        ),
        questions=("guess_win",),
        make=tables.win,
        kept=tables.kept,
        formats=WIN,
    ),
    Table(
        name="guess_limit",
        title="The limit of the ratio, and the power of n, fitted and predicted",
        caption=(
            "log P(n) = log C + a log n + n log L + d/n + e/n^2 fitted by least squares to the "
            "stored answers, beside the prediction L = 1/(2 ln 2) and a = (ln 2)/2. There is no "
            "elementary closed form in sight, but this is how P behaves: the largest residual of "
            "the fit, in log P, stands in the last column."
        ),
        questions=("guess_win",),
        make=tables.limit,
        kept=tables.kept,
        formats=FITTED,
    ),
    Table(
        name="guess_streak",
        title="How many guesses are right before the first mistake",
        caption=(
            "The streak of right guesses, exactly and simulated. More cards do not lengthen it for "
            "long: the mean rises at first, and falls again."
        ),
        questions=("guess_streak",),
        make=tables.streak,
        by_point=True,
        formats=STREAK,
        errors={"mean (guesses)": "standard error (guesses)"},
    ),
)

PLOTS = (
    Plot(
        name="guess_win",
        title="Flipping cards: every guess right",
        caption=(
            "Left: the probability that all guesses are right, by the number of cards, on a "
            "logarithmic scale; weighted rows go on where simulation ends. Middle: the same over "
            "the notebook's rule of thumb 0.725^(n-2), which is too low up to 356 cards and too "
            "high from there on. Right: the "
            "ratio of neighbours, which falls towards 1/(2 ln 2) = 0.72135 like 1 + (ln 2)/(2n)."
        ),
        questions=("guess_win",),
        make=plots.win,
        finding="In the end each card more makes it 0.72 times as likely",
        kept=tables.kept,
    ),
    Plot(
        name="guess_streak",
        title="Flipping cards: right guesses before the first mistake",
        caption=(
            "Left: the exact probability of at least so many right guesses before the first "
            "mistake, on a logarithmic scale; other long rows are left out, for their lines would "
            "lie on that of the longest. Right: sampled probabilities divided by the exact ones. "
            "Simulated ones have 95% intervals and end where fewer than ten of the "
            "simulated rows are expected to get as far; weighted ones reach further."
        ),
        questions=("guess_streak",),
        make=plots.streak,
    ),
)
