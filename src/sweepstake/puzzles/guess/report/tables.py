"""The tables of flipping cards, made of the stored answers."""

from __future__ import annotations

from math import exp, log, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sweepstake.puzzle.display import Frames
from sweepstake.stats.summary import summary

from .columns import FITTED, STREAK, WIN

if TYPE_CHECKING:
    import pandas as pd

NOTEBOOK = (2, 3, 4, 5, 6, 7, 8, 9, 19, 39, 59, 79, 99, 199, 299, 399)
TABLED = tuple(sorted({*NOTEBOOK, 23, 24, 356, 357}))
"""Also where 0.75^(n-2) and 0.725^(n-2) cross the truth."""
FEWEST_TO_FIT, SHORTEST_TO_FIT = 12, 50
LIMIT, POWER = 1 / (2 * log(2)), log(2) / 2


def win(frames: Frames) -> pd.DataFrame:
    """One row a number of cards that the notebook tables, or where its rules cross the truth."""
    import pandas as pd

    won = log_won(frames["guess_win"], "exact")
    exact = _won(frames["guess_win"], "exact").set_index("cards")["exact"]
    rows = [(*_win_row(n, won), exact[n]) for n in TABLED if n in won.index]
    return pd.DataFrame(rows, columns=[*WIN])


def limit(frames: Frames) -> pd.DataFrame:
    """One row a method with enough long rows: the constants of growth, fitted and predicted."""
    import pandas as pd

    logs = {method: log_won(frames["guess_win"], method) for method in ("exact", "float")}
    long = {method: won[won.index >= SHORTEST_TO_FIT] for method, won in logs.items()}
    rows = [_fit_row(method, won) for method, won in long.items() if len(won) >= FEWEST_TO_FIT]
    return pd.DataFrame(rows, columns=[*FITTED])


def streak(frames: Frames) -> pd.DataFrame:
    """One row a number of cards and method."""
    import pandas as pd

    groups: Any = frames["guess_streak"].groupby(["cards", "method"], sort=True)
    rows = [_streak_row(cards, method, part) for (cards, method), part in groups]
    return pd.DataFrame(rows, columns=[*STREAK])


def kept(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of what is won, with the fractions of those only that the notebook tables."""
    won = frame[frame["won"]]
    return won.assign(exact=won["exact"].where(won["cards"].isin(TABLED)))


def log_won(frame: pd.DataFrame, method: str) -> pd.Series[float]:
    """log10 of the probability that all guesses are right, by the number of cards."""
    return _won(frame, method).set_index("cards")["log10_probability"].sort_index()


def fitted(n: Any, log_p: Any) -> tuple[Any, float]:
    """(log C, a, log L, d, e) of log P = log C + a log n + n log L + d/n + e/n^2; its residual.

    The columns are scaled to one size first: n and 1/n^2 are 13 orders of magnitude apart.
    """
    columns = np.column_stack([np.ones_like(n), np.log(n), n, 1 / n, 1 / n**2])
    size = np.abs(columns).max(axis=0)
    scaled, *_ = np.linalg.lstsq(columns / size, log_p, rcond=None)
    residual = np.abs(columns / size @ scaled - log_p).max()
    return scaled / size, float(residual)


def _won(frame: pd.DataFrame, method: str) -> pd.DataFrame:
    return frame[frame["won"] & (frame["method"] == method)]


def _win_row(n: int, won: pd.Series[float]) -> tuple[Any, ...]:
    p, thumb = 10 ** won[n], 0.725 ** (n - 2)
    ratio = 10 ** (won[n + 1] - won[n]) if n + 1 in won.index else None
    return n, n * (n + 1) // 2 - 1, p, won[n], ratio, thumb, 1 - thumb / p, 0.75 ** (n - 2)


def _fit_row(method: str, won: pd.Series[float]) -> tuple[Any, ...]:
    n = won.index.to_numpy(float)
    (log_c, power, log_limit, *_), residual = fitted(n, won.to_numpy() * log(10))
    limit = exp(log_limit)
    return (
        method, int(n[0]), int(n[-1]), len(n), limit, LIMIT, limit - LIMIT, power, POWER,
        power - POWER, exp(log_c), residual,
    )  # fmt: skip


def _streak_row(n: int, method: str, rows: pd.DataFrame) -> tuple[Any, ...]:
    share = rows.set_index("right")["probability"]
    streaks, trials = summary(rows["right"], rows["probability"]), rows["trials"].max()
    error = streaks.deviation / sqrt(trials) if rows["count"].notna().all() else nan
    none, every = share.get(0, 0.0), share.get(n - 1, 0.0)
    return n, method, trials, streaks.mean, error, streaks.deviation, none, every
