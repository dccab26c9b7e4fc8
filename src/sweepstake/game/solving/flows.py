"""The probability of each outcome, as a flow through the states, one component after the other.

The inflow b of a component comes from the components before it. If a play may return to a state
there, the expected visits v of the states are v = v P + b. The visits flow on to later components,
and out at the ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from sweepstake.game.solving.chain import Chain
from sweepstake.game.solving.exploring import ENDED, Step
from sweepstake.game.solving.lifting import Row, solution

K = TypeVar("K", bound=Hashable)
Totals = tuple[int, ...]


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
    sides = {n: [own.get(totals, Fraction(0)) for totals in kinds] for n, own in masses.items()}
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
