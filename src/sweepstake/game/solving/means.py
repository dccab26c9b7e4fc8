"""Exact means of outcomes, also of those that have no bound, from the last states to the first.

With p the probability of a step, K the chance to end as is given, and H the same with an end whose
column adds the running total, the mean times K is M = sum of p (M + r H), r what the step adds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sweepstake.game.solving.chain import Chain
from sweepstake.game.solving.exploring import ENDED, Step
from sweepstake.game.solving.lifting import Row, solution
from sweepstake.text.shown import shown

Worth = Callable[[Step], Fraction]


def share(chain: Chain) -> Fraction:
    """The probability that a play is not rejected, and ends as is given."""
    return chances(chain, [_kept(chain)])[0][0]


def mean(chain: Chain, column: int) -> Fraction:
    """The mean of an outcome's column, of the plays that end as is given."""
    width, kept = len(chain.table.game.totals), _kept(chain)

    def by(k: int) -> Worth:
        return lambda step: kept(step) * (bool(step.sites) and step.sites[column] == k)

    [kept_by, *counted] = chances(chain, [kept, *map(by, range(width))])

    def worth(step: Step) -> Fraction:
        if step.to < 0:
            return kept(step) and _number(step.cells[column])
        grown = zip(step.totals, counted, strict=False)
        return sum((more * h[step.to] for more, h in grown if more), Fraction(0))

    return _expected(chain, [worth])[0][0] / kept_by[0]


def _kept(chain: Chain) -> Worth:
    """1 of an end that counts; ValueError if nothing can be said of what is given."""
    asked = chain.table.asked
    if any(step.sites and step.sites[c] >= 0 for step in _ends(chain) for c, _ in asked.given):
        raise ValueError(f"{asked.name}: a running total can't be given")
    if not any(asked.keeps(step.cells) for step in _ends(chain)):
        raise ValueError(f"{asked.name}: what is given never happens")
    return lambda step: Fraction(step.to == ENDED and asked.keeps(step.cells))


def _number(cell: Any) -> Fraction:
    if not isinstance(cell, int | Fraction):
        raise ValueError(f"{shown(cell)} has no mean; allowed: numbers")
    return Fraction(cell)


def _ends(chain: Chain) -> list[Step]:
    return [step for steps in chain.steps for step in steps if step.to == ENDED]


def chances(chain: Chain, worths: Sequence[Worth]) -> list[list[Fraction]]:
    """As `_expected`, of what only ends are worth: if all are worth the same, so is every state."""
    last = [step for steps in chain.steps for step in steps if step.to < 0]
    values = [{worth(step) for step in last} for worth in worths]
    differing = [worth for worth, own in zip(worths, values, strict=True) if len(own) > 1]
    solved = iter(_expected(chain, differing) if differing else ())
    return [[*own] * len(chain.nexts) if len(own) == 1 else next(solved) for own in values]


def _expected(chain: Chain, worths: Sequence[Worth]) -> list[list[Fraction]]:
    """For each worth, the expected sum over the steps that follow, by state."""
    sums = [[Fraction(0)] * len(chain.nexts) for _ in worths]
    for component in reversed(chain.components):
        rows: dict[int, Row] = {n: {} for n in component}
        sides = {n: [Fraction(0)] * len(worths) for n in component}
        for n in component:
            for step in chain.steps[n]:
                share = Fraction(step.ways, step.of)
                later = step.to >= 0 and step.to not in rows
                for w, worth in enumerate(worths):
                    gain = worth(step) + (sums[w][step.to] if later else 0)
                    if gain:
                        sides[n][w] += share * gain
                if step.to in rows:
                    rows[n][step.to] = rows[n].get(step.to, Fraction(0)) + share
        for n, values in solution(rows, sides).items():
            for w, value in enumerate(values):
                sums[w][n] = value
    return sums
