"""What functions may name outside of themselves: builtins, libraries, types, tables."""

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
"""Methods that leave a list or a dict as it is, and give no part that can be changed."""
COPIERS = words(
    "len sum max min sorted list tuple set frozenset dict any all enumerate zip reversed "
    "range map filter Counter deque iter str repr"
)
"""What may be called with a list or a dict of outside."""


TAKERS = words("among shuffled deck pick counts extend update join")
"""Methods that copy what they are given."""


def is_known_function(value: Any) -> bool:
    """Is it a function of a library that keeps nothing?"""
    if isinstance(value, type):
        return value.__module__ in LIBRARIES and value.__name__ not in TYPE_NAMES
    callable_ = isinstance(value, FunctionType | BuiltinFunctionType)
    return callable_ and (value.__module__ or "").partition(".")[0] in LIBRARIES


TYPE_NAMES = frozenset(kind.__name__ for kind in TYPES)


def is_table(value: Any) -> bool:
    """Is it a list, a dict or a set of what can't be changed?"""
    kind = type(value)
    if kind in DICTS:
        return all(map(is_immutable, value)) and all(map(is_immutable, value.values()))
    return kind in (list, set, deque) and all(map(is_immutable, value))


def is_plain_class(kind: type) -> bool:
    """Is it a class whose objects can be kept: without bases, a named tuple, an Enum?"""
    if issubclass(kind, Enum):
        return all(is_immutable(member.value) for member in kind)
    return kind.__mro__[1:] == (object,) or is_record(kind)
