"""The figures of flipping cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sweepstake.puzzle.display import Frames, Panel, Series

from .tables import LIMIT, log_won

if TYPE_CHECKING:
    import pandas as pd

SHOWN, LONGEST = 400, 60
THUMB = 0.725  # to the power n - 2, by the notebook
FEWEST = 10  # rows that a simulated point stands for on average, at least
CARDS = "cards in the row, n"
SAMPLED = {"simulate": "simulated", "rare": "weighted rows"}


def win(frames: Frames) -> list[Panel]:
    """The probability that all guesses are right, its ratio to a rule of thumb, and of neighbours.

    The rule of thumb, 0.725^(n-2), can't be told from the truth on a logarithmic scale.
    """
    won = log_won(frames["guess_win"], "exact")
    won = won[won.index.to_series().between(2, SHOWN)]
    n = won.index.to_numpy()
    thumb = (n - 2.0) * np.log10(THUMB)
    sampled = _expected(frames["guess_win"], won)
    over = Series("exact", n, 10 ** (won.to_numpy() - thumb))
    return [
        Panel(
            "every guess right", CARDS, "P(all right)",
            [Series("exact", n, 10 ** won.to_numpy()), *_sampled(sampled, 0.0)],
            log_y=True,
        ),
        Panel(
            f"beside the rule of thumb {THUMB}^(n-2)", CARDS, f"P(all right) / {THUMB}^(n-2)",
            [over, *_sampled(sampled, np.log10(THUMB))], log_x=True, zero=True,
        ),
        _ratios(won),
    ]  # fmt: skip


def streak(frames: Frames) -> list[Panel]:
    """The probability of a streak at least so long, and what was sampled over what is exact."""
    frame = frames["guess_streak"]
    frame = frame[frame["cards"] >= min(10, frame["cards"].max())]
    tails = {
        (int(cards), str(method)): _tail(rows)
        for (cards, method), rows in frame.groupby(["cards", "method"])
    }
    known = {cards: tail for (cards, method), tail in tails.items() if method == "exact"}
    lines = [_line(f"{cards} cards", known[cards]) for cards in _apart([*known])]
    label = "right guesses before the first mistake"
    panels = [Panel("how long it lasts", label, "P(at least so many)", lines, log_y=True)]
    for cards in sorted(known)[-1:]:
        pairs = [(said, tails.get((cards, method))) for method, said in SAMPLED.items()]
        points = [_over(said, tail, known[cards]) for said, tail in pairs if tail is not None]
        if points:
            last = max(max(one.x) for one in points)
            one = Series("exact", [1, last], [1.0, 1.0])
            panels.append(Panel(f"{cards} cards", label, "sampled / exact", [one, *points]))
    return panels


def _apart(cards: list[int]) -> list[int]:
    """The rows whose lines can be told apart: the short ones, and the longest."""
    return [*(n for n in sorted(cards)[:-1] if n < LONGEST), max(cards)] if cards else []


def _ratios(won: pd.Series[float]) -> Panel:
    pairs = [(n, 10 ** (won[n + 1] - won[n])) for n in won.index if n + 1 in won.index]
    n, ratio = np.array(pairs).reshape(-1, 2).T
    series = [
        Series("P(n+1) / P(n)", n, ratio, "points"),
        Series("1 / (2 ln 2)", n, np.full(len(n), LIMIT)),
    ]
    return Panel("one card more", "cards in the row, n", "P(n+1) / P(n)", series, log_x=True)


def _expected(frame: pd.DataFrame, won: pd.Series[float]) -> pd.DataFrame:
    """What was sampled where `FEWEST` are won on average: where some were, by luck, is biased."""
    rows = frame[frame["won"] & frame["cards"].isin(won.index)]
    wins = 10 ** rows["cards"].map(won) * rows["trials"].astype(float)
    return rows[(wins >= FEWEST) | (rows["method"] == "rare")]


def _sampled(rows: pd.DataFrame, base: float) -> list[Series]:
    """What was sampled, over the power n - 2 of 10^`base`."""
    thumb = 10 ** ((rows["cards"] - 2.0) * base)
    rows = rows.assign(y=rows["probability"] / thumb, error=rows["standard_error"] / thumb)
    return [
        Series(said, [*part["cards"]], [*part["y"]], "points", [*part["error"]])
        for method, said in SAMPLED.items()
        if len(part := rows[rows["method"] == method])
    ]


def _tail(rows: pd.DataFrame) -> pd.DataFrame:
    """P(at least k right) for k from 1 on, with its standard error; nothing is left out between."""
    import pandas as pd

    by_length = rows.set_index("right")["probability"].sort_index()
    whole = by_length.reindex(range(int(by_length.index.max()) + 1), fill_value=0.0)
    at_least = whole[::-1].cumsum()[::-1].loc[1:LONGEST]
    trials = float(rows["trials"].max() if rows["count"].notna().all() else np.nan)
    error = np.sqrt(at_least * (1 - at_least) / trials)
    return pd.DataFrame({"p": at_least, "error": error, "trials": trials})


def _line(label: str, tail: pd.DataFrame) -> Series:
    return Series(label, [*tail.index], [*tail["p"]])


def _over(label: str, tail: pd.DataFrame, known: pd.DataFrame) -> Series:
    """What was sampled over what is exact, with the standard error of that share."""
    both = tail.index.intersection(known.index)
    tail, exact = tail.loc[both], known.loc[both, "p"]
    tail = tail[~(exact * tail["trials"] < FEWEST)]
    p, error = (tail[column] / exact[tail.index] for column in ("p", "error"))
    errors = None if error.isna().all() else error.tolist()
    return Series(label, p.index.tolist(), p.tolist(), "points", errors)
