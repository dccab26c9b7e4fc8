"""Games that may go on for long: the chain's linear equations in fractions, by components.

A component has what flows into it, b, from those before; the visits v of its states, by the running
totals of the play so far, are v = v P + b. From there it flows on, and out at the ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from sweepstake.game.solving.chain import Chain
from sweepstake.game.solving.exploring import ENDED
from sweepstake.game.solving.lifting import Row, solution
from sweepstake.game.solving.masses import Masses, Totals, summed, with_totals

Flow = dict[Totals, Fraction]
ZERO = Fraction(0)


def masses(chain: Chain) -> Masses:
    """The probability of each outcome, if no running total grows without bound."""
    inflow: dict[int, Flow] = defaultdict(dict)
    inflow[0] = {(0,) * len(chain.table.game.totals): Fraction(1)}
    law: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
    for component in chain.components:
        inside = {*component} if chain.is_cyclic(component) else set()
        for n, flow in _visits(chain, component, inflow).items():
            for step in chain.steps[n]:
                share = Fraction(step.ways, step.of)
                for totals, mass in flow.items():
                    if step.to == ENDED:
                        law[with_totals(step, totals)] += mass * share
                    elif step.to >= 0 and step.to not in inside:
                        onto, all_totals = inflow[step.to], summed(totals, step.totals)
                        onto[all_totals] = onto.get(all_totals, ZERO) + mass * share
    return law


def _visits(chain: Chain, component: Sequence[int], inflow: dict[int, Flow]) -> dict[int, Flow]:
    """The expected visits of the states of a component, by running totals."""
    flows = {n: inflow.pop(n, {}) for n in component}
    if not chain.is_cyclic(component):
        return flows
    kinds = sorted({totals for flow in flows.values() for totals in flow})
    sides = {n: [flow.get(totals, ZERO) for totals in kinds] for n, flow in flows.items()}
    visits = solution(_transposed(chain, component), sides)
    return {n: dict(zip(kinds, visits[n], strict=True)) for n in component}


def _transposed(chain: Chain, component: Sequence[int]) -> dict[int, Row]:
    """The probabilities to come to each state of a component, by the state before."""
    rows: dict[int, Row] = {n: {} for n in component}
    for n in component:
        for step in chain.steps[n]:
            if step.to in rows:
                row = rows[step.to]
                row[n] = row.get(n, ZERO) + Fraction(step.ways, step.of)
    return rows
