import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from sweepstake.config.point import Point

DECK = (("ranks", 13), ("suits", 4))
EXACT = Point("war_sweep", "exact", DECK)
SAMPLED = Point("war_sweep", "simulate", DECK, trials=10**8, seed=1)


def test_the_stream_is_the_same_in_another_process():
    code = (
        "from sweepstake.config.point import Point;"
        f"print(Point('war_sweep', 'exact', {DECK!r}).stream)"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == EXACT.stream


@pytest.mark.parametrize(
    "change",
    [{"method": "formula"}, {"params": (("ranks", 12), ("suits", 4))}, {"seed": 2}],
)
def test_another_question_draws_from_another_stream(change):
    assert replace(SAMPLED, **change).stream != SAMPLED.stream


def test_more_trials_draw_from_the_same_stream():
    assert replace(SAMPLED, trials=5).stream == SAMPLED.stream
    assert pickle.loads(pickle.dumps(SAMPLED)).stream == SAMPLED.stream
