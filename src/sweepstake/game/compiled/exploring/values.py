"""The values of states in rows of whole numbers: what `segments` writes, read by Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.kinds import DECKS, KINDS, LISTS, ROWS, SIMPLE, TEXT, WITHIN
from sweepstake.game.compiled.exploring.segments import Segments

TYPES: dict[str, type] = {kind: of for of, kind in KINDS.items()}
TYPES |= dict.fromkeys(LISTS.values(), list) | dict.fromkeys(ROWS.values(), tuple)
TYPES |= dict.fromkeys(DECKS.values(), Deck)


class Layout:
    """Where the values of an entry stand."""

    def __init__(self, segments: Segments, number: int) -> None:
        self._texts, names = segments.texts, segments.entries.get(number, [])
        self._kinds = [segments.kinds[name] for name in names]
        self._bags = [name in segments.bags(number) for name in names] if names else []
        self._numbers = [k for k, kind in enumerate(self._kinds) if kind in SIMPLE]
        self._lists = [k for k in range(len(names)) if k not in self._numbers]
        self.has_lists = bool(self._lists)
        """Are there values that a play may change?"""

    def value(self, kind: str, number: int) -> Any:
        """What a number means."""
        return self._texts[number] if kind == TEXT else TYPES[kind](number)

    def values(self, row: Sequence[int]) -> tuple[Any, ...]:
        """The values in a row, without its entry."""
        values: list[Any] = [None] * len(self._kinds)
        for at, k in enumerate(self._numbers):
            values[k] = self.value(self._kinds[k], row[at])
        at = len(self._numbers)
        for k in self._lists:
            many, kind = row[at], self._kinds[k]
            if many < 0:
                values[k], at = values[self._lists[-1 - many]], at + 1
                continue
            items = [self.value(WITHIN[kind], number) for number in row[at + 1 : at + 1 + many]]
            at += 1 + many
            if kind in DECKS.values():
                values[k] = Deck.__new__(Deck)
                values[k].kinds, values[k].left = tuple(items), tuple(row[at : at + many])
                at += many
            else:
                values[k] = items if kind in LISTS.values() else tuple(items)
        return tuple(values)

    def row(self, values: Sequence[Any]) -> list[int] | None:
        """The row of some values, bags in order; None if it can't be theirs."""
        if [*map(type, values)] != [TYPES[kind] for kind in self._kinds]:
            return None
        row, places = [self._number(values[k]) for k in self._numbers], dict[int, int]()
        for j, k in enumerate(self._lists):
            value, kind = values[k], self._kinds[k]
            if type(value) is list and id(value) in places:
                row.append(-1 - places[id(value)])
                continue
            places[id(value)] = j
            items = value.kinds if type(value) is Deck else value
            if not all(type(item) is TYPES[WITHIN[kind]] for item in items):
                return None
            numbers = [self._number(item) for item in items]
            row += [len(numbers), *(sorted(numbers) if self._bags[k] else numbers)]
            row += value.left if type(value) is Deck else ()
        return row

    def _number(self, value: Any) -> int:
        return self._texts.index(value) if type(value) is str else int(value)
