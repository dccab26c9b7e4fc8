"""What an answer costs, and why there is none, by trying a little once for each set of parameters.

The first sets may take a tenth of a second each. When all together have taken some seconds, so that
a sweep of hundreds of sets does not wait for them, less is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from sweepstake.game.checking.endless import EndlessLoopError, stopped

SECONDS, FEW_SECONDS = 0.1, 0.002
"""Seconds of probing for one set of parameters, at first and later."""
ALL_SECONDS = 1.0
"""Seconds of probing after which less is tried."""
UNKNOWN = 60.0
"""Predicted seconds of an answer whose end probing does not see."""

Cost = tuple[float | None, str | None]
"""Predicted seconds, or None if unknown, and the objection to an answer."""


@dataclass
class Probed:
    """Costs by parameters; `probe(params, seconds)` takes about that many seconds of plays."""

    play: Callable[..., Any]
    probe: Callable[[dict[str, Any], float], Cost]
    costs: dict[tuple[Any, ...], tuple[float, str | None]] = field(default_factory=dict)
    endless: dict[tuple[Any, ...], EndlessLoopError] = field(default_factory=dict)
    """By parameters at which a play never ends."""
    spent: float = 0.0
    largest: float = 0.0
    """The largest cost so far."""

    def __call__(self, params: dict[str, Any]) -> tuple[float, str | None]:
        """Seconds of an answer, and why there is none, in a line.

        EndlessLoopError if a play computes for long without a draw.
        """
        key = tuple(params.values())
        if key in self.endless:
            raise self.endless[key]
        if key not in self.costs:
            try:
                self.costs[key] = self._cost(params)
            except EndlessLoopError as error:
                self.endless[key] = error
                raise
        return self.costs[key]

    def _cost(self, params: dict[str, Any]) -> tuple[float, str | None]:
        begun, is_early = perf_counter(), self.spent < ALL_SECONDS
        with stopped(self.play):
            seconds, objection = self.probe(params, SECONDS if is_early else FEW_SECONDS)
        self.spent += perf_counter() - begun
        if seconds is None:  # later ones are likely to be as dear as those that were tried for long
            return (UNKNOWN if is_early else self.largest or UNKNOWN), objection
        self.largest = max(self.largest, seconds)
        return seconds, objection
