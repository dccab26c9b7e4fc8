"""Compares each outcome column of counted samples by itself.

The mean of a column of whole numbers is tested as a mean, if there are enough trials for it to be
nearly normal, and its distribution function by its largest difference. If there are several
columns, the values of each other column are tested one by one (up to `MANY` values).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr, ndtri

from sweepstake.puzzle.question import Column
from sweepstake.report.check.comparison import IN_ERRORS, MEAN, ROUNDING, Bools, Comparison
from sweepstake.report.check.pair import Pair
from sweepstake.stats import goodness, power
from sweepstake.store.columns import codes, ranks, starts
from sweepstake.store.points import Floats

ENOUGH = 2_000
"""The fewest trials of a judged mean; times the square of the skewness if that is above 1."""
MANY = 20
"""The most values of a column that are tested one by one."""


def of_sample(pair: Pair, counts: Floats, expected: Floats, tells: Bools) -> Iterator[Comparison]:
    """The columns of a sample's `counts`, against the probability of each cell.

    Where the sample is too small to tell anything (not `tells`), they confirm nothing.
    """
    trials = pair.sums(counts).astype(np.float64)
    seen = counts / pair.spread(np.maximum(trials, 1))
    none = np.full(len(trials), np.inf)
    for comparison, where in _columns(pair, (expected, seen), (none, trials), "sample"):
        yield comparison.where(where & tells)
        yield replace(comparison.where(where & ~tells), strength="bound")


def of_samples(pair: Pair, counts: Floats) -> Iterator[Comparison]:
    """The columns of two samples; `counts` has the shape (2, cells)."""
    trials = tuple(pair.sums(part).astype(np.float64) for part in counts)
    first, second = (
        part / pair.spread(np.maximum(of, 1)) for part, of in zip(counts, trials, strict=True)
    )
    for comparison, where in _columns(pair, (first, second), (trials[0], trials[1]), "samples"):
        yield comparison.where(where)


def effective(first: Floats, second: Floats) -> Floats:
    """The trials of a sample that differs from its law as much as two samples from each other."""
    return 1 / (1 / np.maximum(first, 1) + 1 / np.maximum(second, 1))


def _columns(
    pair: Pair, shares: tuple[Floats, Floats], trials: tuple[Floats, Floats], strength: str
) -> Iterator[tuple[Comparison, Bools]]:
    """The test of each column, and at which points it is made."""
    columns = pair.points.question.outcomes
    for column in columns:
        test = Test(pair, column, shares, trials, strength)
        if column.type == "int" and column.is_number:
            yield from test.mean()
            yield test.distribution(), np.ones(len(pair.at), bool)
        elif len(columns) > 1:
            yield from test.values()


@dataclass(frozen=True)
class Test:
    """Two methods' shares of each cell, and their trials (infinite if a method draws none)."""

    pair: Pair
    column: Column
    shares: tuple[Floats, Floats]
    trials: tuple[Floats, Floats]
    strength: str

    @property
    def _trials(self) -> Floats:
        return effective(*self.trials)

    def mean(self) -> Iterator[tuple[Comparison, Bools]]:
        """The difference of the means, where neither is known from elsewhere."""
        pair, values = self.pair, self._numbers()
        means = [pair.sums(values * share) for share in self.shares]
        law, trials = (
            (self.shares, self.trials)
            if self.strength == "samples"
            else (self.shares[:1], self.trials[1:])
        )
        squares, skewness = np.zeros(len(pair.at)), np.zeros(len(pair.at))
        for mean, share, drawn in zip(means, law, trials, strict=False):
            off = values - pair.spread(mean)
            variance = pair.sums(off**2 * share)
            squares += variance / np.maximum(drawn, 1)
            third, cubed = abs(pair.sums(off**3 * share)), variance**1.5
            skew = np.divide(third, cubed, where=cubed > 0, out=np.zeros(len(third)))
            skewness = np.maximum(skewness, skew)
        error, off = np.sqrt(squares), abs(means[0] - means[1])
        is_rounding = off <= ROUNDING * abs(means[0])
        errors = np.divide(off, error, where=error > 0, out=np.full(len(off), np.inf))
        caught = power.of_mean(error, pair.ratios.beyond)
        relative = np.divide(
            caught, abs(means[0]), where=means[0] != 0, out=np.where(caught > 0, np.inf, 0.0)
        )
        comparison = self._compared(
            f"{MEAN}{self.column.name}", np.where(is_rounding, 0.0, errors), relative
        )
        stated, is_normal = self._is_stated(), self._trials >= ENOUGH * np.maximum(1, skewness**2)
        yield comparison, ~stated & is_normal
        yield comparison.unjudged(), ~stated & ~is_normal

    def distribution(self) -> Comparison:
        """The largest difference of the two distribution functions."""
        pair, values = self.pair, self._numbers()
        point = pair.spread(np.arange(len(pair.at)))
        order = np.lexsort((values, point))
        difference = (self.shares[1] - self.shares[0])[order]
        sums = difference.cumsum()
        sums -= pair.spread(np.append(0.0, sums)[pair.first])
        ends = np.append((np.diff(values[order]) != 0) | (np.diff(point) != 0), True)
        apart = np.where(ends[: len(sums)], abs(sums), 0.0)
        distance = np.maximum(0.0, pair.largest(apart) - pair.left_out[0])
        caught = power.of_distribution(self._trials, pair.ratios.beyond)
        off = goodness.furthest(distance, self._trials)
        return self._compared(f"distribution function of {self.column.name}", off, caught)

    def values(self) -> Iterator[tuple[Comparison, Bools]]:
        """The largest difference of the shares of one of the values, if these are few."""
        pair = self.pair
        point = pair.spread(np.arange(len(pair.at)))
        rows = pair.points.rows[self.column.name].take(pair.rows.max(0))
        group = ranks([point, codes(rows)], len(point))
        if not len(group):
            return
        order = np.argsort(group, kind="stable")
        first = starts(group[order])
        one, other = (np.add.reduceat(share[order], first) for share in self.shares)
        of_point = point[order][first]
        number = np.bincount(of_point, minlength=len(pair.at))
        trials = self._trials[of_point]
        p = (
            one
            if self.strength == "sample"
            else (one * self.trials[0][of_point] + other * self.trials[1][of_point])
            / (self.trials[0] + self.trials[1])[of_point]
        )
        if self.strength == "sample":
            counts = np.rint(other * trials)
            off = goodness.worst(counts, trials, p, number)
        else:
            error = np.sqrt(np.clip(p * (1 - p), 0, 1) / trials)
            deviates = np.divide(abs(one - other), error, where=error > 0, out=np.zeros(len(error)))
            worst = np.zeros(len(pair.at))
            np.maximum.at(worst, of_point, deviates)
            off = goodness.deviate(2 * np.maximum(number, 1) * ndtr(-worst))
        level = 2 * ndtr(-pair.ratios.beyond) / np.maximum(number, 1)
        away = power.of_share(np.clip(p, 0, 1), trials, (0.0 - ndtri(level / 2))[of_point])
        caught = np.zeros(len(pair.at))
        np.maximum.at(caught, of_point, away)
        comparison = self._compared(f"each {self.column.name}", off, caught)
        yield comparison, number <= MANY

    def _numbers(self) -> Floats:
        column = self.pair.points.rows[self.column.name]
        values: Floats = column.to_numpy().astype(np.float64)[self.pair.rows.max(0)]
        return values

    def _is_stated(self) -> Bools:
        """For each point, True if an answer states its mean, which is then tested by `means`."""
        points, (reference, _) = self.pair.points, self.pair.methods
        stated = {*points.means, *points.mean_bounds}
        here = np.array([(reference, point) in stated for point in self.pair.at.tolist()], bool)
        return np.asarray(here | (self.pair.left_out[0] > ROUNDING))

    def _compared(self, what: str, off: Floats, caught: Floats) -> Comparison:
        pair, bound = self.pair, self.pair.ratios.beyond
        return Comparison(
            pair.names, f"{what}{IN_ERRORS}", pair.at, off, bound, self.strength, caught,
            self.column.name,
        )  # fmt: skip
