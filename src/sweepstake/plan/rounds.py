"""Simulate until the estimate is good enough, instead of for a number of trials.

Stopping as soon as a sample looks good biases the estimate, by up to 0.3 standard errors, because a
sample with too many hits looks good too soon. So a pilot comes first, which isn't counted. It says
how many trials are needed, with a margin for its own uncertainty; these are then simulated afresh
and counted, so the estimate is unbiased.

Pilot trials double from round to round: 1 chunk, 2 chunks, 4, ... until they say within a tenth how
many trials are needed, or meet the bound themselves. A pilot with zero variance can't estimate the
trials needed, so it continues to its maximum. A weighted pilot needs 30 effective trials first
(`stats.interval`). A pilot takes at most a tenth of `max_trials`, and pilot and counted trials
together at most `max_trials`. A counted sample that does not meet the bound after all is doubled
until it does: one in 50 at a relative error of 0.3, and fewer the tighter the bound. That leaves a
bias of some 0.02 standard errors at 0.3.

The next round depends on stored chunks alone, so the same point ends after the same trials on
every machine, however often it was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from sweepstake.config.precision import Sample, Until
from sweepstake.puzzle.question import Question

PILOT = 2**40
"""The number of a pilot's first chunk: far beyond the counted ones."""
SHARE = 10
"""A pilot takes at most `max_trials` divided by this."""
Look = Callable[[int, int], Sample | None]
"""Given (first chunk, trials), returns the sample, or None if it is not all stored."""


@dataclass(frozen=True)
class Round:
    """Trials from chunk `first` on; `met` is False if `max_trials` are not enough."""

    first: int
    trials: int
    met: bool = True


def next_round(until: Until, question: Question, chunk: int, look: Look) -> Round:
    """The first round that is not stored, or the last one; `chunk` is the size of a chunk."""
    trials, most = chunk, max(until.max_trials // SHARE, 1)
    while True:
        trials = min(trials, most)
        if (pilot := look(PILOT, trials)) is None:
            return Round(PILOT, trials)
        if trials == most or until.settled(question, pilot):
            return _counted(until, question, chunk, pilot, look)
        trials *= 2


def _counted(until: Until, question: Question, chunk: int, pilot: Sample, look: Look) -> Round:
    """The first counted round that is not stored, or the last one."""
    most = until.max_trials - pilot.total
    trials = chunk * max(ceil(min(until.wanted(question, pilot), most) / chunk), 1)
    while True:
        trials = min(trials, most)
        sample = look(0, trials)
        if sample is None or until.met(question, sample):
            return Round(0, trials)
        if trials == most:
            return Round(0, trials, met=False)
        trials *= 2
