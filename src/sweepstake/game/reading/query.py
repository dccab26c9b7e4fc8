"""A query of a game: the outcome columns that a question asks for, given values of others.

Outcomes are whole numbers, fractions, truth values, texts and None. The messages on other values
say how to mend them.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm
from numbers import Real
from types import NoneType
from typing import Any, Protocol

from sweepstake.core.distribution import Distribution
from sweepstake.errors import NoAnswerError, TooLargeError
from sweepstake.game.drawing.cards import Counts
from sweepstake.game.drawing.draw import Player
from sweepstake.game.reading.outside import Outside
from sweepstake.puzzle.question import Column
from sweepstake.text.shown import listed, shown

REMEDY = "have it return there, or declare the outcome `nullable`"
"""The remedy for a play that goes on for ever."""
OUTCOMES: frozenset[object] = frozenset((int, bool, str, Fraction, NoneType))
BY_TYPE: dict[str, set[object]] = {
    "int": {int},
    "bool": {bool},
    "string": {str},
    "rational": {Fraction, int},
}
WORDS = {"int": "a whole number", "bool": "a truth value", "string": "a text"}


class Decider(Protocol):
    """Knows how the player of a game decides."""

    @property
    def compared(self) -> bool:
        """True if plays of the function are compared with its states to find the player."""

    def player(self, params: Mapping[str, Any]) -> Player:
        """The player at these parameters."""

    def fill(self, table: Any, params: Mapping[str, Any]) -> bool:
        """Fill a table of states with those under the player; False if that isn't known."""

    def rehearsing(self, params: Mapping[str, Any]) -> Player:
        """The player in short trials."""

    def seconds(self, params: Mapping[str, Any], seconds: float) -> float | None:
        """The predicted seconds until the player is known; None if they can't be predicted."""


@dataclass(frozen=True)
class Query:
    """A function, and the outcome columns that a question asks for, given values of others."""

    play: Callable[..., Any]
    width: int
    columns: tuple[int, ...]
    given: tuple[tuple[int, object], ...] = ()
    declared: tuple[Column, ...] = ()
    """All columns of an outcome; without them values of any type are allowed."""
    decider: Decider | None = field(default=None, compare=False)
    """Who plays; None if nobody does."""
    strategy: Callable[..., Any] | None = None
    """The user's function by which the player decides, if there is one."""
    outside: Outside = field(init=False, repr=False, compare=False)
    """The values that the function can reach, as they were before any play."""

    def __post_init__(self) -> None:
        functions = filter(None, (self.play, self.strategy))
        object.__setattr__(self, "outside", Outside(*functions))

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process remembers the values there."""
        return Query, (self.play, self.width, self.columns, self.given, self.declared)

    @cached_property
    def _allowed(self) -> list[frozenset[object]]:
        """The types of each column's values."""
        return [  # columns that aren't asked for may be left out
            kinds(self.declared[column]) if self.declared and column in self.used else OUTCOMES
            for column in range(self.width)
        ]

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.play, "__name__", "game")

    def player(self, params: Mapping[str, Any]) -> Player | None:
        """Who takes the options at a play's choices; None if nobody plays."""
        return self.decider.player(params) if self.decider else None

    def rehearsing(self, params: Mapping[str, Any]) -> Player | None:
        """Who takes the options in short trials, which don't wait for best play to be found."""
        return self.decider.rehearsing(params) if self.decider else None

    @cached_property
    def used(self) -> tuple[int, ...]:
        """The columns that the query asks for, or that are given."""
        return tuple(sorted({*self.columns, *(column for column, _ in self.given)}))

    @cached_property
    def may_lack(self) -> bool:
        """True if all used columns may have no value."""
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

    def accepts(self, cells: tuple[object, ...]) -> bool:
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
        """The part of an outcome that the query asks for."""
        values = tuple(cells[column] for column in self.columns)
        return values[0] if len(values) == 1 else values

    def answer(self, masses: Mapping[tuple[object, ...], Any]) -> Distribution:
        """The distribution of the query's columns, from counts or fractions by an outcome's cells.

        Rejected plays have no mass; the other masses are divided by their sum.
        """
        sums: Counter[object] = Counter()
        for cells, mass in masses.items():
            if mass and self.accepts(cells):
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


def kinds(column: Column) -> frozenset[object]:
    """The exact types of a column's values."""
    return frozenset(BY_TYPE[column.type] | ({NoneType} if column.nullable else set()))


def mismatch(play: Callable[..., Any], value: object, declared: Sequence[Column]) -> str:
    """The message, in one line, on a returned value of a wrong type, and how to mend it."""
    name = getattr(play, "__name__", "the function")
    where = _where(play)
    if isinstance(value, list):
        more = ", and declare a column for each value" if declared else ""
        mend = f"return a tuple, not a list{more}"
        return f"{name} returns {shown(value)}{where}; {mend}"
    if value is None:
        return f"{name} returns None{where}; each way through it needs a `return` with a value"
    if type(value) is tuple and not value:
        return f"{name} returns (), which has no value{where}; return one or more"
    if type(value) not in OUTCOMES or not declared:
        return (
            f"{name} returns {shown(value)}, of type {_type(value)}{where}; {_mend(value)}"
            f"allowed: whole numbers, fractions, truth values, texts, None"
        )
    [column] = declared
    kind = next(kind for kind, types in BY_TYPE.items() if type(value) in types)
    return (
        f"{name} returns {shown(value)}{where}, and its column {column.name} is declared as "
        f"{column.type!r}; return {WORDS.get(column.type, 'a fraction')}, or declare it as {kind!r}"
    )


def _type(value: object) -> str:
    """The name of a value's type, with its module if it is NumPy's."""
    kind = type(value)
    return f"{kind.__module__}.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


def _mend(value: Any) -> str:
    """How to mend a value of a type that isn't allowed; empty without a suggestion."""
    if isinstance(value, Enum):
        return "return its .name or its .value; "
    if type(value).__name__ in ("bool_", "bool"):  # NumPy has had both names
        return "use bool(...); "
    if isinstance(value, str):
        return "use str(...); "
    if isinstance(value, tuple) or bool(getattr(value, "shape", None)):
        return "declare a column for each value; "
    if hasattr(value, "__index__"):
        return "use int(...); "
    return "use Fraction; " if isinstance(value, Real | Decimal) else ""


def unlike(play: Callable[..., Any], value: object, width: int) -> str:
    """The message, in one line, on a returned value that isn't a tuple of `width` values."""
    returned = f"{getattr(play, '__name__', 'the function')} returns {shown(value)}{_where(play)}"
    if isinstance(value, list) and len(value) == width:
        return f"{returned}; return a tuple, not a list"
    return f"{returned}; allowed: tuples of {width} values"


def _where(play: Callable[..., Any]) -> str:
    """The lines of the function's `return` statements, or else its first line."""
    try:
        lines, first = inspect.getsourcelines(play)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return ""
    returning = sorted(first + n.lineno - 1 for n in ast.walk(tree) if isinstance(n, ast.Return))
    return f" (see line {listed(returning or [first])})"
