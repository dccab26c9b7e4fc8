"""Simulate until the estimate is good enough, instead of for a number of trials.

Trials double from round to round: 1 chunk, 2 chunks, 4, ... Whether a round was enough depends on
its chunks alone, so the same point ends after the same trials on every machine, however often it
was interrupted. The standard error that stops a point is that of the sample itself; having stopped
on it makes an estimate look very slightly better than it is, by less the more trials it took.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

from sweepstake.core.distribution import Distribution
from sweepstake.core.question import Question

MEAN = "mean"


@dataclass(frozen=True)
class Until:
    """Enough is a standard error of at most `bound`, of the estimate itself if `relative`.

    `of` is "mean" (of the question's first whole-number outcome), or the outcome, as pairs of
    column and value, whose probability is estimated.
    """

    bound: float
    relative: bool
    of: str | tuple[tuple[str, object], ...]
    max_trials: int

    def met(self, question: Question, sample: Distribution) -> bool:
        """Is `sample` good enough?"""
        return self.error(question, sample) <= self.bound

    def error(self, question: Question, sample: Distribution) -> float:
        """The standard error of the estimate, or the relative one; infinite if nothing is seen.

        >>> from sweepstake.core.distribution import event
        >>> from sweepstake.puzzles import question
        >>> until = Until(0.1, True, (("swept", True),), 10**9)
        >>> until.error(question("war_sweep"), event(50, 100))
        0.1
        """
        values = [(self._value(question, outcome), sample.counts[outcome]) for outcome in sample]
        mean = sum(value * count for value, count in values) / sample.total
        variance = sum((value - mean) ** 2 * count for value, count in values) / sample.total
        error = sqrt(variance / sample.total)
        if variance == 0 and self.of != MEAN:
            return inf
        return (error / abs(mean) if mean else inf) if self.relative else error

    def _value(self, question: Question, outcome: object) -> float:
        """The number whose mean is estimated: the outcome's own, or 1 if it is the one meant."""
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        named = dict(zip((column.name for column in question.outcomes), values, strict=True))
        if isinstance(self.of, str):
            return float(next(named[c.name] for c in question.outcomes if c.type == "int"))
        return float(all(named[name] == value for name, value in self.of))
