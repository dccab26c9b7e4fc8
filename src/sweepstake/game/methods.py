"""The methods that are derived from a game's function."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sweepstake.game.asked import Asked
from sweepstake.puzzle.method import Method, NoAnswerError, always

if TYPE_CHECKING:
    from sweepstake.game.paths import Paths
    from sweepstake.game.simulated import Simulated
    from sweepstake.game.states import States


def derived(asked: Asked, has_numbers: bool) -> dict[str, Method]:
    """The methods by name, the exact ones first; `has_numbers` if a column is of numbers.

    `paths` plays the rules literally, so it can confirm the other methods: it has no `rules`.
    """

    @cache  # imported on first use, because that takes a while
    def paths() -> Paths:
        from sweepstake.game.paths import Paths

        return Paths(asked)

    @cache
    def states() -> States:
        from sweepstake.game.states import States

        return States(asked)

    @cache
    def simulated() -> Simulated:
        from sweepstake.game.simulated import Simulated

        return Simulated(asked)

    def seconds_of_a_play(**params: Any) -> float:
        if never := states().never(**params):
            raise NoAnswerError(never)
        return simulated().seconds(**params)

    return {
        "states": Method(
            lambda **at: states().answer(**at),
            "exact",
            lambda **at: states().seconds(**at),
            says="merged states",
            objection=lambda **at: states().objection(**at),
            leaves_out=has_numbers,
            rules=asked.name,
        ),
        "paths": Method(
            lambda **at: paths().answer(**at),
            "exact",
            lambda **at: paths().seconds(**at),
            says="every row of draws",
            objection=lambda **at: states().endless(**at) or paths().objection(**at),
        ),
        "simulate": Method(
            lambda stream, trials, **at: simulated().answer(stream, trials, **at),
            "sampled",
            seconds_of_a_play,
            says="the game played at random",
            objection=(lambda **at: states().never(**at)) if asked.may_lack else always,
            rules=asked.name,
        ),
    }
