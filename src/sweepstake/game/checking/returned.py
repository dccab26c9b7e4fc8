"""The values that a game's function may return, and messages for other values."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from numbers import Real
from types import NoneType
from typing import Any

from sweepstake.puzzle.question import Column
from sweepstake.text.shown import listed, shown

OUTCOMES: frozenset[object] = frozenset((int, bool, str, Fraction, NoneType))
BY_TYPE: dict[str, set[object]] = {
    "int": {int},
    "bool": {bool},
    "string": {str},
    "rational": {Fraction, int},
}
WORDS = {"int": "a whole number", "bool": "a truth value", "string": "a text"}


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
    kind = next(kind for kind, held in BY_TYPE.items() if type(value) in held)
    return (
        f"{name} returns {shown(value)}{where}, and its column {column.name} is declared as "
        f"{column.type!r}; return {WORDS.get(column.type, 'a fraction')}, or declare it as {kind!r}"
    )


def _type(value: object) -> str:
    """The name of a value's type, with its module if it is NumPy's."""
    kind = type(value)
    return f"{kind.__module__}.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


def _mend(value: Any) -> str:
    """What to do about a value of a type that isn't allowed; empty if nothing is known."""
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
