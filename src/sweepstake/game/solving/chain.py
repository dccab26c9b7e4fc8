"""The states of a game as a Markov chain, and exact answers from it: probabilities and means.

States that can all be reached from each other are a strongly connected component. A play passes
once through a single state without a step to itself; in any other component it may take any number
of steps. A component that is never left is endless: there a play goes on for ever.

*Probabilities* (`masses`) flow through the components in their order. The inflow b of a component
comes from the components before it. If a play may return to a state there, the expected visits v
of the states satisfy v = v P + b. The visits flow on to later components, and out at the ends.

*Means* (`mean`) exist also for outcomes without bound, and are summed from the last states to the
first. A step has the probability p and adds r to a running total. K is the probability of an end
with the given values, and H that of such an end whose column adds the total. The mean times K is
M = sum of p (M + r H).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import inf, lcm
from typing import Any, Generic, TypeVar

from sweepstake.errors import InputError, NoAnswerError, TooLargeError
from sweepstake.game.reading.query import REMEDY
from sweepstake.game.solving.exploring import ENDED, Step, Table
from sweepstake.game.solving.lifting import Row, solution
from sweepstake.game.solving.lumping import Lumped, lumped
from sweepstake.text.shown import shown

LONG = 10**9
"""From this denominator on, a fraction is written as a decimal."""
Totals = tuple[int, ...]
"""The value of each running total."""
Worth = Callable[[Step], Fraction]
"""The value of a step, or of the end that it reaches."""
K = TypeVar("K", bound=Hashable)
ZERO = Fraction(0)


class NeverEndsError(NoAnswerError):
    """A play may go on for ever."""


@dataclass(frozen=True)
class Chain:
    """The chain of a table whose states are all expanded."""

    table: Table

    @cached_property
    def lumped(self) -> Lumped:
        """The table's states, lumped into classes of equal behaviour."""
        return lumped(self.table.steps)

    @cached_property
    def forever(self) -> Step:
        """The end that stands for going on for ever: it has no values."""
        width = self.table.query.width
        return Step(1, 1, ENDED, (), (None,) * width, (-1,) * width)

    @cached_property
    def steps(self) -> list[list[Step]]:
        """The transitions of each class; those of endless classes are replaced by `forever`."""
        steps, endless = self.lumped.steps, self.endless
        if not endless:
            return steps
        return [[self.forever] if n in endless else leaving for n, leaving in enumerate(steps)]

    @cached_property
    def endings(self) -> list[Step]:
        """The steps with which a play ends and is not rejected."""
        return [step for steps in self.steps for step in steps if step.to == ENDED]

    @cached_property
    def endless(self) -> frozenset[int]:
        """The classes in which a play goes on for ever: their component is never left."""
        closed = frozenset[int]()
        for component in self._components:
            inside = {*component}
            if all(step.to in inside for n in component for step in self.lumped.steps[n]):
                closed |= inside
        return closed

    @cached_property
    def _components(self) -> list[list[int]]:
        return components(nexts(self.lumped.steps))

    @cached_property
    def nexts(self) -> list[list[int]]:
        """The successors of each class."""
        return nexts(self.steps)

    @cached_property
    def components(self) -> list[list[int]]:
        """The components, each before those that come after it."""
        return components(self.nexts) if self.endless else self._components

    @property
    def ends(self) -> bool:
        """True if every play ends after a bounded number of steps."""
        return not any(map(self.is_cyclic, self.components))

    def is_cyclic(self, component: Sequence[int]) -> bool:
        """True if a play may return to a state of the component."""
        return len(component) > 1 or component[0] in self.nexts[component[0]]

    @property
    def grows(self) -> str:
        """The name of a running total that may grow without bound; empty if there is none."""
        for component in filter(self.is_cyclic, self.components):
            inside = {*component}
            for step in (step for n in component for step in self.steps[n]):
                if step.to in inside and any(step.totals):
                    k = next(k for k, more in enumerate(step.totals) if more)
                    return self.table.game.totals[k]
        return ""

    @cached_property
    def ending(self) -> Fraction:
        """The probability that a play ends."""
        worths = (
            lambda step: Fraction(step.to == ENDED),
            lambda step: Fraction(step is self.forever),
        )
        [accepted, *_], [endless, *_] = chances(self, worths)
        return 1 - endless / accepted

    def never_ends(self) -> NeverEndsError:
        """The error that a play may go on for ever, with the line."""
        query, states = self.table.query, zip(self.table.states, self.lumped.of, strict=True)
        lines = (self.table.line(state.entry) for state, n in states if n in self.endless)
        line = next(filter(None, lines), 0)
        where = f" at line {line}" * bool(line)
        ends = f"ends with probability {written(p)}; else" if (p := self.ending) else "never ends:"
        remedy = "use states" if query.may_lack else REMEDY
        return NeverEndsError(f"{query.name} {ends} it goes on for ever{where}: {remedy}")

    def check(self) -> None:
        """NeverEndsError if a play may go on for ever, and outcomes need a value."""
        if self.endless and not self.table.query.may_lack:
            raise self.never_ends()


