"""Lower bounds of the probabilities of outcomes: plays flow through a chain in whole numbers.

All plays together are a large whole number, and what divides them rounds down. In a component
through which plays may go round and round, lower bounds of the expected visits are proved
(`enclosing`). The plays that are missing at the end may belong to any outcome, or not be accepted:
they are the width of all bounds.

If a running total may grow without bound, plays flow from each sum of the totals to larger ones,
until hardly any are left; these are missing, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
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
from sweepstake.game.solving.exploring import ENDED, Step
from sweepstake.puzzle.method import report

TAIL = ONE >> 80
"""Plays flow on until fewer are left, so that an outcome of probability 1e-12 has 12 digits."""
MAX_TAIL = ONE >> 40
"""If more plays are left after too many moves, no outcome is listed."""
MAX_OUTCOMES = 100_000
MAX_MOVES = 100_000_000
"""Most moves of plays along a step, which take some twenty seconds."""
EVERY = 1 << 20
"""Moves between two progress reports."""
REFUSED = object()
"""The end of plays that are rejected, or without the given values."""
Flow = dict[Totals, int]
"""How many plays there are, by their running totals."""


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


class Way(NamedTuple):
    """Plays that go on: `ways` of as many as there are units in the class that they leave."""

    ways: int
    to: int
    added: Totals
    """What is added to the totals; () if nothing."""


class After(NamedTuple):
    """What follows a class of states, except ways inside its component."""

    onward: list[Way]
    """Ways that keep the sum of the totals, if that may grow; else all ways."""
    later: list[Way]
    """Ways to a larger sum."""
    ends: list[tuple[int, Any, Step | None]]
    """The ways and the outcome; if that depends on the totals, the step instead."""


class Plays:
    """The plays of a chain, which flow to their ends."""

    def __init__(self, chain: Chain) -> None:
        self._query, steps = chain.table.query, chain.steps
        self._zero = (0,) * len(chain.table.game.totals)
        used = {s.sites[c] for s in chain.endings if s.sites for c in self._query.used}
        self._used = [k in used for k in range(len(self._zero))]
        self.grows = any(self._may_grow(chain, component) for component in chain.components)
        """True if an outcome depends on a running total that may grow without bound."""
        if self.grows:
            steps = [[step for step in leaving if not self._added(step)] for leaving in steps]
        self._parts = parts(steps, units(chain))
        self._part_of = {n: number for number, (part, _) in enumerate(self._parts) for n in part}
        self._units = units(chain)
        self._after = [self._following(n, leaving) for n, leaving in enumerate(chain.steps)]
        self._ended: dict[Any, int] = {}
        self._waiting: dict[int, dict[int, Flow]] = {}
        """By sum of the totals and by class, the plays that have not gone on yet."""
        self._sums: list[int] = []
        self._moves = 0

    def _may_grow(self, chain: Chain, component: list[int]) -> bool:
        inside = {*component} if chain.is_cyclic(component) else set[int]()
        steps = (step for n in component for step in chain.steps[n])
        return any(step.to in inside and self._added(step) for step in steps)

    def _added(self, step: Step) -> Totals:
        """What a step adds to the totals that outcomes depend on; () if nothing."""
        added = tuple([more * used for more, used in zip(step.totals, self._used, strict=False)])
        return added if any(added) else ()

    def _following(self, n: int, steps: list[Step]) -> After:
        after, part = After([], [], []), self._part_of[n]
        for step in steps:
            added = self._added(step)
            if step.to == ENDED and any(step.sites[c] >= 0 for c in self._query.used if step.sites):
                after.ends.append((step.ways, None, step))
            elif step.to < 0:
                outcome = self._outcome(step.cells) if step.to == ENDED else REFUSED
                after.ends.append((step.ways, outcome, None))
            elif added and self.grows:
                after.later.append(Way(step.ways, step.to, added))
            elif self._part_of[step.to] != part:
                after.onward.append(Way(step.ways, step.to, added))
        return after

    def _outcome(self, cells: tuple[object, ...]) -> Any:
        """The part of an outcome that the query asks for, or REFUSED."""
        return self._query.projected(cells) if self._query.accepts(cells) else REFUSED

    def law(self) -> Law:
        """The outcomes with their masses; TooMuchError if too many plays are left."""
        self._wait(0, 0, self._zero, ONE)
        left = ONE
        while self._sums and left > TAIL:
            reached = heappop(self._sums)
            arriving = self._waiting.pop(reached)
            left -= sum(mass for flow in arriving.values() for mass in flow.values())
            left += self._flow(reached, arriving)
            if self.grows and (len(self._ended) > MAX_OUTCOMES or self._moves > MAX_MOVES):
                if left > MAX_TAIL:
                    raise TooMuchError
                break
        refused = self._ended.pop(REFUSED, 0)
        return Law(self._ended, refused)

    def _wait(self, reached: int, to: int, totals: Totals, mass: int) -> None:
        """Have plays wait at a class until the sum of their totals is next."""
        if reached not in self._waiting:
            self._waiting[reached] = {}
            heappush(self._sums, reached)
        flow = self._waiting[reached].setdefault(to, {})
        flow[totals] = flow.get(totals, 0) + mass

    def _flow(self, reached: int, arriving: dict[int, Flow]) -> int:
        """Have all plays with a sum of totals go on; returns how many then wait at larger sums."""
        part_of, ended, grows = self._part_of, self._ended, self.grows
        here: dict[int, dict[int, Flow]] = {}
        order: list[int] = []

        def flow_into(n: int) -> Flow:
            if (part := part_of[n]) not in here:
                here[part] = {}
                heappush(order, part)
            return here[part].setdefault(n, {})

        for n, flow in arriving.items():
            flow_into(n).update(flow)
        later = 0
        while order:
            part = heappop(order)
            for n, flow in self._visits(part, here.pop(part)).items():
                after = self._after[n]
                for totals, mass in flow.items():
                    if grows and not mass:
                        continue  # else plays would go on for ever
                    self._count(after, reached)
                    for ways, to, added in after.onward:
                        onto = flow_into(to)
                        then = summed(totals, added) if added else totals
                        onto[then] = onto.get(then, 0) + ways * mass
                    for ways, to, added in after.later:
                        self._wait(reached + sum(added), to, summed(totals, added), ways * mass)
                        later += ways * mass
                    for ways, outcome, step in after.ends:
                        if step:
                            outcome = self._outcome(with_totals(step, totals))
                        ended[outcome] = ended.get(outcome, 0) + ways * mass
        return later

    def _visits(self, part: int, arriving: dict[int, Flow]) -> dict[int, Flow]:
        """The visits of each class of a component, divided by its unit and rounded down."""
        classes, component = self._parts[part]
        if component is None:
            [(n, flow)] = arriving.items()
            unit = self._units[n]
            return {n: {totals: mass // unit for totals, mass in flow.items()}}
        visits: dict[int, Flow] = {n: {} for n in classes}
        for totals in {totals: None for flow in arriving.values() for totals in flow}:
            inflow = [arriving.get(n, {}).get(totals, 0) for n in classes]
            for n, mass in zip(classes, component.visits(inflow), strict=True):
                visits[n][totals] = mass
        return visits

    def _count(self, after: After, reached: int) -> None:
        before = self._moves // EVERY
        self._moves += len(after.onward) + len(after.later) + len(after.ends)
        if self._moves // EVERY > before:
            report(f"bounds: {self._moves:,} steps of plays, running totals up to {reached:,}")


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
