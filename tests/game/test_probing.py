"""What answers cost is tried once a set of parameters, and less when many sets were tried."""

from sweepstake.game.asked import Asked
from sweepstake.game.probing import ALL_SECONDS, FEW_SECONDS, SECONDS, UNKNOWN, Probed
from sweepstake.game.states import States


def test_a_set_of_parameters_is_tried_once_and_less_when_many_were():
    limits, costs = [], {1: 2.0, 2: 0.5, 3: None}

    def probe(params, seconds):
        limits.append(seconds)
        return costs[params["n"]], "why" if params["n"] == 3 else None

    probed = Probed(probe, probe)
    assert [probed({"n": n}) for n in (1, 1, 2, 3)] == [
        *((2.0, None), (2.0, None), (0.5, None)),
        (UNKNOWN, "why"),
    ]
    probed.spent = 2 * ALL_SECONDS
    costs[4] = costs[5] = None
    assert [probed({"n": n})[0] for n in (4, 5)] == [2.0, 2.0]
    assert limits == [SECONDS] * 3 + [FEW_SECONDS] * 2


def highest(draw):
    return max(draw.dice(3, 40))


def test_a_state_with_many_ways_on_that_is_not_soon_expanded_is_no_objection():
    states = States(Asked(highest, 1, (0,)))
    assert states.probed.probe({}, 1e-3) == (None, None)
    assert states.objection() is None
