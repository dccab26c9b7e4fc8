"""Outcomes without bound: exact probabilities except for a small rest, and the exact means."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, log

from sweepstake.core.distribution import Distribution
from sweepstake.game.solving.chain import Chain
from sweepstake.game.solving.growing import Cells, End, Growing, end_of
from sweepstake.game.solving.means import TooMuchError, mean, share

REST = Fraction(1, 10**12)
"""The probability that may be left out: too little for any sample to notice."""
MAX_OUTCOMES = 100_000
MAX_DIGITS = 10_000_000
"""Most digits of all probabilities together: the longer a play, the more digits each has."""


def answer(chain: Chain) -> Distribution:
    """The outcomes that are listed, the rest, and the mean of each column of numbers.

    If there are too many outcomes or digits, no outcome is listed, and the answer has only means.
    """
    means = tuple(_mean(chain, column) for column in chain.table.asked.columns)
    try:
        masses = _masses(chain, share(chain))
    except TooMuchError:
        return Distribution({}, 1, 1, means)
    whole = lcm(*(p.denominator for p in masses.values()))
    counts = {
        cells[0] if len(cells) == 1 else cells: p.numerator * (whole // p.denominator)
        for cells, p in masses.items()
    }
    rest = whole - sum(counts.values())
    return Distribution(counts, whole, rest, means if rest else ())


def _mean(chain: Chain, column: int) -> Fraction | None:
    """The mean of a column; None unless it always holds a number."""
    keeps = chain.table.asked.keeps
    cells = [step.cells[column] for step in chain.endings if keeps(step.cells)]
    return mean(chain, column) if all(type(cell) in (int, Fraction) for cell in cells) else None


def _masses(chain: Chain, kept: Fraction) -> dict[Cells, Fraction]:
    """The probability of each listed outcome, given that a play is kept."""
    asked, by_kind = chain.table.asked, dict[tuple[int, ...], set[End]]()
    for step in chain.endings:
        if asked.keeps(step.cells):
            end = end_of(asked, step)
            by_kind.setdefault(end.kind, set()).add(end)
    parts = [Growing(chain, kind) for kind in sorted(by_kind)]
    ends = [(part, end) for part in parts for end in by_kind[part.kind]]
    while True:
        for part in parts:
            part.go_on()
        left = 1 - sum((part.mass for part in parts), Fraction(0)) / kept
        if _are_too_many(sum(part.digits for part in parts), left):
            raise TooMuchError
        if left <= REST:
            masses = _complete(parts, ends)
            if len(masses) > MAX_OUTCOMES:
                raise TooMuchError
            if sum(masses.values()) >= kept * (1 - REST):
                return {cells: mass / kept for cells, mass in masses.items()}


def _are_too_many(digits: float, left: Fraction) -> bool:
    """True if there are too many digits, or will be once `left` is down to `REST`: their number
    grows with the square of its logarithm. It is predicted late enough, and with a margin.
    """
    share = log(left) / log(REST) if left else 1.0
    return digits > MAX_DIGITS or (digits > MAX_DIGITS / 10 and digits > 4 * MAX_DIGITS * share**2)


def _complete(
    parts: Sequence[Growing], ends: Sequence[tuple[Growing, End]]
) -> dict[Cells, Fraction]:
    """The outcomes whose probability is complete."""
    masses = dict[Cells, Fraction]()
    for part in parts:
        for cells, mass in part.masses.items():
            masses[cells] = masses.get(cells, Fraction(0)) + mass
    return {
        cells: mass
        for cells, mass in masses.items()
        if all(end.sum(cells) <= part.reached for part, end in ends)
    }
