"""A fast path for most states: they hold numbers, texts, and flat lists of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from sweepstake.game.cards import Deck
from sweepstake.game.values import ATOMS, PLAIN, are_plain, is_immutable

ORDERED = ({int}, {str})
"""Types of members by which a bag is sorted."""
BOOLS = {value: (bool, repr(value)) for value in (True, False)}
"""The keys of truth values."""


def quick_key(
    values: tuple[Any, ...], bags: Collection[int] = ()
) -> tuple[tuple[Any, ...], tuple[int, ...]] | None:
    """The key and the `flat` of the most frequent values, in one pass; None for other values.

    `bags` are the indices of lists whose order does not matter.

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
        elif kind is tuple and are_plain(map(type, value)):
            parts.append((tuple, *value))
        else:
            places.append(len(parts))
            if kind is list and (types := {*map(type, value)}) <= PLAIN:
                is_bag = len(parts) in bags and types in ORDERED
                parts.append((list, *(sorted(value) if is_bag else value)))
            elif kind is Deck and are_plain(map(type, value.kinds)):
                parts.append(((Deck, value.number), *value.kinds))
            elif kind is set and are_plain(map(type, value)):
                parts.append((set, frozenset(value)))
            else:
                return None
    if len(places) > 1 and len({id(values[k]) for k in places}) < len(places):
        return None
    return tuple(parts), tuple(places)


def flat(values: tuple[Any, ...]) -> tuple[int, ...] | None:
    """The indices of lists, sets, dicts and decks of atoms, if all other values are immutable.

    None if another value can be changed in place, or two of the indices have the same object.

    >>> flat((1, [2], (3,))), flat((1, [[2]]))
    ((1,), None)
    """
    if are_plain(map(type, values)):
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
        if not ATOMS.issuperset(map(type, parts)):
            return None
    return tuple(places) if len({id(values[k]) for k in places}) == len(places) else None
