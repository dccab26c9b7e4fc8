"""The tables, figures, listing and findings of flipping cards.

`TABLES` and `PLOTS` declare them, at the end. The functions above compute the rows and columns that
can't be declared, play a game card by card, and check on the values in a table or a figure what its
finding or headline claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import exp, log
from typing import TYPE_CHECKING, Any

import numpy as np

from sweepstake.puzzle import Parameter
from sweepstake.puzzle.display import Frames, Lines, Listing, Panel, Plot, Show, Spread, Table
from sweepstake.puzzle.story import Finding

from ..exact import win
from ..rules import guesses

if TYPE_CHECKING:
    import pandas as pd
    from numpy.random import Generator

NOTEBOOK = (2, 3, 4, 5, 6, 7, 8, 9, 19, 39, 59, 79, 99, 199, 299, 399)
TABLED = tuple(sorted({*NOTEBOOK, 23, 24, 68, 356, 357}))
"""The notebook's, and where 0.75^(n-2) and 0.725^(n-2) cross the truth or the latter is lowest."""
THUMB, OTHER = 0.725, 0.75  # to the power n - 2, by the notebook
MAX_CARDS = 400  # in figures
FEWEST = 10  # the fewest won rows expected in a simulated point that is drawn
FEWEST_TO_FIT, SHORTEST_TO_FIT = 12, 50
LIMIT, POWER = 1 / (2 * log(2)), log(2) / 2
FITTED = [
    "method", "from n", "to n", "points", "L fitted", "L predicted", "L residual", "a fitted",
    "a predicted", "a residual", "C fitted", "largest residual",
]  # fmt: skip


