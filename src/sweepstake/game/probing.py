"""Predicts what an answer costs, or why there is none, by a short trial of each parameter set.

The first trials may take a tenth of a second each. After `ALL_SECONDS` of them, trials are shorter,
so that a sweep of hundreds of sets does not wait for them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import perf_counter
from typing import Any

from sweepstake.game.asked import Asked
from sweepstake.game.checking.endless import EndlessLoopError, stopped

SECONDS, FEW_SECONDS = 0.1, 0.002
"""Seconds of probing for one set of parameters, at first and later."""
ALL_SECONDS = 1.0
"""Seconds of probing in total, after which each set of parameters gets less time."""
UNKNOWN = 60.0
"""Predicted seconds of an answer if probing ends before it can tell."""

Cost = tuple[float | None, str | None]
"""Predicted seconds, or None if unknown, and the objection to an answer."""


class Probed(ABC):
    """A method that predicts its cost by probing."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.spent = 0.0
        """Seconds of probing so far."""
        self._largest = 0.0
        """The largest cost so far."""
        self._costs: dict[tuple[Any, ...], tuple[float, str | None] | EndlessLoopError] = {}

    @abstractmethod
    def probe(self, params: dict[str, Any], seconds: float) -> Cost:
        """The predicted cost of an answer, from about that many seconds of work."""

    def seconds(self, **params: Any) -> float:
        """The predicted seconds of an answer."""
        return self.cost(params)[0]

    def objection(self, **params: Any) -> str | None:
        """Why there is no answer, in one line; None if there may be one."""
        return self.cost(params)[1]

    def cost(self, params: dict[str, Any]) -> tuple[float, str | None]:
        """The predicted seconds of an answer, and the objection to it.

        EndlessLoopError if a play computes for long without a draw.
        """
        key = tuple(params.values())
        if key not in self._costs:
            try:
                self._costs[key] = self._cost(params)
            except EndlessLoopError as error:
                self._costs[key] = error
        cost = self._costs[key]
        if isinstance(cost, EndlessLoopError):
            raise cost
        return cost

    def _cost(self, params: dict[str, Any]) -> tuple[float, str | None]:
        begun, is_early = perf_counter(), self.spent < ALL_SECONDS
        with stopped(self.asked.play):
            seconds, objection = self.probe(params, SECONDS if is_early else FEW_SECONDS)
        self.spent += perf_counter() - begun
        if seconds is None:  # probably as costly as the costliest so far
            return (UNKNOWN if is_early else self._largest or UNKNOWN), objection
        self._largest = max(self._largest, seconds)
        return seconds, objection
