"""Plays with the same random words, in plain Python and compiled, must end alike."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sweepstake.core.stream import Stream, stream
from sweepstake.game.compiled.calls.draws import LongError
from sweepstake.game.compiled.kernel import Kernel
from sweepstake.game.playing import Sampled, TooLongError, words
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.simulated import Simulated

PLAYS = 1_000
MAX_DRAWS = 200_000
"""Most draws of all compared plays together, and of one play."""


def check(kernel: Kernel, plain: Simulated, params: Mapping[str, Any], plays: int = PLAYS) -> int:
    """The number of plays that end alike, with equally many draws; RefusedError if one does not."""
    compared = draws = 0
    for number in range(plays):
        ours, other = (stream(0, f"coupled {plain.asked.name}", number) for _ in range(2))
        draw = Sampled(words(other, 1), MAX_DRAWS)
        try:
            outcome = plain.kept(draw, dict(params))
        except TooLongError:
            outcome = None
        draws += draw.draws_so_far
        if outcome is not None:
            with suppress(LongError):  # it is played in plain Python
                _compare(kernel, ours, other, plain.asked.projected(outcome), params)
                compared += 1
        if draws >= MAX_DRAWS:
            break
    if not compared:
        raise RefusedError(0, f"no play was seen to end within {MAX_DRAWS:,} draws")
    return compared


def _compare(
    kernel: Kernel, ours: Stream, other: Stream, outcome: object, params: Mapping[str, Any]
) -> None:
    [result] = kernel.play(ours, 1, MAX_DRAWS, params, rows=16)
    if _typed(result) != _typed(outcome):
        raise RefusedError(0, f"a play ends with {shown(outcome)}, compiled with {shown(result)}")
    if ours.tolist() != other.tolist():
        raise RefusedError(0, "a play draws another number of times when it is compiled")


def _typed(outcome: object) -> object:
    cells = outcome if isinstance(outcome, tuple) else (outcome,)
    return tuple((type(cell), cell) for cell in cells)
