"""Two plays with the same draws: the first draws at random, the second must repeat the draws."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any

from sweepstake.game.draw import Draw
from sweepstake.game.playing import TooLongError

Taken = tuple[Any, int]
"""The branches of a draw (their number or weights), and the index of the branch taken."""
MAX_PLAY = 2_000
"""Most draws of one play that are compared; a longer play is stopped there."""
EXACT = 1 << 52
"""Up to this n, a random float times n is below n."""


class UnlikeError(BaseException):
    """A play through the states differs from the play of the function."""


class Coupled(Draw):
    """One of two plays with the same draws, which are kept in `row`."""

    __slots__ = ("row",)

    def __init__(self, row: list[Taken]) -> None:
        self.row = row

    def _among(self, items: Sequence[Any]) -> Any:
        """An item, by its index in sorted order if there is one, because a bag has no order."""
        with suppress(TypeError):
            items = sorted(items)
        return super()._among(items)


class First(Coupled):
    """A play of the function, which draws at random."""

    __slots__ = ("_random",)

    def __init__(self, random: Random) -> None:
        super().__init__([])
        self._random = random

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

    __slots__ = ("draws_so_far", "unlike")
    draws_so_far: int

    def __init__(self, first: First) -> None:
        super().__init__(first.row)
        self.draws_so_far = 0
        self.unlike = ""
        """How it differs from the first play; empty if it does not."""

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
