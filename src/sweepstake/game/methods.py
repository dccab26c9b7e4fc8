"""The methods that are derived from a game's function."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sweepstake.game.asked import Asked
from sweepstake.puzzle.method import Method, NoAnswerError, always

if TYPE_CHECKING:
    from sweepstake.game.paths import Paths
    from sweepstake.game.simulated import Simulated
    from sweepstake.game.states import States


@dataclass(frozen=True)
class _Derived:
    """What answers a question of a game, imported when it is first asked: that takes a while."""

    asked: Asked

    @cached_property
    def paths(self) -> Paths:
        from sweepstake.game.paths import Paths

        return Paths(self.asked)

    @cached_property
    def states(self) -> States:
        from sweepstake.game.states import States

        return States(self.asked)

    @cached_property
    def simulated(self) -> Simulated:
        from sweepstake.game.simulated import Simulated

        return Simulated(self.asked)

    def seconds_of_a_play(self, **params: Any) -> float:
        """Seconds of a random play; NoAnswerError if it may go on for ever."""
        if never := self.states.never(**params):
            raise NoAnswerError(never)
        return self.simulated.seconds(**params)


def derived(asked: Asked, has_numbers: bool) -> dict[str, Method]:
    """The methods by name, the exact ones first; outcomes may have columns of numbers.

    `paths` is the letter of the rules, so the others may be confirmed by it.
    """
    by = _Derived(asked)
    return {
        "states": Method(
            lambda **at: by.states.answer(**at),
            "exact",
            lambda **at: by.states.seconds(**at),
            says="merged states",
            objection=lambda **at: by.states.objection(**at),
            leaves_out=has_numbers,
            rules=asked.name,
        ),
        "paths": Method(
            lambda **at: by.paths.answer(**at),
            "exact",
            lambda **at: by.paths.seconds(**at),
            says="every row of draws",
            objection=lambda **at: by.states.endless(**at) or by.paths.objection(**at),
        ),
        "simulate": Method(
            lambda stream, trials, **at: by.simulated.answer(stream, trials, **at),
            "sampled",
            by.seconds_of_a_play,
            says="the game played at random",
            objection=(lambda **at: by.states.never(**at)) if asked.may_lack else always,
            rules=asked.name,
        ),
    }
