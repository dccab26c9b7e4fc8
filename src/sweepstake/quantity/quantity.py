"""One number about a question, with its interval and how it was computed.

`quantities` makes them from rows; whatever shows or compares a number gets it from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, isnan, log10, nan
from statistics import NormalDist
from typing import Any

import pandas as pd

from sweepstake.puzzle.method import Kind
from sweepstake.puzzle.question import Column, Question
from sweepstake.quantity.estimates import ByPoint, Estimate, computed
from sweepstake.quantity.statistic import Statistic

Z95 = NormalDist().inv_cdf(0.975)
OF_OUTCOMES = ("rows", "quantile", "least", "most")
"""These statistics are whole numbers if the outcomes are."""


@dataclass(frozen=True)
class Quantity:
    """A probability, mean, standard deviation, quantile or count, by one method at one point.

    `name` is how to ask for it (`quantity.statistic`). `params` are as tables store them, `exact`
    is the value as a fraction, or empty if it isn't known exactly. `standard_error`, and the ends
    `low` and `high` of the 95% interval, are NaN unless it was sampled in `trials` trials. A method
    that proves bounds has these as `low` and `high`.
    """

    question: str
    name: str
    params: dict[str, Any]
    method: str
    kind: Kind
    value: float
    exact: str = ""
    standard_error: float = nan
    low: float = nan
    high: float = nan
    trials: int = 0
    logarithm: float = nan
    """The common logarithm of a probability; NaN if it isn't known."""
    rest: float = nan
    """The common logarithm of 1 - probability, if a float is too coarse for it."""

    @property
    def times(self) -> str:
        """The trials in words."""
        return f"{self.trials:,} trial{'s' * (self.trials != 1)}"

    @property
    def half(self) -> float:
        """Half of a sample's interval; 0 if there is no interval."""
        return (self.high - self.low) / 2 if self.has_interval else 0.0

    @property
    def is_sampled(self) -> bool:
        """True if it was estimated by random trials."""
        return self.kind in ("sampled", "rare")

    @property
    def has_interval(self) -> bool:
        """True if it was sampled often enough to have an interval."""
        return self.is_sampled and not isnan(self.low)

    @property
    def is_proved(self) -> bool:
        """True if it was computed in floats, between bounds that are proved."""
        return self.kind == "float" and not isnan(self.low)

    @property
    def digits(self) -> int:
        """How many digits of a proved number are known, up to 12; 0 if none is."""
        width, size = self.high - self.low, min(abs(self.low), abs(self.high))
        return 12 if not width else max(0, min(12, floor(log10(size / width)))) if size else 0


def quantities(question: Question, frame: pd.DataFrame, statistic: Statistic) -> list[Quantity]:
    """The statistic by each method at each point of `frame`, in the order of parameters."""
    return [*quantities_at(ByPoint(question, frame), statistic)]


def quantities_at(points: ByPoint, statistic: Statistic) -> Iterator[Quantity]:
    """The statistic by each method at each point."""
    if statistic.is_probability:
        yield from _shares(points, statistic.text, points.met(statistic))
    elif statistic.of == "mean":
        values = points.values(statistic)
        exact = points.exact_mean(points.frame[statistic.name])
        yield from _quantities(points, statistic.text, points.average(values), exact)
    elif statistic.of == "quantile" and statistic.percent == 50:
        middle = _median(points, points.values(statistic))
        yield from _quantities(points, statistic.text, middle, points.exact_value(middle.value))
    else:
        estimate = points.estimate(statistic)
        is_outcome = statistic.of in OF_OUTCOMES
        whole = points.exact_value(estimate.value) if is_outcome else None
        yield from _quantities(points, statistic.text, estimate, whole)


def shares(
    question: Question, frame: pd.DataFrame, mask: pd.Series[bool], name: str = ""
) -> list[Quantity]:
    """The total probability of the outcomes in the rows `mask`, by parameters and method."""
    points = ByPoint(question, frame)
    return [*_shares(points, name, mask.reindex(points.frame.index))]


def likelihoods(
    question: Question, frame: pd.DataFrame, column: Column, outcome: Any
) -> list[Quantity]:
    """The probability that `column` is `outcome` (None: missing), by parameters and method."""
    of_none = Statistic("none", column)
    statistic = of_none if outcome is None else Statistic("probability", column, outcome)
    return quantities(question, frame, statistic)


def means(question: Question, frame: pd.DataFrame, column: Column) -> list[Quantity]:
    """The mean of the values of `column` that aren't missing, by parameters and method."""
    return quantities(question, frame, Statistic("mean", column))


def _shares(points: ByPoint, name: str, mask: pd.Series[bool]) -> Iterator[Quantity]:
    estimate, is_one = points.likelihood(mask), pd.Series(nan, points.table.index)
    return _quantities(
        points,
        name,
        estimate,
        points.exact_probability(mask),
        points.logarithm(mask),
        points.logarithm(~mask).where(estimate.value == 1.0, is_one),
    )


def _median(points: ByPoint, values: pd.Series[float]) -> Estimate:
    """The median at each point.

    The interval of a sample lies between two order statistics, whose ranks enclose the median in
    95 of 100 samples. Weighted samples have no interval.
    """
    [middle] = points.quantiles(values, [50])
    rows = pd.DataFrame({"value": values, "count": points.frame["count"].astype(float)}).dropna()
    ends = {index: _around_middle(part) for index, part in rows.groupby(points.point_of_row)}
    low, high = (
        pd.Series({index: ends.get(index, (nan, nan))[end] for index in points.table.index})
        for end in (0, 1)
    )
    return computed(middle.astype(float))._replace(low=low, high=high)


def _around_middle(rows: pd.DataFrame) -> tuple[float, float]:
    rows = rows.sort_values("value")
    upto, reach = rows["count"].cumsum(), Z95 * rows["count"].sum() ** 0.5 / 2
    middle = rows["count"].sum() / 2
    if middle - reach < 1 or middle + reach > upto.iloc[-1]:
        return nan, nan
    low, high = (rows["value"][upto >= rank].iloc[0] for rank in (middle - reach, middle + reach))
    return float(low), float(high)


def _quantities(
    points: ByPoint,
    name: str,
    estimate: Estimate,
    exact: pd.Series[str] | None = None,
    logarithm: pd.Series[float] | None = None,
    rest: pd.Series[float] | None = None,
) -> Iterator[Quantity]:
    trials, left_out = points.trials.fillna(0).astype(int), points.left_out()
    for index, row in zip(points.table.index, points.table.to_dict("records"), strict=True):
        method = str(row.pop("method"))
        kind, fraction = points.question.methods[method].kind, "" if exact is None else exact[index]
        if left_out[index] > 0.0 and kind == "exact" and not fraction:
            kind = "float"  # what is left out may belong to it
        is_drawn = trials[index] > 0
        has_ends = is_drawn or kind == "float"
        yield Quantity(
            question=points.question.name,
            name=name,
            params={str(key): value for key, value in row.items()},
            method=method,
            kind=kind,
            value=float(estimate.value[index]),
            exact=fraction,
            standard_error=float(estimate.error[index]) if is_drawn else nan,
            low=float(estimate.low[index]) if has_ends else nan,
            high=float(estimate.high[index]) if has_ends else nan,
            trials=int(trials[index]),
            logarithm=nan if logarithm is None else float(logarithm[index]),
            rest=nan if rest is None else float(rest[index]),
        )
