"""Outcomes without bound: the exact probabilities of all but a tiny remainder, and exact means.

The ends of plays are visited in the order of the sum of their running totals. Steps that add
nothing to the totals are eliminated first, by the chain's equations. Each remaining step leads from
one sum of the totals to a larger one. At the sum r all probabilities are whole counts over
d^(r / g), with d a common denominator of the steps and g a divisor of all that they add, so no
division is needed on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, inf, lcm, log, log10
from typing import NamedTuple

from sweepstake.core.distribution import Distribution
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import (
    ZERO,
    Chain,
    TooMuchError,
    Totals,
    expected,
    mean,
    share,
    summed,
)
from sweepstake.game.solving.exploring import ENDED, Step

MAX_LEFT_OUT = Fraction(1, 10**12)
"""The probability that may be left out: too little for any sample to notice."""
MAX_OUTCOMES = 100_000
MAX_DIGITS = 10_000_000
"""Most digits of all probabilities together: the longer a play, the more digits each has."""
MAX_STEPS = 1_000_000
"""Most steps between sums of totals, for all states together."""
MAX_MOVES = 10_000_000
"""Most additions of counts, which take some ten seconds."""
Cells = tuple[object, ...]


def answer(chain: Chain) -> Distribution:
    """The listed outcomes, the remainder, and the mean of each column of numbers.

    If there are too many outcomes or digits, no outcome is listed, and the answer has only means.
    """
    means = tuple(_mean(chain, column) for column in chain.table.query.columns)
    try:
        masses = _masses(chain, share(chain))
    except TooMuchError:
        return Distribution({}, 1, 1, means)
    whole = lcm(*(p.denominator for p in masses.values()))
    counts = {
        cells[0] if len(cells) == 1 else cells: p.numerator * (whole // p.denominator)
        for cells, p in masses.items()
    }
    remainder = whole - sum(counts.values())
    return Distribution(counts, whole, remainder, means if remainder else ())


def _mean(chain: Chain, column: int) -> Fraction | None:
    """The mean of a column; None unless all its values are numbers."""
    accepts = chain.table.query.accepts
    cells = [step.cells[column] for step in chain.endings if accepts(step.cells)]
    return mean(chain, column) if all(type(cell) in (int, Fraction) for cell in cells) else None


def _masses(chain: Chain, accepted: Fraction) -> dict[Cells, Fraction]:
    """The probability of each listed outcome, given that a play is accepted."""
    query, by_kind = chain.table.query, dict[tuple[int, ...], set[End]]()
    for step in chain.endings:
        if query.accepts(step.cells):
            end = end_of(query, step)
            by_kind.setdefault(end.kind, set()).add(end)
    parts = [Growing(chain, kind) for kind in sorted(by_kind)]
    ends = [(part, end) for part in parts for end in by_kind[part.kind]]
    while True:
        for part in parts:
            part.go_on()
        left = 1 - sum((part.mass for part in parts), Fraction(0)) / accepted
        if _are_too_many(sum(part.digits for part in parts), left):
            raise TooMuchError
        if left <= MAX_LEFT_OUT:
            masses = _complete(parts, ends)
            if len(masses) > MAX_OUTCOMES:
                raise TooMuchError
            if sum(masses.values()) >= accepted * (1 - MAX_LEFT_OUT):
                return {cells: mass / accepted for cells, mass in masses.items()}


def _are_too_many(digits: float, left: Fraction) -> bool:
    """True if there are too many digits, or will be once `left` is down to `MAX_LEFT_OUT`.

    Their number grows with the square of its logarithm. It is predicted late enough, with a margin.
    """
    share = log(left) / log(MAX_LEFT_OUT) if left else 1.0
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


class End(NamedTuple):
    """An end: the cells of the asked columns, and the total that each of them adds, or -1."""

    cells: Cells
    sites: tuple[int, ...]

    @property
    def kind(self) -> Totals:
        """The totals that the columns add."""
        return tuple(sorted({k for k in self.sites if k >= 0}))

    def outcome(self, totals: Totals) -> Cells:
        """The outcome of a play that ends here with these totals of its kind."""
        grown = dict(zip(self.kind, totals, strict=True))
        pairs = zip(self.cells, self.sites, strict=True)
        return tuple([c + grown[k] if k >= 0 else c for c, k in pairs])  # type: ignore[operator]

    def sum(self, outcome: Cells) -> Fraction | int:
        """The sum of the totals with which a play ends here in that outcome; -1 if it can't."""
        totals = dict[int, Fraction | int]()
        for cell, k, value in zip(self.cells, self.sites, outcome, strict=True):
            if k < 0 and (type(value), value) != (type(cell), cell):
                return -1
            if k >= 0:
                if type(value) not in (int, Fraction):
                    return -1
                grown = value - cell  # type: ignore[operator]
                if totals.setdefault(k, grown) != grown:
                    return -1
        return sum(totals.values())


