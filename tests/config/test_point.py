import pickle
from dataclasses import replace

import pytest

from running import python
from sweepstake.config.point import Point, stream_name

DECK = {"ranks": 13, "suits": 4}
EXACT = Point("war_sweep", "exact", DECK)
SAMPLED = Point("war_sweep", "simulate", DECK, trials=10**8, seed=1)


def stream(point):
    return stream_name(point.asks, point.method, point.params, point.seed)


def test_the_stream_is_the_same_in_another_process():
    code = (
        "from sweepstake.config.point import stream_name;"
        "from sweepstake.puzzle.register import question;"
        f"print(stream_name(question('war_sweep'), 'exact', {dict(DECK)!r}, None))"
    )
    assert python("-c", code).stdout.strip() == stream(EXACT)


@pytest.mark.parametrize(
    "change", [{"method": "formula"}, {"params": {"ranks": 12, "suits": 4}}, {"seed": 2}]
)
def test_another_question_draws_from_another_stream(change):
    assert stream(replace(SAMPLED, **change)) != stream(SAMPLED)


def test_more_trials_draw_from_the_same_stream():
    assert stream(replace(SAMPLED, trials=5)) == stream(SAMPLED)
    assert stream(pickle.loads(pickle.dumps(SAMPLED))) == stream(SAMPLED)
