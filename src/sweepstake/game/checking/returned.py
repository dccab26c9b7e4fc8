"""The values that a game's function may return, and messages for other values."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from fractions import Fraction
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
    if type(value) not in OUTCOMES or not declared:
        mend = "use Fraction" if isinstance(value, float) else "declare a column for each value"
        return (
            f"{name} returns {shown(value)}, of type {type(value).__name__}{where}; {mend}; "
            f"allowed: whole numbers, fractions, truth values, texts, None"
        )
    [column] = declared
    kind = next(kind for kind, held in BY_TYPE.items() if type(value) in held)
    return (
        f"{name} returns {shown(value)}{where}, and its column {column.name} is declared as "
        f"{column.type!r}; return {WORDS.get(column.type, 'a fraction')}, or declare it as {kind!r}"
    )


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
