"""The method `paths`: it plays the function for each row of draws, and merges nothing.

It follows the rules literally, so the other methods are checked against it.

`Probed`, the base of both exact methods, predicts what an answer costs, or why there is none, by a
short trial of each parameter set. The first trials may take a tenth of a second each. After
`ALL_SECONDS` of them, trials are shorter, so that a sweep of hundreds of sets does not wait long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice
from time import perf_counter, thread_time
from typing import Any

from sweepstake.core.distribution import Distribution
from sweepstake.errors import NoAnswerError, TooLargeError
from sweepstake.game.drawing.draw import Rejected, listing_methods
from sweepstake.game.drawing.playing import (
    Branching,
    EndlessLoopError,
    TooLongError,
    loop_guard,
    rows,
)
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query, whole
from sweepstake.puzzle.method import report
from sweepstake.text.shown import raised

SECONDS, FEW_SECONDS = 0.1, 0.002
"""Seconds of probing for one set of parameters, at first and later."""
ALL_SECONDS = 1.0
"""Seconds of probing in total, after which each set of parameters gets less time."""
UNKNOWN = 60.0
"""Predicted seconds of an answer if probing ends before it can tell."""
TRIED = 2_000
"""Rows that are played to predict the seconds and the number of rows."""
MAX_ROWS = 3_000_000
SURE, FAR = 100, 1e6
"""After so many rows, a prediction of so many times `MAX_ROWS` is enough to refuse."""
MAX_DEPTH = 250
"""Most draws of a play: with more, there are too many rows, or infinitely many."""
EVERY = 1_000
"""Rows between two progress reports."""
AGAIN = 100
"""The first rows, which are played twice and must give the same outcome both times."""
FIRST_AGAIN = 20
"""How often the first row is played again, because it may be the only one."""
REJECTED = object()
Cost = tuple[float | None, str | None]
"""Predicted seconds, or None if unknown, and the objection to an answer."""


class Probed(ABC):
    """A method that predicts its cost by probing."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.spent = 0.0
        """Seconds of probing so far."""
        self._largest = 0.0
        """The largest cost so far."""
        self._costs: dict[tuple[Any, ...], tuple[float, str | None] | EndlessLoopError] = {}

    @abstractmethod
    def probe(self, params: dict[str, Any], seconds: float) -> Cost:
        """The predicted cost of an answer, from about that many seconds of work."""

    def seconds(self, /, **params: Any) -> float:
        """The predicted seconds of an answer."""
        return self.cost(params)[0]

    def objection(self, /, **params: Any) -> str | None:
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
        with loop_guard(self.query.play):
            seconds, objection = self.probe(params, SECONDS if is_early else FEW_SECONDS)
        self.spent += perf_counter() - begun
        if seconds is None:  # probably as costly as the costliest so far
            return (UNKNOWN if is_early else self._largest or UNKNOWN), objection
        self._largest = max(self._largest, seconds)
        return seconds, objection


class EndlessError(TooLargeError):
    """A play has more draws than `paths` allows."""


class Paths(Probed):
    """The method: exact answers by playing every row of draws."""

    @listing_methods()
    def answer(self, /, **params: Any) -> Distribution:
        """The exact distribution; TooLargeError if there are too many rows."""
        with loop_guard(self.query.play):
            return self.query.answer(whole(self._weighed(MAX_ROWS, params)))

    def probe(self, params: dict[str, Any], seconds: float) -> Cost:
        """The predicted cost of an answer, from the time and probability of the first rows."""
        begun, draw, played = thread_time(), Branching(self.query.rehearsing(params)), 0
        share = passed = 0.0  # the share is the probability of the played rows
        try:
            for _ in islice(rows(lambda draw: self._play(draw, params), draw), TRIED):
                played += 1
                share += draw.ways / draw.of
                passed = thread_time() - begun
                if passed > seconds:
                    break
            else:
                if played < TRIED:
                    return passed, None
        except EndlessError as error:
            return 1e9, str(error)
        except RefusedError as error:
            return None, f"paths: {error}"
        except RecursionError as error:
            return None, f"paths: {raised(error)}"
        except Exception:  # the answer will raise it again
            return 1.0, None
        many = played / max(share, 1e-300)
        is_far = played >= SURE and many > FAR * MAX_ROWS
        if is_far or (played == TRIED and many > MAX_ROWS):
            return 1e9, f"paths: over {MAX_ROWS:,} rows of draws"
        return passed * many / played, None

    def _weighed(
        self, most: int, params: dict[str, Any]
    ) -> Iterator[tuple[tuple[object, ...], int, int]]:
        draw, outside = Branching(self.query.player(params)), self.query.outside
        outside.check()
        for played, outcome in enumerate(rows(lambda draw: self._play(draw, params), draw)):
            if not played % EVERY:
                report(f"paths: {played:,} rows of draws played")
            if played < AGAIN:
                for _ in range(1 if played else FIRST_AGAIN):
                    self._check_again(draw, outcome, params)
                outside.check()
            if played >= most:
                raise TooLargeError(f"paths: over {most:,} rows of draws")
            if outcome is not REJECTED:
                yield self.query.cells(outcome), draw.ways, draw.of
        outside.check()

    def _play(self, draw: Branching, params: dict[str, Any]) -> Any:
        try:
            outcome = self.query.play(draw, **params)
        except Rejected:
            outcome = REJECTED
        except TooLongError as error:
            raise EndlessError(f"paths: {error}") from None
        if len(draw.row) > MAX_DEPTH:
            raise EndlessError(f"paths: a play has over {MAX_DEPTH:,} draws")
        return outcome

    def _check_again(self, draw: Branching, outcome: object, params: dict[str, Any]) -> None:
        """NoAnswerError if the same draws give another outcome."""
        again = Branching(draw.player)
        again.begin(draw.row)
        second = self._play(again, params)
        if (second, again.ways, again.of) != (outcome, draw.ways, draw.of):
            raise NoAnswerError(
                f"{self.query.name} gives {outcome!r}, and then {second!r} by the same draws; all "
                f"chance must come from draw, and nothing may outlive a play"
            )
