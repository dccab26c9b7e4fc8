"""Two plays with the same draws: the first draws at random, the second must repeat the draws."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any, TypeVar

from sweepstake.game.cards import Label, Rank
from sweepstake.game.playing import Played, TooLongError
from sweepstake.game.values import Names, are_labels

L = TypeVar("L", Label, Rank)
Taken = tuple[Any, int]
"""The branches of a draw (their number or weights), and the index of the branch taken."""
MAX_PLAY = 2_000
"""Most draws of one play that are compared; a longer play is stopped there."""
EXACT = 1 << 52
"""Up to this n, a random float times n is below n."""


class UnlikeError(BaseException):
    """A play through the states differs from the play of the function."""


class Coupled(Played):
    """One of two plays with the same draws, which are kept in `row`."""

    __slots__ = ("row", "things")
    most = MAX_PLAY

    def __init__(self, row: list[Taken]) -> None:
        self.row = row
        self.things: list[Label | Rank] = []
        """Labels and ranks in the order of their creation."""

    def _among(self, items: Sequence[Any]) -> Any:
        """An item, by its index in sorted order if there is one, because a bag has no order."""
        if are_labels(items):
            return items[self._pick(items, [1] * len(items))]
        with suppress(TypeError):
            items = sorted(items)
        return super()._among(items)

    def card(self, kinds: Sequence[Any], left: tuple[int, ...], total: int) -> int:
        """The index of the next card's kind."""
        return self._pick(kinds, left) if are_labels(kinds) else self.branch(left, total)

    @abstractmethod
    def _pick(self, items: Sequence[Any], weights: Sequence[int]) -> int:
        """The index of the label that is drawn; the order of labels has no meaning."""

    def labels(self, n: int) -> list[Label]:
        """`n` interchangeable things."""
        return self._noted(super().labels(n))

    def ranks(self, n: int) -> list[Rank]:
        """`n` things of which only the order matters."""
        return self._noted(super().ranks(n))

    def _noted(self, things: list[L]) -> list[L]:
        self.things += things
        return things


class First(Coupled):
    """A play of the function, which draws at random."""

    __slots__ = ("_random", "picks")

    def __init__(self, random: Random) -> None:
        super().__init__([])
        self._random = random
        self.picks: list[Any] = []
        """The labels that were drawn."""

    @property
    def draws_so_far(self) -> int:
        """The draws of the play so far."""
        return len(self.row)

    def _number(self, n: int) -> int:
        return int(self._random.random() * n) if n <= EXACT else self._random.randrange(n)

    def _below(self, n: int) -> int:
        return self._keep(n, self._number(n))

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of a branch, chosen by whole weights that sum to `total`."""
        number = self._number(total)
        if len(weights) == 2:
            return self._keep(tuple(weights), int(number >= weights[0]))
        return self._keep(tuple(weights), bisect([*accumulate(weights)], number))

    def _pick(self, items: Sequence[Any], weights: Sequence[int]) -> int:
        place = bisect([*accumulate(weights)], self._number(sum(weights)))
        self.picks.append(items[place])
        return self._keep(tuple(sorted(weights)), place)

    def _keep(self, branches: Any, taken: int) -> int:
        if len(self.row) == MAX_PLAY:
            raise TooLongError(f"a play has over {MAX_PLAY:,} draws; it may never end")
        self.row.append((branches, taken))
        return taken


def first_plays(plays: int) -> Iterator[First]:
    """The draws of so many plays of the function."""
    random = Random(0)  # noqa: S311  # no secret
    return (First(random) for _ in range(plays))


class Second(Coupled):
    """A play through the states that repeats the draws of `first`, from `draws_so_far` on."""

    __slots__ = ("_first", "_pairs", "_picked", "draws_so_far", "unlike")
    draws_so_far: int

    def __init__(self, first: First) -> None:
        super().__init__(first.row)
        self.draws_so_far = self._picked = 0
        self.unlike = ""
        """How it differs from the first play; empty if it does not."""
        self._first = first
        self._pairs: dict[int, Any] = {}
        """Labels of this play, by the ids of the first play's labels."""

    def _below(self, n: int) -> int:
        return self._next(n)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The branch that the first play took."""
        return self._next(tuple(weights))

    def _next(self, branches: Any) -> int:
        if self.draws_so_far == MAX_PLAY:
            raise TooLongError("as the first play")
        if self.draws_so_far == len(self.row):
            raise self.differing("a longer play")
        expected, taken = self.row[self.draws_so_far]
        if branches != expected:
            raise self.differing("a draw with other branches")
        self.draws_so_far += 1
        return taken

    def differing(self, unlike: str) -> UnlikeError:
        """The error that it differs; also noted, because an `except` in the game may catch it."""
        self.unlike = self.unlike or unlike
        return UnlikeError(unlike)

    def _pick(self, items: Sequence[Any], weights: Sequence[int]) -> int:
        """The index of the label that corresponds to the one drawn in the first play."""
        self._next(tuple(sorted(weights)))
        picks = self._first.picks[self._picked : self._picked + 1]
        pair = self._pairs.get(id(picks[0])) if picks else None
        place = next((k for k, item in enumerate(items) if item is pair), -1)
        if place < 0:
            raise self.differing("a label that was not found")
        self._picked += 1
        return place

    def _noted(self, things: list[L]) -> list[L]:
        others = self._first.things[len(self.things) :]
        self._pairs |= {id(other): own for other, own in zip(others, things, strict=False)}
        return super()._noted(things)

    def rename(self, own: Names, kept: Mapping[tuple[Any, ...], Any]) -> None:
        """Replace this play's labels, named in `own`, with the `kept` labels of the same names."""
        self._pairs = {
            other: kept[own[id(label)]] for other, label in self._pairs.items() if id(label) in own
        }
