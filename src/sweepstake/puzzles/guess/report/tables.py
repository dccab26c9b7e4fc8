"""Rows and columns for flipping cards that can't be declared simply."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Any

import numpy as np

from sweepstake.puzzle.display import Frames

if TYPE_CHECKING:
    import pandas as pd

NOTEBOOK = (2, 3, 4, 5, 6, 7, 8, 9, 19, 39, 59, 79, 99, 199, 299, 399)
TABLED = tuple(sorted({*NOTEBOOK, 23, 24, 68, 356, 357}))
"""The notebook's, and where 0.75^(n-2) and 0.725^(n-2) cross the truth or the latter is lowest."""
THUMB, OTHER = 0.725, 0.75  # to the power n - 2, by the notebook
SHOWN = 400
FEWEST = 10  # the fewest won rows expected in a simulated point that is drawn
FEWEST_TO_FIT, SHORTEST_TO_FIT = 12, 50
LIMIT, POWER = 1 / (2 * log(2)), log(2) / 2
FITTED = [
    "method", "from n", "to n", "points", "L fitted", "L predicted", "L residual", "a fitted",
    "a predicted", "a residual", "C fitted", "largest residual",
]  # fmt: skip


def kept(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of won games, with fractions only where the table shows them."""
    won = frame[frame["won"]]
    return won.assign(exact=won["exact"].where(won["cards"].isin(TABLED)))


def neighbours(cards: pd.Series[Any], log10: pd.Series[Any]) -> pd.Series[Any]:
    """The factor from each probability to the next, if the next row has one card more."""
    return 10 ** (log10.shift(-1) - log10).where(cards.shift(-1) == cards + 1)


def drawn(rows: pd.DataFrame) -> pd.DataFrame:
    """Computed rows, weighted samples, and samples in which at least `FEWEST` wins are expected.

    Choosing samples by the wins that they happen to have would be biased.
    """
    rows = rows[rows["cards"].between(2, SHOWN)]
    exact = rows[rows["method"] == "exact"].set_index("cards")["P(won)"]
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
    errors = {"over: standard error": rows["standard error"] / rows["thumb"]}
    return rows.assign(over=rows["P(won)"] / rows["thumb"], **errors)


def ratios(rows: pd.DataFrame) -> pd.DataFrame:
    """The ratio of exact probabilities for n + 1 and n cards, and its limit."""
    rows = drawn(rows)
    rows = rows[rows["method"] == "exact"].sort_values("cards")
    rows = rows.assign(ratio=neighbours(rows["cards"], rows["log10 P(won)"]), limit=LIMIT)
    return rows.dropna(subset=["ratio"])


def limit(frames: Frames) -> pd.DataFrame:
    """The fitted and predicted constants of growth, for each method with enough long rows."""
    import pandas as pd

    won = frames["guess_win"][frames["guess_win"]["won"]]
    long = won[won["cards"] >= SHORTEST_TO_FIT].sort_values("cards")
    rows = [
        _fit_row(method, part)
        for method, part in long[long["method"].isin(("exact", "float"))].groupby("method")
        if len(part) >= FEWEST_TO_FIT
    ]
    return pd.DataFrame(rows, columns=FITTED)


def fitted(n: Any, log_p: Any) -> tuple[Any, float]:
    """Fit log P = log C + a log n + n log L + d/n + e/n^2; (log C, a, log L, d, e), the residual.

    The columns are first scaled to the same size: n and 1/n^2 differ by 13 orders of magnitude.
    """
    columns = np.column_stack([np.ones_like(n), np.log(n), n, 1 / n, 1 / n**2])
    size = np.abs(columns).max(axis=0)
    scaled, *_ = np.linalg.lstsq(columns / size, log_p, rcond=None)
    residual = np.abs(columns / size @ scaled - log_p).max()
    return scaled / size, float(residual)


def _fit_row(method: object, won: pd.DataFrame) -> tuple[Any, ...]:
    n = won["cards"].to_numpy(float)
    (log_c, power, log_limit, *_), residual = fitted(
        n, won["log10_probability"].to_numpy() * log(10)
    )
    limit = exp(log_limit)
    return (
        method, int(n[0]), int(n[-1]), len(n), limit, LIMIT, limit - LIMIT, power, POWER,
        power - POWER, exp(log_c), residual,
    )  # fmt: skip
