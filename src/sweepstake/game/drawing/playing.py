"""Plays of a game: by all rows of draws in turn, or at random; and a guard against endless loops.

A row is the sequence of branches that a play takes. `Branching` enumerates the rows in
lexicographic order, so the product of the weights along a row is its probability. `Sampled` draws
at random, from the same random words as compiled plays.

`loop_guard` stops a play that computes for too long without a draw. A second thread checks the
frames of the playing thread at intervals; unlike an alarm signal, this works in any thread.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, Thread, get_ident
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from sweepstake.errors import NoAnswerError
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.draw import Draw, Player, in_order

if TYPE_CHECKING:
    from sweepstake.core.stream import Stream

T = TypeVar("T")
MAX_DRAWS = 10_000
"""Most draws of one play, or between two entries."""
WORDS = 4_096
"""Random words that are fetched at once."""
WIDE = 1 << 32
SECONDS = 10.0
"""Most seconds of processor time that a play may compute without a draw."""
EVERY = 0.5
"""Seconds between two checks of the frames."""
REWRITTEN = "_0game"
"""The name of rewritten functions."""


class TooLongError(BaseException):
    """A play has too many draws; no `except Exception` of a game catches this error."""


class Branching(Draw):
    """Plays all rows of branches in order: after each play, `advance` turns to the next row."""

    __slots__ = ("_ends", "draws_so_far", "of", "row", "ways")
    draws_so_far: int

    def __init__(self, player: Player | None = None) -> None:
        self.player = player
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

    def __init__(self, words: Iterator[int], most: float, player: Player | None = None) -> None:
        self._words = words
        self.player = player
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
        size = len(items)
        for i in range(size - 1):
            j = i + self._below(size - i)
            items[i], items[j] = items[j], items[i]
        return Shuffled(Deck(self, ()), items)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of a branch, chosen by whole weights that sum to `total`."""
        number = self._below(total)
        for j, weight in enumerate(weights):  # noqa: B007  # the last one is returned
            if number < weight:
                break
            number -= weight
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


class EndlessLoopError(NoAnswerError):
    """A play computes for too long without a draw; the message names the line."""


class _Stop(BaseException):
    """Ends a play; no `except Exception` of a game catches it."""


@contextmanager
def loop_guard(play: Callable[..., Any]) -> Iterator[None]:
    """Raise EndlessLoopError if a play of the function computes for too long without a draw."""
    watch = _Watch(play, get_ident())
    watching = Thread(target=watch.run, daemon=True)
    watching.start()
    try:
        try:
            yield
        finally:
            watch.end()
            watching.join()  # a thread that is left behind ends a worker's process
    except _Stop:
        watch.end()  # again: _Stop may have interrupted the first call
        raise EndlessLoopError(
            f"{play.__name__}: line {watch.line} has been computing for over {SECONDS:g} seconds "
            f"without a draw; does its loop end?"
        ) from None


@dataclass
class _Watch:
    """Watches the plays in a thread."""

    play: Callable[..., Any]
    thread: int
    line: int = 0
    _ended: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)

    def run(self) -> None:
        """Until `end` is called, stop a play that computes for too long without a draw."""
        last, since = None, 0.0
        while not self._ended.wait(EVERY):
            now = self._drawn()
            if now is None or now != last:
                last, since = now, time.process_time()
            elif time.process_time() - since > SECONDS:
                self._stop()
                last = None

    def end(self) -> None:
        """End the watch; a _Stop that was raised before arrives here at the latest."""
        with self._lock:
            self._ended.set()

    def _stop(self) -> None:
        """Raise _Stop in the thread; to withdraw it later would slow Python and hang profilers."""
        with self._lock:
            if not self._ended.is_set():
                raised = ctypes.py_object(_Stop)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), raised)

    def _drawn(self) -> tuple[FrameType, int] | None:
        """The frame of the current play, and its draws so far; None if no play is running."""
        frame, code, line = sys._current_frames().get(self.thread), self.play.__code__, 0
        while frame is not None:
            running = frame.f_code
            if running is words.__code__:  # the first words may take long: their kernel is compiled
                return None
            if running.co_filename == code.co_filename:
                line = line or frame.f_lineno
                if running.co_name in (code.co_name, REWRITTEN):
                    draw = frame.f_locals.get(running.co_varnames[0])
                    self.line = line
                    return frame, draw.draws_so_far if isinstance(draw, Draw) else 0
            frame = frame.f_back
        return None