def nexts(steps: Sequence[Sequence[Step]]) -> list[list[int]]:
    """The successors of each state."""
    return [sorted({step.to for step in leaving if step.to >= 0}) for leaving in steps]


def written(p: Fraction) -> str:
    """A fraction as text, or an approximation if the fraction is long."""
    return str(p) if p.denominator < LONG else f"about {float(p):.12g}"


def components(nexts: Sequence[Sequence[int]]) -> list[list[int]]:
    """The components, each before those that come after it (Tarjan 1972, without recursion).

    >>> components([[1], [2, 1], [1, 3], []])
    [[0], [1, 2], [3]]
    """
    order, lowest = [0] * len(nexts), [0] * len(nexts)
    stack, is_open, closed = list[int](), [False] * len(nexts), list[list[int]]()
    count = 0
    for root in range(len(nexts)):
        work = [] if order[root] else [(root, 0)]
        while work:
            node, begin = work.pop()
            if not begin:
                count += 1
                order[node] = lowest[node] = count
                stack.append(node)
                is_open[node] = True
            for k in range(begin, len(nexts[node])):
                other = nexts[node][k]
                if not order[other]:
                    work += [(node, k + 1), (other, 0)]
                    break
                if is_open[other]:
                    lowest[node] = min(lowest[node], order[other])
            else:
                if lowest[node] == order[node]:
                    closed.append(_closed(stack, is_open, node))
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
    return closed[::-1]


def _closed(stack: list[int], is_open: list[bool], root: int) -> list[int]:
    """The component that ends with `root`."""
    component = list[int]()
    while not component or component[-1] != root:
        component.append(stack.pop())
        is_open[component[-1]] = False
    return component[::-1]


class TooMuchError(Exception):
    """The sums or probabilities take too much work, or a running total may shrink."""


def share(chain: Chain) -> Fraction:
    """The probability that a play is not rejected, and ends with the given values."""
    return chances(chain, [acceptance(chain)])[0][0]


def mean(chain: Chain, column: int) -> Fraction:
    """The mean of an outcome's column, for the plays that end with the given values."""
    width, accepted = len(chain.table.game.totals), acceptance(chain)

    def by(k: int) -> Worth:
        return lambda step: accepted(step) * (bool(step.sites) and step.sites[column] == k)

    [shares, *counted] = chances(chain, [accepted, *map(by, range(width))])

    def worth(step: Step) -> Fraction:
        if step.to < 0:
            return accepted(step) and as_number(step.cells[column])
        grown = zip(step.totals, counted, strict=False)
        return sum((more * h[step.to] for more, h in grown if more), Fraction(0))

    return expected(chain, lambda step: {0: worth(step)})[0].get(0, ZERO) / shares[0]


def acceptance(chain: Chain) -> Worth:
    """The worth 1 of ends with the given values, else 0; an error if that can't be computed."""
    query = chain.table.query
    if any(step.sites and step.sites[c] >= 0 for step in chain.endings for c, _ in query.given):
        raise TooLargeError(
            f"{query.name}: a running total is given, but an outcome has no bound, so states "
            f"can't answer"
        )
    if not any(query.accepts(step.cells) for step in chain.endings):
        raise query.impossible()
    return lambda step: Fraction(step.to == ENDED and query.accepts(step.cells))


def as_number(cell: Any) -> Fraction:
    """A cell as a fraction; ValueError unless it is a number."""
    if not isinstance(cell, int | Fraction):
        raise InputError(f"{shown(cell)} has no mean; allowed: numbers")
    return Fraction(cell)


def chances(chain: Chain, worths: Sequence[Worth]) -> list[list[Fraction]]:
    """For each worth, the expected worth of the end that follows, by state.

    If all ends are worth the same, so is every state.
    """
    last = [step for steps in chain.steps for step in steps if step.to < 0]
    values = [{worth(step) for step in last} for worth in worths]
    differing = [worth for worth, distinct in zip(worths, values, strict=True) if len(distinct) > 1]

    def gains(step: Step) -> dict[int, Fraction]:
        return {w: worth(step) for w, worth in enumerate(differing) if step.to < 0}

    sums = expected(chain, gains) if differing else []
    solved = iter([by_worth.get(w, ZERO) for by_worth in sums] for w in range(len(differing)))
    size = len(chain.nexts)
    return [[*distinct] * size if len(distinct) == 1 else next(solved) for distinct in values]


