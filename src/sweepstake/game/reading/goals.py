"""What the player of a game wants: the mean of an outcome column, or the chance of one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sweepstake.errors import InputError
from sweepstake.puzzle.question import Column
from sweepstake.text.shown import listed, shown

Sign = Literal[1, -1]


@dataclass(frozen=True)
class Goal:
    """The mean of `column`, or the chance that it is `value`, is to be great (1) or small (-1)."""

    column: str
    sign: Sign
    value: object = None
    player: object = None
    """Whose goal it is, in a game for two; the other player wants the opposite."""

    def worth(self, cell: object) -> Fraction:
        """What an outcome with this cell is worth to the player."""
        if self.value is not None:
            alike = isinstance(cell, bool) == isinstance(self.value, bool)
            return Fraction(self.sign * (alike and cell == self.value))
        if not isinstance(cell, int | Fraction):
            raise InputError(f"the goal {self.column} is {shown(cell)}; allowed: numbers")
        return self.sign * Fraction(cell)

    def flipped(self) -> Goal:
        """The goal of whoever wants the opposite."""
        return Goal(self.column, 1 if self.sign < 0 else -1, self.value, self.player)

    def check(self, name: str, outcomes: Sequence[Column]) -> None:
        """ValueError unless the game's outcomes have such a column."""
        column = next((column for column in outcomes if column.name == self.column), None)
        if column is None:
            names = listed(column.name for column in outcomes)
            raise InputError(f"{name}: the goal is {shown(self.column)}; allowed: {names}")
        if self.value is None and column.is_word:
            raise InputError(
                f'{name}: the goal {self.column} is no amount; say which, as most("{self.column}",'
                f' "A")'
            )
        if self.value is None and column.nullable:
            raise InputError(f"{name}: the goal {self.column} may have no value, so it has no mean")

    def __str__(self) -> str:
        word = "most" if self.sign > 0 else "least"
        of = f", {shown(self.value)}" if self.value is not None else ""
        whose = f", player={shown(self.player)}" if self.player is not None else ""
        return f'{word}("{self.column}"{of}{whose})'


def most(column: str, value: object = None, *, player: object = None) -> Goal:
    """The goal that the mean of a column, or the chance of `value`, is as great as possible.

    >>> most("won"), most("winner", "A").worth("A")
    (Goal(column='won', sign=1, value=None, player=None), Fraction(1, 1))
    """
    return Goal(column, 1, value, player)


def least(column: str, value: object = None, *, player: object = None) -> Goal:
    """The goal that the mean of a column, or the chance of `value`, is as small as possible.

    >>> least("turns").worth(3)
    Fraction(-3, 1)
    """
    return Goal(column, -1, value, player)
