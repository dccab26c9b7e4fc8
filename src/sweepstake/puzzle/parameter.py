"""Parameters of questions: whole numbers, choices, rationals, and lists of these.

A value is an int, a str, a Fraction, or a tuple of these. Tables store whole numbers as integers,
and everything else as text, so that it can be compared and grouped: a rational in lowest terms, as
`49/100`; a list by its name, or with colons between the items, as `0:1:2`.

The module also says which names and texts the parts of a puzzle may have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from numbers import Integral, Real
from typing import Any, ClassVar, Literal, get_args

from sweepstake.errors import InputError
from sweepstake.text.shown import is_encodable, listed, shown

Params = Mapping[str, Any]
"""A value, as methods get it, for each parameter."""
Type = Literal["int", "bool", "string", "rational"]
PYTHON_TYPES: Mapping[Type, type] = {"int": int, "bool": bool, "string": str, "rational": Fraction}
"""The Python type of the values of each declared type."""
LARGEST = 2**63 - 1
"""The largest whole number in a column of a table."""
MAX_DIGITS = 60
"""Most characters of a rational, and the largest power of ten in it."""
WHOLE = re.compile(r"[+-]?[0-9]{1,19}")
"""A whole number in the text of a list."""
RESERVED = {
    *("method", "probability", "exact", "log10_probability"),
    *("count", "trials", "standard_error", "low", "high", "left_out"),
    *("chunk", "seed", "seconds", "started", "task", "versions", "worker"),
    *("failed_point", "attempts", "error", "traceback", "at", "question"),
}
"""The columns of results: of data, runs and failures. Tables inside have columns that begin with
_, which no parameter does."""
PREFIXES = ("_", "mean_")
"""No parameter's or outcome's name begins so: tables have such columns besides."""
ARGUMENTS = frozenset({"question", "limit", "params", "advance"})
"""Parameters of these names are given as `params={...}`: they are arguments of our functions."""
PARTS = f"{__name__.rpartition('.')[0]}."
"""The modules of a puzzle's parts."""
NAME = re.compile("[a-z][a-z0-9_]*")
"""The names that puzzles, questions, tables and plots may have, because they name files."""


@dataclass(frozen=True)
class _Single:
    """A single value, as opposed to a list."""

    name: str
    meaning: str
    type: ClassVar[Type]

    def stored(self, value: object) -> Any:
        """`value` as tables store it."""
        return stored(value)

    def read(self, cell: Any) -> Any:
        """A stored value, as methods get it."""
        return read(self.type, cell)


