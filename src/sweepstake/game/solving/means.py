"""Exact means of outcomes, also if they have no bound, from the last states to the first.

A step has the probability p and adds r to a running total. K is the probability of an end with the
given values, and H that of such an end whose column adds the total. The mean times K is
M = sum of p (M + r H).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, TypeVar

from sweepstake.game.solving.chain import Chain, nexts
from sweepstake.game.solving.components import components
from sweepstake.game.solving.exploring import ENDED, Step
from sweepstake.game.solving.lifting import Row, solution
from sweepstake.puzzle.method import TooLargeError
from sweepstake.text.shown import shown

Worth = Callable[[Step], Fraction]
K = TypeVar("K", bound=Hashable)
ZERO = Fraction(0)


class TooMuchError(Exception):
    """The sums or probabilities take too much work, or a running total may shrink."""


def share(chain: Chain) -> Fraction:
    """The probability that a play is not rejected, and ends with the given values."""
    return chances(chain, [_kept(chain)])[0][0]


def mean(chain: Chain, column: int) -> Fraction:
    """The mean of an outcome's column, for the plays that end with the given values."""
    width, kept = len(chain.table.game.totals), _kept(chain)

    def by(k: int) -> Worth:
        return lambda step: kept(step) * (bool(step.sites) and step.sites[column] == k)

    [kept_by, *counted] = chances(chain, [kept, *map(by, range(width))])

    def worth(step: Step) -> Fraction:
        if step.to < 0:
            return kept(step) and _number(step.cells[column])
        grown = zip(step.totals, counted, strict=False)
        return sum((more * h[step.to] for more, h in grown if more), Fraction(0))

    return expected(chain, lambda step: {0: worth(step)})[0].get(0, ZERO) / kept_by[0]


def _kept(chain: Chain) -> Worth:
    """The worth 1 of ends with the given values, else 0; an error if that can't be computed."""
    asked = chain.table.asked
    if any(step.sites and step.sites[c] >= 0 for step in chain.endings for c, _ in asked.given):
        raise TooLargeError(
            f"{asked.name}: a running total is given, but an outcome has no bound, so states "
            f"can't answer"
        )
    if not any(asked.keeps(step.cells) for step in chain.endings):
        raise asked.impossible()
    return lambda step: Fraction(step.to == ENDED and asked.keeps(step.cells))


def _number(cell: Any) -> Fraction:
    if not isinstance(cell, int | Fraction):
        raise ValueError(f"{shown(cell)} has no mean; allowed: numbers")
    return Fraction(cell)


def chances(chain: Chain, worths: Sequence[Worth]) -> list[list[Fraction]]:
    """For each worth, the expected worth of the end that follows, by state.

    If all ends are worth the same, so is every state.
    """
    last = [step for steps in chain.steps for step in steps if step.to < 0]
    values = [{worth(step) for step in last} for worth in worths]
    differing = [worth for worth, own in zip(worths, values, strict=True) if len(own) > 1]

    def gains(step: Step) -> dict[int, Fraction]:
        return {w: worth(step) for w, worth in enumerate(differing) if step.to < 0}

    sums = expected(chain, gains) if differing else []
    solved = iter([own.get(w, ZERO) for own in sums] for w in range(len(differing)))
    return [[*own] * len(chain.nexts) if len(own) == 1 else next(solved) for own in values]


def expected(
    chain: Chain,
    gains: Callable[[Step], Mapping[K, Fraction]],
    passes: Callable[[Step], bool] | None = None,
    most: float = inf,
) -> list[dict[K, Fraction]]:
    """By state, the expected sums of the gains of the steps that follow, by name.

    Nothing is counted after a step that does not pass. TooMuchError for more than `most` sums.
    """
    ways = [[step for step in own if not passes or passes(step)] for own in chain.steps]
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
