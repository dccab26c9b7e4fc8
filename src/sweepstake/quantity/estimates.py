"""Rows of answers as numbers with errors: a probability, a mean, a quantile at each point.

If a number may be missing, its mean is taken over the others. An exact answer may leave out
outcomes and give its means; a float method may leave out rare outcomes. The least and the greatest
value are then unknown.

Estimates have a standard error and a 95% interval. For counted trials the standard error follows
from the counts. For weighted trials only the errors of single outcomes are known. The error of a
sum of outcomes is at most the sum of their errors, which is used here, so the interval contains the
true value in at least 95% of cases.

Answers are in the order of the parameters' values: rationals by size, words and lists as declared.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import fsum, inf, log10, nan, nextafter
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf
from sweepstake.puzzle.question import Question
from sweepstake.quantity.statistic import QUANTILES, Statistic
from sweepstake.stats import interval
from sweepstake.store.parquet import LEFT_OUT, MEAN
from sweepstake.text.digits import fraction, written

ROUNDING_OF_VARIANCE = 1e-26
"""A variance below this share of the squared mean is rounding error."""
ROUNDING_OF_TERM = 2.0**-52
"""The rounding error of a sum of float probabilities, for each term."""
MAX_LEFT_OUT = 1e-9
"""If an answer leaves out a larger probability, its spread and quantiles are unknown."""
MAX_DIGITS = 20_000
"""The most characters of the fractions that are added as fractions."""
COMPARE = {">=": operator.ge, "<=": operator.le}
Numbers = pd.Series  # one for each row of the frame, or for each point and method


class Estimate(NamedTuple):
    """A number for each point and method, its standard error, and the ends of its 95% interval.

    The last three are missing unless the number was sampled, or has proved bounds instead.
    """

    value: pd.Series[float]
    error: pd.Series[float]
    low: pd.Series[float]
    high: pd.Series[float]


def computed(value: pd.Series[float]) -> Estimate:
    """The estimate of a number that was not sampled; it avoids the slow import of SciPy."""
    return Estimate(value, value * nan, value * nan, value * nan)


class ByPoint:
    """The points and methods of `frame`, in the order of their parameters' values."""

    def __init__(self, question: Question, frame: pd.DataFrame) -> None:
        """An answer without outcomes is one row of `frame`, whose probability is null."""
        self.question = question
        self.keys = [*question.parameter, "method"]
        rows = frame[self.keys]
        group = rows.groupby(self.keys, sort=True).ngroup().to_numpy()
        first_row = np.unique(group, return_index=True)[1]
        self.table = in_order(question, rows.iloc[first_row].assign(_row=first_row))
        """The keys of each point and method."""
        first_row = self.table.pop("_row").to_numpy()
        index = np.argsort(group[first_row])[group]
        is_outcome = frame["probability"].notna()
        self.frame = frame[is_outcome]
        """The rows that are outcomes."""
        self.point_of_row = pd.Series(index[is_outcome.to_numpy()], self.frame.index)
        """The index in `table` of the point and method of each row of `self.frame`."""
        self._quantiles: dict[str, list[Numbers]] = {}
        self._of_answer = frame.iloc[first_row].reset_index(drop=True)
        """A row of each answer, for what is equal in all of them."""
        trials = frame["trials"].astype(float)
        self._weighs = trials.notna() & frame["count"].isna()
        self.trials = trials.groupby(self.point_of_row).max().reindex(self.table.index)

    def estimate(self, statistic: Statistic) -> Estimate:
        """The statistic at each point."""
        if statistic.of == "rows":
            rows = self.total(pd.Series(1.0, self.frame.index)).fillna(0.0)
            return computed(rows)
        if statistic.is_probability:
            return self.likelihood(self.met(statistic))
        if statistic.of == "log10":
            return computed(self.logarithm(self.met(statistic)))
        values = self.values(statistic)
        if statistic.of == "mean":
            return self.average(values)
        if statistic.of == "sd":
            return computed(self.spread(values))
        if statistic.of == "quantile":
            if statistic.percent not in QUANTILES:
                return computed(self.quantiles(values, [statistic.percent])[0])
            if statistic.name not in self._quantiles:  # sorting takes most of the time
                self._quantiles[statistic.name] = self.quantiles(values, QUANTILES)
            return computed(self._quantiles[statistic.name][QUANTILES.index(statistic.percent)])
        return computed(self.ends(values)[statistic.of == "most"])

    def values(self, statistic: Statistic) -> pd.Series[float]:
        """The numbers in the rows of the statistic's column."""
        return as_numbers(self.frame[statistic.name])

    def met(self, statistic: Statistic) -> pd.Series[bool]:
        """True for each row whose outcome has the probability that is asked for."""
        cells = self.frame[statistic.name]
        if statistic.of == "none":
            return cells.isna()
        if statistic.of == "likeliest":
            mask = cells == self.per_row(self.likeliest(cells))
        elif statistic.relation:
            bound = float(Fraction(statistic.outcome))
            mask = COMPARE[statistic.relation](as_numbers(cells), bound)
        else:
            mask = cells == statistic.outcome
        return mask.fillna(False).astype(bool)

    def logarithm(self, mask: pd.Series[bool]) -> pd.Series[float]:
        """The common logarithm of the probability of the rows `mask`, which may underflow."""
        logs = self.frame["log10_probability"].astype(float).where(mask.reindex(self.frame.index))
        by_point = logs.dropna().groupby(self.point_of_row)
        return by_point.agg(log_of_sum).reindex(self.table.index)

    def exact_probability(self, mask: pd.Series[bool]) -> pd.Series[str]:
        """The probability of the rows `mask` as a fraction; empty if it isn't known."""
        return self._exact(pd.DataFrame({"exact": self.frame["exact"].where(mask)}), _sum)

    def exact_mean(self, cells: pd.Series[Any]) -> pd.Series[str]:
        """The mean of `cells`, one for each row, as a fraction; empty if it isn't known."""
        exact = self._exact(pd.DataFrame({"exact": self.frame["exact"], "by": cells}), _mean)
        for index in self.table.index[self._is_exact()]:
            if (mean := self.mean(index, str(cells.name))) is not None:
                exact[index] = written(mean)
        return exact

    def exact_value(self, values: pd.Series[float]) -> pd.Series[str]:
        """The whole numbers among `values` as text, where answers are exact; otherwise empty."""
        is_whole = self._is_exact() & (values == values.round()) & (values.abs() < 2.0**53)
        return values.where(is_whole, 0.0).map("{:.0f}".format).where(is_whole, "")

    def _exact(self, rows: pd.DataFrame, combined: Callable[[pd.DataFrame], str]) -> pd.Series[str]:
        """Fractions of rows combined for each answer that is exact and complete."""
        is_known = self.frame["exact"].notna().groupby(self.point_of_row).all()
        is_known = is_known.reindex(self.table.index, fill_value=False)
        exact = pd.Series("0" if combined is _sum else "", self.table.index, dtype=object)
        parts = rows.dropna(subset=["exact"]).groupby(self.point_of_row)
        sizes = parts.size()
        if combined is _sum and sizes.max() == 1:
            exact[sizes.index] = parts["exact"].first()
        elif len(sizes):
            exact[sizes.index] = parts.apply(combined)
        return exact.where(is_known & self._is_exact() & ~(self.left_out() > 0.0), "")

    def total(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """The sum of `values`, one for each row, over each point; missing if all are missing."""
        return values.groupby(self.point_of_row).sum(min_count=1).reindex(self.table.index)

    def likelihood(self, mask: pd.Series[bool]) -> Estimate:
        """The total probability of the rows `mask` at each point; missing without any outcome."""
        mask = mask.reindex(self.frame.index)
        rows, has_outcomes = self.frame[mask], self.total(self.frame["probability"]).notna()
        value = self.total(rows["probability"]).fillna(0.0).clip(upper=1.0).where(has_outcomes)
        if not self.trials.notna().any():
            return self._within_bounds(computed(value), mask)
        count = self.total(rows["count"].astype(float)).fillna(0.0)
        is_counted = self.trials.notna() & ~self._weighed()
        trials = self.trials.where(is_counted, 1.0)
        value = (count / trials).where(is_counted, value)  # a sum of probabilities may be rounded
        error = np.sqrt(value * (1.0 - value) / trials).where(is_counted, self._weighed_error(mask))
        counts = count.where(is_counted, 0.0).to_numpy(np.int64)
        ends = interval.of_counts(counts, np.asarray(trials, np.int64))
        weighted_ends = interval.of_means(*map(np.asarray, (value, error, self.trials.fillna(1.0))))
        low, high = (
            pd.Series(np.where(is_counted, a, b), value.index)
            for a, b in zip(ends, weighted_ends, strict=True)
        )
        return self._within_bounds(Estimate(value, error, low, high), mask)

    def average(self, values: pd.Series[float]) -> Estimate:
        """The mean of `values`, one for each row of the frame, without missing values.

        Only trials with a value count; for weighted trials the mean is then a ratio. If `values`
        has the name of an outcome column, means that come with answers replace computed ones.
        """
        mean = self.total(self._shares(values) * values)
        if not self.trials.notna().any():
            return self._mean_within(computed(self._given_means(mean, values.name)), values.name)
        sd = self.spread(values)
        is_counted, present, trials = ~self._weighed(), values.notna(), self.trials
        by = values.abs()
        if not present.all():
            trials = self.total(self.frame["count"].astype(float).where(present)).where(
                is_counted, trials
            )
            by = (values - self.per_row(mean)).abs() / self.per_row(
                self.total(self.frame["probability"].where(present))
            )
        bound = self._weighed_error(present, by)
        degrees = (trials - 1.0).where(trials > 1.0)  # a single trial has no spread
        error: pd.Series[float] = (sd / degrees**0.5).where(is_counted, bound)
        errors, played = np.asarray(error, float), np.asarray(trials.fillna(1.0))
        sizes = np.asarray(self.total((self.frame["probability"] * by).where(present)), float)
        mean = self._given_means(mean, values.name)
        wide = interval.reach_of_weights(sizes, errors, played)
        reach = np.where(is_counted, interval.reach(errors, played), wide)
        estimate = Estimate(mean, error, mean - reach, mean + reach)
        return self._mean_within(estimate, values.name)

    def spread(self, values: pd.Series[float]) -> pd.Series[float]:
        """The standard deviation of `values`, one for each row of the frame, at each point."""
        probabilities = self._shares(values)
        mean = self.total(probabilities * values)
        deviation = values - self.per_row(mean)
        variance: pd.Series[float] = self.total(probabilities * deviation**2)
        variance = variance.mask(self.left_out() > MAX_LEFT_OUT)
        return variance.mask(variance < ROUNDING_OF_VARIANCE * mean**2, 0.0) ** 0.5

    def quantiles(self, values: pd.Series[float], percents: Sequence[int]) -> list[Numbers]:
        """The quantiles of `values` at each point, one series for each of `percents`.

        They are missing if the answer leaves out too much.
        """
        probability, is_known = self.frame["probability"], ~(self.left_out() > MAX_LEFT_OUT)
        rows = pd.DataFrame(
            {"at": self.point_of_row, "value": values, "share": probability}
        ).dropna()
        rows = rows.sort_values(["at", "value"], kind="stable")
        by_point = rows.groupby("at")["share"]
        share_up_to = by_point.cumsum() / by_point.transform("sum")
        firsts = (
            rows[share_up_to >= percent / 100 - 1e-12].groupby("at")["value"].first()
            for percent in percents
        )
        return [first.reindex(is_known.index).where(is_known) for first in firsts]

    def ends(self, values: pd.Series[float]) -> tuple[Numbers, Numbers]:
        """The least and the greatest value at each point; missing if outcomes are left out."""
        possible = values[self.frame["log10_probability"].notna()].groupby(self.point_of_row)
        is_complete = ~(self.left_out() > 0.0)
        least, greatest = (
            end.reindex(self.table.index) for end in (possible.min(), possible.max())
        )
        return least.where(is_complete), greatest.where(is_complete)

    def left_out(self) -> pd.Series[float]:
        """1 less the sum of each point's probabilities; 0 if that is only a rounding error.

        Exact answers give it themselves; it is missing for samples.
        """
        methods = [self.question.methods[name] for name in self.table["method"]]
        whole = np.array([m.proves or (m.kind == "exact" and not m.leaves_out) for m in methods])
        whole = whole.astype(bool)
        is_sampled = self.trials.notna().to_numpy(bool)
        out, point_of_row = np.where(is_sampled, np.nan, 0.0), self.point_of_row.to_numpy()
        rows = np.flatnonzero(~(whole | is_sampled)[point_of_row])
        rows = rows[np.argsort(point_of_row[rows], kind="stable")]
        at, sizes = np.unique(point_of_row[rows], return_counts=True)
        probabilities = self.frame["probability"].to_numpy()[rows].tolist()
        ends = zip(sizes.tolist(), np.cumsum(sizes).tolist(), strict=True)
        remainder = 1.0 - np.array([fsum(probabilities[end - size : end]) for size, end in ends])
        out[at] = np.where(remainder > ROUNDING_OF_TERM * sizes, remainder, 0.0)
        for index in np.flatnonzero(self._of_answer[LEFT_OUT].notna()):
            out[index] = float(fraction(self._of_answer[LEFT_OUT].iloc[index]))
        return pd.Series(out, self.table.index)

    def likeliest(self, words: pd.Series[Any]) -> pd.Series[Any]:
        """The likeliest of `words`, one for each row, at each point; the first of equals."""
        rows = pd.DataFrame(
            {"at": self.point_of_row, "word": words, "p": self.frame["probability"]}
        )
        sums = rows.groupby(["at", "word"], sort=True)["p"].sum().reset_index()
        order = sums.sort_values(["at", "p"], ascending=[True, False], kind="stable")
        return order.groupby("at")["word"].first()

    def per_row(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """For each row of the frame, the value of its point and method."""
        return self.point_of_row.map(values)

    def first(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """The first of `values` at each point; only some rows of the frame have a value."""
        return values.groupby(self.point_of_row).first()

    def row(self, **columns: pd.Series[Any]) -> pd.DataFrame:
        """One row for each point and method: its keys, and `columns`."""
        return self.table.assign(**columns).reset_index(drop=True)

    def _shares(self, values: pd.Series[float]) -> pd.Series[float]:
        """The probability of each row, conditional on having a value."""
        share = self.frame["probability"].where(values.notna())
        if not values.isna().any():
            return share
        return share / self.per_row(self.total(share))

    def mean(self, index: int, column: str) -> Fraction | None:
        """The mean of an outcome column that comes with the answer at `index`, or None."""
        if (name := f"{MEAN}{column}") not in self._of_answer:
            return None
        text = self._of_answer[name].iloc[index]
        return None if pd.isna(text) else fraction(text)

    def _given_means(self, means: pd.Series[float], column: object) -> pd.Series[float]:
        """The means; if an exact or proved answer is incomplete, the mean that it states, or NaN.

        What is left out may change the mean by any amount.
        """
        means = means.copy()
        is_sure = self._is_exact() | self._proves()
        for index in self.table.index[(self.left_out() > 0.0) & is_sure]:
            mean = self.mean(index, str(column))
            means[index] = nan if mean is None else as_float(mean)
        return means

    def _within_bounds(self, estimate: Estimate, mask: pd.Series[bool]) -> Estimate:
        """The probability of the rows `mask`, with its bounds where a method has proved some."""
        if not (proves := self._proves()).any():
            return estimate
        value, _, low, high = estimate = Estimate(*(series.copy() for series in estimate))
        left_out = self.left_out()
        for index in self.table.index[proves]:
            rows = self.frame[self.point_of_row == index]
            is_met = mask.reindex(rows.index).to_numpy(bool)
            least, most = rows["low"].to_numpy(float), rows["high"].to_numpy(float)
            low[index] = sum_down(least[is_met])
            high[index] = min(
                -sum_down(-np.append(most[is_met], left_out[index])),
                -sum_down(np.append(least[~is_met], -1.0)),
            )
            value[index] = min(max(value[index], low[index]), high[index])
        return estimate

    def _mean_within(self, estimate: Estimate, column: object) -> Estimate:
        """A mean, with its bounds where a method has proved some; its value is in the middle."""
        names = [f"{MEAN}{column}_{end}" for end in ("low", "high")]
        if not self._proves().any() or names[0] not in self._of_answer:
            return estimate
        low, high = (self._of_answer[name].astype(float) for name in names)
        is_known = low.notna()
        middle = low + (high - low) / 2
        pairs = zip((middle, low, high), (estimate.value, estimate.low, estimate.high), strict=True)
        value, low, high = (proved.where(is_known, other) for proved, other in pairs)
        return Estimate(value, estimate.error, low, high)

    def _proves(self) -> pd.Series[bool]:
        methods = self.question.methods
        return self.table["method"].map(lambda name: methods[name].proves).astype(bool)

    def _is_exact(self) -> pd.Series[bool]:
        methods = self.question.methods
        return self.table["method"].map(lambda name: methods[name].kind == "exact").astype(bool)

    def _weighed(self) -> pd.Series[bool]:
        return (
            self._weighs.groupby(self.point_of_row)
            .any()
            .reindex(self.table.index, fill_value=False)
        )

    def _weighed_error(self, mask: pd.Series[bool], by: pd.Series[float] | float = 1.0) -> Numbers:
        """An upper bound for the standard error of weighted trials, over the rows `mask`."""
        return self.total((self.frame["standard_error"] * by).where(mask & self._weighs))


def outcomes(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that are outcomes, without those of answers that have no outcome."""
    return frame[frame["probability"].notna()]


def in_order(question: Question, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows, which are sorted as tables store their parameters, in the order of their values."""
    if all(p.type == "int" for p in question.parameters):
        return rows.reset_index(drop=True)
    order = pd.DataFrame({p.name: ranks(p, rows[p.name]) for p in question.parameters})
    return rows.loc[order.sort_values([*order], kind="stable").index].reset_index(drop=True)


def ranks(parameter: AnyParameter, values: pd.Series[Any]) -> pd.Series[float]:
    """Numbers with the same order as a parameter's values."""
    if isinstance(parameter, Choice):
        return values.map({word: k for k, word in enumerate(parameter.values)}).astype(float)
    if isinstance(parameter, ListOf):
        ordered = sorted(values.unique(), key=parameter.sort_key)
        return values.map({text: k for k, text in enumerate(ordered)}).astype(float)
    return as_numbers(values)


def as_numbers(column: pd.Series[Any]) -> pd.Series[float]:
    """A column of numbers, booleans, or rationals as text, as floats."""
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        return column.astype(float)
    floats = {text: as_float(fraction(text)) for text in column.dropna().unique()}
    return column.map(floats).astype(float)


def as_float(number: Fraction) -> float:
    """A number as a float; infinite if it is too large."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def sum_down(numbers: NDArray[np.float64]) -> float:
    """A sum of floats, rounded down.

    >>> sum_down(np.array([0.5, 0.25])), sum_down(np.array([1.0, 1e-30]))
    (0.75, 1.0)
    """
    rounded = fsum(numbers)
    exact = sum(map(Fraction, numbers.tolist()), Fraction(0))
    return rounded if rounded <= exact else nextafter(rounded, -inf)


def log_of_sum(logarithms: pd.Series[float]) -> float:
    """The common logarithm of a sum, from its terms' logarithms: the terms may underflow."""
    largest = logarithms.max()
    return float(largest + log10((10.0 ** (logarithms - largest)).sum()))


def _sum(rows: pd.DataFrame) -> str:
    """The sum of fractions; empty if they have too many digits."""
    if rows["exact"].str.len().sum() > MAX_DIGITS:
        return ""
    return written(sum(map(fraction, rows["exact"]), Fraction(0)))


def _mean(rows: pd.DataFrame) -> str:
    """The mean of numbers, weighted by their fractions; empty unless the fractions sum to 1."""
    if _sum(rows) != "1":
        return ""
    valued = rows.dropna(subset=["by"])
    if valued.empty:
        return ""
    pairs = zip(valued["exact"], valued["by"], strict=True)
    weighed = sum((fraction(term) * fraction(by) for term, by in pairs), Fraction(0))
    return written(weighed / fraction(_sum(valued)))
