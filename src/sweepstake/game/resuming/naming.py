"""Names labels and ranks in a state, so that states that differ only in their labels have one key.

A key contains all values, with a number for each label. So two states with the same key are equal
up to a renaming of labels, however the numbers were chosen. Labels are numbered by their first
place in variables, lists and dicts, and then by the sets, decks and bags that contain them: labels
that are in the same ones equally often are interchangeable. Ranks are numbered in order, among
those that are still there.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from enum import Enum
from typing import Any

from sweepstake.game.cards import Deck, Label, Rank, Shuffled
from sweepstake.game.checking.sets import FROZEN, SETS
from sweepstake.game.values import ATOMS, DICTS, Names, are_labels


def names(values: Iterable[Any], bags: Iterable[int] = ()) -> Names:
    """The names of the labels and ranks in values, by their ids; `bags` are indices of bags."""
    return _Found(values, {*bags}).names()


def labels(values: Iterable[Any], bags: Iterable[int] = ()) -> dict[tuple[Any, ...], Any]:
    """The labels and ranks in values, by their names."""
    where = _Found(values, {*bags})
    return {name: where.labels[label] for label, name in where.names().items()}


class _Found:
    """The places of labels and ranks in values."""

    def __init__(self, values: Iterable[Any], bags: set[int]) -> None:
        self.labels: dict[int, Any] = {}
        """All labels and ranks by their ids."""
        self._first: dict[int, None] = {}
        """Labels in places that have an order, by their first place."""
        self._lies: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """For each label, the unordered collections that contain it, and how often."""
        self._ranks: dict[int, dict[int, int]] = defaultdict(dict)
        """The number of each rank, by scale."""
        self._places = 0
        self._seen: set[int] = set()
        for k, value in enumerate(values):
            if k in bags and type(value) is list and are_labels(value):
                self.put(Counter(value).items())
            else:
                self.walk(value)

    def walk(self, value: Any) -> None:
        """Note the labels and ranks in a value and its parts, in order."""
        kind = type(value)
        if kind in ATOMS or isinstance(value, Enum):
            return
        if kind is Label:
            self.labels[id(value)] = value
            self._first.setdefault(id(value))
        elif kind is Rank:
            self._rank(value)
        elif isinstance(value, tuple):
            self._each(value)
        elif kind in FROZEN:
            self.put([(part, 1) for part in value])
        elif id(value) not in self._seen:
            self._seen.add(id(value))
            self._parts(value, kind)

    def _parts(self, value: Any, kind: type) -> None:
        """Note the labels and ranks in the parts of a value that can be changed in place."""
        if kind in SETS:
            self.put([(part, 1) for part in value])
        elif kind is list or kind is deque:
            self._each(value)
        elif kind in DICTS:
            for name, part in value.items():
                self._each((name, part))
        elif kind is Deck:
            if are_labels(value.kinds):
                self.put(value.lies())
            else:
                self._each(value.kinds)
        elif kind is Shuffled:
            self._each(value.parts())
        else:
            self._each(getattr(value, "__dict__", {}).values())

    def _each(self, parts: Iterable[Any]) -> None:
        for part in parts:
            self.walk(part)

    def put(self, members: Iterable[tuple[Any, int]]) -> None:
        """Note the members of an unordered collection, with how often each is in it."""
        self._places += 1
        for member, n in members:
            if type(member) is Label:
                self.labels[id(member)] = member
                self._lies[id(member)].append((self._places, n))
            elif type(member) is Rank:
                self._rank(member)

    def _rank(self, rank: Rank) -> None:
        self.labels[id(rank)] = rank
        self._ranks[rank._0scale][id(rank)] = rank._0number

    def names(self) -> Names:
        """The names by ids."""
        others = [label for label in self._lies if label not in self._first]
        labels = [*self._first, *sorted(others, key=lambda label: self._lies[label])]
        names: dict[int, tuple[Any, ...]] = {label: ("label", k) for k, label in enumerate(labels)}
        for s, scale in enumerate(sorted(self._ranks)):
            held = self._ranks[scale]
            for k, rank in enumerate(sorted(held, key=lambda rank: held[rank])):
                names[rank] = "rank", s, k
        return names
