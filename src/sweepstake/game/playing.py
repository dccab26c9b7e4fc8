"""Two kinds of `Draw`: all rows of draws in turn, and draws at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from sweepstake.game.cards import Deck, Shuffled
from sweepstake.game.draw import Draw, in_order

if TYPE_CHECKING:
    from sweepstake.core.stream import Stream

T = TypeVar("T")
MAX_DRAWS = 10_000
"""Most draws of one play, or between two entries."""
WORDS = 4_096
"""Random words that are fetched at once."""
WIDE = 1 << 32


class TooLongError(BaseException):
    """A play has too many draws; no `except Exception` of a game catches this error."""


class Branching(Draw):
    """Plays all rows of branches in order: after each play, `advance` turns to the next row."""

    __slots__ = ("_ends", "draws_so_far", "of", "row", "ways")
    draws_so_far: int

    def __init__(self) -> None:
        self.begin()

    def begin(self, row: Sequence[int] = ()) -> None:
        """Play the rows that begin with `row`."""
        self.row = [*row]
        self._ends: list[int | Sequence[int]] = [0] * len(row)
        """For each draw, the number of its branches or their weights; 0 to keep its branch."""
        self.draws_so_far, self.ways, self.of = 0, 1, 1  # the row's probability is ways / of

    def advance(self) -> bool:
        """Turn to the next row, which changes the branch as late as possible; False at the end."""
        row, ends = self.row, self._ends
        self.draws_so_far, self.ways, self.of = 0, 1, 1
        while row:
            end, j = ends[-1], row[-1] + 1
            if type(end) is not int:
                while j < len(end) and not end[j]:  # type: ignore[arg-type,index]
                    j += 1
                end = len(end)  # type: ignore[arg-type]
            if j < end:
                row[-1] = j
                return True
            row.pop()
            ends.pop()
        return False

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of the branch that the row takes here; the whole weights sum to `total`."""
        at, row = self.draws_so_far, self.row
        self.draws_so_far = at + 1
        if at < len(row):
            j = row[at]
        else:
            j = 0
            while not weights[j]:
                j += 1
            self._grow(j, weights)
        self.ways *= weights[j]
        self.of *= total
        return j

    def _below(self, n: int) -> int:
        at, row = self.draws_so_far, self.row
        self.draws_so_far = at + 1
        self.of *= n
        if at < len(row):
            return row[at]
        self._grow(0, n)
        return 0

    def _grow(self, first: int, end: int | Sequence[int]) -> None:
        if len(self.row) >= MAX_DRAWS:
            raise TooLongError(f"a play has over {MAX_DRAWS:,} draws; it may never end")
        self.row.append(first)
        self._ends.append(end)


class Sampled(Draw):
    """Draws at random, from words of 32 bits."""

    __slots__ = ("_words", "draws_so_far", "most")
    draws_so_far: int

    def __init__(self, words: Iterator[int], most: float) -> None:
        self._words = words
        self.draws_so_far, self.most = 0, most

    def _below(self, n: int) -> int:
        """Lemire's method, which is unbiased; it uses several words if n is large."""
        if n == 1:
            return 0
        self.draws_so_far += 1
        if self.draws_so_far > self.most:
            raise TooLongError(f"a play has over {self.most:,} draws; it may never end")
        wide, word = WIDE, next(self._words)
        while wide < n << 1:  # as `core.stream.below` and compiled plays do
            wide, word = wide << 32, word << 32 | next(self._words)
        scaled = word * n
        low = scaled & (wide - 1)
        if low < n and low < (wide - n) % n:
            self.draws_so_far -= 1
            return self._below(n)
        return scaled // wide

    def shuffled(self, cards: Iterable[T]) -> Shuffled[T]:
        """The cards in a random order, all dealt at once."""
        items = in_order(cards)
        many = len(items)
        for at in range(many - 1):
            place = at + self._below(many - at)
            items[at], items[place] = items[place], items[at]
        return Shuffled(Deck(self, ()), items)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of a branch, chosen by whole weights that sum to `total`."""
        place = self._below(total)
        for j, weight in enumerate(weights):  # noqa: B007  # the last one is returned
            if place < weight:
                break
            place -= weight
        return j


def words(stream: Stream, at_once: int = WORDS) -> Iterator[int]:
    """Random words of 32 bits, the same as in compiled plays; `at_once` are fetched at a time."""
    from sweepstake.core.stream import halves

    while True:
        yield from halves(stream, at_once)


def rows(play: Callable[[Branching], Any], draw: Branching) -> Iterator[Any]:
    """The result of `play(draw)` for each row of draws; `draw.ways / draw.of` is its probability.

    A row is the shortest that decides the play; the rows are in lexicographic order.
    """
    draw.begin()
    yield play(draw)
    while draw.advance():
        yield play(draw)
