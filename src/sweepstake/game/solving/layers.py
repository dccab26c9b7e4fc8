"""Games that must end: the masses of their states layer by layer, in whole counts.

A state is in the layer of the longest way to it. The counts of a layer are over the product of the
units of those before it, so nothing is divided.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

from sweepstake.game.solving.chain import Chain
from sweepstake.game.solving.exploring import ENDED, REJECTED
from sweepstake.game.solving.masses import Masses, Totals, summed, with_totals


def masses(chain: Chain) -> Masses:
    """The probability of each outcome of a chain without cycles."""
    levels = _levels(chain)
    units = [lcm(*(s.of for n in members for s in chain.steps[n])) for members in levels]
    over = [1]
    for unit in units:
        over.append(over[-1] * unit)
    level_of = {n: level for level, members in enumerate(levels) for n in members}
    counts: dict[int, Counter[Totals]] = {0: Counter({(0,) * len(chain.table.game.totals): 1})}
    law: dict[tuple[object, ...], Fraction] = {}
    for level, states in enumerate(levels):
        ends: Counter[tuple[object, ...]] = Counter()
        for n in states:
            own = counts.pop(n, Counter())  # none leads to one behind plays that never end
            for step in chain.steps[n]:
                weight = step.ways * (units[level] // step.of)
                if step.to == ENDED:
                    for totals, count in own.items():
                        ends[with_totals(step, totals)] += count * weight
                elif step.to != REJECTED:
                    weight *= over[level_of[step.to]] // over[level + 1]
                    onto = counts.setdefault(step.to, Counter())
                    for totals, count in own.items():
                        onto[summed(totals, step.totals)] += count * weight
        for cells, count in ends.items():
            law[cells] = law.get(cells, Fraction(0)) + Fraction(count, over[level + 1])
    return law


def _levels(chain: Chain) -> list[list[int]]:
    """The states by the length of the longest way to them."""
    level = [0] * len(chain.nexts)
    for [n] in chain.components:
        for m in chain.nexts[n]:
            level[m] = max(level[m], level[n] + 1)
    levels: list[list[int]] = [[] for _ in range(max(level) + 1)]
    for n, own in enumerate(level):
        levels[own].append(n)
    return levels
