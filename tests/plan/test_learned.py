"""What is learned from stored chunks about how long methods take."""

import json
import socket
from dataclasses import replace

import pytest

from sweepstake import cli
from sweepstake.config import spec
from sweepstake.core.distribution import event
from sweepstake.plan.chunks import asked
from sweepstake.plan.learned import ENOUGH, LATEST, SHORT, expected, learned
from sweepstake.plan.plan import plan
from sweepstake.puzzle import register
from sweepstake.puzzle.answer import Computed
from sweepstake.store import rows
from sweepstake.store.rows import Origin
from sweepstake.store.shards import Store

TRIALS = 50_000_000
CONFIG = {
    "sweeps": {
        "s": {
            "question": "war_sweep",
            "points": [
                {
                    "list": [{"ranks": 13, "suits": 4}],
                    "methods": {"exact": {}, "simulate": {"trials": TRIALS}},
                }
            ],
        }
    }
}
QUESTION = register.question("war_sweep")
SWEEP = spec.sweep(CONFIG, "s")


def store(results, seconds, count=8, host="", started="2026-01-01", first=0):
    """Store some chunks of the simulation, each computed in so many seconds."""
    chunks = asked(SWEEP.points, plan(SWEEP, results).chunks)
    own = chunks.filter([method == "simulate" for method in chunks["method"].to_pylist()])
    own = own.slice(first, count)
    took = seconds if isinstance(seconds, list) else [seconds] * count
    computed = [
        Computed.of(QUESTION, "sampled", event(0, trials), each)
        for trials, each in zip(own["trials"].to_pylist(), took, strict=True)
    ]
    answers = rows.answers(QUESTION, computed)
    origin = Origin(f"t{first}{host}", f"{host or socket.gethostname()}/1", started, {})
    Store(results, QUESTION).partition("simulate", "a" * 16, 1).write(own, answers, origin)
    return own["cost"].to_pylist()


def test_the_median_of_the_chunks_counts_and_a_compilation_does_not(tmp_path):
    [cost, *_] = store(tmp_path, 1.0)
    [found] = learned(Store(tmp_path, QUESTION)).values()
    assert found.times == pytest.approx(1 / cost)
    assert found.chunks == 8
    store(tmp_path, [60.0], 1, first=8)
    [found] = learned(Store(tmp_path, QUESTION)).values()
    assert found.times == pytest.approx(1 / cost)


def test_what_remains_is_expected_to_take_as_long(tmp_path):
    [cost, *_] = store(tmp_path, 5.0)
    planned = plan(SWEEP, tmp_path)
    missing = asked(SWEEP.points, planned.missing)
    seconds = expected(SWEEP.points, planned.missing, learned(Store(tmp_path, QUESTION)))
    for method, predicted, said in zip(
        missing["method"].to_pylist(), missing["cost"].to_pylist(), seconds, strict=True
    ):
        assert said == pytest.approx(predicted * (5.0 / cost if method == "simulate" else 1))


def test_tasks_of_other_machines_and_short_ones_say_nothing(tmp_path):
    store(tmp_path, 1.0, host="elsewhere")
    store(tmp_path, SHORT / 10, first=8)
    store(tmp_path, ENOUGH / 4, 2, first=16)
    assert learned(Store(tmp_path, QUESTION), socket.gethostname()) == {}
    assert learned(Store(tmp_path, QUESTION))["simulate"].chunks == 10


def test_chunks_of_one_task_that_share_their_work_count_together(tmp_path):
    costs = store(tmp_path, [8.0, *[1e-6] * 7])
    assert learned(Store(tmp_path, QUESTION))["simulate"].times == pytest.approx(8 / sum(costs))


def test_a_cost_that_does_not_know_what_is_stored_is_left_as_it_is(tmp_path):
    store(tmp_path, 1.0)

    def cost(ranks, suits):
        raise ValueError(ranks)

    method = replace(QUESTION.methods["simulate"], cost=cost)
    changed = replace(QUESTION, methods={**QUESTION.methods, "simulate": method})
    assert learned(Store(tmp_path, changed)) == {}


def test_the_latest_chunks_count(tmp_path, monkeypatch):
    monkeypatch.setattr("sweepstake.plan.learned.LATEST", 4)
    assert LATEST > 4
    store(tmp_path, 9.0, 4, started="2026-01-01")
    [cost, *_] = store(tmp_path, 2.0, 4, started="2026-02-01", first=4)
    assert learned(Store(tmp_path, QUESTION))["simulate"].times == pytest.approx(2.0 / cost)


def test_plan_says_what_is_far_from_predicted(tmp_path, capsys):
    store(tmp_path, 50.0)
    (tmp_path / "c.yaml").write_text(json.dumps(CONFIG))
    asked = ["plan", "--config", str(tmp_path / "c.yaml"), "--results", str(tmp_path)]
    cli.main(asked)
    said = " ".join(capsys.readouterr().out.split())
    assert "war_sweep simulate took " in said
    assert "times as long here as predicted, in 8 chunks" in said
    cli.main([*asked, "--format", "json"])
    [row] = json.loads(capsys.readouterr().out)
    own = expected(SWEEP.points, plan(SWEEP, tmp_path).missing, learned(Store(tmp_path, QUESTION)))
    assert row["core_seconds"] == pytest.approx(own.sum())
