"""Keys of the values stored in a state: states with equal keys are merged.

Two values have the same key only if no play can distinguish them. So a key includes the types (1
and True differ), the repr of floats, the order of dicts, and aliases: which lists, dicts, sets and
objects are the same object. `quick_key` is a fast path for most states, whose values are numbers,
texts, and flat lists of these.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from enum import Enum
from typing import Any

from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.values import (
    ATOMS,
    DICTS,
    FACTORIES,
    PLAIN,
    UnstorableError,
    are_plain,
    article,
    check_plain,
    is_immutable,
    is_record,
)


def key(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The key of `values`, taken together; UnstorableError if one can't be stored.

    >>> key((1, [2])) == key((1, [2])), key((1,)) == key((True,))
    (True, False)
    >>> shared = [0]
    >>> key((shared, shared)) == key(([0], [0]))
    False
    """
    quick = quick_key(values)
    if quick:
        return quick[0]
    seen: dict[int, int] = {}
    return tuple([_key(value, seen) for value in values])


def _key(value: Any, seen: dict[int, int]) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in ATOMS:
        return (kind, repr(value))
    if kind is tuple:
        if are_plain(map(type, value)):
            return (tuple, *value)
        return (tuple, *[_key(part, seen) for part in value])
    if kind is frozenset:
        return (frozenset, frozenset([_immutable_key(part, seen) for part in value]))
    if isinstance(value, Enum):
        return (kind, value.name, _immutable_key(value.value, seen))
    if id(value) in seen:
        return ("the same as", seen[id(value)])
    seen[id(value)] = len(seen)
    return _part_keys(value, kind, seen)


def _part_keys(value: Any, kind: type, seen: dict[int, int]) -> Any:
    """The key of a value that can be changed in place, or is of a class of the game."""
    if kind is list:
        if are_plain(map(type, value)):
            return (list, *value)
        return (list, *[_key(part, seen) for part in value])
    if kind in DICTS:
        factory = getattr(value, "default_factory", None)
        if not any(factory is allowed for allowed in FACTORIES):
            raise UnstorableError("a defaultdict of a function")
        return (
            (kind, factory),
            *[(_immutable_key(name, seen), _key(part, seen)) for name, part in value.items()],
        )
    if kind is set:
        return (set, frozenset([_immutable_key(part, seen) for part in value]))
    if kind is deque:
        return ((deque, value.maxlen), *[_key(part, seen) for part in value])
    if kind is Deck:
        return ((Deck, value.number, value.merged), *[_key(card, seen) for card in value.kinds])
    if kind is Shuffled:
        revealed, deck = value.parts()
        return (Shuffled, _key(revealed, seen), _key(deck, seen))
    if is_record(kind):
        return (kind, *[_key(part, seen) for part in value])
    check_plain(kind)
    return (kind, *[(name, _key(part, seen)) for name, part in vars(value).items()])


def canonical(value: Any) -> Any:
    """The canonical form of a multiset: a sorted list, if its members are of one type.

    >>> canonical([2, 1]), canonical([2, True])
    ([1, 2], [2, True])
    """
    is_multiset = type(value) is list and {*map(type, value)} in ORDERED
    return sorted(value) if is_multiset else value


def _immutable_key(value: Any, seen: dict[int, int]) -> Any:
    """The key of a member of a set, or of a key of a dict."""
    if not is_immutable(value):
        raise UnstorableError(f"a set or a dict's keys with {article(type(value))}")
    return _key(value, seen)


ORDERED = ({int}, {str})
"""Types of members by which a multiset is sorted."""
BOOLS = {value: (bool, repr(value)) for value in (True, False)}
"""The keys of truth values."""


def quick_key(
    values: tuple[Any, ...], multisets: Collection[int] = ()
) -> tuple[tuple[Any, ...], tuple[int, ...]] | None:
    """The key and the `flat` of the most frequent values, in one pass; None for other values.

    `multisets` are the indices of lists whose order does not matter.

    >>> quick_key((1, [2, 1]), multisets=[1])
    ((1, (<class 'list'>, 1, 2)), (1,))
    """
    parts: list[Any] = []
    changeable: list[int] = []
    for value in values:
        kind = type(value)
        if kind in PLAIN:
            parts.append(value)
        elif kind is bool:
            parts.append(BOOLS[value])
        elif kind is tuple and are_plain(map(type, value)):
            parts.append((tuple, *value))
        else:
            changeable.append(len(parts))
            if kind is list and (types := {*map(type, value)}) <= PLAIN:
                is_multiset = len(parts) in multisets and types in ORDERED
                parts.append((list, *(sorted(value) if is_multiset else value)))
            elif kind is Deck and are_plain(map(type, value.kinds)):
                parts.append(((Deck, value.number, value.merged), *value.kinds))
            elif kind is set and are_plain(map(type, value)):
                parts.append((set, frozenset(value)))
            else:
                return None
    if len(changeable) > 1 and len({id(values[k]) for k in changeable}) < len(changeable):
        return None
    return tuple(parts), tuple(changeable)


def flat(values: tuple[Any, ...]) -> tuple[int, ...] | None:
    """The indices of lists, sets, dicts and decks of atoms, if all other values are immutable.

    None if another value can be changed in place, or two of the indices have the same object.

    >>> flat((1, [2], (3,))), flat((1, [[2]]))
    ((1,), None)
    """
    if are_plain(map(type, values)):
        return ()
    changeable = [k for k, value in enumerate(values) if not is_immutable(value)]
    for k in changeable:
        value = values[k]
        kind, parts = type(value), value
        if kind is dict or kind is Counter:
            parts = [*value, *value.values()]
        elif kind is Deck:
            parts = value.kinds
        elif kind is not list and kind is not set:
            return None
        if not ATOMS.issuperset(map(type, parts)):
            return None
    are_distinct = len({id(values[k]) for k in changeable}) == len(changeable)
    return tuple(changeable) if are_distinct else None
