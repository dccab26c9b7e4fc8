"""Sets that can't be iterated: an answer that depends on the order of a set is refused.

Adding, removing, comparing, counting, `in` and the algebra of sets do not depend on an order; nor
do `any` and `all`, and `sorted`, `min`, `max` and `sum` of elements with an order of their own.
"""

from __future__ import annotations

import builtins
import sys
from collections import deque
from collections.abc import Callable, ItemsView, Iterator, KeysView
from copy import copy
from fractions import Fraction
from types import FrameType
from typing import Any

from sweepstake.game.cards import Rank
from sweepstake.game.rewriting.refused import RefusedError

OURS = ("sweepstake.game", "sweepstake.text")
MADE = "_0unordered"
"""The name of `unordered` in the functions of a game that has sets."""
SORTED = ({str}, {Rank})
"""Types of elements that have an order, besides numbers."""
NUMBERS = {int, bool, Fraction}
ALGEBRA = (
    *("copy", "union", "intersection", "difference", "symmetric_difference"),
    *(f"__{side}{name}__" for side in ("", "r") for name in ("and", "or", "sub", "xor")),
)
"""Methods whose results are sets."""


class Unordered:
    """A set that only this package may iterate."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        _check_caller()
        return super().__iter__()  # type: ignore[misc,no-any-return]

    def __repr__(self) -> str:
        _check_caller()
        return super().__repr__()

    def isdisjoint(self, other: Any) -> bool:
        """True if no element of `other` is in it."""
        return not any(part in self for part in other)

    def __deepcopy__(self, _: object = None) -> Any:
        return type(self)(self)  # type: ignore[call-arg]

    __copy__ = __deepcopy__


class Set(Unordered, set[Any]):
    """A set of a play."""

    __slots__ = ()

    def pop(self) -> Any:
        """An element; RefusedError in a game."""
        _check_caller()
        return super().pop()


class FrozenSet(Unordered, frozenset[Any]):
    """A frozenset of a play."""

    __slots__ = ()


SETS, FROZEN = (set, Set), (frozenset, FrozenSet)


def _check_caller() -> None:
    """RefusedError, with the line of the game, unless it is this package that calls."""
    frame: FrameType = sys._getframe(2)
    while frame.f_back and _module(frame).partition(".")[0] in sys.stdlib_module_names:
        frame = frame.f_back
    if not _module(frame).startswith(OURS):
        mend = "say sorted(...)" if MADE in frame.f_globals else "use a list or a dict in a class"
        raise RefusedError(frame.f_lineno, f"a set has no defined order: {mend}")


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__"))


def unordered(value: Any) -> Any:
    """The value; a set, or a view of a dict, becomes a set of a play."""
    if type(value) is set or isinstance(value, KeysView | ItemsView):
        return Set(value)
    return FrozenSet(value) if type(value) is frozenset else value


def holds_set(value: Any) -> bool:
    """True if it is a set, or contains one."""
    if isinstance(value, set | frozenset):
        return True
    if isinstance(value, dict):
        return any(map(holds_set, value)) or any(map(holds_set, value.values()))
    return isinstance(value, list | tuple | deque) and any(map(holds_set, value))


def unordered_inside(value: Any) -> Any:
    """The value, or a copy in which all sets, also in lists, tuples and dicts, are of a play."""
    if not holds_set(value) or isinstance(value, set | frozenset):
        return unordered(value)
    if isinstance(value, tuple):
        return tuple.__new__(type(value), map(unordered_inside, value))
    new = copy(value)
    new.clear()
    if isinstance(value, dict):
        for name, part in value.items():
            new[unordered_inside(name)] = unordered_inside(part)
    else:
        new.extend(map(unordered_inside, value))
    return new


def _closed(plain: Any) -> Callable[..., Any]:
    """A method of sets, with results that are sets of a play."""

    def method(own: Any, *others: Any) -> Any:
        return unordered(plain(own, *others))

    return method


for _kind, _plain in ((Set, set), (FrozenSet, frozenset)):
    for _name in ALGEBRA:
        setattr(_kind, _name, _closed(getattr(_plain, _name)))


def _sorting(name: str) -> Callable[..., Any]:
    """The builtin of that name, which also takes a set if it depends on no order of it."""
    plain = getattr(builtins, name)

    def function(*args: Any, **named: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], Unordered):
            kinds = {*map(type, args[0])}
            has_order = (kinds <= NUMBERS or kinds in SORTED) and not named.get("key")
            if not (has_order or name in ("any", "all")):
                _check_caller()
            args = (frozenset(args[0]),)
        return plain(*args, **named)

    return function


BUILTINS: dict[str, Any] = {
    "set": Set,
    "frozenset": FrozenSet,
    **{name: _sorting(name) for name in ("sorted", "min", "max", "sum", "any", "all")},
}
"""The builtins of a play that has sets."""
