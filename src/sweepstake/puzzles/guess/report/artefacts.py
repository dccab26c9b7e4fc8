"""The guess puzzle's tables, figures and findings."""

from __future__ import annotations

import pandas as pd

from sweepstake.puzzle.display import Finding, Plot, Table
from sweepstake.puzzle.question import later

TABLES = (
    Table(
        name="guess_win",
        title="Every guess right, by the number of cards",
        caption=(
            "The probability that all guesses are right (exact, from whole counts), the states "
            "that the notebook's cache would hold, what one card more multiplies it by, "
            "and the notebook's rule of thumb 0.725^(n-2) with its relative difference: "
            "positive where the thumb is too low. No fixed factor a card can hold, see the "
            "table of the limit."
        ),
        questions=("guess_win",),
        make=later(f"{__package__}.tables", "win"),
        kept=later(f"{__package__}.tables", "kept"),
        formats={
            "P(all right)": ".6g",
            "log10 P": ".4f",
            "P(n+1) / P(n)": ".10f",
            "0.725^(n-2)": ".4g",
            "difference": ".0%",
        },
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
        formats={
            "L fitted": ".12f", "L predicted": ".12f", "L residual": ".1e", "a fitted": ".8f",
            "a predicted": ".8f", "a residual": ".1e", "C fitted": ".6f", "largest residual": ".1e",
        },
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
        formats={
            "mean (guesses)": ".6f", "sd (guesses)": ".4f", "P(none)": ".5f", "P(all)": ".4g",
        },
        errors={"mean (guesses)": "standard error (guesses)"},
    ),
)  # fmt: skip

PLOTS = (
    Plot(
        name="guess_win",
        title="Flipping cards: every guess right",
        caption=(
            "Left: the probability that all guesses are right, by the number of cards, on a "
            "logarithmic scale; weighted rows go on where simulation ends. Middle: the same over "
            "the notebook's rule of thumb 0.725^(n-2), which is too low up to 350 cards and too "
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


def _growth(table: pd.DataFrame) -> bool:
    """Both constants of growth, fitted up to 20,000 cards, are those predicted."""
    long = table[table["to n"] == 20_000]
    residuals = long[["L residual", "a residual"]].abs()
    return len(long) > 0 and bool((residuals < 1e-8).all(axis=None))


def _thumb(table: pd.DataFrame) -> bool:
    """The rule of thumb is 58% too low near 79 cards, and above the truth at 399."""
    low = table.set_index("n")["difference"]
    return {79, 299, 399} <= {*low.index} and (
        f"{low.max():.2f}" == "0.58" and low[299] > 0 > low[399]
    )


FINDINGS = (
    Finding(
        asked="Is there a closed form for the probability that all n - 1 guesses are right?",
        answer=(
            "None was found, but its growth is known: P(n) ~ C n^((ln 2)/2) (2 ln 2)^-n. The "
            "ratio P(n+1)/P(n) tends to 1/(2 ln 2) = 0.72134752, and both constants, fitted to "
            "answers for up to 20,000 cards, agree with that to 8 digits or more."
        ),
        table="guess_limit",
        holds=_growth,
    ),
    Finding(
        asked="Is 0.725^(n-2) a good approximation?",
        answer=(
            "Only in passing: it is 58% too low near n = 79, right near n = 350, and too high "
            "beyond, without bound, since the true ratio falls below 0.725."
        ),
        table="guess_win",
        holds=_thumb,
    ),
)