Law = dict[tuple[int, Totals] | End, Fraction]
"""The probability of each next end, and of each next state with what is added on the way."""


def end_of(query: Query, step: Step) -> End:
    """The end of a play, with only the asked columns."""
    sites = step.sites or (-1,) * len(step.cells)
    columns = query.columns
    return End(tuple(step.cells[c] for c in columns), tuple(sites[c] for c in columns))


class Growing:
    """The ends of plays that use the totals of a `kind`, by increasing sum of these totals."""

    def __init__(self, chain: Chain, kind: Totals) -> None:
        self.kind = kind
        laws = _laws(chain, kind)
        whole = self._whole = lcm(*(p.denominator for law in laws for p in law.values()))
        sums = {sum(key[1]) for law in laws for key in law if not isinstance(key, End)}
        self._unit = gcd(*sums) or 1
        self._laws = [[(key, int(p * whole)) for key, p in law.items()] for law in laws]
        self._pending: dict[int, dict[int, Counter[Totals]]] = {
            0: {0: Counter({(0,) * len(kind): 1})}
        }
        self._moves = 0
        self.masses: dict[Cells, Fraction] = {}
        """The probabilities of the outcomes so far."""
        self.mass = ZERO
        """The sum of these probabilities."""
        self.digits = 0.0
        """About how many digits these probabilities have."""

    @property
    def reached(self) -> float:
        """The masses include all ends with a sum of at most this."""
        return min(self._pending) - 1 if self._pending else inf

    def go_on(self) -> None:
        """Add the masses of the ends with the smallest pending sum, if there is one."""
        if not self._pending:
            return
        reached = min(self._pending)
        over = self._whole ** (reached // self._unit + 1)
        ends: Counter[Cells] = Counter()
        for n, counts in self._pending.pop(reached).items():
            self._moves += len(self._laws[n]) * len(counts)
            if self._moves > MAX_MOVES:
                raise TooMuchError
            for key, weight in self._laws[n]:
                if isinstance(key, End):
                    for totals, count in counts.items():
                        ends[key.outcome(totals)] += count * weight
                else:
                    self._move(key[0], key[1], reached, counts, weight)
        self.digits += 2 * len(ends) * (reached / self._unit + 1) * log10(self._whole)
        for cells, count in ends.items():
            self.masses[cells] = self.masses.get(cells, ZERO) + Fraction(count, over)
        self.mass += Fraction(sum(ends.values()), over)

    def _move(
        self, to: int, added: Totals, reached: int, counts: Counter[Totals], weight: int
    ) -> None:
        """Move counts from the sum `reached` on to a state, and to a larger sum."""
        more = sum(added)
        weight *= self._whole ** (more // self._unit - 1)
        onto = self._pending.setdefault(reached + more, {}).setdefault(to, Counter())
        for totals, count in counts.items():
            onto[summed(totals, added)] += count * weight


def _laws(chain: Chain, kind: Totals) -> list[Law]:
    """By state, the law of the next step that adds to totals of the kind, or ends with them."""

    def gains(step: Step) -> Law:
        if step.to >= 0:
            more = _added(step, kind)
            return {(step.to, more): Fraction(1)} if any(more) else {}
        if step.to != ENDED or not chain.table.query.accepts(step.cells):
            return {}
        end = end_of(chain.table.query, step)
        return {end: Fraction(1)} if end.kind == kind else {}

    return expected(chain, gains, lambda step: not any(_added(step, kind)), MAX_STEPS)


def _added(step: Step, kind: Totals) -> Totals:
    """What a step adds to the totals of a kind."""
    more = tuple([step.totals[k] for k in kind]) if step.totals else ()
    if any(number < 0 for number in more):
        raise TooMuchError
    return more
