"""The method `bounds`: what `states` answers in fractions, between bounds that are proved.

The bounds of probabilities are in `flowing`. Means follow from the outcomes. Where outcomes are
left out, means are summed from the last states to the first, as in `chain`, each between bounds.

If there are too many states, the likeliest ones are taken (`likely`), and plays that leave them may
have any outcome. Then no mean has bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from sweepstake.core.bounded import Bounded, Interval
from sweepstake.errors import TooLargeError
from sweepstake.game.solving.chain import Chain, TooMuchError, Worth, acceptance, as_number
from sweepstake.game.solving.enclosing import ONE
from sweepstake.game.solving.exploring import Step
from sweepstake.game.solving.flowing import Plays, parts, units

if TYPE_CHECKING:
    from sweepstake.game.solving.states import States

LIKELY = 10.0
"""Predicted seconds of an answer from the likeliest states."""
Whole = tuple[int, int]
"""A lower and an upper bound, in units of 1/ONE."""


@dataclass(frozen=True)
class Bounds:
    """The method `bounds`, from the states that `states` explores."""

    states: States

    def answer(self, /, **params: Any) -> Bounded:
        """Bounds of the probability of each outcome, and of each mean."""
        return bounded(self.states.likely_chain(**params))

    def seconds(self, /, **params: Any) -> float:
        """The predicted seconds of an answer."""
        return LIKELY if self.states.seems_endless(**params) else self.states.seconds(**params)

    def objection(self, /, **params: Any) -> str | None:
        """Why there is no answer, in one line; None if there may be one."""
        if self.states.seems_endless(**params):
            return None
        objection = self.states.objection(**params)
        return objection and f"bounds: {objection.removeprefix('states: ')}"


def bounded(chain: Chain) -> Bounded:
    """Bounds of the probability of each of the query's outcomes, and of each mean."""
    query = chain.table.query
    try:
        plays = Plays(chain)
        law = plays.law()
    except TooMuchError:
        return Bounded({}, Fraction(1), _means(chain))
    if not law.masses:
        raise query.impossible()
    if plays.grows or chain.table.is_partial:
        return law.listed(_means(chain))
    return Bounded(law.bounds(), means=tuple(map(law.mean, range(len(query.columns)))))


def _means(chain: Chain) -> tuple[Interval | None, ...]:
    """The bounds of the means; None for a column with other values than numbers."""
    query = chain.table.query
    if chain.table.is_partial:  # a play that is no longer followed may end with any number
        return (None,) * len(query.columns)
    try:
        is_accepted = acceptance(chain)
    except TooLargeError:  # a running total is given
        return (None,) * len(query.columns)
    ends = [step for step in chain.endings if is_accepted(step)]
    values = Values(chain)
    return tuple(
        values.mean(is_accepted, column)
        if all(type(step.cells[column]) in (int, Fraction) for step in ends)
        else None
        for column in query.columns
    )


class Values:
    """Bounds of what plays are worth, by the class from which they go on."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._units = units(chain)
        self._parts = parts(chain.steps, self._units)[::-1]

    def mean(self, is_accepted: Worth, column: int) -> Interval | None:
        """The mean of a column, for accepted plays; None if it may be that there are none."""
        width = len(self._chain.table.game.totals)

        def by(k: int) -> Worth:
            return lambda step: is_accepted(step) * (bool(step.sites) and step.sites[column] == k)

        share, *counted = self.chances([is_accepted, *map(by, range(width))])

        def gain(step: Step) -> Whole:
            if step.to < 0:
                return _whole(is_accepted(step) and as_number(step.cells[column]))
            low = high = 0
            for more, of in zip(step.totals, counted, strict=False):
                ends = more * of[step.to][0], more * of[step.to][1]
                low, high = low + min(ends), high + max(ends)
            return low, high

        least, most = share[0]
        if not least:
            return None
        quotients = [Fraction(a, b) for a, b in product(self.expected(gain)[0], (least, most))]
        return Interval(min(quotients), max(quotients))

    def chances(self, worths: Sequence[Worth]) -> list[list[Whole]]:
        """For each worth, the expected worth of the end that follows, by class."""
        steps = self._chain.steps
        last = [step for leaving in steps for step in leaving if step.to < 0]
        results = []
        for worth in worths:
            distinct = {worth(step) for step in last}
            if len(distinct) == 1:  # so is every class
                results.append([_whole(*distinct)] * len(steps))
            else:
                results.append(self.expected(_at_end(worth)))
        return results

    def expected(self, gain: Callable[[Step], Whole]) -> list[Whole]:
        """The sum of the gains of all steps that follow, by class."""
        steps = self._chain.steps
        sums: list[Whole] = [(0, 0)] * len(steps)
        for part, component in self._parts:
            inside = {*part} if component else set[int]()
            low, high = [], []
            for n in part:
                least = most = 0
                for step in steps[n]:
                    a, b = gain(step)
                    if step.to >= 0 and step.to not in inside:
                        more = sums[step.to]
                        a, b = a + more[0], b + more[1]
                    least, most = least + step.ways * a, most + step.ways * b
                low.append(least)
                high.append(most)
            if component:
                low, high = component.values(low, high)
                for n, least, most in zip(part, low, high, strict=True):
                    sums[n] = least, most
            else:
                [n], [least], [most] = part, low, high
                sums[n] = least // self._units[n], -(-most // self._units[n])
        return sums


def _at_end(worth: Worth) -> Callable[[Step], Whole]:
    """The gain of a step that is worth something at the end of a play."""
    return lambda step: _whole(worth(step)) if step.to < 0 else (0, 0)


def _whole(number: Fraction | int) -> Whole:
    """A number in units of 1/ONE, rounded down and up."""
    exact = number * ONE
    return exact // 1, -(-exact // 1)