def won(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of won games, with fractions only where the table shows them."""
    rows = frame[frame["won"]]
    return rows.assign(exact=rows["exact"].where(rows["cards"].isin(TABLED)))


def neighbours(cards: pd.Series[Any], log10: pd.Series[Any]) -> pd.Series[Any]:
    """The factor from each probability to the next, if the next row has one card more."""
    return 10 ** (log10.shift(-1) - log10).where(cards.shift(-1) == cards + 1)


def drawn(rows: pd.DataFrame) -> pd.DataFrame:
    """Computed rows, weighted samples, and samples in which at least `FEWEST` wins are expected.

    Choosing samples by the wins that they happen to have would be biased.
    """
    rows = rows[rows["cards"].between(2, MAX_CARDS)]
    exact = rows[rows["method"] == "exact"].set_index("cards")["won"]
    wins = rows["cards"].map(exact) * rows["trials"].astype(float)
    return rows[(rows["method"] != "simulate") | (wins >= FEWEST)]


def beside_thumbs(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of `drawn`, with both rules of thumb of the notebook."""
    rows = drawn(rows)
    beyond = rows["cards"] - 2.0
    return rows.assign(thumb=THUMB**beyond, other=OTHER**beyond)


def over_thumb(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of `drawn`, with the probability divided by the rule of thumb."""
    rows = beside_thumbs(rows)
    errors = {"over.standard_error": rows["won.standard_error"] / rows["thumb"]}
    return rows.assign(over=rows["won"] / rows["thumb"], **errors)


def ratios(rows: pd.DataFrame) -> pd.DataFrame:
    """The ratio of exact probabilities for n + 1 and n cards, and its limit."""
    rows = drawn(rows)
    rows = rows[rows["method"] == "exact"].sort_values("cards")
    rows = rows.assign(ratio=neighbours(rows["cards"], rows["log10:won"]), limit=LIMIT)
    return rows.dropna(subset=["ratio"])


def limit(frames: Frames) -> pd.DataFrame:
    """The fitted and predicted constants of growth, for each method with enough long rows."""
    import pandas as pd

    rows = won(frames["guess_win"])
    long = rows[rows["cards"] >= SHORTEST_TO_FIT].sort_values("cards")
    fits = [
        _fit_row(method, part)
        for method, part in long[long["method"].isin(("exact", "float"))].groupby("method")
        if len(part) >= FEWEST_TO_FIT
    ]
    return pd.DataFrame(fits, columns=FITTED)


def fitted(n: Any, log_p: Any) -> tuple[Any, float]:
    """Fit log P = log C + a log n + n log L + d/n + e/n^2; (log C, a, log L, d, e), the residual.

    The columns are first scaled to the same size: n and 1/n^2 differ by 13 orders of magnitude.
    """
    columns = np.column_stack([np.ones_like(n), np.log(n), n, 1 / n, 1 / n**2])
    size = np.abs(columns).max(axis=0)
    scaled, *_ = np.linalg.lstsq(columns / size, log_p, rcond=None)
    residual = np.abs(columns / size @ scaled - log_p).max()
    return scaled / size, float(residual)


def _fit_row(method: object, rows: pd.DataFrame) -> tuple[Any, ...]:
    n = rows["cards"].to_numpy(float)
    (log_c, power, log_limit, *_), residual = fitted(
        n, rows["log10_probability"].to_numpy() * log(10)
    )
    limit = exp(log_limit)
    return (
        method, int(n[0]), int(n[-1]), len(n), limit, LIMIT, limit - LIMIT, power, POWER,
        power - POWER, exp(log_c), residual,
    )  # fmt: skip


HEADER = ("guess", "card seen", "unseen below", "unseen above", "says", "next card", "right")


def game(rng: Generator, cards: int) -> Iterator[Listing]:
    """One random row of the cards 1 to `cards`, guessed until the first mistake."""
    row = [int(card) + 1 for card in rng.permutation(cards)]
    made = list(guesses(row, row))
    rows = [
        (number, g.seen, g.below, g.above, "higher" if g.higher else "lower", g.following,
         "yes" if g.right else "no")
        for number, g in enumerate(made, 1)
    ]  # fmt: skip
    right = sum(guess.right for guess in made)
    chance = float(win(cards)[True])
    note = (
        f"{right} of {cards - 1} guesses right{' in a row: won' * (right == cards - 1)}. "
        f"All are right with probability {chance:.6g}."
    )
    yield Listing(f"Flipping {cards} cards, numbered from 1", HEADER, rows, note)


SHOWS = (
    Show("game", "a guessing game", (Parameter("cards", "cards in the row", 1, 400, 9),), game),
)


def times_as_likely(panel: Panel) -> bool:
    """True if one more card multiplies the probability by 0.72, between the last two values."""
    points = sorted(panel.values().items())
    (n, p), (m, q) = points[-2], points[-1]
    return f"{(q / p) ** (1 / (m - n)):.2f}" == "0.72"


def low_then_high(panel: Panel) -> bool:
    """True if the truth is above the rule of thumb at first, and below it in the end."""
    ratios = [ratio for _, ratio in sorted(panel.values().items())]
    return ratios[1] > 1 > ratios[-1]


def rises_then_falls(panel: Panel) -> bool:
    """True if the mean rises to its greatest value and then falls, by less than half."""
    means = [mean for _, mean in sorted(panel.values().items())]
    top = means.index(max(means))
    rising = all(a < b for a, b in pairwise(means[: top + 1]))
    falling = all(a > b for a, b in pairwise(means[top:]))
    return rising and falling and 0 < top < len(means) - 1 and means[-1] > max(means) / 2


def _growth(table: pd.DataFrame) -> bool:
    """True if both constants of growth, fitted up to 20,000 cards, are as predicted."""
    residuals = table.set_index("to n").loc[[20_000], ["L residual", "a residual"]].abs()
    return bool((residuals < 1e-8).all(axis=None))


def _thumb(table: pd.DataFrame) -> bool:
    """True if the rule of thumb is right at 2 cards, too low from 3 to 356, and then too high.

    It must also be lowest at 68 cards, by 59%; and the power of 0.75 must be too high from 24 on.
    """
    rows = table.set_index("cards")
    low, p, other = rows["difference"], rows["P(all right)"], rows["0.75^(n-2)"]
    right = p[23] > other[23] and p[24] < other[24] and low[356] > 0 > low[357] > low[399]
    right &= low[2] == 0 and (low[(low.index > 2) & (low.index < 357)] > 0).all()
    right &= rows["P(n+1) / P(n)"][68] < THUMB
    return bool(right and f"{low[68]:.2f}" == f"{low.max():.2f}" == "0.59")


FINDINGS = (
    Finding(
        asked="Is there a closed form for the probability that all n - 1 guesses are right?",
        answer=(
            "No closed form is known, but in the end each further card makes it 0.7213 times as "
            "likely that all guesses are right. A derivation, which is not a proof, says how fast "
            "the probability falls: for large n it is close to C n^((ln 2)/2) (2 ln 2)^-n, with a "
            "constant C; 1/(2 ln 2) is 0.72134752. This number and the exponent (ln 2)/2 were "
            "also fitted to the answers for 500 to 20,000 cards, and agree to 8 digits or more."
        ),
        table="guess_limit",
        holds=_growth,
    ),
    Finding(
        asked="Is 0.725^(n-2) a good approximation?",
        answer=(
            "The rule of thumb 0.725ⁿ⁻² is right only at 2 and near 356 cards, and too low "
            "between, most at 68 cards, by 59% of the true value. From there on each further card "
            "multiplies the true value by less than 0.725, so beyond n = 356 the rule is too "
            "high, and more so with every card. The power 0.75ⁿ⁻² is right at 2 and near 24 "
            "cards, too low between, and too high beyond."
        ),
        table="guess_win",
        holds=_thumb,
    ),
)


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
            "P(all right)": lambda cells: 10 ** cells["log10:won, exact"],
            "log10 P": "log10:won, exact",
            "P(n+1) / P(n)": lambda cells: neighbours(cells["cards"], cells["log10 P"]),
            "0.725^(n-2)": lambda cells: THUMB ** (cells["cards"] - 2.0),
            "difference": lambda cells: 1 - cells["0.725^(n-2)"] / cells["P(all right)"],
            "0.75^(n-2)": lambda cells: 0.75 ** (cells["cards"] - 2.0),
            "exact": "won.exact, exact",
        },
        rows=lambda rows: rows[rows["cards"].isin(TABLED) & rows["log10 P"].notna()],
        kept=won,
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
        make=limit,
        kept=won,
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
                rows=beside_thumbs,
                y_axis="How often every guess is right",
                dashed={"0.75ⁿ⁻²": "other", "0.725ⁿ⁻²": "thumb"},
                finding="In the end each further card makes it 0.72 times as likely",
                holds=times_as_likely,
            ),
            Lines(
                "cards",
                "over",
                rows=over_thumb,
                y_axis="ratio of the truth to the rule of thumb 0.725ⁿ⁻²",
                zero=True,
                finding="The rule of thumb says too little at first, and too much in the end",
                holds=low_then_high,
            ),
            Lines(
                "cards",
                "ratio",
                rows=ratios,
                dashed={"1 / (2 ln 2)": "limit"},
                title="one card more",
                y_axis="P(n+1) / P(n)",
            ),
        ),
        kept=won,
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
                holds=rises_then_falls,
            ),
            Spread(),
        ),
    ),
)
