"""The method `simulate`: the function played at random, in plain Python."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sweepstake.game.asked import Asked
from sweepstake.game.draw import Rejected
from sweepstake.game.playing import Sampled, TooLongError, words

if TYPE_CHECKING:
    from sweepstake.core.stream import Stream

TRIED = 50
MAX_REJECTED = 100_000
"""Plays in a row that may miss a condition."""
DEFAULT = 1e-4


@dataclass(frozen=True)
class Simulated:
    """Answers by random plays."""

    asked: Asked
    _tried: dict[tuple[Any, ...], float] = field(default_factory=dict)

    def answer(self, stream: Stream, trials: int, **params: Any) -> dict[object, int]:
        """How many of `trials` plays end in each outcome."""
        draw, outside = Sampled(words(stream), inf), self.asked.outside
        outside.check()
        found: Counter[object] = Counter()
        for _ in range(trials):
            found[self.asked.projected(self._kept(draw, params))] += 1
        outside.check()
        return dict(found)

    def _kept(self, draw: Sampled, params: dict[str, Any]) -> tuple[object, ...]:
        """The outcome of a play that meets all conditions."""
        for _ in range(MAX_REJECTED):
            draw.drawn = 0
            try:
                cells = self.asked.cells(self.asked.play(draw, **params))
            except Rejected:
                continue
            if self.asked.keeps(cells):
                return cells
        raise ValueError(f"{self.asked.name}: {MAX_REJECTED:,} plays miss what is given")

    def seconds(self, **params: Any) -> float:
        """Seconds a trial, from some plays."""
        key = tuple(params.values())
        if key not in self._tried:
            self._tried[key] = self._timed(params)
        return self._tried[key]

    def _timed(self, params: dict[str, Any]) -> float:
        from sweepstake.core.stream import stream

        draw = Sampled(words(stream(0, self.asked.name)), 1_000_000)
        begun = perf_counter()
        try:
            for _ in range(TRIED):
                self._kept(draw, params)
        except TooLongError:
            pass
        except Exception:  # the answer says what it is
            return DEFAULT
        return (perf_counter() - begun) / TRIED
