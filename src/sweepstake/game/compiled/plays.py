"""Compiled plays of a game, if possible: compared with plain Python before they are used."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings

from numba import config
from numba.core.errors import NumbaError, NumbaWarning

from sweepstake.core.stream import Stream
from sweepstake.game.compiled import coupling
from sweepstake.game.compiled.kernel import Kernel
from sweepstake.game.compiled.refused import in_words
from sweepstake.game.compiled.source import Source
from sweepstake.game.rewriting.program import Program
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.simulated import Simulated

TYPES = (int, bool, str, Fraction, tuple)


class Plays:
    """Plays a game by compiled code."""

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
                self._kernels[types] = Kernel(self._plain.asked, self._source, types)
            with catch_warnings(category=NumbaWarning, action="ignore"):  # of code that we wrote
                coupling.check(self._kernels[types], self._plain, params)
            self._plain.asked.outside.check()
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
        return Source(Program(self._plain.asked.play), self._plain.asked.width)

    def _types(self, params: Mapping[str, Any]) -> tuple[type, ...]:
        return tuple(type(params[name]) for name in self._source.parameters)

    def play(
        self, stream: Stream, trials: int, missed: int, params: Mapping[str, Any]
    ) -> dict[object, int]:
        """Like `Kernel.play`; `kernel` must have been called with these parameters before."""
        return self._kernels[self._types(params)].play(stream, trials, missed, params, self._plain)
