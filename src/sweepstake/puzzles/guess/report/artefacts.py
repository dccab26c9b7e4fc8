"""What the guess puzzle makes of its answers: tables and figures."""

from __future__ import annotations

from sweepstake.puzzle.display import Plot, Table
from sweepstake.puzzle.question import later

WIN = {
    "n": "", "states": "", "P(all right)": ".6g", "log10 P": ".4f", "P(n+1) / P(n)": ".10f",
    "0.725^(n-2)": ".4g", "difference": ".0%", "0.75^(n-2)": ".4g", "exact": "",
}  # fmt: skip
"""The columns of a table, and how each is printed."""
FITTED = {
    "method": "", "from n": "", "to n": "", "points": "", "L fitted": ".12f",
    "L predicted": ".12f", "L residual": ".1e", "a fitted": ".8f", "a predicted": ".8f",
    "a residual": ".1e", "C fitted": ".6f", "largest residual": ".1e",
}  # fmt: skip
STREAK = {
    "n": "", "method": "", "rows": "", "mean (guesses)": ".6f", "standard error (guesses)": "",
    "sd (guesses)": ".4f", "P(none)": ".5f", "P(all)": ".4g",
}  # fmt: skip

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
        make=later(f"{__package__}.tables", "win"),
        kept=later(f"{__package__}.tables", "kept"),
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
        make=later(f"{__package__}.tables", "limit"),
        kept=later(f"{__package__}.tables", "kept"),
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
        make=later(f"{__package__}.tables", "streak"),
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
        make=later(f"{__package__}.plots", "win"),
        kept=later(f"{__package__}.tables", "kept"),
    ),
    Plot(
        name="guess_streak",
        title="Flipping cards: right guesses before the first mistake",
        caption=(
            "Left: the exact probability of at least so many right guesses before the first "
            "mistake, on a logarithmic scale; other long rows are left out, for their lines would "
            "lie on that of the longest. Right: sampled probabilities divided by the exact ones. "
            "Simulated ones have one standard error and end where fewer than ten of the "
            "simulated rows are expected to get as far; weighted ones reach further."
        ),
        questions=("guess_streak",),
        make=later(f"{__package__}.plots", "streak"),
    ),
)
