"""The states of a game as a chain: its components in their order, and where it may go on for ever.

A state of its own without a step to itself is passed once; a component of several is where a play
may be for any number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from sweepstake.game.solving.components import components
from sweepstake.game.solving.exploring import ENDED, REJECTED, Step, Table
from sweepstake.game.solving.lumping import Lumped, lumped
from sweepstake.puzzle.method import NoAnswerError

LONG = 10**9
"""Denominators from which on a fraction is written as a decimal."""


class NeverEndsError(NoAnswerError):
    """There are states from which no play ends."""


@dataclass(frozen=True)
class Chain:
    """The chain of a table of which all states are expanded."""

    table: Table

    @cached_property
    def lumped(self) -> Lumped:
        """The table's states, those of equal behaviour as one."""
        if compiled := self.table.compiled:
            from sweepstake.game.compiled.exploring.lumping import lumped as lumped_arrays

            if classes := lumped_arrays(compiled):
                return classes
        return lumped(self.table.steps)

    @property
    def steps(self) -> list[list[Step]]:
        """What may come after each state."""
        return self.lumped.steps

    @cached_property
    def nexts(self) -> list[list[int]]:
        """The states that may come after each."""
        return [sorted({step.to for step in its if step.to >= 0}) for its in self.steps]

    @cached_property
    def components(self) -> list[list[int]]:
        """The components, each before those that come after it."""
        found = components(self.nexts)
        for component in found:
            self._check_exit(component)
        return found

    @property
    def ends(self) -> bool:
        """Does every play end after a bounded number of steps?"""
        return not any(map(self.is_cyclic, self.components))

    def is_cyclic(self, component: Sequence[int]) -> bool:
        """May a play come back to a state?"""
        return len(component) > 1 or component[0] in self.nexts[component[0]]

    def leaving(self, component: Sequence[int]) -> list[Step]:
        """The steps that lead out of a component, ends too."""
        inside = {*component}
        return [step for n in component for step in self.steps[n] if step.to not in inside]

    @property
    def grows(self) -> str:
        """A running total that may grow for ever; empty if there is none."""
        for component in filter(self.is_cyclic, self.components):
            inside = {*component}
            for step in (step for n in component for step in self.steps[n]):
                if step.to in inside and any(step.totals):
                    place = next(k for k, more in enumerate(step.totals) if more)
                    return self.table.game.totals[place]
        return ""

    def _check_exit(self, component: Sequence[int]) -> None:
        if self.is_cyclic(component) and not self.leaving(component):
            inside = {*component}
            states = zip(self.table.states, self.lumped.of, strict=True)
            lines = (self.table.line(state.entry) for state, own in states if own in inside)
            line = next(filter(None, lines), 0)
            place = f" at line {line}" * bool(line)
            ending = self._ending()
            ends = f"ends with probability {_written(ending)}; else" if ending else "never ends:"
            raise NeverEndsError(
                f"{self.table.asked.name} {ends} it goes on for ever{place}, which has no outcome: "
                f"have it return there"
            )

    def _ending(self) -> Fraction:
        """The probability that a play ends."""
        from sweepstake.game.solving.means import share

        endless = {
            n
            for component in components(self.nexts)
            if self.is_cyclic(component) and not self.leaving(component)
            for n in component
        }
        steps = [
            [Step(1, 1, REJECTED)] if n in endless else own for n, own in enumerate(self.steps)
        ]
        if not any(step.to == ENDED for own in steps for step in own):
            return Fraction(0)
        ending = Chain(self.table)
        vars(ending)["lumped"] = replace(self.lumped, steps=steps)
        return share(ending)


def _written(p: Fraction) -> str:
    """A fraction, or about what it is if that is long."""
    return str(p) if p.denominator < LONG else f"about {float(p):.12g}"
