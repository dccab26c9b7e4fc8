"""The methods that are derived from a game's function."""

from __future__ import annotations

from sweepstake.game.asked import Asked
from sweepstake.game.paths import Paths
from sweepstake.game.simulated import Simulated
from sweepstake.game.states import States
from sweepstake.puzzle.question import Method


def derived(asked: Asked) -> dict[str, Method]:
    """The methods by name, the exact ones first."""
    paths, states, simulated = Paths(asked), States(asked), Simulated(asked)
    return {
        "states": Method(
            states.answer, "exact", states.seconds, says="merged states", objection=states.objection
        ),
        "paths": Method(
            paths.answer,
            "exact",
            paths.seconds,
            says="every row of draws",
            objection=paths.objection,
        ),
        "simulate": Method(
            simulated.answer, "sampled", simulated.seconds, says="the game played at random"
        ),
    }
