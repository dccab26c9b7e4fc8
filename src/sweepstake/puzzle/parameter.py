"""Parameters of questions: whole numbers, choices and rationals; `lists` has lists of these.

A value is an int, a str or a Fraction. Tables hold whole numbers as integers, and the other two as
text: a rational in lowest terms, as `49/100`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, ClassVar, Literal

from sweepstake.text.shown import listed, shown

Params = Mapping[str, Any]
"""A value, as methods get it, for each parameter."""
Type = Literal["int", "bool", "string", "rational"]
PYTHON_TYPES: Mapping[Type, type] = {"int": int, "bool": bool, "string": str, "rational": Fraction}
"""The Python type of the values of each declared type."""
LARGEST = 2**63 - 1
"""The largest whole number in a column of a table."""
MAX_DIGITS = 60
"""Most characters of a rational, and the largest power of ten in it."""


@dataclass(frozen=True)
class _Alone:
    """A single value, as opposed to a list."""

    name: str
    meaning: str
    type: ClassVar[Type]

    def stored(self, value: object) -> Any:
        """`value` as tables hold it."""
        return stored(value)

    def read(self, held: Any) -> Any:
        """A value that a table holds, as methods get it."""
        return read(self.type, held)


@dataclass(frozen=True)
class Parameter(_Alone):
    """A whole number that a question takes, with its bounds (both allowed)."""

    low: int
    high: int
    default: int | None = None
    type: ClassVar[Type] = "int"

    def __post_init__(self) -> None:
        if not -LARGEST <= self.low <= self.high <= LARGEST:
            raise ValueError(
                f"{self.name} has the bounds {shown(self.low)} and {shown(self.high)}; allowed: "
                f"whole numbers from -(2^63 - 1) to 2^63 - 1, the lower one first"
            )

    def checked(self, value: object) -> int:
        """`value` as a whole number within bounds; ValueError says what is allowed."""
        number = whole(value)
        if number is None or not self.low <= number <= self.high:
            raise refused(self, value)
        return number

    @property
    def allowed(self) -> str:
        """The bounds in words."""
        return f"whole numbers from {self.low} to {self.high}"


@dataclass(frozen=True)
class Choice(_Alone):
    """A word that a question takes, one of its `values`."""

    values: tuple[str, ...]
    default: str | None = None
    type: ClassVar[Type] = "string"

    def checked(self, value: object) -> str:
        """`value` as one of the words; ValueError names the allowed words."""
        if isinstance(value, bool) or str(value) not in self.values:
            raise refused(self, value)
        return str(value)

    @property
    def allowed(self) -> str:
        """The words."""
        return listed(self.values)


@dataclass(frozen=True)
class Rational(_Alone):
    """A rational number that a question takes, with its bounds (both allowed)."""

    low: Fraction | int | str
    high: Fraction | int | str
    default: Fraction | int | str | None = None
    type: ClassVar[Type] = "rational"

    def checked(self, value: object) -> Fraction:
        """`value`, such as `49/100` or 0.49, as a fraction; ValueError says what is allowed."""
        number = rational(value)
        if number is None or not Fraction(self.low) <= number <= Fraction(self.high):
            raise refused(self, value)
        return number

    @property
    def allowed(self) -> str:
        """The bounds in words."""
        return f"fractions from {self.low} to {self.high}, as 1/3 or 0.25"


Single = Parameter | Choice | Rational


def stored(value: object) -> Any:
    """A value as tables hold it.

    >>> stored(Fraction(2, 4)), stored(7), stored("lazy")
    ('1/2', 7, 'lazy')
    """
    return str(value) if isinstance(value, Fraction) else value


def read(kind: str, value: Any) -> Any:
    """A value of type `kind` that a table holds, as methods get it.

    >>> read("rational", "1/2"), read("int", 7)
    (Fraction(1, 2), 7)
    """
    return Fraction(value) if kind == "rational" and value is not None else value


def whole(value: object) -> int | None:
    """A whole number of any type, such as NumPy's; None for anything else, also True and False.

    >>> import numpy as np
    >>> whole(np.int64(3)), whole(3.0), whole(True)
    (3, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | Integral):
        return None
    return int(value)


def rational(value: object) -> Fraction | None:
    """The exact value of a number or text as written (0.1 is 1/10); None for anything else.

    >>> rational("1/3"), rational(0.1), rational(True)
    (Fraction(1, 3), Fraction(1, 10), None)
    """
    if isinstance(value, bool) or not isinstance(value, Real | str):
        return None
    try:
        text = str(value)
        if len(text) > MAX_DIGITS or "_" in text:
            return None
        power = abs(int(text.lower().partition("e")[2] or 0))
        return Fraction(text) if power <= MAX_DIGITS else None  # 1e999999999 would fill the memory
    except (ValueError, ZeroDivisionError):
        return None


def refused(parameter: Any, value: object) -> ValueError:
    """The error for a value that `parameter` doesn't take."""
    return ValueError(f"{parameter.name} is {shown(value)}; allowed: {parameter.allowed}")
