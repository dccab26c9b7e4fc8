"""Does a sample come from a given distribution? Pearson's chi-square over its whole range.

The statistic is the sum of (observed - expected)^2 / expected over cells, and is distributed like
the squared length of cells - 1 standard normal numbers, if few is expected in no cell. Outcomes
that are too rare for a cell of their own share one with the next, so that a tail counts as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scipy.special import gammaincc

FEWEST = 5.0
Cell = tuple[float, float]


def chi_square(counts: Mapping[Any, float], law: Mapping[Any, float]) -> float:
    """The probability that a sample of `law` is no nearer to it than `counts` are.

    `law` gives the probabilities, in the order in which rare outcomes share cells. A count where it
    has none gives 0.

    >>> round(chi_square({"heads": 40, "tails": 60}, {"heads": 0.5, "tails": 0.5}), 4)
    0.0455
    """
    if any(count and not law.get(outcome) for outcome, count in counts.items()):
        return 0.0
    trials = sum(counts.values())
    found = list(cells([(counts.get(o, 0), trials * p) for o, p in law.items()]))
    statistic = sum((observed - expected) ** 2 / expected for observed, expected in found)
    return float(gammaincc((len(found) - 1) / 2, statistic / 2)) if len(found) > 1 else 1.0


def cells(outcomes: list[Cell]) -> Iterator[Cell]:
    """(observed, expected) by cell, at least 5 expected in each, where they were by outcome.

    >>> list(cells([(9, 8), (1, 2), (0, 2), (2, 3), (1, 1)]))
    [(9.0, 8.0), (4.0, 8.0)]
    """
    observed = expected = 0.0
    rest = sum(some for _, some in outcomes)
    for count, some in outcomes:
        observed, expected, rest = observed + count, expected + some, rest - some
        if expected >= FEWEST and rest >= FEWEST:
            yield observed, expected
            observed = expected = 0.0
    yield observed, expected
