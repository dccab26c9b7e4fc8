"""The panel of one point: the distribution of its first outcome, by method."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, sqrt
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.puzzle.display import MAX_BARS, Mark, Middle, Panel, Series
from sweepstake.puzzle.method import KINDS, Kind
from sweepstake.puzzle.parameter import AnyParameter
from sweepstake.puzzle.question import Column, Question
from sweepstake.puzzle.story import setting
from sweepstake.quantity.estimates import ByPoint, as_numbers, in_order, outcomes
from sweepstake.quantity.extremes import notable_params
from sweepstake.quantity.statistic import summed_outcome
from sweepstake.report.defaults.chosen import WIDE, nearest, usual
from sweepstake.report.words.phrases import of_unit
from sweepstake.stats.summary import bin_width, quantiles
from sweepstake.text import words
from sweepstake.text.shown import line

BINS = 60
"""Up to so many numbers are drawn one by one; more are put into at most so many bins."""
DRAWN = 0.995
"""The share of the distribution that is put into bins: in its tail, bins would be empty."""
DENSE = 24
"""The fewest gaps between numbers that a line may connect."""
MOST_WORDS = 24
LONGEST = 60
"""The most letters of a value in a title."""
WORDS: dict[Kind, str] = {
    "exact": "computed",
    "float": "computed",
    "sampled": "simulated",
    "rare": "weighted",
    "approximate": "rule of thumb",
}


def distribution(question: Question, frame: pd.DataFrame) -> Panel:
    """The marginal distribution of the first outcome at one point.

    The point is the usual one or the nearest to it. Parameters without a usual value have the
    values that the answer in words names (`notable_params`).
    """
    frame, keys, first = outcomes(frame), [*question.parameter], question.outcomes[0]
    points = in_order(question, frame[keys].drop_duplicates())
    at = nearest(question, points, usual(question))
    rows = frame.merge(at, on=keys) if keys else frame
    if keys and len(at) > 1:
        at = pd.DataFrame([notable_params(question, rows)])
        rows = rows.merge(at, on=keys)
    params = {name: line(str(at[name].iloc[0]), LONGEST) for name in keys}
    where = setting(question.setting, params, dict.fromkeys(keys))
    numbers = first.is_numeric or first.nominal
    values = as_numbers(rows[first.name]) if numbers else _words(first, rows[first.name])
    rows = rows.assign(at=values).dropna(subset=["at"])
    whole = rows = rows[rows["method"].isin(_best(question, rows))]
    rows, width = _binned(rows) if numbers else (_commonest(rows), 0)
    parts = {str(name): part for name, part in rows.groupby("method", sort=True)}
    drawn = sorted(parts, key=lambda name: question.methods[name].draws)  # points upon bars
    dense = numbers and _is_dense(rows["at"])
    marks = [_mark(question, name, drawn, dense) for name in drawn]
    series = [
        _series(WORDS[question.methods[name].kind], mark, parts[name])
        for name, mark in zip(drawn, marks, strict=True)
    ]
    y = _share(question, width) if width > 1 else "probability"
    if width > 1 and (end := rows["at"].max() + (width - 1) / 2) < (most := whole["at"].max()):
        y += f", up to {end:,.0f} of {most:,.0f}"
    shares = [share for drawing in series for share in drawing.y if share > 0]
    tiny = not numbers and min(shares) < max(shares) / WIDE
    many = numbers and [len(s.x) > MAX_BARS for s in series] == [True]
    has_mean = many and not first.nominal and summed_outcome(question, first) is None
    middle = _middle(question, whole) if has_mean else None
    return Panel(
        where, axis(first), y, series, log_y=tiny, zero=not tiny, unit=first.unit, middle=middle,
        is_share=True, is_spread=True, bin_width=width if width > 1 else 0,
    )  # fmt: skip


def _best(question: Question, rows: pd.DataFrame) -> list[str]:
    """The best computing method, and of each kind of sampling the method with most trials."""
    sizes = rows.groupby("method")["trials"].max().dropna().sort_values(ascending=False)
    names = [*computing(question, rows)[:1], *sizes.index]
    return [*{question.methods[name].kind: name for name in reversed(names)}.values()]


def _share(question: Question, width: int) -> str:
    """The name of an axis of bins: "share of games in each bin of 22 plays"."""
    of, unit = question.unit and f"of {question.unit} ", question.outcomes[0].unit
    return f"share {of}in each bin of {width:,} {unit}".rstrip()


def computing(question: Question, rows: pd.DataFrame) -> list[str]:
    """The methods of some rows that don't sample, the best first."""
    answering = {*rows["method"]}
    names = [n for n, m in question.methods.items() if n in answering and not m.draws]
    return sorted(names, key=lambda name: KINDS.index(question.methods[name].kind))


