import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from sweepstake.config.point import Point

DECK = (("ranks", 13), ("suits", 4))
EXACT = Point("war_sweep", "exact", DECK)
SAMPLED = Point("war_sweep", "simulate", DECK, trials=10**8, seed=1)


def test_the_id_is_the_same_in_another_process():
    code = (
        f"from sweepstake.config.point import Point;print(Point('war_sweep', 'exact', {DECK!r}).id)"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == EXACT.id


@pytest.mark.parametrize(
    "change",
    [{"method": "formula"}, {"params": (("ranks", 12), ("suits", 4))}, {"seed": 2}],
)
def test_another_question_has_another_id(change):
    assert replace(SAMPLED, **change).id != SAMPLED.id


def test_more_trials_are_the_same_point():
    assert replace(SAMPLED, trials=5).id == SAMPLED.id
    assert pickle.loads(pickle.dumps(SAMPLED)).id == SAMPLED.id
