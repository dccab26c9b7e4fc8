"""The outside values that functions may name: builtins, libraries, types, tables."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType
from typing import Any

from sweepstake.game.cards import Deck, Shuffled
from sweepstake.game.draw import Draw
from sweepstake.game.rewriting.names import words
from sweepstake.game.values import DICTS, is_immutable, is_record

BUILTINS = words(
    "abs all any bool chr dict divmod enumerate filter float format frozenset int isinstance "
    "iter len list map max min next ord pow range repr reversed round set slice sorted str "
    "sum tuple zip True False None ArithmeticError AssertionError Exception IndexError "
    "KeyError LookupError NotImplementedError OverflowError RuntimeError StopIteration "
    "TypeError ValueError ZeroDivisionError"
)
LIBRARIES = words(
    "math itertools operator fractions collections bisect heapq string _collections _operator "
    "_heapq _bisect"
)
TYPES = (Fraction, Counter, OrderedDict, defaultdict, deque, Draw, Deck, Shuffled)
READERS = words("count index get items keys values copy")
"""Methods that don't change a list or a dict, and return no part that could be changed."""
COPIERS = words(
    "len sum max min sorted list tuple set frozenset dict any all enumerate zip reversed "
    "range map filter Counter deque iter str repr"
)
"""Builtins and types that may be called with an outside list or dict."""


TAKERS = words("among shuffled deck pick counts extend update join")
"""Methods that copy their argument."""


def is_known_function(value: Any) -> bool:
    """True if it is a function or class of a library that keeps no state."""
    if isinstance(value, type):
        return value.__module__ in LIBRARIES and value.__name__ not in TYPE_NAMES
    callable_ = isinstance(value, FunctionType | BuiltinFunctionType)
    return callable_ and (value.__module__ or "").partition(".")[0] in LIBRARIES


TYPE_NAMES = frozenset(kind.__name__ for kind in TYPES)


def is_table(value: Any) -> bool:
    """True if it is a list, a dict, a set or a deque of immutable values."""
    kind = type(value)
    if kind in DICTS:
        return all(map(is_immutable, value)) and all(map(is_immutable, value.values()))
    return kind in (list, set, deque) and all(map(is_immutable, value))


def is_plain_class(kind: type) -> bool:
    """True if its objects can be kept: it has no bases, or is a named tuple or an Enum."""
    if issubclass(kind, Enum):
        return all(is_immutable(member.value) for member in kind)
    return kind.__mro__[1:] == (object,) or is_record(kind)
