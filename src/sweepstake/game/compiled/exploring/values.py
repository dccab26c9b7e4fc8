"""The values of states in rows of whole numbers: what `segments` writes, read by Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.kinds import (
    BOOL,
    CARDS,
    DECKS,
    INT,
    LISTS,
    OF,
    SIMPLE,
    TEXT,
)
from sweepstake.game.compiled.exploring.segments import Segments

TYPES: dict[str, type] = {INT: int, BOOL: bool, TEXT: str}


class Layout:
    """Where the values of an entry stand."""

    def __init__(self, segments: Segments, number: int) -> None:
        self._texts, names = segments.texts, segments.entries.get(number, [])
        self._kinds = [segments.kinds[name] for name in names]
        self._bags = [name in segments.bags(number) for name in names] if names else []
        self._numbers = [k for k, kind in enumerate(self._kinds) if kind in SIMPLE]
        self._lists = [k for k in range(len(names)) if k not in self._numbers]
        self.types = [self._type(kind) for kind in self._kinds]

    @property
    def has_lists(self) -> bool:
        """Are there values that a play may change?"""
        return bool(self._lists)

    def _type(self, kind: str) -> type:
        if kind in DECKS.values():
            return Deck
        return TYPES.get(kind, list if kind in LISTS.values() else tuple)

    def value(self, kind: str, number: int) -> Any:
        """What a number means."""
        return self._texts[number] if kind == TEXT else bool(number) if kind == BOOL else number

    def values(self, row: Sequence[int]) -> tuple[Any, ...]:
        """The values in a row, without its entry."""
        found: list[Any] = [None] * len(self._kinds)
        for at, k in enumerate(self._numbers):
            found[k] = self.value(self._kinds[k], row[at])
        at = len(self._numbers)
        for k in self._lists:
            many, kind = row[at], self._kinds[k]
            if many < 0:
                found[k], at = found[self._lists[-1 - many]], at + 1
                continue
            of = CARDS[kind] if kind in CARDS else OF[kind]
            items = [self.value(of, number) for number in row[at + 1 : at + 1 + many]]
            at += 1 + many
            if kind in DECKS.values():
                found[k] = Deck.__new__(Deck)
                found[k].kinds, found[k].left = tuple(items), tuple(row[at : at + many])
                at += many
            else:
                found[k] = items if kind in LISTS.values() else tuple(items)
        return tuple(found)

    def row(self, values: Sequence[Any]) -> list[int] | None:
        """The row of some values, bags in order; None if it can't be theirs."""
        if [*map(type, values)] != self.types:
            return None
        row, places = [self._number(values[k]) for k in self._numbers], dict[int, int]()
        for j, k in enumerate(self._lists):
            value, kind = values[k], self._kinds[k]
            if type(value) is list and id(value) in places:
                row.append(-1 - places[id(value)])
                continue
            places[id(value)] = j
            items = value.kinds if type(value) is Deck else value
            of = CARDS[kind] if kind in CARDS else OF[kind]
            if not all(type(item) is TYPES[of] for item in items):
                return None
            numbers = [self._number(item) for item in items]
            row += [len(numbers), *(sorted(numbers) if self._bags[k] else numbers)]
            row += value.left if type(value) is Deck else ()
        return row

    def _number(self, value: Any) -> int:
        return self._texts.index(value) if type(value) is str else int(value)
