"""Estimates for each point and method of a frame: likelihoods, means, quantiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum, nan
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from sweepstake.puzzle.question import Question
from sweepstake.report.summary.ordered import as_float, in_order
from sweepstake.stats import interval
from sweepstake.store.stated import STATED, Stated, read

ROUNDING = 1e-26
"""A variance below this share of the squared mean is rounding error."""
A_ROW = 2.0**-52
"""The rounding error of a sum of float probabilities, for each term."""
MUCH = 1e-9
"""If an answer leaves out a larger probability, its spread and quantiles are unknown."""
Key = tuple[Any, ...]  # parameters and method
Numbers = pd.Series  # one for each row of the frame, or for each point and method


class Estimate(NamedTuple):
    """A number for each point and method, its standard error, and the ends of its 95% interval.

    The last three are missing unless the number was sampled.
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
        self.question, self.frame = question, frame
        self.keys = [*question.parameter, "method"]
        held = frame.attrs.get(STATED)
        stated = read(question, held) if held else {}
        every = frame[self.keys]
        if alone := _alone(stated, every):
            more = pd.DataFrame(alone, columns=self.keys).astype(dict(every.dtypes))
            every = pd.concat([every, more], ignore_index=True)
        number = every.groupby(self.keys, sort=True).ngroup().to_numpy()
        firsts = every.assign(_number=number).drop_duplicates("_number").sort_values("_number")
        self.at = in_order(question, firsts)
        place = np.argsort(self.at.pop("_number").to_numpy())[number]
        self.place = pd.Series(place[: len(frame)], frame.index)
        """The place of each row's point and method in `at`."""
        trials = frame["trials"].astype(float)
        self._weighs = trials.notna() & frame["count"].isna()
        self.trials = trials.groupby(self.place).max().reindex(self.at.index)
        keys = self.at[self.keys].itertuples(index=False, name=None) if stated else ()
        pairs = zip(self.at.index, (stated.get(key) for key in keys), strict=False)
        self.stated = {place: own for place, own in pairs if own}
        """The stated rest and means of answers, by place."""

    def total(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """The sum of `values`, one for each row, over each point; missing if all are missing."""
        return values.groupby(self.place).sum(min_count=1).reindex(self.at.index)

    def likelihood(self, met: pd.Series[bool]) -> Estimate:
        """The total probability of the rows `met` at each point; missing if it lists no outcome."""
        rows, listed = self.frame[met], self.total(self.frame["probability"]).notna()
        value = self.total(rows["probability"]).fillna(0.0).clip(upper=1.0).where(listed)
        if not self.trials.notna().any():
            return computed(value)
        count = self.total(rows["count"].astype(float)).fillna(0.0)
        counted = self.trials.notna() & ~self._weighed()
        trials = self.trials.where(counted, 1.0)
        value = (count / trials).where(counted, value)  # a sum of probabilities may be rounded
        error = np.sqrt(value * (1.0 - value) / trials).where(counted, self._weighed_error(met))
        counts = count.where(counted, 0.0).to_numpy(np.int64)
        ends = interval.of_counts(counts, np.asarray(trials, np.int64))
        others = interval.of_means(*map(np.asarray, (value, error, self.trials.fillna(1.0))))
        low, high = (
            pd.Series(np.where(counted, a, b), value.index)
            for a, b in zip(ends, others, strict=True)
        )
        return Estimate(value, error, low, high)

    def average(self, values: pd.Series[float]) -> Estimate:
        """The mean of `values`, one for each row of the frame, without missing values.

        Only trials with a value count; for weighted trials the mean is then a ratio. If `values`
        has the name of an outcome column, stated means replace computed ones.
        """
        mean = self.total(self._shares(values) * values)
        if not self.trials.notna().any():
            return computed(self._stated(mean, values.name))
        sd = self.spread(values)
        counted, present, trials = ~self._weighed(), values.notna(), self.trials
        by = values.abs()
        if not present.all():
            trials = self.total(self.frame["count"].astype(float).where(present)).where(
                counted, trials
            )
            by = (values - self.each(mean)).abs() / self.each(
                self.total(self.frame["probability"].where(present))
            )
        bound = self._weighed_error(present, by)
        more = (trials - 1.0).where(trials > 1.0)  # a single trial has no spread
        error: pd.Series[float] = (sd / more**0.5).where(counted, bound)
        errors, played = np.asarray(error, float), np.asarray(trials.fillna(1.0))
        sizes = np.asarray(self.total((self.frame["probability"] * by).where(present)), float)
        mean = self._stated(mean, values.name)
        wide = interval.reach_of_weights(sizes, errors, played)
        reach = np.where(counted, interval.reach(errors, played), wide)
        return Estimate(mean, error, mean - reach, mean + reach)

    def spread(self, values: pd.Series[float]) -> pd.Series[float]:
        """The standard deviation of `values`, one for each row of the frame, at each point."""
        shares = self._shares(values)
        mean = self.total(shares * values)
        away = values - self.each(mean)
        variance: pd.Series[float] = self.total(shares * away**2)
        variance = variance.mask(self.left_out() > MUCH)
        return variance.mask(variance < ROUNDING * mean**2, 0.0) ** 0.5

    def quantiles(self, values: pd.Series[float], percents: Sequence[int]) -> list[Numbers]:
        """The quantiles of `values` at each point, one series for each of `percents`.

        They are missing if the answer leaves out too much.
        """
        share, known = self.frame["probability"], ~(self.left_out() > MUCH)
        rows = pd.DataFrame({"at": self.place, "value": values, "share": share}).dropna()
        rows = rows.sort_values(["at", "value"], kind="stable")
        shares = rows.groupby("at")["share"]
        reached = shares.cumsum() / shares.transform("sum")
        firsts = (
            rows[reached >= percent / 100 - 1e-12].groupby("at")["value"].first()
            for percent in percents
        )
        return [first.reindex(known.index).where(known) for first in firsts]

    def ends(self, values: pd.Series[float]) -> tuple[Numbers, Numbers]:
        """The least and the greatest value at each point; missing if outcomes are left out."""
        met = values[self.frame["log10_probability"].notna()].groupby(self.place)
        all_there = ~(self.left_out() > 0.0)
        return met.min().where(all_there), met.max().where(all_there)

    def left_out(self) -> pd.Series[float]:
        """1 less the sum of each point's probabilities; 0 if that is only a rounding error.

        Exact answers state it; it is missing for samples.
        """
        methods = [self.question.methods[name] for name in self.at["method"]]
        whole = np.array([m.kind == "exact" and not m.leaves_out for m in methods], bool)
        is_sampled = self.trials.notna().to_numpy(bool)
        out, place = np.where(is_sampled, np.nan, 0.0), self.place.to_numpy()
        rows = np.flatnonzero(~(whole | is_sampled)[place])
        rows = rows[np.argsort(place[rows], kind="stable")]
        at, sizes = np.unique(place[rows], return_counts=True)
        shares = self.frame["probability"].to_numpy()[rows].tolist()
        ends = zip(sizes.tolist(), np.cumsum(sizes).tolist(), strict=True)
        left = 1.0 - np.array([fsum(shares[end - size : end]) for size, end in ends])
        out[at] = np.where(left > A_ROW * sizes, left, 0.0)
        for place, stated in self.stated.items():
            out[place] = float(stated.left_out)
        return pd.Series(out, self.at.index)

    def likeliest(self, words: pd.Series[Any]) -> pd.Series[Any]:
        """The likeliest of `words`, one for each row, at each point; the first of equals."""
        rows = pd.DataFrame({"at": self.place, "word": words, "p": self.frame["probability"]})
        sums = rows.groupby(["at", "word"], sort=True)["p"].sum().reset_index()
        order = sums.sort_values(["at", "p"], ascending=[True, False], kind="stable")
        return order.groupby("at")["word"].first()

    def each(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """`values`, one for each point and method, repeated for each row of the frame."""
        return self.place.map(values)

    def first(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """The first of `values` at each point; only some rows of the frame have a value."""
        return values.groupby(self.place).first()

    def row(self, **columns: pd.Series[Any]) -> pd.DataFrame:
        """One row for each point and method: its keys, and `columns`."""
        return self.at.assign(**columns).reset_index(drop=True)

    def _shares(self, values: pd.Series[float]) -> pd.Series[float]:
        """The probability of each row, conditional on having a value."""
        share = self.frame["probability"].where(values.notna())
        if not values.isna().any():
            return share
        return share / self.each(self.total(share))

    def mean(self, place: int, column: str) -> Fraction | None:
        """The mean of an outcome column that the answer at `place` states, or None."""
        names = [outcome.name for outcome in self.question.outcomes]
        if place not in self.stated or column not in names:
            return None
        return self.stated[place].means[names.index(column)]

    def _stated(self, means: pd.Series[float], column: object) -> pd.Series[float]:
        """The means; an exact answer that leaves outcomes out has its stated mean, or none."""
        means = means.copy()
        for place in self.at.index[(self.left_out() > 0.0) & self._is_exact()]:
            mean = self.mean(place, str(column))
            means[place] = nan if mean is None else as_float(mean)
        return means

    def _is_exact(self) -> pd.Series[bool]:
        methods = self.question.methods
        return self.at["method"].map(lambda name: methods[name].kind == "exact").astype(bool)

    def _weighed(self) -> pd.Series[bool]:
        return self._weighs.groupby(self.place).any().reindex(self.at.index, fill_value=False)

    def _weighed_error(self, met: pd.Series[bool], by: pd.Series[float] | float = 1.0) -> Numbers:
        """An upper bound for the standard error of weighted trials, over the rows `met`."""
        return self.total((self.frame["standard_error"] * by).where(met & self._weighs))


def _alone(stated: Mapping[Key, Stated], rows: pd.DataFrame) -> list[Key]:
    """The answers without rows; [] if other answers are missing, as in a selection of rows."""
    alone = [key for key, own in stated.items() if own.left_out == 1]
    if not alone or len(alone) == len(stated):
        return alone
    answered = {*rows.itertuples(index=False, name=None)}
    return alone if answered.issuperset(stated.keys() - {*alone}) else []
