"""The keys of values that a play may hold when it is taken up again.

Two values have the same key if nothing that a play may do can tell them apart: the type counts (1
and True), floats count by how they are written, dicts by their order, and aliases: which of the
lists, dicts, sets and objects are one and the same.
"""

from __future__ import annotations

from collections import deque
from enum import Enum
from types import MappingProxyType
from typing import Any

from sweepstake.game.cards import LABELS, Deck, Shuffled
from sweepstake.game.resuming.quick import ORDERED, quick_key
from sweepstake.game.values import (
    ATOMS,
    DICTS,
    FACTORIES,
    PLAIN,
    Names,
    UnkeptError,
    are_labels,
    are_plain,
    article,
    check_plain,
    is_immutable,
    is_record,
)


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
        if are_plain(map(type, value)):
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
        raise UnkeptError(f"a set or a dict's keys with {article(type(value))}")
    return _key(value, seen)
