"""The method `simulate`: it plays the function at random, compiled if possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from sweepstake.game.drawing.draw import Rejected, listing_methods
from sweepstake.game.drawing.playing import Sampled, TooLongError, loop_guard, words
from sweepstake.game.reading.program import Program, RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.translator import Source

if TYPE_CHECKING:
    from sweepstake.core.stream import Stream
    from sweepstake.game.simulating.plays import Plays

FEW = 1_000
"""Up to so many plays, compiling isn't worth its time."""
TRIED, MAX_TRIED = 50, 100_000
"""The plays and draws that are tried to predict costs."""
MAX_REJECTED = 100_000
"""Most plays in a row that may miss a condition."""
COMPILED, PLAIN = 1e-8, 1.5e-6
"""Seconds of a draw. They are constants because a chunk's size depends on them."""
DEFAULT = 1e-4


@dataclass(frozen=True)
class Simulated:
    """The method: samples of random plays."""

    query: Query
    _costs: dict[tuple[Any, ...], float] = field(default_factory=dict)
    _refused: dict[tuple[Any, ...], str | None] = field(default_factory=dict)

    @listing_methods()
    def answer(self, stream: Stream, trials: int, /, **params: Any) -> dict[object, int]:
        """How many of `trials` plays end in each outcome."""
        outside = self.query.outside
        outside.check()
        with loop_guard(self.query.play):
            if trials > FEW and not self.why_plain(**params):
                counts = self._plays.play(stream.copy(), trials, MAX_REJECTED, params)
            else:
                draw = Sampled(words(stream.copy()), inf, self.query.player(params))
                counts = dict(Counter(self.projected(draw, params) for _ in range(trials)))
        outside.check()
        return counts

    def projected(self, draw: Sampled, params: dict[str, Any]) -> object:
        """The part that the query asks for, of the outcome of a play that meets all conditions."""
        return self.query.projected(self.accepted(draw, params))

    def accepted(self, draw: Sampled, params: dict[str, Any]) -> tuple[object, ...]:
        """The outcome of a play that meets all conditions."""
        for _ in range(MAX_REJECTED):
            try:
                cells = self.query.cells(self.query.play(draw, **params))
            except Rejected:
                continue
            if self.query.accepts(cells):
                return cells
        raise self.query.missed(MAX_REJECTED)

    def why_plain(self, /, **params: Any) -> str | None:
        """Why plays at these parameters are not compiled, with the line; None if they are."""
        key = tuple(params.values())
        if key not in self._refused:
            try:
                self._plays.kernel(params)
                self._refused[key] = None
            except RefusedError as error:
                self._refused[key] = str(error)
        return self._refused[key]

    @cached_property
    def _plays(self) -> Plays:
        from sweepstake.game.simulating.plays import Plays  # importing Numba takes a while

        return Plays(self)

    def seconds(self, /, **params: Any) -> float:
        """Seconds of a play, predicted from its draws and whether it can be compiled."""
        key = tuple(params.values())
        if key not in self._costs:
            with loop_guard(self.query.play):
                draws = self._draws(params)
            self._costs[key] = draws * (COMPILED if self._is_known else PLAIN)
        return self._costs[key]

    @cached_property
    def _is_known(self) -> bool:
        try:
            Source(Program(self.query.play), self.query.width)
        except RefusedError:
            return False
        return True

    def _draws(self, params: dict[str, Any]) -> float:
        """The mean draws of a play, plus one, from plays of at most `MAX_TRIED` draws together."""
        draw, played = Sampled(_words(), MAX_TRIED, self.query.rehearsing(params)), 0
        try:
            while played < TRIED:
                self.accepted(draw, params)
                played += 1
        except TooLongError:
            pass
        except Exception:  # the answer will raise it again
            return DEFAULT / PLAIN
        return 1 + draw.draws_so_far / max(played, 1)


def _words() -> Iterator[int]:
    random = Random(0)  # noqa: S311  # no secret
    while True:
        yield random.getrandbits(32)
