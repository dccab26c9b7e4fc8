"""How often the checks of a run fail by chance: in at most 1 of 100 runs in which all is right.

Half of that belongs to single tests: each fails with the same small probability, `FALSE_ALARM` / 2
divided by (at least) the number of tests. The other half belongs to the p-values of all counted
samples together, which must not be small too often: an error in many answers that is too small to
be seen in any of them is seen here. Each sample counts once, by the test of all its outcomes, so
these p-values are independent. Some of them are too large (a binomial test of few outcomes is
corrected for their number), so only an excess of small ones is tested.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.special import ndtr, ndtri

from sweepstake.puzzle.question import Question
from sweepstake.report.check.comparison import STANDARD_ERRORS, Comparison
from sweepstake.store.points import Floats

FALSE_ALARM = 0.01
"""The probability that a run fails although all its methods are right, at most."""
FEWEST = 10
"""The fewest p-values that are tested together."""


def threshold(tests: int) -> float:
    """How many standard errors a sample may be off, if there are so many tests.

    >>> round(threshold(1), 2), round(threshold(3_000), 2), threshold(0)
    (2.81, 4.79, 5.0)
    """
    return float(-ndtri(FALSE_ALARM / 4 / tests)) if tests else STANDARD_ERRORS


def tests_of(question: Question, points: int) -> int:
    """The most tests of samples that the answers at so many points can have.

    Each method that draws is compared with one other: all outcomes, and each column twice at most.
    A weighted sample's sum is tested, a mean that an answer states, and each published number.
    """
    methods, outcomes = question.methods.values(), question.outcomes
    drawing, columns = sum(method.draws for method in methods), 0
    stating = sum(method.leaves_out for method in methods)
    for column in outcomes:
        is_counted = column.type == "int" and column.is_number
        columns += 2 if is_counted else int(len(outcomes) > 1)
        columns += stating * column.is_numeric
    published = sum(question.methods[value.method].draws for value in question.published)
    return points * drawing * (1 + columns) + published


def p_values(compared: Iterable[Comparison]) -> Floats:
    """The p-values of all outcomes together of each counted sample."""
    parts = [
        2 * ndtr(-comparison.difference)
        for comparison in compared
        if comparison.is_test
        and not comparison.column
        and comparison.strength in ("sample", "samples")
        and comparison.compared.startswith(("each outcome", "chi-square", "two samples"))
    ]
    return np.concatenate(parts) if parts else np.zeros(0)
