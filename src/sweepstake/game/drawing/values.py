"""The values that a state may store: their types, and copies of them.

Only these exact types are allowed. Other values are refused, because they may have hidden parts: a
generator, a bound method, an object with slots.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from types import BuiltinMethodType, MethodType
from typing import TYPE_CHECKING, Any

from sweepstake.game.drawing.cards import Counts, Deck, Shuffled

if TYPE_CHECKING:
    from sweepstake.game.drawing.draw import Draw


class Fixed:
    """A list or dict that is no longer changed: it is compared by its `number`, and not copied."""

    __slots__ = ("number", "value")

    def __init__(self, number: int, value: Any) -> None:
        self.number, self.value = number, value

    def __repr__(self) -> str:
        return f"table {self.number} of {len(self.value)} items"


PLAIN = frozenset((int, str, type(None)))
"""Types whose values are their own keys."""
are_plain = PLAIN.issuperset
ATOMS = frozenset((*PLAIN, bool, float, Fraction, range, Counts, Fixed))
"""Types whose values have no parts, and need no copy."""
DICTS = (dict, Counter, defaultdict, OrderedDict)
FACTORIES = (None, int, list, set, dict, str, float, tuple, bool, Counter, deque)
"""The allowed factories of a `defaultdict`."""
HOOKS = frozenset(
    f"__{name}__"
    for name in (
        *("call", "copy", "deepcopy", "del", "iter", "next", "getattr", "getattribute", "slots"),
        *("get", "set", "reduce", "getstate", "setstate", "class_getitem", "enter", "await"),
    )
)
"""Methods that a class of plain objects may not define."""


class UnstorableError(ValueError):
    """A value can't be stored in a state."""


def is_immutable(value: Any) -> bool:
    """True if no part of it can be changed in place.

    >>> is_immutable((1, "a", (2,))), is_immutable(([],))
    (True, False)
    """
    kind = type(value)
    if kind in ATOMS:
        return True
    if kind is tuple and are_plain(map(type, value)):
        return True
    if kind in (tuple, frozenset) or is_record(kind):
        return all(map(is_immutable, value))
    return isinstance(value, Enum) and is_immutable(value.value)


def is_record(kind: type) -> bool:
    """True if it is a named tuple without attributes of its own."""
    return (
        kind.__bases__ == (tuple,)
        and hasattr(kind, "_fields")
        and not HOOKS & {*vars(kind)} - {"__slots__"}
    )


def check_plain(kind: type) -> None:
    """UnstorableError unless an object's attributes are all that an object of the class has."""
    if kind.__mro__[1:] != (object,) or type(kind) is not type or HOOKS & {*vars(kind)}:
        raise UnstorableError(article(kind))
    if kind.__flags__ & (1 << 9) == 0 or "__dict__" not in vars(kind):  # not from a class statement
        raise UnstorableError(article(kind))


def article(kind: type) -> str:
    """The type with its article, as `a generator`."""
    if kind in (BuiltinMethodType, MethodType):
        return "a bound method"
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"


def copies(values: Iterable[Any], draw: Draw) -> tuple[Any, ...]:
    """Copies of `values` with which a play continues; an object that occurs twice is copied once.

    Copied decks draw from `draw`.
    """
    copy = _Copy(draw)
    return tuple([value if type(value) in ATOMS else copy(value) for value in values])


class _Copy:
    """Copies values, each object once."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._copies: dict[int, Any] = {}

    def __call__(self, value: Any) -> Any:
        kind = type(value)
        if kind in ATOMS or kind is frozenset or isinstance(value, Enum):
            return value
        if kind is tuple or is_record(kind):
            return value if is_immutable(value) else tuple.__new__(kind, map(self, value))
        if id(value) in self._copies:
            return self._copies[id(value)]
        return self._changeable(value, kind)

    def _changeable(self, value: Any, kind: Any) -> Any:
        if kind is Deck:
            return self._remember(value, value.copied(self._draw, tuple(map(self, value.kinds))))
        if kind is Shuffled:
            revealed, deck = value.parts()
            return self._remember(value, Shuffled(self(deck), [*map(self, revealed)]))
        if kind is set:
            return self._remember(value, value.copy())
        if kind is list and ATOMS.issuperset(map(type, value)):
            return self._remember(value, value[:])
        copy = self._remember(value, self._empty(value, kind))
        if kind is list or kind is deque:
            copy.extend(map(self, value))
        elif kind in DICTS:
            for name, part in value.items():
                copy[name] = self(part)
        else:
            for name, part in vars(value).items():
                vars(copy)[name] = self(part)
        return copy

    def _remember(self, value: Any, copy: Any) -> Any:
        self._copies[id(value)] = copy
        return copy

    @staticmethod
    def _empty(value: Any, kind: Callable[..., Any]) -> Any:
        if kind is deque:
            return deque(maxlen=value.maxlen)
        if kind is defaultdict:
            return defaultdict(value.default_factory)
        return kind() if kind is list or kind in DICTS else object.__new__(type(value))
