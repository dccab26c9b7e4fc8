"""The values that a play may hold when it is taken up again: their keys, and their copies.

Only exact types are known. Whatever else is refused, for a part of it might be hidden: a generator,
a bound method, an object with slots. Two values have the same key if nothing that a play may do can
tell them apart: the type counts (1 and True), floats count by how they are written, dicts by their
order, and aliases: which of the lists, dicts, sets and objects are one and the same.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import BuiltinMethodType, MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any

from sweepstake.game.cards import LABELS, Deck, Shuffled

if TYPE_CHECKING:
    from sweepstake.game.draw import Draw

PLAIN = frozenset((int, str, type(None)))
"""Types of which a value is its own key."""
_are_plain = PLAIN.issuperset
ATOMS = frozenset((*PLAIN, bool, float, Fraction, range))
SHARED = ATOMS | LABELS
"""Types of which a value needs no copy."""
Names = Mapping[int, tuple[Any, ...]]
ORDERED = ({int}, {str})
"""Types of which the members of a bag are put in order."""
BOOLS = {value: (bool, repr(value)) for value in (True, False)}
"""Their keys."""
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


class UnkeptError(ValueError):
    """A value can't be kept at an entry."""


def key(values: tuple[Any, ...], names: Names | None = None) -> tuple[Any, ...]:
    """What tells `values`, taken together, from others; UnkeptError for those that are unknown.

    `names` are those of labels and ranks, by their ids.

    >>> key((1, [2])) == key((1, [2])), key((1,)) == key((True,))
    (True, False)
    >>> one = [0]
    >>> key((one, one)) == key(([0], [0]))
    False
    """
    quick = quick_key(values)
    if quick:
        return quick[0]
    seen: dict[int, Any] = {**(names or {})}
    return tuple([_key(value, seen) for value in values])


def quick_key(
    values: tuple[Any, ...], bags: Collection[int] = ()
) -> tuple[tuple[Any, ...], tuple[int, ...]] | None:
    """The key of what is most frequent, and its `flat`, found in one pass; None of all else.

    `bags` are the places of lists of which the order says nothing.

    >>> quick_key((1, [2, 1]), bags=[1])
    ((1, (<class 'list'>, 1, 2)), (1,))
    """
    parts: list[Any] = []
    places: list[int] = []
    for value in values:
        kind = type(value)
        if kind in PLAIN:
            parts.append(value)
        elif kind is bool:
            parts.append(BOOLS[value])
        elif kind is tuple and _are_plain(map(type, value)):
            parts.append((tuple, *value))
        else:
            places.append(len(parts))
            if kind is list and (types := {*map(type, value)}) <= PLAIN:
                is_bag = len(parts) in bags and types in ORDERED
                parts.append((list, *(sorted(value) if is_bag else value)))
            elif kind is Deck and _are_plain(map(type, value.kinds)):
                parts.append(((Deck, value.left), *value.kinds))
            elif kind is set and _are_plain(map(type, value)):
                parts.append((set, frozenset(value)))
            else:
                return None
    if len(places) > 1 and len({id(values[k]) for k in places}) < len(places):
        return None
    return tuple(parts), tuple(places)


def flat(values: tuple[Any, ...]) -> tuple[int, ...] | None:
    """The places of lists, sets, dicts and decks of atoms, if all else can't be changed in place.

    None if something else can be, or two of the places have the same.

    >>> flat((1, [2], (3,))), flat((1, [[2]]))
    ((1,), None)
    """
    if _are_plain(map(type, values)):
        return ()
    places = [k for k, value in enumerate(values) if not is_immutable(value)]
    for k in places:
        value = values[k]
        kind, parts = type(value), value
        if kind is dict or kind is Counter:
            parts = [*value, *value.values()]
        elif kind is Deck:
            parts = value.kinds
        elif kind is not list and kind is not set:
            return None
        if not SHARED.issuperset(map(type, parts)):
            return None
    return tuple(places) if len({id(values[k]) for k in places}) == len(places) else None


def _key(value: Any, seen: dict[int, Any]) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in ATOMS:
        return (kind, repr(value))
    if kind is tuple:
        return (tuple, *[_key(part, seen) for part in value])
    if kind is frozenset:
        return (frozenset, frozenset([_immutable_key(part, seen) for part in value]))
    if isinstance(value, Enum):
        return (kind, value.name, _immutable_key(value.value, seen))
    if id(value) in seen:
        return ("the same as", seen[id(value)])
    if kind in LABELS:
        raise UnkeptError(f"a {kind.__name__.lower()} inside")
    seen[id(value)] = len(seen)
    return _part_keys(value, kind, seen)