@dataclass(frozen=True)
class Parameter(_Single):
    """A whole number that a question takes, with its bounds (both allowed)."""

    low: int
    high: int
    default: int | None = None
    type: ClassVar[Type] = "int"

    def __post_init__(self) -> None:
        if not -LARGEST <= self.low <= self.high <= LARGEST:
            raise InputError(
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
class Choice(_Single):
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
class Rational(_Single):
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
    """A value as tables store it.

    >>> stored(Fraction(2, 4)), stored(7), stored("lazy")
    ('1/2', 7, 'lazy')
    """
    return str(value) if isinstance(value, Fraction) else value


def read(kind: str, value: Any) -> Any:
    """A stored value of type `kind`, as methods get it.

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
    return InputError(f"{parameter.name} is {shown(value)}; allowed: {parameter.allowed}")


@dataclass(frozen=True)
class ListOf:
    """A list of values of the given parameter, with its name and meaning; lists may have names.

    Methods get a tuple. In a text, colons separate the items, and a single item ends in a colon;
    single letters need no colons.

    >>> board = ListOf(Parameter("board", "where squares lead", 0, 99), named={"short": [0, 2, 2]})
    >>> board.checked("0:1"), board.checked("7:"), board.checked("short"), board.stored((0, 2, 2))
    ((0, 1), (7,), (0, 2, 2), 'short')
    >>> ListOf(Choice("pattern", "tosses", ("H", "T"))).checked("HTH")
    ('H', 'T', 'H')
    """

    of: Single
    shortest: int = 1
    longest: int = 100
    named: Mapping[str, Sequence[object]] = field(default_factory=dict)
    default: str | Sequence[object] | None = None
    type: ClassVar[Type] = "string"

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest:
            raise InputError(
                f"{self.name} has {self.shortest} to {self.longest} items; allowed: 1 or more, the "
                f"smaller number first"
            )
        if unfit := [word for word in self._words if ":" in word or not word]:
            raise InputError(f"{self.name} has items {shown(unfit[0])}; allowed: words without `:`")
        for name in self.named:
            if not NAME.fullmatch(name) or self._parts(name):
                raise InputError(
                    f"{self.name} has a list called {shown(name)}; allowed: names of a-z, 0-9 and "
                    f"_ that are not lists themselves"
                )
        if len({*self.lists.values()}) < len(self.named):
            raise InputError(f"{self.name} has two names for one list; give each list one name")

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.of.name

    @property
    def meaning(self) -> str:
        """The meaning of its items."""
        return self.of.meaning

    @cached_property
    def lists(self) -> Mapping[str, tuple[Any, ...]]:
        """The lists that have names."""
        return {name: self._checked(items, name) for name, items in self.named.items()}

    def checked(self, value: object) -> tuple[Any, ...]:
        """`value`, a list or text, as a tuple; ValueError says what is allowed."""
        if isinstance(value, str):
            if value in self.named:
                return self.lists[value]
            return self._checked(self._parts(value), value)
        items = value.tolist() if hasattr(value, "tolist") else value  # an array
        return self._checked(items, value)

    def sort_key(self, text: str) -> tuple[Any, ...]:
        """The sort key of a list, as tables store it: its name, its length, its items."""
        if text in self.named:
            return ([*self.named].index(text),)
        items = self.read(text)
        ordered = map(self._words.index, items) if self._words else items
        return len(self.named), len(items), *ordered

    def stored(self, value: Any) -> str:
        """`value` as tables store it: its name, or its items as text."""
        return self._names.get(value) or self._text(value)

    def read(self, text: str) -> tuple[Any, ...]:
        """A stored list, as methods get it."""
        return self.checked(text)

    @property
    def allowed(self) -> str:
        """The bounds in words, with an example."""
        ends = self._words[:2] if isinstance(self.of, Choice) else (self.of.low, self.of.high)
        alone = f" (one item: {ends[0]}:)" if self.shortest == 1 else ""
        names = f", or {listed(self.named)}" if self.named else ""
        return (
            f"lists of {self.shortest} to {self.longest}, as [{', '.join(map(str, ends))}] or "
            f"{self._text(ends)}{alone}{names}; items: {self.of.allowed}"
        )

    @property
    def examples(self) -> tuple[tuple[Any, ...], ...]:
        """Some lists: the default and the named lists, or else a shortest list."""
        default = () if self.default is None else (self.checked(self.default),)
        least = self._words[0] if isinstance(self.of, Choice) else self.of.checked(self.of.low)
        lists = (*default, *self.lists.values()) or ((least,) * self.shortest,)
        return tuple(dict.fromkeys(lists))

    def _checked(self, items: object, value: object) -> tuple[Any, ...]:
        """`items` as a tuple of checked values; `value` is the original, for the error."""
        if (
            not isinstance(items, list | tuple | range)
            or not self.shortest <= len(items) <= self.longest
        ):
            raise refused(self, value)
        return tuple(self._checked_item(*numbered) for numbered in enumerate(items))

    def _checked_item(self, index: int, item: object) -> Any:
        try:
            return self.of.checked(item)
        except ValueError:  # raised again with the item's index in the name
            return replace(self.of, name=f"{self.name}[{index}]").checked(item)

    def _parts(self, text: str) -> list[Any] | None:
        """The items of a text; None if it isn't a list."""
        if ":" in text:
            return [*map(self._item, text.removesuffix(":").split(":"))]
        are_letters = len(text) > 1 and self._are_letters and {*text} <= {*self._words}
        return [*text] if are_letters else None

    def _item(self, text: str) -> object:
        is_whole = self.of.type == "int" and WHOLE.fullmatch(text)
        return int(text) if is_whole else text

    def _text(self, items: Sequence[object]) -> str:
        if self._are_letters and len(items) > 1:
            return "".join(map(str, items))
        return ":".join(map(str, items)) + ":" * (len(items) == 1)

    @cached_property
    def _names(self) -> Mapping[tuple[Any, ...], str]:
        return {items: name for name, items in self.lists.items()}

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return self.of.values if isinstance(self.of, Choice) else ()

    @cached_property
    def _are_letters(self) -> bool:
        return bool(self._words) and all(len(w) == 1 and w.isalpha() for w in self._words)


AnyParameter = Parameter | Choice | Rational | ListOf


def unfit(name: str, names: Sequence[str]) -> str | None:
    """Why a parameter or an outcome can't have this name; None if it can."""
    if name in RESERVED or name.startswith(PREFIXES):
        return f"reserved, as are {', '.join(sorted(RESERVED))} and what begins with _ or mean_"
    if names.count(name) > 1:
        return "two parameters or outcomes have that name"
    return None if name.isidentifier() else "not a Python identifier"


def check_tuples(named: str, **fields: tuple[object, Any]) -> None:
    """Raise ValueError for the first field that isn't a tuple, or list, of its type.

    A single value in brackets isn't a tuple: it needs a comma.
    """
    for name, (value, kind) in fields.items():
        parts = value if isinstance(value, tuple | list) else None
        unfit = [value] if parts is None else [p for p in parts if not isinstance(p, kind)]
        if unfit:
            kinds = " or ".join(part.__name__ for part in get_args(kind) or (kind,))
            raise InputError(
                f"{name} of {shown(named)} has {shown(unfit[0])}; allowed: a tuple of {kinds}, "
                f"with a comma after the last, as (one,)"
            )


def check_texts(named: str, *parts: object) -> None:
    """Raise ValueError for the first text in `parts` of a puzzle that UTF-8 can't hold."""
    for part in parts:
        if isinstance(part, str) and not is_encodable(part):
            raise InputError(
                f"{named} has the text {shown(part)}; leave out lone surrogates, such as \\udce9"
            )
        if isinstance(part, Mapping):
            check_texts(named, *part, *part.values())
        elif isinstance(part, tuple | list):
            check_texts(named, *part)
        elif is_dataclass(part) and type(part).__module__.startswith(PARTS):
            check_texts(named, *(getattr(part, field.name) for field in fields(part)))
