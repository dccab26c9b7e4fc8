"""The methods that are derived from a game's function."""

from __future__ import annotations

from sweepstake.game.asked import Asked
from sweepstake.game.paths import Paths
from sweepstake.game.simulated import Simulated
from sweepstake.game.states import States
from sweepstake.puzzle.method import Method


def derived(asked: Asked, has_numbers: bool) -> dict[str, Method]:
    """The methods by name, the exact ones first; outcomes may have columns of numbers.

    `paths` is the letter of the rules, so the others may be confirmed by it.
    """
    paths, states, simulated = Paths(asked), States(asked), Simulated(asked)
    return {
        "states": Method(
            states.answer,
            "exact",
            states.seconds,
            says="merged states",
            objection=states.objection,
            leaves_out=has_numbers,
            rules=asked.name,
        ),
        "paths": Method(
            paths.answer,
            "exact",
            paths.seconds,
            says="every row of draws",
            objection=lambda **at: states.endless(**at) or paths.objection(**at),
        ),
        "simulate": Method(
            simulated.answer,
            "sampled",
            simulated.seconds,
            says="the game played at random",
            rules=asked.name,
        ),
    }
