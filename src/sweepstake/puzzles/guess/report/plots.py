"""The figures of flipping cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from sweepstake.core.artefact import Frames, Panel, Series
from sweepstake.core.summary import survival
from sweepstake.puzzles.guess.report.tables import LIMIT, log_won

SHOWN = 400


def win(frames: Frames) -> list[Panel]:
    """The probability that all guesses are right, and the ratio of neighbours."""
    won = log_won(frames["guess_win"], "exact")
    won = won[won.index.to_series().between(2, SHOWN)]
    n = won.index.to_numpy()
    curves = [Series(f"{base}^(n-2)", n, base ** (n - 2.0)) for base in (0.75, 0.725)]
    probability = Panel(
        "every guess right",
        "cards in the row, n",
        "P(all right)",
        [Series("exact", n, 10 ** won.to_numpy()), *curves, *_simulated(frames["guess_win"])],
        log_y=True,
    )
    return [probability, _ratios(won)]


def streak(frames: Frames) -> list[Panel]:
    """The probability of a streak at least so long, by the number of cards."""
    groups: Any = frames["guess_streak"].groupby(["cards", "method"], sort=True)
    series = [
        _tail(f"{cards} cards{', simulated' * (method == 'simulate')}", rows, method)
        for (cards, method), rows in groups
        if method in ("exact", "simulate") and cards > 1
    ]
    label = "right guesses before the first mistake"
    return [Panel("right guesses", label, "P(at least so many)", series, log_y=True)]


def _ratios(won: pd.Series[float]) -> Panel:
    pairs = [(n, 10 ** (won[n + 1] - won[n])) for n in won.index if n + 1 in won.index]
    n, ratio = np.array(pairs).reshape(-1, 2).T
    series = [
        Series("P(n+1) / P(n)", n, ratio, "points"),
        Series("1 / (2 ln 2)", n, np.full(len(n), LIMIT)),
    ]
    return Panel("one card more", "cards in the row, n", "P(n+1) / P(n)", series, log_x=True)


def _simulated(frame: pd.DataFrame) -> list[Series]:
    rows = frame[frame["won"] & (frame["method"] == "simulate") & (frame["probability"] > 0)]
    if rows.empty:
        return []
    return [
        Series("simulated", rows["cards"], rows["probability"], "points", rows["standard_error"])
    ]


def _tail(label: str, rows: pd.DataFrame, method: str) -> Series:
    """P(at least k right) over k >= 1; a sample with the standard error of that share."""
    right, beyond = survival(rows["right"], rows["probability"])
    at_least, share = right[1:], beyond[:-1]
    if method == "exact":
        return Series(label, at_least, share)
    error = np.sqrt(share * (1 - share) / rows["trials"].max())
    return Series(label, at_least, share, "points", error)
