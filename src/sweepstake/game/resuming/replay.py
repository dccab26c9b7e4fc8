"""The fallback if a function can't be rewritten: a state is a row of draws that leads to it.

The function is played from the beginning, with that row up to a `draw.state`, and on to the next.
It may do anything (call itself, draw in `with` or in a lambda), but a state takes longer the more
draws lead to it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from sweepstake.game.cards import Label
from sweepstake.game.draw import Draw
from sweepstake.game.resuming.emitting import Entry
from sweepstake.game.resuming.resumable import Result
from sweepstake.game.rewriting.refused import RefusedError


class AtState(BaseException):
    """The play has reached the state at which it is to stop."""


class Replaying(Draw):
    """Repeats a recorded row, then draws from `source`, up to the state after the first `stop`."""

    __slots__ = ("_recorded", "_source", "at", "passed", "row", "stop")

    def __init__(self, source: Draw, recorded: Sequence[int], stop: int) -> None:
        self._source, self._recorded, self.stop = source, recorded, stop
        self.row: list[int] = []
        self.passed = 0
        self.at: tuple[CodeType, int, tuple[object, ...]] | None = None

    @property
    def draws_so_far(self) -> int:
        """The draws of the play so far."""
        return len(self.row)

    def _next(self, beyond: Callable[[], int]) -> int:
        at = len(self.row)
        self.row.append(self._recorded[at] if at < len(self._recorded) else beyond())
        return self.row[-1]

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of a branch, chosen by whole weights that sum to `total`."""
        return self._next(lambda: self._source.branch(weights, total))

    def _below(self, n: int) -> int:
        return self._next(lambda: self._source._below(n))

    def _among(self, items: Sequence[Any]) -> Any:
        if len(items) == 1:
            return items[0]
        return items[self._next(lambda: items.index(self._source._among(items)))]

    def labels(self, n: int) -> list[Label]:
        """RefusedError: labels can't be replayed, because a row of draws has no names of labels."""
        raise RefusedError(0, "labels and ranks can't be replayed")

    ranks = labels  # type: ignore[assignment]

    def state(self, *values: object) -> None:
        """Stop here, unless it is one of the first `stop` states."""
        self.passed += 1
        if self.passed > self.stop:
            frame = sys._getframe(1)
            self.at = frame.f_code, frame.f_lineno, values
            raise AtState


class Replayed:
    """A function that can start at any `draw.state`; a table uses it like a rewritten one."""

    totals: tuple[str, ...] = ()
    code = ""
    has_labels = False

    def __init__(self, play: Callable[..., Any], parameters: Sequence[str]) -> None:
        self.play, self.parameters = play, tuple(parameters)
        self.entries: dict[int, Entry] = {}
        self.by_hand = set[int]()
        self._numbers: dict[tuple[CodeType, int], int] = {}

    def run(self, draw: Draw, _entry: int, values: Sequence[Any], *args: Any) -> Result:
        """Play on to the next state, or to the end."""
        row, passed = values or ((), 0)
        replaying = Replaying(draw, row, passed)
        params = dict(zip(self.parameters, args, strict=True))
        try:
            outcome = self.play(replaying, **params)
        except AtState:
            if replaying.at is None:
                raise
            code, line, named = replaying.at
            number = self._number(code, line)
            return number, (tuple(replaying.row), replaying.passed), (), named
        if replaying.at is not None:
            raise RefusedError(replaying.at[1], "an `except` catches what is no error")
        return -1, outcome, (), ()

    def _number(self, code: CodeType, line: int) -> int:
        number = self._numbers.setdefault((code, line), len(self._numbers) + 1)
        if number not in self.entries:
            names = ("draws", "states before")
            self.by_hand.add(number)
            self.entries[number] = Entry(number, line, names, frozenset(), named="draw.state")
        return number
