"""The figures of flipping cards."""

from __future__ import annotations

import numpy as np
import pandas as pd

from sweepstake.puzzle.display import Frames, Panel, Series
from sweepstake.puzzles.guess.report.tables import LIMIT, log_won

SHOWN, LONGEST = 400, 60


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
    """The probability of a streak at least so long, by the number of cards; one of them sampled."""
    frame = frames["guess_streak"]
    frame = frame[frame["cards"] >= min(10, frame["cards"].max())]
    exact = frame[frame["method"] == "exact"]
    series = [_tail(f"{n} cards", rows) for n, rows in exact.groupby("cards")]
    for method, said in (("simulate", "simulated"), ("rare", "weighted rows")):
        sampled = frame[frame["method"] == method]
        if not sampled.empty:
            most = sampled["cards"].max()
            series.append(_tail(f"{most} cards, {said}", sampled[sampled["cards"] == most]))
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
    won = frame[frame["won"] & (frame["cards"] <= SHOWN) & (frame["probability"] > 0)]
    named = [
        (said, won[won["method"] == method])
        for method, said in (("simulate", "simulated"), ("rare", "weighted rows"))
    ]
    return [
        Series(said, rows["cards"], rows["probability"], "points", rows["standard_error"])
        for said, rows in named
        if len(rows)
    ]


def _tail(label: str, rows: pd.DataFrame) -> Series:
    """P(at least k right) over k >= 1; what was counted with the standard error of that share."""
    rows = rows.sort_values("right")
    rows = rows.assign(at_least=rows["probability"][::-1].cumsum())[1:]
    rows = rows[rows["right"] <= LONGEST]
    if rows["trials"].isna().all():
        return Series(label, rows["right"], rows["at_least"])
    if rows["count"].isna().all():
        return Series(label, rows["right"], rows["at_least"], "points")
    variance = rows["at_least"] * (1 - rows["at_least"]) / rows["trials"].astype(float)
    return Series(label, rows["right"], rows["at_least"], "points", np.sqrt(variance))