def _part_keys(value: Any, kind: type, seen: dict[int, Any]) -> Any:
    """The key of what can be changed in place, or has a class of its own."""
    if kind is list:
        if _are_plain(map(type, value)):
            return (list, *value)
        return (list, *[_key(part, seen) for part in value])
    if kind in DICTS:
        factory = getattr(value, "default_factory", None)
        if not any(factory is known for known in FACTORIES):
            raise UnkeptError("a defaultdict of a function")
        return (
            (kind, factory),
            *[(_immutable_key(name, seen), _key(part, seen)) for name, part in value.items()],
        )
    if kind is set:
        return (set, frozenset([_immutable_key(part, seen) for part in value]))
    if kind is deque:
        return ((deque, value.maxlen), *[_key(part, seen) for part in value])
    if kind is Deck and are_labels(value.kinds):
        return (Deck, frozenset([(_key(card, seen), n) for card, n in value.lies()]))
    if kind is Deck:
        return ((Deck, value.left), *[_key(card, seen) for card in value.kinds])
    if kind is Shuffled:
        known, rest = value.parts()
        return (Shuffled, _key(known, seen), _key(rest, seen))
    if is_record(kind):
        return (kind, *[_key(part, seen) for part in value])
    check_plain(kind)
    return (kind, *[(name, _key(part, seen)) for name, part in vars(value).items()])


def are_labels(items: Collection[Any]) -> bool:
    """Are there items, all of them labels or ranks?"""
    return bool(items) and LABELS.issuperset(map(type, items))


def unordered(value: Any, names: Names = MappingProxyType({})) -> Any:
    """What stands for a bag in a key: its members in order, if they have one and are of a type.

    Labels and ranks have that of their names, by ids.

    >>> unordered([2, 1]), unordered([2, True])
    ([1, 2], [2, True])
    """
    kinds = {*map(type, value)} if type(value) is list else set()
    if kinds in ORDERED:
        return sorted(value)
    labelled = kinds and kinds <= LABELS
    return sorted(value, key=lambda label: names[id(label)]) if labelled else value


def _immutable_key(value: Any, seen: dict[int, Any]) -> Any:
    """The key of what is inside a set, or the name of an item of a dict."""
    if not is_immutable(value):
        raise UnkeptError(f"a set or a dict's keys with {_article(type(value))}")
    return _key(value, seen)


def is_immutable(value: Any) -> bool:
    """Can no part of it be changed in place?

    >>> is_immutable((1, "a", (2,))), is_immutable(([],))
    (True, False)
    """
    kind = type(value)
    if kind in SHARED:
        return True
    if kind in (tuple, frozenset) or is_record(kind):
        return all(map(is_immutable, value))
    return isinstance(value, Enum) and is_immutable(value.value)


def is_record(kind: type) -> bool:
    """Is it a named tuple, without attributes of its own?"""
    return (
        kind.__bases__ == (tuple,)
        and hasattr(kind, "_fields")
        and not HOOKS & {*vars(kind)} - {"__slots__"}
    )


def check_plain(kind: type) -> None:
    """UnkeptError unless objects of the class are nothing but their attributes."""
    if kind.__mro__[1:] != (object,) or type(kind) is not type or HOOKS & {*vars(kind)}:
        raise UnkeptError(_article(kind))
    if kind.__flags__ & (1 << 9) == 0 or "__dict__" not in vars(kind):  # no class statement's
        raise UnkeptError(_article(kind))


def _article(kind: type) -> str:
    """The type with its article, as `a generator`."""
    if kind in (BuiltinMethodType, MethodType):
        return "a bound method"
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"


def copies(values: Iterable[Any], draw: Draw) -> tuple[Any, ...]:
    """Copies of `values` to play on with, of which the same are one as before.

    Decks are drawn from by `draw`.
    """
    copy = _Copy(draw)
    return tuple([value if type(value) in SHARED else copy(value) for value in values])


class _Copy:
    """Copies values, each once."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._made: dict[int, Any] = {}

    def __call__(self, value: Any) -> Any:
        kind = type(value)
        if kind in SHARED or kind is frozenset or isinstance(value, Enum):
            return value
        if kind is tuple or is_record(kind):
            return value if is_immutable(value) else tuple.__new__(kind, map(self, value))
        if id(value) in self._made:
            return self._made[id(value)]
        return self._changeable(value, kind)

    def _changeable(self, value: Any, kind: Any) -> Any:
        if kind is Deck:
            return self._keep(value, value.copied(self._draw, tuple(map(self, value.kinds))))
        if kind is Shuffled:
            known, rest = value.parts()
            return self._keep(value, Shuffled(self(rest), [*map(self, known)]))
        if kind is set:
            return self._keep(value, set(value))
        if kind is list and SHARED.issuperset(map(type, value)):
            return self._keep(value, value[:])
        made = self._keep(value, self._empty(value, kind))
        if kind is list or kind is deque:
            made.extend(map(self, value))
        elif kind in DICTS:
            for name, part in value.items():
                made[name] = self(part)
        else:
            for name, part in vars(value).items():
                vars(made)[name] = self(part)
        return made

    def _keep(self, value: Any, made: Any) -> Any:
        self._made[id(value)] = made
        return made

    @staticmethod
    def _empty(value: Any, kind: Callable[..., Any]) -> Any:
        if kind is deque:
            return deque(maxlen=value.maxlen)
        if kind is defaultdict:
            return defaultdict(value.default_factory)
        return kind() if kind is list or kind in DICTS else object.__new__(type(value))
