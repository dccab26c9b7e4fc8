"""The compiled plays of a game, which are compared with plain ones before they are used.

Compiled and plain plays draw from the same random words and have the same outcomes, so compiling
does not change a sample. `check` makes sure: before a kernel is used, plays with the same words
must end alike in plain Python and compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings

from numba import config
from numba.core.errors import NumbaError, NumbaWarning

from sweepstake.core.stream import Stream, stream
from sweepstake.game.drawing.draw import NO_GOAL, Player, at_random
from sweepstake.game.drawing.playing import Sampled, TooLongError, words
from sweepstake.game.reading.program import Program, RefusedError
from sweepstake.game.simulating.chance import LongError
from sweepstake.game.simulating.deciding import Tabled
from sweepstake.game.simulating.kernel import Kernel, in_words
from sweepstake.game.simulating.translator import Source
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.simulating.simulated import Simulated

TYPES = (int, bool, str, Fraction, tuple)
"""Types of parameters that compiled plays take."""
PLAYS = 1_000
MAX_DRAWS = 200_000
"""Most draws of all compared plays together, and of one play."""
MAX_PLAYERS = 4
"""Tables of choices that stay in memory."""


class Plays:
    """The compiled plays of a game: a kernel for each combination of the parameters' types."""

    def __init__(self, plain: Simulated) -> None:
        self._plain = plain
        self._kernels: dict[tuple[type, ...], Kernel] = {}
        self._players: dict[tuple[Any, ...], Tabled] = {}

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
                check(self._kernels[types], self._plain, params, self.player(params))
            self._plain.query.outside.check()
        except RefusedError:
            raise
        except NumbaError as error:
            file = self._source.program.main.of.__code__.co_filename
            raise in_words(error, file) from None
        except Exception as error:  # of the play, or of numba at code that it doesn't know
            raise RefusedError(0, f"compiled, it raises {type(error).__name__}") from None
        return self._kernels[types]

    def player(self, params: Mapping[str, Any]) -> Player | None:
        """The player at these parameters, with a table of choices unless they are random."""
        player, sites = self._plain.query.player(params), self._source.sites
        if player is None and sites:
            raise RefusedError(min(line for _, line in sites), NO_GOAL)
        if player is None or player is at_random:
            return player
        key = tuple(params.values())
        if key not in self._players:
            if len(self._players) >= MAX_PLAYERS:
                self._players.pop(next(iter(self._players)))
            self._players[key] = Tabled(player, sites, self._source.number)
        return self._players[key]

    @cached_property
    def _source(self) -> Source:
        return Source(Program(self._plain.query.play), self._plain.query.width)

    def _types(self, params: Mapping[str, Any]) -> tuple[type, ...]:
        return tuple(type(params[name]) for name in self._source.parameters)

    def play(
        self, stream: Stream, trials: int, missed: int, params: Mapping[str, Any]
    ) -> dict[object, int]:
        """Like `Kernel.play`; `kernel` must have been called with these parameters before."""
        player, kernel = self.player(params), self._kernels[self._types(params)]
        return kernel.play(stream, trials, missed, params, player, self._plain)


def check(
    kernel: Kernel,
    plain: Simulated,
    params: Mapping[str, Any],
    player: Player | None = None,
    plays: int = PLAYS,
) -> int:
    """The number of plays that end alike, with equally many draws; RefusedError if one does not."""
    compared = draws = 0
    for number in range(plays):
        compiled, python = (stream(0, f"coupled {plain.query.name}", number) for _ in range(2))
        draw = Sampled(words(python, 1), MAX_DRAWS, player)
        try:
            outcome = plain.accepted(draw, dict(params))
        except TooLongError:
            outcome = None
        draws += draw.draws_so_far
        if outcome is not None:
            with suppress(LongError):  # it is played in plain Python
                projected = plain.query.projected(outcome)
                _compare(kernel, compiled, python, projected, params, player)
                compared += 1
        if draws >= MAX_DRAWS:
            break
    if not compared:
        raise RefusedError(0, f"no play was seen to end within {MAX_DRAWS:,} draws")
    return compared


def _compare(
    kernel: Kernel,
    compiled: Stream,
    python: Stream,
    outcome: object,
    params: Mapping[str, Any],
    player: Player | None,
) -> None:
    [result] = kernel.play(compiled, 1, MAX_DRAWS, params, player, rows=16)
    if _typed(result) != _typed(outcome):
        raise RefusedError(0, f"a play ends with {shown(outcome)}, compiled with {shown(result)}")
    if compiled.tolist() != python.tolist():
        raise RefusedError(0, "a play draws another number of times when it is compiled")


def _typed(outcome: object) -> object:
    cells = outcome if isinstance(outcome, tuple) else (outcome,)
    return tuple((type(cell), cell) for cell in cells)
