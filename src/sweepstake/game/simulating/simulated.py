"""The method `simulate`: it plays the function at random, compiled if possible.

Compiled and plain plays draw from the same random words and have the same outcomes, so compiling
does not change a sample. `check` makes sure: before a kernel is used, plays with the same words
must end alike in plain Python and compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import inf
from random import Random
from typing import Any
from warnings import catch_warnings

from numba import config
from numba.core.errors import NumbaError, NumbaWarning

from sweepstake.core.stream import Stream, stream
from sweepstake.game.drawing.draw import Rejected, listing_methods
from sweepstake.game.drawing.playing import Sampled, TooLongError, loop_guard, words
from sweepstake.game.reading.program import Program, RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.chance import LongError
from sweepstake.game.simulating.kernel import Kernel, in_words
from sweepstake.game.simulating.translator import Source
from sweepstake.text.shown import shown

FEW = 1_000
"""Up to so many plays, compiling isn't worth its time."""
TRIED, MAX_TRIED = 50, 100_000
"""The plays and draws that are tried to predict costs."""
MAX_REJECTED = 100_000
"""Most plays in a row that may miss a condition."""
COMPILED, PLAIN = 1e-8, 1.5e-6
"""Seconds of a draw. They are constants because a chunk's size depends on them."""
DEFAULT = 1e-4
TYPES = (int, bool, str, Fraction, tuple)
"""Types of parameters that compiled plays take."""
PLAYS = 1_000
MAX_DRAWS = 200_000
"""Most draws of all compared plays together, and of one play."""


@dataclass(frozen=True)
class Simulated:
    """The method: samples of random plays."""

    query: Query
    _costs: dict[tuple[Any, ...], float] = field(default_factory=dict)
    _refused: dict[tuple[Any, ...], str | None] = field(default_factory=dict)

    @listing_methods()
    def answer(self, stream: Stream, trials: int, **params: Any) -> dict[object, int]:
        """How many of `trials` plays end in each outcome."""
        outside = self.query.outside
        outside.check()
        with loop_guard(self.query.play):
            if trials > FEW and not self.why_plain(**params):
                counts = self._plays.play(stream.copy(), trials, MAX_REJECTED, params)
            else:
                draw = Sampled(words(stream.copy()), inf)
                counts = dict(Counter(self.projected(draw, params) for _ in range(trials)))
        outside.check()
        return counts

    def projected(self, draw: Sampled, params: dict[str, Any]) -> object:
        """The part that is asked for of the outcome of a play that meets all conditions."""
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

    def why_plain(self, **params: Any) -> str | None:
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
        return Plays(self)

    def seconds(self, **params: Any) -> float:
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
        draw, played = Sampled(_words(), MAX_TRIED), 0
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


class Plays:
    """The compiled plays of a game: a kernel for each combination of the parameters' types."""

    def __init__(self, plain: Simulated) -> None:
        self._plain = plain
        self._kernels: dict[tuple[type, ...], Kernel] = {}

    def kernel(self, params: Mapping[str, Any]) -> Kernel:
        """The kernel for these parameters; RefusedError, with the line, if there can't be one."""
        for name in self._source.parameters:
            if type(params.get(name)) not in TYPES:
                raise RefusedError(0, f"{name} is {shown(params.get(name))}, which isn't compiled")
        types = self._types(params)
        if config.DISABLE_JIT:
            raise RefusedError(0, "NUMBA_DISABLE_JIT is set")
        try:
            if types not in self._kernels:
                self._kernels[types] = Kernel(self._plain.query, self._source, types)
            with catch_warnings(category=NumbaWarning, action="ignore"):  # of code that we wrote
                check(self._kernels[types], self._plain, params)
            self._plain.query.outside.check()
        except RefusedError:
            raise
        except NumbaError as error:
            file = self._source.program.main.of.__code__.co_filename
            raise in_words(error, file) from None
        except Exception as error:  # of the play, or of numba at code that it doesn't know
            raise RefusedError(0, f"compiled, it raises {type(error).__name__}") from None
        return self._kernels[types]

    @cached_property
    def _source(self) -> Source:
        return Source(Program(self._plain.query.play), self._plain.query.width)

    def _types(self, params: Mapping[str, Any]) -> tuple[type, ...]:
        return tuple(type(params[name]) for name in self._source.parameters)

    def play(
        self, stream: Stream, trials: int, missed: int, params: Mapping[str, Any]
    ) -> dict[object, int]:
        """Like `Kernel.play`; `kernel` must have been called with these parameters before."""
        return self._kernels[self._types(params)].play(stream, trials, missed, params, self._plain)


def check(kernel: Kernel, plain: Simulated, params: Mapping[str, Any], plays: int = PLAYS) -> int:
    """The number of plays that end alike, with equally many draws; RefusedError if one does not."""
    compared = draws = 0
    for number in range(plays):
        compiled, python = (stream(0, f"coupled {plain.query.name}", number) for _ in range(2))
        draw = Sampled(words(python, 1), MAX_DRAWS)
        try:
            outcome = plain.accepted(draw, dict(params))
        except TooLongError:
            outcome = None
        draws += draw.draws_so_far
        if outcome is not None:
            with suppress(LongError):  # it is played in plain Python
                _compare(kernel, compiled, python, plain.query.projected(outcome), params)
                compared += 1
        if draws >= MAX_DRAWS:
            break
    if not compared:
        raise RefusedError(0, f"no play was seen to end within {MAX_DRAWS:,} draws")
    return compared


def _compare(
    kernel: Kernel, compiled: Stream, python: Stream, outcome: object, params: Mapping[str, Any]
) -> None:
    [result] = kernel.play(compiled, 1, MAX_DRAWS, params, rows=16)
    if _typed(result) != _typed(outcome):
        raise RefusedError(0, f"a play ends with {shown(outcome)}, compiled with {shown(result)}")
    if compiled.tolist() != python.tolist():
        raise RefusedError(0, "a play draws another number of times when it is compiled")


def _typed(outcome: object) -> object:
    cells = outcome if isinstance(outcome, tuple) else (outcome,)
    return tuple((type(cell), cell) for cell in cells)
