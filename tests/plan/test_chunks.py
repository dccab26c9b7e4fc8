"""Points and pieces in columns are those that stand alone."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from sweepstake.config import spec
from sweepstake.config.points import alone
from sweepstake.plan.chunks import cut
from sweepstake.store import keys

TRIALS = st.lists(st.integers(1, 10**8), min_size=1, max_size=4)


def asked(trials):
    parts = [
        {
            "list": [{"ranks": 13, "suits": 4, "down": k}],
            "methods": {"simulate": {"trials": one}},
        }
        for k, one in enumerate(trials)
    ]
    exact = {"list": [{"ranks": 2, "suits": 1, "down": 0}], "methods": ["chain"]}
    sweep = {"question": "war_length", "points": [exact, *parts, exact]}
    return spec.sweep({"seed": 3, "sweeps": {"s": sweep}}, "s").points


@given(TRIALS)
def test_the_pieces_of_many_points_are_those_of_each(trials):
    points = asked(trials)
    every = [piece for point in points for piece in cut(alone(point))]
    together = cut(points)
    assert list(together) == every
    assert together.keys.tobytes() == keys.packed([piece.key for piece in every]).tobytes()


@given(TRIALS)
def test_only_the_points_of_its_pieces_travel(trials):
    together = cut(asked(trials))
    last = together.taken(together.point == len(together.points) - 1)
    travelled = pickle.loads(pickle.dumps(last))
    assert list(travelled) == list(last)
    assert len(travelled.points) == 1


def test_the_cost_of_a_chunk_is_that_of_its_trials():
    together = cut(asked([10**7]))
    whole = [piece.point.cost * (piece.trials or 1) for piece in together]
    assert together.rows["cost"].tolist() == whole
