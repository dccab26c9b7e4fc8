"""Decks of cards, drawn without replacement: a draw has one branch for each kind of equal cards.

A deck only stores how many cards are left of each kind, so decks in the same state are equal
whatever order their cards lie in.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from sweepstake.game.drawing.draw import Draw

T = TypeVar("T")
VALUES = (int, bool, str, type(None), Fraction)
"""Cards of one of these types are equal if their types and values are."""


def kind(card: object) -> object:
    """A key that equal cards share; a card of another type only equals itself.

    >>> kind(1) == kind(1), kind(1) == kind(True), kind((1,)) == kind((True,))
    (True, False, False)
    """
    if type(card) is tuple:
        return (tuple, *map(kind, card))
    if type(card) in VALUES or isinstance(card, Enum):
        return type(card), card
    return "one of a kind", id(card)


class Counts(tuple[int, ...]):
    """Counts of cards, which are neither a number of cards nor empty when no card is left.

    >>> Counts((2, 0)) == (2, 0)
    True
    >>> Counts((0, 0)) == 0
    Traceback (most recent call last):
    TypeError: deck.counts is a tuple, with a count for each kind of card; say len(deck) == 0, ...
    """

    __slots__ = ()

    def _0compared(self, other: object) -> None:
        if not isinstance(other, tuple):
            raise TypeError(f"{NO_NUMBER}, or compare deck.counts with a tuple")

    def __eq__(self, other: object) -> bool:
        self._0compared(other)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        self._0compared(other)
        return super().__ne__(other)

    def __bool__(self) -> bool:
        raise TypeError(f"{NO_NUMBER}, or `while deck:`")

    __hash__ = tuple.__hash__


NO_NUMBER = "deck.counts is a tuple, with a count for each kind of card; say len(deck) == 0"


class Deck(Generic[T]):
    """Cards that lie face down, of some `kinds`; `number` has the number of cards of each kind.

    To iterate a deck is to draw its cards.
    """

    __slots__ = ("kinds", "merged", "number", "source")
    merged: tuple[int, ...] | None
    """For each kind before a merge, the index of its kind now; None if nothing was merged."""

    def __init__(self, source: Draw, cards: Sequence[T]) -> None:
        by_kind: dict[object, list[T]] = {}
        for card in cards:
            by_kind.setdefault(kind(card), []).append(card)
        self.source = source
        self.kinds = tuple(alike[0] for alike in by_kind.values())
        self.number = tuple(map(len, by_kind.values()))
        self.merged = None

    def merge(self, numbers: Sequence[int]) -> None:
        """Let kinds count as one: `numbers` has the new index of each, by first appearance."""
        self.merged = tuple(numbers)
        firsts = [self.merged.index(k) for k in range(max(numbers) + 1)]
        self.kinds = tuple(self.kinds[first] for first in firsts)
        self.number = summed(self.number, self.merged)

    @property
    def counts(self) -> Counts:
        """The number of cards left of each kind, in the order in which the kinds first appeared."""
        return Counts(self.number)

    def draw(self) -> T:
        """The next card."""
        left = self.number
        total = sum(left)
        if not total:
            raise IndexError("a card is drawn from an empty deck")
        if self.merged is None:
            j = self.source.card(self.kinds, left, total)
        else:
            j = self.source.merged_card(self.merged, left, total)
        self.number = (*left[:j], left[j] - 1, *left[j + 1 :])
        return self.kinds[j]

    def remaining(self) -> list[tuple[T, int]]:
        """The kinds that have cards left, with the number of these cards."""
        return [(card, n) for card, n in zip(self.kinds, self.number, strict=True) if n]

    def put(self, card: T) -> None:
        """Put a card back; the order of a deck is random, so it may lie anywhere."""
        wanted = kind(card)
        for j, present in enumerate(self.kinds):
            if kind(present) == wanted:
                self.number = (*self.number[:j], self.number[j] + 1, *self.number[j + 1 :])
                return
        self.kinds += (card,)
        self.number += (1,)

    def __len__(self) -> int:
        return sum(self.number)

    def __iter__(self) -> Iterator[T]:
        while len(self):
            yield self.draw()

    def __contains__(self, card: object) -> bool:
        return any(left == card for left, _ in self.remaining())

    def __eq__(self, other: object) -> bool:
        if self is not other:
            raise TypeError("a deck equals nothing else; compare len(deck), or deck.counts")
        return True

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"a deck of {len(self)} cards"

    def copied(self, source: Draw, kinds: tuple[T, ...]) -> Deck[T]:
        """A copy of this deck that draws from `source` and has other objects as `kinds`."""
        deck: Deck[T] = Deck.__new__(Deck)
        deck.source, deck.kinds, deck.number = source, kinds, self.number
        deck.merged = self.merged
        return deck


def summed(number: Sequence[int], merged: Sequence[int]) -> tuple[int, ...]:
    """The number of cards of each merged kind.

    >>> summed((4, 4, 2), (0, 1, 0))
    (6, 4)
    """
    sums = [0] * (max(merged) + 1)
    for n, kind in zip(number, merged, strict=True):
        sums[kind] += n
    return tuple(sums)


class Shuffled(MutableSequence[T]):
    """Cards in a random order; the cards of `rest` are drawn when they are first looked at.

    They are a list in all but speed: what reads or changes the order of all cards draws all.
    """

    __slots__ = ("_rest", "_seen")

    def __init__(self, rest: Deck[T], seen: Sequence[T] = ()) -> None:
        self._rest = rest
        self._seen = list(seen)

    def __len__(self) -> int:
        return len(self._seen) + len(self._rest)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if type(index) is int and 0 <= index <= len(self._seen):  # the fast path of a loop
            if index == len(self._seen):
                self._seen.append(self._rest.draw())
            return self._seen[index]
        wanted = range(len(self))[index]
        last = max(wanted, default=-1) if isinstance(wanted, range) else wanted
        while len(self._seen) <= last:
            self._seen.append(self._rest.draw())
        if isinstance(wanted, range):
            return [self._seen[k] for k in wanted]
        return self._seen[wanted]

    def __setitem__(self, index: Any, card: Any) -> None:
        self[index]  # so that it is drawn
        self._seen[index if isinstance(index, slice) else range(len(self))[index]] = card

    def __delitem__(self, index: int | slice) -> None:
        self[index]
        del self._seen[index if isinstance(index, slice) else range(len(self))[index]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | Shuffled):
            kind = type(other).__name__
            raise TypeError(f"shuffled cards are like a list; compare them with one, not a {kind}")
        return len(self) == len(other) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]  # like a list's

    def __repr__(self) -> str:
        return f"{len(self)} shuffled cards"

    def __str__(self) -> str:
        return str(self.copy())

    def __contains__(self, card: object) -> bool:
        return card in self._seen or card in self._rest

    def __add__(self, other: list[T] | Shuffled[T]) -> list[T]:
        return [*self.copy(), *other] if isinstance(other, list | Shuffled) else NotImplemented

    def __radd__(self, other: list[T]) -> list[T]:
        return other + self.copy() if isinstance(other, list) else NotImplemented

    def __mul__(self, times: int) -> list[T]:
        return self.copy() * times

    __rmul__ = __mul__

    def __lt__(self, other: Any) -> bool:
        return self._compared(operator.lt, other)

    def __le__(self, other: Any) -> bool:
        return self._compared(operator.le, other)

    def __gt__(self, other: Any) -> bool:
        return self._compared(operator.gt, other)

    def __ge__(self, other: Any) -> bool:
        return self._compared(operator.ge, other)

    def _compared(self, by: Callable[[Any, Any], bool], other: Any) -> bool:
        known = isinstance(other, list | Shuffled)
        return by(self.copy(), [*other]) if known else NotImplemented

    def copy(self) -> list[T]:
        """A list of the cards; all are drawn."""
        return self[:]

    def count(self, card: object) -> int:
        """The number of cards that equal this one; nothing is drawn for it."""
        left = sum(n for other, n in self._rest.remaining() if other == card)
        return self._seen.count(card) + left  # type: ignore[arg-type]

    def insert(self, index: int, card: T) -> None:
        """Put a card before that index."""
        before = range(len(self))[:index]
        self[: len(before)]  # those before it are drawn
        self._seen.insert(len(before), card)

    def sort(self, *, key: Callable[[T], Any] | None = None, reverse: bool = False) -> None:
        """Sort the cards; all are drawn."""
        cards: list[Any] = self.copy()
        cards.sort(key=key, reverse=reverse)
        self._seen = cards

    def pop(self, index: int = -1) -> T:
        """Remove and return a card, by default the last one."""
        if index == -1 and len(self._rest):
            return self._rest.draw()  # not looked at yet, so it may be any card
        self[index]
        return self._seen.pop(range(len(self))[index])

    def parts(self) -> tuple[list[T], Deck[Any]]:
        """The cards that were looked at, in order, and the deck of the remaining cards."""
        return self._seen, self._rest
