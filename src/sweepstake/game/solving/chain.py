"""The states of a game as a Markov chain: its components, and where a play may go on for ever.

A component is strongly connected. A play passes once through a single state without a step to
itself, and may stay in any other component for any number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sweepstake.game.asked import REMEDY
from sweepstake.game.solving.components import components
from sweepstake.game.solving.exploring import ENDED, Step, Table
from sweepstake.game.solving.lumping import Lumped, lumped
from sweepstake.puzzle.method import NoAnswerError

LONG = 10**9
"""From this denominator on, a fraction is written as a decimal."""


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
        width = self.table.asked.width
        return Step(1, 1, ENDED, (), (None,) * width, (-1,) * width)

    @cached_property
    def steps(self) -> list[list[Step]]:
        """The transitions of each class; those of endless classes are replaced by `forever`."""
        steps, endless = self.lumped.steps, self.endless
        if not endless:
            return steps
        return [[self.forever] if n in endless else own for n, own in enumerate(steps)]

    @cached_property
    def endings(self) -> list[Step]:
        """The steps with which a play ends and is not rejected."""
        return [step for own in self.steps for step in own if step.to == ENDED]

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
                    place = next(k for k, more in enumerate(step.totals) if more)
                    return self.table.game.totals[place]
        return ""

    @cached_property
    def ending(self) -> Fraction:
        """The probability that a play ends."""
        from sweepstake.game.solving.means import chances

        worths = (
            lambda step: Fraction(step.to == ENDED),
            lambda step: Fraction(step is self.forever),
        )
        [kept, *_], [endless, *_] = chances(self, worths)
        return 1 - endless / kept

    def never_ends(self) -> NeverEndsError:
        """The error that a play may go on for ever, with the line."""
        asked, states = self.table.asked, zip(self.table.states, self.lumped.of, strict=True)
        lines = (self.table.line(state.entry) for state, own in states if own in self.endless)
        line = next(filter(None, lines), 0)
        place = f" at line {line}" * bool(line)
        ends = f"ends with probability {written(p)}; else" if (p := self.ending) else "never ends:"
        remedy = "use states" if asked.may_lack else REMEDY
        return NeverEndsError(f"{asked.name} {ends} it goes on for ever{place}: {remedy}")

    def check(self) -> None:
        """NeverEndsError if a play may go on for ever, and outcomes need a value."""
        if self.endless and not self.table.asked.may_lack:
            raise self.never_ends()


def nexts(steps: Sequence[Sequence[Step]]) -> list[list[int]]:
    """The successors of each state."""
    return [sorted({step.to for step in own if step.to >= 0}) for own in steps]


def written(p: Fraction) -> str:
    """A fraction as text, or an approximation if the fraction is long."""
    return str(p) if p.denominator < LONG else f"about {float(p):.12g}"
