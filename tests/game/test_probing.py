"""What answers cost is tried once a set of parameters, and less when many sets were tried."""

from typing import ClassVar

from sweepstake.game.reading.query import Query
from sweepstake.game.solving.paths import ALL_SECONDS, FEW_SECONDS, SECONDS, UNKNOWN, Probed
from sweepstake.game.solving.states import States

COSTS = {1: 2.0, 2: 0.5, 3: None, 4: None, 5: None}


class Tried(Probed):
    """A method of which the costs are known."""

    limits: ClassVar = []

    def probe(self, params, seconds):
        self.limits.append(seconds)
        return COSTS[params["n"]], "why" if params["n"] == 3 else None


def test_a_set_of_parameters_is_tried_once_and_less_when_many_were():
    tried = Tried(Query(highest, 1, (0,)))
    assert [tried.cost({"n": n}) for n in (1, 1, 2, 3)] == [
        *((2.0, None), (2.0, None), (0.5, None)),
        (UNKNOWN, "why"),
    ]
    tried.spent = 2 * ALL_SECONDS
    assert [tried.seconds(n=n) for n in (4, 5)] == [2.0, 2.0]
    assert tried.limits == [SECONDS] * 3 + [FEW_SECONDS] * 2


def highest(draw):
    return max(draw.dice(3, 40))


def test_a_state_with_many_ways_on_that_is_not_soon_expanded_is_no_objection():
    states = States(Query(highest, 1, (0,)))
    assert states.probe({}, 1e-3) == (None, None)
    assert states.objection() is None
