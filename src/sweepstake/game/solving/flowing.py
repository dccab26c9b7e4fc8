"""Lower bounds of the probabilities of outcomes: plays flow through a chain in whole numbers.

All plays together are a large whole number, and what divides them rounds down. In a component
through which plays may go round and round, lower bounds of the expected visits are proved
(`enclosing`). The plays that are missing at the end may belong to any outcome, or not be accepted:
they are the width of all bounds.

If a running total may grow without bound, plays flow from each sum of the totals to larger ones,
until hardly any are left; these are missing, too. So are those that are no longer followed because
the chain has only the likeliest states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

from sweepstake.core.bounded import Bounded, Interval
from sweepstake.game.solving.chain import (
    Chain,
    TooMuchError,
    Totals,
    components,
    nexts,
    summed,
    with_totals,
)
from sweepstake.game.solving.enclosing import ONE, Component, Row
from sweepstake.game.solving.exploring import ENDED, LEFT, Step
from sweepstake.puzzle.method import report

TAIL = ONE >> 80
"""Plays flow on until fewer are left, so that an outcome of probability 1e-12 has 12 digits."""
MAX_TAIL = ONE >> 40
"""If more plays are left after too many moves, no outcome is listed."""
MAX_OUTCOMES = 100_000
MAX_MOVES = 20_000_000
"""Most moves of plays along a step, which take some ten seconds."""
EVERY = 1 << 20
"""Moves between two progress reports."""
REFUSED = object()
"""The end of plays that are rejected, or without the given values."""
Flow = dict[int, int]
"""How many plays there are, by class of states."""


@dataclass(frozen=True)
class Law:
    """Lower bounds of the masses of all outcomes, and of what isn't accepted, in units of 1/ONE."""

    masses: dict[Any, int]
    refused: int

    @cached_property
    def accepted(self) -> int:
        """The mass of all outcomes."""
        return sum(self.masses.values())

    @cached_property
    def missing(self) -> int:
        """The mass that may belong to any outcome, or not be accepted."""
        return ONE - self.accepted - self.refused

    def bounds(self) -> dict[Any, Interval]:
        """The bounds of each outcome's probability, given that a play is accepted."""
        return {outcome: self._share(mass) for outcome, mass in self.masses.items()}

    def listed(self, means: tuple[Interval | None, ...]) -> Bounded:
        """The outcomes that are likelier than what is missing; the others are left out."""
        listed = {o: self._share(mass) for o, mass in self.masses.items() if mass > self.missing}
        mass = sum(self.masses[outcome] for outcome in listed)
        return Bounded(listed, self._share(self.accepted - mass).high, means)

    def mean(self, column: int) -> Interval | None:
        """The mean of a column's numbers, where it has any; None if it has texts or truth values.

        What is missing may belong to the least of its numbers, or to the greatest.
        """
        masses = Counter[Any]()
        for outcome, mass in self.masses.items():
            masses[outcome[column] if isinstance(outcome, tuple) else outcome] += mass
        masses.pop(None, None)
        if not masses or any(type(value) not in (int, Fraction) for value in masses):
            return None
        total = sum(value * mass for value, mass in masses.items())
        whole = sum(masses.values()) + self.missing
        low, high = (total + self.missing * end(masses) for end in (min, max))
        return Interval(Fraction(low) / whole, Fraction(high) / whole)

    def _share(self, mass: int) -> Interval:
        whole = self.accepted + self.missing
        return Interval(Fraction(mass, whole), Fraction(mass + self.missing, whole))


class Ways(NamedTuple):
    """Plays that go on: `ways` of as many as there are units in the class that they leave."""

    to: list[int]
    ways: list[int]


@dataclass(frozen=True)
class After:
    """What follows a class of states, except ways inside its component."""

    onward: Ways
    """The ways that add nothing to the totals."""
    later: dict[Totals, Ways]
    """The others, by what they add."""
    ends: list[tuple[int, Step]]
    """The ways to each end."""

    @cached_property
    def moves(self) -> int:
        """The number of ways."""
        onward, later = len(self.onward.to), sum(len(to) for to, _ in self.later.values())
        return onward + later + len(self.ends)


