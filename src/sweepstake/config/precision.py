"""When an estimate is good enough, and how many trials that is likely to take."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf, sqrt
from typing import NamedTuple

from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.puzzle.question import Question

MEAN = "mean"
DOUBT = 0.1
DEVIATES = 3.0
"""The margin, in standard errors of the trials needed."""
Sample = Distribution | Weighted


class Estimate(NamedTuple):
    """How good an estimate is."""

    error: float
    """Its standard error, relative if asked; infinite if the event was not met."""
    doubt: float
    """The relative standard error of the squared error, to which the trials needed are in
    proportion."""
    is_known: bool = True
    """False if too few trials carry the weight of the outcome for the error to be trusted."""


@dataclass(frozen=True)
class Until:
    """The bound of an estimate: a standard error, or a `relative` one, of at most `bound`.

    `of` is "mean" (of the question's first outcome that is always a number), or the outcome, as
    pairs of column and value, whose probability is estimated.
    """

    bound: float
    relative: bool
    of: str | tuple[tuple[str, object], ...]
    max_trials: int

    def met(self, question: Question, sample: Sample) -> bool:
        """True if `sample` is good enough."""
        estimate = self.estimate(question, sample)
        return estimate.error <= self.bound and estimate.is_known

    def wanted(self, question: Question, pilot: Sample) -> float:
        """The trials to count, so that they nearly always meet the bound; infinite if unknown."""
        estimate = self.estimate(question, pilot)
        share = (estimate.error / self.bound) ** 2
        if not share:  # zero error: count as many trials as the pilot had
            return pilot.total
        if isinf(share):
            return share
        doubt = estimate.doubt * sqrt(1 + 1 / share)  # the pilot's, and the sample's
        return share * pilot.total * (1 + DEVIATES * doubt)

    def settled(self, question: Question, pilot: Sample) -> bool:
        """True if `pilot` says well enough how many trials are needed."""
        estimate = self.estimate(question, pilot)
        met = 0 < estimate.error <= self.bound and estimate.is_known
        return estimate.doubt <= DOUBT or met

    def estimate(self, question: Question, sample: Sample) -> Estimate:
        """How good the estimate is that `sample` gives.

        >>> from sweepstake.core.distribution import event
        >>> from sweepstake.puzzle.register import question
        >>> until = Until(0.1, True, (("swept", True),), 10**9)
        >>> estimate = until.estimate(question("war_sweep"), event(100, 10**6))
        >>> round(estimate.error, 3), round(estimate.doubt, 3)
        (0.1, 0.1)
        """
        if isinstance(sample, Weighted):
            met = (outcome for outcome in sample if self._value(question, outcome))
            return self._of_weights(sample, next(met, None))
        numbers = [(self._value(question, o), sample.counts[o]) for o in sample if sample.counts[o]]
        return self._of_numbers(numbers, sample.total)

    def _of_weights(self, sample: Weighted, outcome: object) -> Estimate:
        """The estimate of an outcome's probability; `outcome` is None if no trial has met it."""
        from sweepstake.stats import interval  # imports NumPy, which `--help` does not need

        mean, error = sample.probability(outcome), sample.standard_error(outcome)
        effective = sample.effective(outcome)
        doubt = 1 / sqrt(effective) if effective else inf  # as if so many had been counted
        is_known = bool(interval.are_known(mean, error, sample.total))
        return Estimate(self._error(mean, error), doubt, is_known)

    def _of_numbers(self, numbers: list[tuple[float, int]], total: int) -> Estimate:
        """The estimate of the mean of numbers, each with how often it was met."""
        if len({value for value, _ in numbers}) == 1:
            error = 0.0 if self.of == MEAN else inf
            return Estimate(self._error(numbers[0][0], error), inf)
        mean = sum(value * count for value, count in numbers) / total
        variance = sum((value - mean) ** 2 * count for value, count in numbers) / total
        tilt = 2 / mean if self.relative and mean else 0.0
        squares = (
            ((value - mean) ** 2 / variance - 1 - tilt * (value - mean)) ** 2 * count
            for value, count in numbers
        )
        return Estimate(self._error(mean, sqrt(variance / total)), sqrt(sum(squares)) / total)

    def _error(self, mean: float, error: float) -> float:
        return (error / abs(mean) if mean else inf) if self.relative else error

    def _value(self, question: Question, outcome: object) -> float:
        """The number whose mean is estimated: the outcome's own, or 1 if it is `of`, else 0."""
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        named = dict(zip((column.name for column in question.outcomes), values, strict=True))
        if isinstance(self.of, str):
            return float(next(named[c.name] for c in question.outcomes if c.is_number))
        return float(all(named[name] == value for name, value in self.of))
