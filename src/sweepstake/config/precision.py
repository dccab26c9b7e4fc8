"""When an estimate is good enough, and how many trials that is likely to take."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf, sqrt

from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.puzzle.question import Question

MEAN = "mean"
DOUBT = 0.1
DEVIATES = 3.0
"""The margin, in standard errors of the trials needed."""
Sample = Distribution | Weighted


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
        """True if `sample` is good enough; with few effective trials, its error isn't trusted."""
        return self.error(question, sample) <= self.bound and self._known(question, sample)

    def error(self, question: Question, sample: Sample) -> float:
        """The standard error of the estimate, relative if asked; infinite if the event was not met.

        >>> from sweepstake.core.distribution import event
        >>> from sweepstake.puzzle.register import question
        >>> until = Until(0.1, True, (("swept", True),), 10**9)
        >>> until.error(question("war_sweep"), event(50, 100))
        0.1
        """
        mean, error = self._estimate(question, sample)
        return (error / abs(mean) if mean else inf) if self.relative else error

    def doubt(self, question: Question, sample: Sample) -> float:
        """The relative standard error of the squared error, estimated from `sample`.

        It is the uncertainty of the trials needed, which are proportional to the squared error.

        >>> from sweepstake.core.distribution import event
        >>> from sweepstake.puzzle.register import question
        >>> until = Until(0.1, True, (("swept", True),), 10**9)
        >>> round(until.doubt(question("war_sweep"), event(100, 10**6)), 3)
        0.1
        """
        if isinstance(sample, Weighted):  # as if `effective` trials had been counted
            effective = sample.effective(self._outcome(question, sample))
            return 1 / sqrt(effective) if effective else inf
        mean, variance = self._moments(question, sample)
        if not variance:
            return inf
        tilt = 2 / mean if self.relative and mean else 0.0
        squares = (
            ((value - mean) ** 2 / variance - 1 - tilt * (value - mean)) ** 2 * count
            for value, count in self._values(question, sample)
        )
        return sqrt(sum(squares)) / sample.total

    def wanted(self, question: Question, pilot: Sample) -> float:
        """The trials to count, so that they nearly always meet the bound; infinite if unknown."""
        share = (self.error(question, pilot) / self.bound) ** 2
        if not share:  # zero error: count as many trials as the pilot had
            return pilot.total
        if isinf(share):
            return share
        doubt = self.doubt(question, pilot) * sqrt(1 + 1 / share)  # the pilot's, and the sample's
        return share * pilot.total * (1 + DEVIATES * doubt)

    def settled(self, question: Question, pilot: Sample) -> bool:
        """True if `pilot` says well enough how many trials are needed."""
        met = self.error(question, pilot) > 0 and self.met(question, pilot)
        return self.doubt(question, pilot) <= DOUBT or met

    def _known(self, question: Question, sample: Sample) -> bool:
        """True if enough trials carry the weight of the outcome, as is always so for counts."""
        if not isinstance(sample, Weighted):
            return True
        mean, error = self._estimate(question, sample)
        from sweepstake.stats import interval  # imports NumPy, which `--help` does not need

        return bool(interval.are_known(mean, error, sample.total))

    def _estimate(self, question: Question, sample: Sample) -> tuple[float, float]:
        """The estimate and its standard error."""
        if isinstance(sample, Weighted):
            outcome = self._outcome(question, sample)
            return sample.probability(outcome), sample.standard_error(outcome)
        mean, variance = self._moments(question, sample)
        return mean, inf if variance == 0 and self.of != MEAN else sqrt(variance / sample.total)

    def _outcome(self, question: Question, sample: Weighted) -> object:
        """The outcome whose probability is estimated; None if no trial has met it."""
        return next((outcome for outcome in sample if self._value(question, outcome)), None)

    def _moments(self, question: Question, sample: Distribution) -> tuple[float, float]:
        """The mean and the variance of the numbers whose mean is estimated."""
        values = self._values(question, sample)
        if len({value for value, _ in values}) == 1:
            return values[0][0], 0.0  # whose sum may be rounded
        mean = sum(value * count for value, count in values) / sample.total
        return mean, sum((value - mean) ** 2 * count for value, count in values) / sample.total

    def _values(self, question: Question, sample: Distribution) -> list[tuple[float, int]]:
        """The numbers whose mean is estimated, and how often each was met."""
        return [(self._value(question, outcome), sample.counts[outcome]) for outcome in sample]

    def _value(self, question: Question, outcome: object) -> float:
        """The number whose mean is estimated: the outcome's own, or 1 if it is `of`, else 0."""
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        named = dict(zip((column.name for column in question.outcomes), values, strict=True))
        if isinstance(self.of, str):
            return float(next(named[c.name] for c in question.outcomes if c.is_number))
        return float(all(named[name] == value for name, value in self.of))
