"""The part of a game's outcome that a question asks for, and the form of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from sweepstake.core.distribution import Distribution
from sweepstake.game.cards import Counts
from sweepstake.game.checking.returned import OUTCOMES, kinds, mismatch, unlike
from sweepstake.game.outside import Outside
from sweepstake.puzzle.method import NoAnswerError, TooLargeError
from sweepstake.puzzle.question import Column

REMEDY = "have it return there, or declare the outcome `nullable`"
"""The remedy for a play that goes on for ever."""


@dataclass(frozen=True)
class Asked:
    """The columns that a question asks for, given the values of other columns."""

    play: Callable[..., Any]
    width: int
    columns: tuple[int, ...]
    given: tuple[tuple[int, object], ...] = ()
    declared: tuple[Column, ...] = ()
    """All columns of an outcome; without them values of any type are allowed."""
    outside: Outside = field(init=False, repr=False, compare=False)
    """The values that the function can reach, as they were before any play; none is chance."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outside", Outside(self.play))

    @cached_property
    def _allowed(self) -> list[frozenset[object]]:
        """The types of each column's values."""
        return [  # columns that aren't asked for may be left out
            kinds(self.declared[place]) if self.declared and place in self.used else OUTCOMES
            for place in range(self.width)
        ]

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.play, "__name__", "game")

    @cached_property
    def used(self) -> tuple[int, ...]:
        """The columns that are asked for or given."""
        return tuple(sorted({*self.columns, *(column for column, _ in self.given)}))

    @cached_property
    def may_lack(self) -> bool:
        """True if all columns that are asked for or given may have no value."""
        return bool(self.declared) and all(self.declared[column].nullable for column in self.used)

    def cells(self, outcome: object) -> tuple[object, ...]:
        """The values of an outcome's columns; NoAnswerError if their number or a type is wrong."""
        if type(outcome) is Counts:
            outcome = tuple(outcome)
        cells = outcome if self.width > 1 else (outcome,)
        if type(cells) is not tuple or len(cells) != self.width:
            raise NoAnswerError(unlike(self.play, outcome, self.width))
        for column, cell in enumerate(cells):
            if type(cell) not in self._allowed[column]:
                raise NoAnswerError(mismatch(self.play, cell, self.declared[column : column + 1]))
        return cells

    def keeps(self, cells: tuple[object, ...]) -> bool:
        """True if an outcome has the given values."""
        return all(cells[column] == value for column, value in self.given)

    @property
    def _wanted(self) -> str:
        return "what is given" if self.given else "what draw.condition asks for"

    def missed(self, plays: int) -> TooLargeError:
        """The error that so many plays in a row are rejected, or lack the given values."""
        return TooLargeError(f"{self.name}: {plays:,} plays miss {self._wanted}")

    def impossible(self) -> NoAnswerError:
        """The error that all plays are rejected, or lack the given values."""
        return NoAnswerError(f"{self.name}: {self._wanted} never happens")

    def projected(self, cells: tuple[object, ...]) -> object:
        """The part of an outcome that is asked for."""
        asked = tuple(cells[column] for column in self.columns)
        return asked[0] if len(asked) == 1 else asked

    def answer(self, masses: Mapping[tuple[object, ...], Any]) -> Distribution:
        """The distribution of the asked columns, from counts or fractions by an outcome's cells.

        Rejected plays have no mass; the other masses are divided by their sum.
        """
        sums: Counter[object] = Counter()
        for cells, mass in masses.items():
            if mass and self.keeps(cells):
                sums[self.projected(cells)] += mass
        if not sums:
            raise self.impossible()
        unit = lcm(*(mass.denominator for mass in sums.values()))
        counts = {outcome: int(mass * unit) for outcome, mass in sums.items()}
        return Distribution(counts, sum(counts.values()))


def whole(weighed: Iterable[tuple[tuple[object, ...], int, int]]) -> dict[tuple[object, ...], Any]:
    """The masses of outcomes, from (cells, ways, of) of each play."""
    counts: Counter[tuple[tuple[object, ...], int]] = Counter()
    for cells, ways, of in weighed:
        counts[cells, of] += ways
    masses: dict[tuple[object, ...], Fraction] = {}
    for (cells, of), ways in counts.items():
        masses[cells] = masses.get(cells, Fraction(0)) + Fraction(ways, of)
    return masses
