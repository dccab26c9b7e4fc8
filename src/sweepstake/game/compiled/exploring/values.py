"""The values of states in rows of whole numbers, which `segments` writes, read by Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.kinds import Kind, Row
from sweepstake.game.compiled.exploring.segments import Segments


class Layout:
    """The places of an entry's values in a row."""

    def __init__(self, segments: Segments, number: int) -> None:
        self._texts, names = segments.texts, segments.entries.get(number, [])
        self._kinds = [segments.kinds[name] for name in names]
        self._bags = [name in segments.bags(number) for name in names] if names else []
        self._flat = [k for k, kind in enumerate(self._kinds) if kind.is_flat]
        self._lists = [k for k, kind in enumerate(self._kinds) if not kind.is_flat]

    def values(self, row: Sequence[int]) -> tuple[Any, ...]:
        """The values in a row, without its entry."""
        values: list[Any] = [None] * len(self._kinds)
        numbers = iter(row)
        for k in self._flat:
            values[k] = self._value(self._kinds[k], numbers)
        for k in self._lists:
            many, kind = next(numbers), self._kinds[k]
            items = [self._value(part, numbers) for part in kind.parts * many]
            if kind.of is Deck:
                values[k] = Deck.__new__(Deck)
                values[k].kinds = tuple(items)
                values[k].number = tuple([next(numbers) for _ in items])
            else:
                values[k] = items if kind.of is list else tuple(items)
        return tuple(values)

    def _value(self, kind: Kind, numbers: Iterator[int]) -> Any:
        if kind.of is tuple:
            return tuple([self._value(part, numbers) for part in kind.parts])
        number = next(numbers)
        return self._texts[number] if kind.of is str else kind.of(number)

    def row(self, values: Sequence[Any]) -> list[int]:
        """The row of some values, with sorted bags; ValueError if they have other types."""
        row = list[int]()
        for k in self._flat:
            row += self._numbers(self._kinds[k], values[k])
        for k in self._lists:
            value, kind = values[k], self._kinds[k]
            if type(value) is not (tuple if kind.of is Row else kind.of):
                raise ValueError
            items = value.kinds if type(value) is Deck else value
            numbers = [n for item in items for n in self._numbers(kind.parts[0], item)]
            row += [len(items), *(sorted(numbers) if self._bags[k] else numbers)]
            row += value.number if type(value) is Deck else ()
        return row

    def _numbers(self, kind: Kind, value: Any) -> list[int]:
        if type(value) is not kind.of:
            raise ValueError
        if kind.of is tuple:
            pairs = zip(kind.parts, value, strict=True)
            return [number for pair in pairs for number in self._numbers(*pair)]
        return [self._texts.index(value) if kind.of is str else int(value)]
