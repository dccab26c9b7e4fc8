import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.config.point import Point, chunk_size
from sweepstake.config.points import alone
from sweepstake.plan.chunks import cut

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


def pieces(trials):
    return list(cut(alone(replace(SAMPLED, trials=trials))))


@given(st.integers(1, 10**10))
def test_chunks_add_up_and_only_the_last_is_short(trials):
    cut = pieces(trials)
    size = chunk_size(SAMPLED)
    assert sum(piece.trials for piece in cut) == trials
    assert [piece.chunk for piece in cut] == list(range(len(cut)))
    assert all(piece.trials == size for piece in cut[:-1])


@given(st.integers(1, 10**9), st.integers(0, 10**9))
def test_raising_trials_keeps_every_whole_chunk(trials, more):
    before = {p.key for p in pieces(trials)}
    after = {p.key for p in pieces(trials + more)}
    assert len(before - after) <= 1
