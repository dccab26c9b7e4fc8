"""The policy of best play as the answer to a question: a row for each thing that a player may see.

The columns are the values seen, by their names, the choice, what it is worth, how much worse the
second best option is, and other options that are as good. What is worth something is rounded, as
exact values have hundreds of digits; the policy and its ties are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from sweepstake.errors import NoAnswerError
from sweepstake.game.choosing.policy import Row
from sweepstake.game.choosing.strategies import Choosing, Plays
from sweepstake.game.drawing.draw import Draw, Rejected, Site, at_random
from sweepstake.game.drawing.playing import Sampled, TooLongError, words
from sweepstake.game.reading.decisions import BEST
from sweepstake.puzzle.parameter import PYTHON_TYPES, AnyParameter, Parameter, Type, unfit
from sweepstake.puzzle.question import Column
from sweepstake.text.shown import listed, shown

PLAYS, MAX_DRAWS = 30, 10_000
"""Plays at random from which the types of what is seen are inferred, and most draws of all."""
MORE = (0, 5)
"""How much more than the least a parameter without default is in these plays."""
DIGITS = 12
"""Digits to which values are rounded."""
OWN = ("choice", "value", "loses", "ties")
TYPES = {kind: name for name, kind in PYTHON_TYPES.items()}


@dataclass(frozen=True)
class PolicyList:
    """The rows of best play."""

    choosing: Choosing
    parameters: tuple[AnyParameter, ...]

    @cached_property
    def seen(self) -> dict[str, Type]:
        """The names of what is seen, with their types."""
        names = [name for seen in self.choosing.names.values() for name in seen]
        kinds = self._kinds()
        return {name: _type(kinds.get(name, set())) for name in dict.fromkeys(names)}

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the list."""
        is_single = len(self.choosing.names) == 1
        given = {parameter.name for parameter in self.parameters}
        fits = [_column_name(name, given) for name in self.seen]
        goal = self.choosing.goal
        return (
            *(
                Column(name, kind, "what the player sees", nullable=not is_single)
                for name, kind in zip(fits, self.seen.values(), strict=True)
            ),
            Column(OWN[0], "string", "the best option"),
            Column(OWN[1], "string", f"the mean of {goal.column} from here on, rounded"),
            Column(OWN[2], "string", "how much worse the second best option is", nullable=True),
            Column(OWN[3], "string", "other options that are as good"),
        )

    def _kinds(self) -> dict[str, set[type]]:
        """By name, the types of the values that are seen in some plays at random."""
        kinds: dict[str, set[type]] = {}

        def noting(draw: Draw, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]) -> int:
            for name, value in zip(self.choosing.names.get(site, ()), seen, strict=False):
                kinds.setdefault(name, set()).add(type(value))
            return at_random(draw, site, options, seen)

        from sweepstake.core.stream import stream

        for more in MORE:
            draw = Sampled(words(stream(0, self.choosing.play.__name__)), MAX_DRAWS, noting)
            with suppress(TooLongError, Exception):  # the answer will raise it again
                params = {p.name: p.checked(_some(p, more)) for p in self.parameters}
                for _ in range(PLAYS):
                    with suppress(Rejected):
                        self.choosing.play(draw, **params)
        return kinds

    def answer(self, strategy: str = BEST, **params: Any) -> dict[tuple[Any, ...], Fraction]:
        """The rows of best (or worst) play, each of which is certain."""
        policy = Plays(self.choosing, strategy).player(params)
        return dict.fromkeys(map(self._cells, policy.rows()), Fraction(1))

    def _cells(self, row: Row) -> tuple[Any, ...]:
        values = dict(zip(self.choosing.names[row.site], row.seen, strict=True))
        cells = [self._cell(kind, values.get(name)) for name, kind in self.seen.items()]
        loses = None if row.loses is None else rounded(row.loses)
        ties = listed(map(_text, row.ties))
        return (*cells, _text(row.choice), rounded(row.value), loses, ties)

    def _cell(self, kind: Type, value: Any) -> Any:
        if kind == "string" and value is not None:
            return _text(value)
        if value is not None and TYPES.get(type(value)) != kind:
            raise NoAnswerError(f"the player sees {shown(value)}, and other values are {kind}")
        return value


def _some(parameter: AnyParameter, more: int) -> Any:
    """A value of a parameter: the default, or the least one and some more."""
    if parameter.default is not None:
        return parameter.default
    if isinstance(parameter, Parameter):
        return min(parameter.low + more, parameter.high)
    return next(iter(getattr(parameter, "values", ())), 1)


def _type(kinds: set[type]) -> Type:
    names = {TYPES.get(kind, "string") for kind in kinds}
    return names.pop() if len(names) == 1 else "string"


def _column_name(name: str, given: set[str]) -> str:
    """The name of a column: that of the variable, unless a table has the name already."""
    is_taken = name in OWN or name in given or unfit(name.lower(), [])
    return f"{name.lower()}_seen" if is_taken else name.lower()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else shown(value)


def rounded(value: Fraction) -> str:
    """The value in decimals, rounded to a number of digits.

    >>> rounded(Fraction(2, 3)), rounded(Fraction(-7, 2)), rounded(Fraction(0))
    ('0.666666666667', '-3.5', '0')
    """
    context = Context(prec=DIGITS)
    decimal = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return format(decimal.normalize(context), "f")


Run = tuple[int, int, str]
"""The first and the last value of a row of equal choices, and the choice."""


def runs(choices: dict[int, str]) -> list[Run]:
    """The choices by whole number as ranges.

    >>> runs({1: "go on", 2: "go on", 4: "take", 3: "go on"})
    [(1, 3, 'go on'), (4, 4, 'take')]
    """
    found: list[Run] = []
    for number, choice in sorted(choices.items()):
        if found and found[-1][2] == choice:
            found[-1] = (found[-1][0], number, choice)
        else:
            found.append((number, number, choice))
    return found


def in_words(name: str, ranges: Sequence[Run]) -> str:
    """Ranges of a variable as a sentence.

    >>> in_words("k", [(1, 37, "go on"), (38, 100, "take")])
    'go on up to k = 37, take from k = 38 on'
    """
    last = len(ranges) - 1
    return ", ".join(
        f"{choice} always"
        if not last
        else f"{choice} up to {name} = {high}"
        if k == 0
        else f"{choice} from {name} = {low} on"
        if k == last
        else f"{choice} from {low} to {high}"
        for k, (low, high, choice) in enumerate(ranges)
    )
