"""The tables and figures of the guess puzzle."""

from __future__ import annotations

from sweepstake.puzzle.display import Lines, Plot, Spread, Table

from . import claims, tables

TABLES = (
    Table(
        name="guess_win",
        title="Every guess right, by the number of cards",
        caption=(
            "The probability that all guesses are right, what one card more multiplies it by, and "
            "the notebook's rule of thumb 0.725^(n-2) with its relative difference, which is "
            "positive where the rule is too low. The column 'states' counts the situations for "
            "which the notebook stores a result."
        ),
        questions=("guess_win",),
        columns={
            "states": lambda cells: cells["cards"] * (cells["cards"] + 1) // 2 - 1,
            "P(all right)": lambda cells: 10 ** cells["log10 P(won), exact"],
            "log10 P": "log10 P(won), exact",
            "P(n+1) / P(n)": lambda cells: tables.neighbours(cells["cards"], cells["log10 P"]),
            "0.725^(n-2)": lambda cells: tables.THUMB ** (cells["cards"] - 2.0),
            "difference": lambda cells: 1 - cells["0.725^(n-2)"] / cells["P(all right)"],
            "0.75^(n-2)": lambda cells: 0.75 ** (cells["cards"] - 2.0),
            "exact": "exact, exact",
        },
        rows=lambda rows: rows[rows["cards"].isin(tables.TABLED) & rows["log10 P"].notna()],
        kept=tables.kept,
        formats={"states": ",", "difference": ".0%"},
    ),
    Table(
        name="guess_limit",
        title="The limit of the ratio, and the power of n, fitted and predicted",
        caption=(
            "With n cards all guesses are right with probability P(n): log P(n) = log C + a log n "
            "+ n log L + d/n + e/n^2 fitted by least squares to the answers, beside the prediction "
            "L = 1/(2 ln 2) and a = (ln 2)/2; more cards fit it better. The largest residual of "
            "the fit, in log P, stands in the last column."
        ),
        questions=("guess_win",),
        make=tables.limit,
        kept=tables.kept,
        formats={
            "from n": ",",
            "to n": ",",
            "L residual": ".1e",
            "a residual": ".1e",
            "largest residual": ".1e",
        },
    ),
    Table(
        name="guess_streak",
        title="How many guesses are right before the first mistake",
        caption="With more cards, the mean number of right guesses rises at first and then falls.",
        questions=("guess_streak",),
        headings={
            "mean right": "mean (right guesses)",
            "sd of right": "sd",
            "least right": "fewest",
            "most right": "most",
        },
    ),
)

PLOTS = (
    Plot(
        name="guess_win",
        title="Flipping cards: every guess right",
        questions=("guess_win",),
        panels=(
            Lines(
                "cards",
                rows=tables.beside_thumbs,
                y_axis="How often every guess is right",
                dashed={"0.75ⁿ⁻²": "other", "0.725ⁿ⁻²": "thumb"},
                finding="In the end each further card makes it 0.72 times as likely",
                holds=claims.times_as_likely,
            ),
            Lines(
                "cards",
                "over",
                rows=tables.over_thumb,
                y_axis="ratio of the truth to the rule of thumb 0.725ⁿ⁻²",
                zero=True,
                finding="The rule of thumb says too little at first, and too much in the end",
                holds=claims.low_then_high,
            ),
            Lines(
                "cards",
                "ratio",
                rows=tables.ratios,
                dashed={"1 / (2 ln 2)": "limit"},
                title="one card more",
                y_axis="P(n+1) / P(n)",
            ),
        ),
        kept=tables.kept,
    ),
    Plot(
        name="guess_streak",
        title="Flipping cards: right guesses before the first mistake",
        questions=("guess_streak",),
        panels=(
            Lines(
                "cards",
                y_axis="mean number of right guesses",
                log_x=True,
                finding="With more cards it rises at first, and then falls a little",
                holds=claims.rises_then_falls,
            ),
            Spread(),
        ),
    ),
)