def expected(
    chain: Chain,
    gains: Callable[[Step], Mapping[K, Fraction]],
    passes: Callable[[Step], bool] | None = None,
    most: float = inf,
) -> list[dict[K, Fraction]]:
    """By state, the expected sums of the gains of the steps that follow, by name.

    Nothing is counted after a step that does not pass. TooMuchError for more than `most` sums.
    """
    ways = [[step for step in steps if not passes or passes(step)] for steps in chain.steps]
    order = components(nexts(ways)) if passes else chain.components
    sums, size = [dict[K, Fraction]() for _ in ways], 0
    for component in reversed(order):
        rows: dict[int, Row] = {n: {} for n in component}
        for n in component:
            for step in chain.steps[n]:
                _add(sums[n], Fraction(step.ways, step.of), gains(step))
            for step in ways[n]:
                p = Fraction(step.ways, step.of)
                if step.to in rows:
                    rows[n][step.to] = rows[n].get(step.to, ZERO) + p
                elif step.to >= 0:
                    _add(sums[n], p, sums[step.to])
        names = [*dict.fromkeys(name for n in component for name in sums[n])]
        if any(rows.values()):
            sides = {n: [sums[n].get(name, ZERO) for name in names] for n in component}
            for n, values in solution(rows, sides).items():
                pairs = zip(names, values, strict=True)
                sums[n] = {name: value for name, value in pairs if value}
        size += sum(len(sums[n]) for n in component)
        if size > most:
            raise TooMuchError
    return sums


def _add(sums: dict[K, Fraction], p: Fraction, gains: Mapping[K, Fraction]) -> None:
    for name, gain in gains.items():
        if gain:
            sums[name] = sums.get(name, ZERO) + p * gain


@dataclass
class Flow(Generic[K]):
    """Probability masses, by running totals or by outcomes: whole counts over one unit."""

    unit: int = 1
    counts: Counter[K] = field(default_factory=Counter)

    def weight(self, unit: int) -> int:
        """The factor that converts counts over `unit` to this flow's unit, which may grow."""
        if self.unit % unit:
            whole = unit if unit % self.unit == 0 else lcm(unit, self.unit)
            for key in self.counts:
                self.counts[key] *= whole // self.unit
            self.unit = whole
        return self.unit // unit

    def fractions(self) -> dict[K, Fraction]:
        """The masses as fractions."""
        return {key: Fraction(count, self.unit) for key, count in self.counts.items()}


def masses(chain: Chain) -> dict[tuple[object, ...], Fraction]:
    """The probability of each outcome, if no running total grows without bound."""
    inflow: dict[int, Flow[Totals]] = defaultdict(Flow)
    inflow[0].counts[(0,) * len(chain.table.game.totals)] = 1
    law = Flow[tuple[object, ...]]()
    for component in chain.components:
        flows = {n: inflow.pop(n, Flow[Totals]()) for n in component}
        inside = {*component} if chain.is_cyclic(component) else set()
        for n, flow in (_visits(chain, flows) if inside else flows).items():
            for step in chain.steps[n]:
                if step.to == ENDED:
                    weight = step.ways * law.weight(flow.unit * step.of)
                    for totals, count in flow.counts.items():
                        law.counts[with_totals(step, totals)] += count * weight
                elif step.to >= 0 and step.to not in inside:
                    onto = inflow[step.to]
                    weight = step.ways * onto.weight(flow.unit * step.of)
                    for totals, count in flow.counts.items():
                        onto.counts[summed(totals, step.totals)] += count * weight
    return law.fractions()


def _visits(chain: Chain, flows: dict[int, Flow[Totals]]) -> dict[int, Flow[Totals]]:
    """The expected visits of the states of a component, by running totals."""
    kinds = sorted({totals for flow in flows.values() for totals in flow.counts})
    masses = {n: flow.fractions() for n, flow in flows.items()}
    sides = {n: [mass.get(totals, ZERO) for totals in kinds] for n, mass in masses.items()}
    visits = {}
    for n, values in solution(_transposed(chain, [*flows]), sides).items():
        unit = lcm(*(value.denominator for value in values))
        counts = {totals: int(v * unit) for totals, v in zip(kinds, values, strict=True)}
        visits[n] = Flow(unit, Counter(counts))
    return visits


def _transposed(chain: Chain, component: Sequence[int]) -> dict[int, Row]:
    """The transition probabilities in a component, by the next state and then the state before."""
    rows: dict[int, Row] = {n: {} for n in component}
    for n in component:
        for step in chain.steps[n]:
            if step.to in rows:
                row = rows[step.to]
                row[n] = row.get(n, Fraction(0)) + Fraction(step.ways, step.of)
    return rows


def summed(totals: Totals, more: Totals) -> Totals:
    """The running totals after a step.

    >>> summed((1, 2), (0, 3))
    (1, 5)
    """
    return tuple([a + b for a, b in zip(totals, more, strict=True)]) if totals else totals


def with_totals(step: Step, totals: Totals) -> tuple[object, ...]:
    """The outcome of a play that reaches an end with these running totals."""
    if not totals:
        return step.cells
    return tuple(
        [
            cell + totals[k] if k >= 0 else cell  # type: ignore[operator]
            for cell, k in zip(step.cells, step.sites, strict=True)
        ]
    )
