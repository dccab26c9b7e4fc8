"""Parameters that are lists of whole numbers, words or rationals: a board, a pattern of coins.

A value is a tuple. Tables hold it as text, so that it can be compared and grouped: by its name, or
with colons between the items, as `0:1:2`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from sweepstake.puzzle.names import NAME
from sweepstake.puzzle.parameter import Choice, Parameter, Rational, Single, Type, refused
from sweepstake.text.shown import listed, shown

WHOLE = re.compile(r"[+-]?[0-9]{1,19}")
"""A whole number in the text of a list."""


@dataclass(frozen=True)
class ListOf:
    """A list of values of the given parameter, with its name and meaning; lists may have names.

    Methods get a tuple. In a text, colons separate the items, and a single item ends in a colon;
    single letters need no colons.

    >>> board = ListOf(Parameter("board", "where squares lead", 0, 99), named={"short": [0, 2, 2]})
    >>> board.checked("0:1"), board.checked("7:"), board.checked("short"), board.stored((0, 2, 2))
    ((0, 1), (7,), (0, 2, 2), 'short')
    >>> ListOf(Choice("pattern", "tosses", ("H", "T"))).checked("HTH")
    ('H', 'T', 'H')
    """

    of: Single
    shortest: int = 1
    longest: int = 100
    named: Mapping[str, Sequence[object]] = field(default_factory=dict)
    default: str | Sequence[object] | None = None
    type: ClassVar[Type] = "string"

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest:
            raise ValueError(
                f"{self.name} has {self.shortest} to {self.longest} items; allowed: 1 or more, the "
                f"smaller number first"
            )
        if unfit := [word for word in self._words if ":" in word or not word]:
            raise ValueError(f"{self.name} has items {shown(unfit[0])}; allowed: words without `:`")
        for name in self.named:
            if not NAME.fullmatch(name) or self._parts(name):
                raise ValueError(
                    f"{self.name} has a list called {shown(name)}; allowed: names of a-z, 0-9 and "
                    f"_ that are not lists themselves"
                )
        if len({*self.lists.values()}) < len(self.named):
            raise ValueError(f"{self.name} has two names for one list; give each list one name")

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.of.name

    @property
    def meaning(self) -> str:
        """The meaning of its items."""
        return self.of.meaning

    @cached_property
    def lists(self) -> Mapping[str, tuple[Any, ...]]:
        """The lists that have names."""
        return {name: self._checked(items, name) for name, items in self.named.items()}

    def checked(self, value: object) -> tuple[Any, ...]:
        """`value`, a list or text, as a tuple; ValueError says what is allowed."""
        if isinstance(value, str):
            if value in self.named:
                return self.lists[value]
            return self._checked(self._parts(value), value)
        items = value.tolist() if hasattr(value, "tolist") else value  # an array
        return self._checked(items, value)

    def place(self, held: str) -> tuple[Any, ...]:
        """The sort key of a list that a table holds: its name, its length, its items."""
        if held in self.named:
            return ([*self.named].index(held),)
        items = self.read(held)
        ordered = map(self._words.index, items) if self._words else items
        return len(self.named), len(items), *ordered

    def stored(self, value: Any) -> str:
        """`value` as tables hold it: its name, or its items as text."""
        return self._names.get(value) or self._text(value)

    def read(self, held: str) -> tuple[Any, ...]:
        """A list that a table holds, as methods get it."""
        return self.checked(held)

    @property
    def allowed(self) -> str:
        """The bounds in words, with an example."""
        ends = self._words[:2] if isinstance(self.of, Choice) else (self.of.low, self.of.high)
        alone = f" (one item: {ends[0]}:)" if self.shortest == 1 else ""
        names = f", or {listed(self.named)}" if self.named else ""
        return (
            f"lists of {self.shortest} to {self.longest}, as [{', '.join(map(str, ends))}] or "
            f"{self._text(ends)}{alone}{names}; items: {self.of.allowed}"
        )

    @property
    def examples(self) -> tuple[tuple[Any, ...], ...]:
        """Some lists: the default and the named lists, or else a shortest list."""
        default = () if self.default is None else (self.checked(self.default),)
        least = self._words[0] if isinstance(self.of, Choice) else self.of.checked(self.of.low)
        lists = (*default, *self.lists.values()) or ((least,) * self.shortest,)
        return tuple(dict.fromkeys(lists))

    def _checked(self, items: object, value: object) -> tuple[Any, ...]:
        """`items` as a tuple of checked values; `value` is the original, for the error."""
        if (
            not isinstance(items, list | tuple | range)
            or not self.shortest <= len(items) <= self.longest
        ):
            raise refused(self, value)
        return tuple(self._checked_item(*numbered) for numbered in enumerate(items))

    def _checked_item(self, place: int, item: object) -> Any:
        try:
            return self.of.checked(item)
        except ValueError:  # raised again with the item's place in the name
            return replace(self.of, name=f"{self.name}[{place}]").checked(item)

    def _parts(self, text: str) -> list[Any] | None:
        """The items of a text; None if it isn't a list."""
        if ":" in text:
            return [*map(self._item, text.removesuffix(":").split(":"))]
        are_letters = len(text) > 1 and self._are_letters and {*text} <= {*self._words}
        return [*text] if are_letters else None

    def _item(self, text: str) -> object:
        is_whole = self.of.type == "int" and WHOLE.fullmatch(text)
        return int(text) if is_whole else text

    def _text(self, items: Sequence[object]) -> str:
        if self._are_letters and len(items) > 1:
            return "".join(map(str, items))
        return ":".join(map(str, items)) + ":" * (len(items) == 1)

    @cached_property
    def _names(self) -> Mapping[tuple[Any, ...], str]:
        return {items: name for name, items in self.lists.items()}

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return self.of.values if isinstance(self.of, Choice) else ()

    @cached_property
    def _are_letters(self) -> bool:
        return bool(self._words) and all(len(w) == 1 and w.isalpha() for w in self._words)


AnyParameter = Parameter | Choice | Rational | ListOf