def _middle(question: Question, rows: pd.DataFrame) -> Middle | None:
    """The quantiles and the mean that a chart names; None for weighted trials, or if unknown."""
    if (rows["trials"].notna() & rows["count"].isna()).any():
        return None
    column, points = question.outcomes[0], ByPoint(question, rows)
    quantiles_of = points.quantiles(rows["at"], [25, 50, 75, 95])
    first, median, third, most = (float(by_point[0]) for by_point in quantiles_of)
    mean, _, low, high = (float(by_point[0]) for by_point in points.average(rows["at"]))
    if isnan(mean + most):
        return None
    half = 0.0 if isnan(low) else (high - low) / 2
    mean_words = of_unit(words.amount(mean, half), column.unit)
    return Middle(first, median, third, most, mean, f"mean {mean_words}")


def axis(named: AnyParameter | Column) -> str:
    """The axis label for a parameter or an outcome: its meaning, and its name."""
    has_name = named.name.replace("_", " ") in named.meaning
    return named.meaning if has_name else f"{named.meaning} ({named.name})"


def _mark(question: Question, name: str, drawn: Sequence[str], dense: bool) -> Mark:
    """Bars for the first method and points for others; lines for computed values, if dense."""
    if dense and len(drawn) > 1 and not question.methods[name].draws:
        return "line"
    return "bars" if name == drawn[0] else "points"


def _is_dense(at: pd.Series[float]) -> bool:
    """True if there are so many evenly spaced numbers that a line may connect them."""
    gaps = np.diff(np.unique(at))
    return len(gaps) >= DENSE and bool((gaps < 1.01 * gaps.min()).all())


def _series(label: str, mark: Mark, rows: pd.DataFrame) -> Series:
    is_text = isinstance(rows["at"].iloc[0], str)
    shares = rows.groupby("at", sort=not is_text)["probability"].sum()
    weighted = bool(rows["trials"].notna().all() and rows["count"].isna().any())
    errors = _errors(rows, shares)
    if weighted:  # an upper bound
        errors = rows.groupby("at", sort=not is_text)["standard_error"].sum().tolist()
    trials = rows["trials"].dropna().astype(int).unique().tolist()[:1]
    return Series(
        label, [*shares.index], shares.tolist(), mark, errors, weighted=weighted, trials=trials
    )


def _errors(rows: pd.DataFrame, shares: pd.Series[float]) -> list[float] | None:
    """The standard errors of counted trials; None for any other rows."""
    if rows["count"].isna().any():
        return None
    trials = float(rows["trials"].max())
    return [sqrt(max(0.0, share * (1 - share)) / trials) for share in shares]


def _binned(rows: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """Many whole numbers in bins of equal width, placed at their middles; and the width, or 0."""
    values = rows["at"]
    if values.nunique() <= BINS or not (values == values.round()).all():
        return rows, 0
    [most] = quantiles(values, rows["probability"], [DRAWN])
    low, width = float(values.min()), bin_width(values[values <= most], BINS)
    bins = (most - low) // width + 1
    bins -= low + bins * width > values.max() + 1  # a partial last bin would seem less likely
    in_bins = rows[values < low + bins * width]
    middle = low + (in_bins["at"] - low) // width * width + (width - 1) / 2
    return in_bins.assign(at=middle), width


def _commonest(rows: pd.DataFrame) -> pd.DataFrame:
    often = rows.groupby("at")["probability"].max().nlargest(MOST_WORDS).index
    return rows[rows["at"].isin(often)]


def _words(column: Column, values: pd.Series[Any]) -> pd.Series[Any]:
    """Outcomes as they are shown: in declared words, as yes or no, else as text."""
    words: dict[Any, str] = {True: "yes", False: "no", **column.words}
    return values.map(lambda value: words.get(value, str(value)))