class Plays:
    """The plays of a chain, which flow to their ends.

    Plays with the same totals go on together. They wait where their totals change, for plays with
    smaller sums of totals; if a sum may shrink, for those whose totals have changed less often.
    """

    def __init__(self, chain: Chain) -> None:
        self._query = chain.table.query
        self._zero = (0,) * len(chain.table.game.totals)
        used = {s.sites[c] for s in chain.endings if s.sites for c in self._query.used}
        self._used = [k in used for k in range(len(self._zero))]
        self._units = units(chain)
        keeping = [[step for step in leaving if not self._added(step)] for leaving in chain.steps]
        self._parts = parts(keeping, self._units)
        self._part_of = {n: number for number, (part, _) in enumerate(self._parts) for n in part}
        self._after = [self._following(n, leaving) for n, leaving in enumerate(chain.steps)]
        self._is_by_sum = all(sum(added) > 0 for after in self._after for added in after.later)
        self.grows = any(map(self._may_grow, filter(chain.is_cyclic, chain.components)))
        """True if an outcome depends on a running total that may grow without bound."""
        self._ended: dict[Any, int] = {}
        self._waiting: dict[int, dict[Totals, Flow]] = {}
        self._order: list[int] = []
        """A heap of the sums, or numbers of changes, for which plays wait."""
        self._left, self._moves = ONE, 0

    def _may_grow(self, component: list[int]) -> bool:
        """True if a step from a class of a component to another one adds to the totals."""
        ways = [ways for n in component for ways in self._after[n].later.values()]
        return not {*component}.isdisjoint(to for targets, _ in ways for to in targets)

    def _added(self, step: Step) -> Totals:
        """What a step adds to the totals that outcomes depend on; () if nothing."""
        added = tuple([more * used for more, used in zip(step.totals, self._used, strict=False)])
        return added if any(added) else ()

    def _following(self, n: int, steps: list[Step]) -> After:
        after = After(Ways([], []), {}, [])
        for step in steps:
            if step.to < 0:
                after.ends.append((step.ways, step))
                continue
            if added := self._added(step):
                ways = after.later.setdefault(added, Ways([], []))
            elif self._part_of[step.to] != self._part_of[n]:
                ways = after.onward
            else:
                continue
            ways.to.append(step.to)
            ways.ways.append(step.ways)
        return after

    def law(self) -> Law:
        """The outcomes with their masses; TooMuchError if too many plays are left."""
        self._waits(0, self._zero)[0] = ONE
        while self._order and (self._left > TAIL or not self.grows):
            reached = heappop(self._order)
            for totals, arriving in self._waiting.pop(reached).items():
                self._go_on(reached, totals, arriving)
            if self.grows and (len(self._ended) > MAX_OUTCOMES or self._are_too_many()):
                if self._left > MAX_TAIL:
                    raise TooMuchError
                break
        refused = self._ended.pop(REFUSED, 0)
        return Law(self._ended, refused)

    def _are_too_many(self) -> bool:
        """True if there are too many moves, or will be once few plays are left.

        Their number grows about with the logarithm of how many are left.
        """
        share = (ONE.bit_length() - self._left.bit_length()) / (ONE // TAIL).bit_length()
        return self._moves > MAX_MOVES or MAX_MOVES / 10 < self._moves > 2 * MAX_MOVES * share

    def _waits(self, reached: int, totals: Totals) -> Flow:
        """The plays that wait with these totals."""
        if reached not in self._waiting:
            self._waiting[reached] = {}
            heappush(self._order, reached)
        return self._waiting[reached].setdefault(totals, {})

    def _go_on(self, reached: int, totals: Totals, flow: Flow) -> None:
        """Have plays with the same totals go on, to their ends or until their totals change."""
        part_of, order = self._part_of, [*{self._part_of[n]: None for n in flow}]
        known, targets = {*order}, dict[Totals, Flow]()
        heapify(order)
        while order:
            for n, mass in self._visits(heappop(order), flow):
                if self.grows and not mass:
                    continue  # else plays would go on for ever
                after = self._after[n]
                self._count(after, reached)
                to, ways = after.onward
                for target, more in zip(to, map(mass.__mul__, ways), strict=True):
                    if target in flow:
                        flow[target] += more
                    else:
                        flow[target] = more
                        if (part := part_of[target]) not in known:
                            known.add(part)
                            heappush(order, part)
                for added, (to, ways) in after.later.items():
                    if added not in targets:
                        more = sum(added) if self._is_by_sum else 1
                        targets[added] = self._waits(reached + more, summed(totals, added))
                    onto = targets[added]
                    for target, more in zip(to, map(mass.__mul__, ways), strict=True):
                        onto[target] = onto.get(target, 0) + more
                for share, step in after.ends:
                    self._left -= share * mass
                    if step.to != LEFT:
                        outcome = self._outcome(step, totals)
                        self._ended[outcome] = self._ended.get(outcome, 0) + share * mass

    def _visits(self, part: int, flow: Flow) -> Iterable[tuple[int, int]]:
        """The visits of each class of a component, divided by its unit and rounded down."""
        classes, component = self._parts[part]
        if component is None:
            [n] = classes
            return [(n, flow[n] // self._units[n])]
        inflow = [flow.get(n, 0) for n in classes]
        return zip(classes, component.visits(inflow), strict=True)

    def _outcome(self, step: Step, totals: Totals) -> Any:
        """The part of an outcome that the query asks for, or REFUSED."""
        if step.to != ENDED:
            return REFUSED
        cells = with_totals(step, totals)
        return self._query.projected(cells) if self._query.accepts(cells) else REFUSED

    def _count(self, after: After, reached: int) -> None:
        before = self._moves // EVERY
        self._moves += after.moves
        if self._moves // EVERY > before:
            totals = "running totals" if self._is_by_sum else "changes of running totals"
            report(f"bounds: {self._moves:,} steps of plays, {totals} up to {reached:,}")


def units(chain: Chain) -> list[int]:
    """The whole of which the ways from each class are parts."""
    return [leaving[0].of for leaving in chain.steps]


def parts(
    steps: Sequence[Sequence[Step]], units: Sequence[int]
) -> list[tuple[list[int], Component | None]]:
    """The components by these steps, each before those that come after it.

    With the equations of those through which a play may go round and round.
    """
    following = nexts(steps)
    return [
        (part, _equations(part, steps, units))
        if len(part) > 1 or part[0] in following[part[0]]
        else (part, None)
        for part in components(following)
    ]


def _equations(
    part: Sequence[int], steps: Sequence[Sequence[Step]], units: Sequence[int]
) -> Component:
    index = {n: i for i, n in enumerate(part)}
    rows = []
    for n in part:
        ways: dict[int, int] = {}
        for step in steps[n]:
            if step.to in index:
                to = index[step.to]
                ways[to] = ways.get(to, 0) + step.ways
        rows.append(Row([*ways], [*ways.values()]))
    return Component([units[n] for n in part], rows)
