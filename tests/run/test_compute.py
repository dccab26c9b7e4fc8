"""One sweep, from what is missing to its table."""

import dask
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import waiting
from computing import run
from computing import sweep as swept
from running import ROOT
from stored import flipped
from sweepstake.config import spec
from sweepstake.errors import DamagedFileError, FailedPointsError
from sweepstake.plan.chunks import with_params
from sweepstake.plan.plan import plan
from sweepstake.quantity.summary import question_of
from sweepstake.run import compute, threads
from sweepstake.run import task as tasks
from sweepstake.run.lock import HeldError, sweep_lock
from sweepstake.store import tables
from sweepstake.store.compaction import FEW
from sweepstake.store.export import Gathering, export
from sweepstake.store.shards import Store


def sweep(trials=50_000, coins=(2, 4), methods=("exact", "formula"), seed=1):
    block = {
        "grid": {"coins": list(coins), "sides": [1, 2]},
        "methods": {**dict.fromkeys(methods), "simulate": {"trials": trials}},
    }
    return swept("toy_won", block, seed=seed)


def missing(planned):
    return with_params(planned.sweep.points, planned.missing)


def content(results):
    return (results / "data" / "s.parquet").read_bytes()


class TestSweep:
    def test_what_is_stored_is_not_computed_again(self, tmp_path):
        run(sweep(), tmp_path)
        before = content(tmp_path)
        assert run(sweep(), tmp_path) == []
        assert content(tmp_path) == before

    def test_many_sweeps_of_a_question_leave_few_shards(self, tmp_path):
        for coins in range(1, 3 * FEW):
            block = {"list": [{"coins": coins, "sides": 2}], "methods": ["formula"]}
            run(swept("toy_won", block), tmp_path)
            [partition] = Store(tmp_path, sweep().question).partitions()
            assert len(partition.paths()) <= FEW + 1  # its own is not merged
        block = {"grid": {"coins": {"range": [1, 3 * FEW - 1]}, "sides": 2}, "methods": ["formula"]}
        assert run(swept("toy_won", block), tmp_path) == []

    def test_a_shard_copied_over_another_is_made_anew(self, tmp_path):
        run(sweep(), tmp_path)
        before = content(tmp_path)
        [one, *_], [other, *_] = (
            part.paths() for part in Store(tmp_path, sweep().question).partitions()[:2]
        )
        other.write_bytes(one.read_bytes())
        run(sweep(), tmp_path)
        assert content(tmp_path) == before

    def test_a_point_predicted_over_the_limit_is_refused_and_the_rest_is_stored(self, tmp_path):
        with (
            dask.config.set({"sweepstake.limits.seconds": 3e-5}),
            pytest.raises(
                FailedPointsError, match=r"of 12 points failed.*over the limit of 3e-05 s"
            ),
        ):
            run(sweep(), tmp_path)
        refused = pd.read_parquet(tmp_path / "failures" / "s.parquet")
        assert set(refused["attempts"]) == {0}
        assert len(refused) == len(plan(sweep(), tmp_path).missing)
        assert 0 < len(refused) < 12
        run(sweep(), tmp_path)
        assert not (tmp_path / "failures" / "s.parquet").exists()
        assert question_of(pd.read_parquet(tmp_path / "data" / "s.parquet")).name == "toy_won"

    def test_a_grown_sweep_computes_only_what_is_new_and_ends_in_the_same_bytes(self, tmp_path):
        run(sweep(trials=20_000, coins=(2,), methods=("exact",)), tmp_path / "grown")
        todo = missing(plan(sweep(), tmp_path / "grown"))
        wanted = {(row["method"], row["coins"]) for row in todo.to_pylist()}
        assert {method for method, _ in wanted} == {"exact", "formula", "simulate"}
        assert ("exact", 2) not in wanted
        run(sweep(), tmp_path / "grown")
        run(sweep(), tmp_path / "fresh")
        assert content(tmp_path / "grown") == content(tmp_path / "fresh")

    def test_a_point_no_longer_asked_leaves_the_table_but_not_the_store(self, tmp_path):
        run(sweep(coins=(2, 4)), tmp_path)
        run(sweep(coins=(2,)), tmp_path)
        assert set(tables.load("s", tmp_path)["coins"]) == {2}
        assert run(sweep(coins=(2, 4)), tmp_path) == []
        assert set(tables.load("s", tmp_path)["coins"]) == {2, 4}

    def test_another_seed_is_another_sample_of_the_same_exact_points(self, tmp_path):
        run(sweep(seed=1), tmp_path)
        todo = missing(plan(sweep(seed=2), tmp_path))
        assert set(todo["method"].to_pylist()) == {"simulate"}

    def test_an_answer_has_the_rows_of_the_sweep(self, tmp_path):
        import sweepstake

        run(sweep(), tmp_path)
        frame = tables.load("s", tmp_path).query(
            "coins == 4 and sides == 2 and method == 'simulate'"
        )
        here = sweepstake.answer(
            "toy_won", method="simulate", trials=50_000, seed=1, coins=4, sides=2
        )
        assert here.equals(frame.reset_index(drop=True))

    @pytest.mark.parametrize(
        "harm", [flipped, lambda path: pq.write_table(pa.table({"seconds": [1.0]}), path)]
    )
    def test_a_damaged_shard_is_said_in_a_line_and_computed_again(self, harm, tmp_path):
        run(sweep(), tmp_path)
        before = content(tmp_path)
        path = next((tmp_path / ".points" / "toy_won").glob("*/*.parquet"))
        harm(path)
        said = run(sweep(), tmp_path)
        assert content(tmp_path) == before
        moved = "it is moved to .points/.rejected, and its chunks are computed again"
        assert f"{path} is damaged; {moved}" in said

    def test_a_plan_that_the_disk_has_overtaken_makes_no_table(self, tmp_path):
        run(sweep(), tmp_path)
        planned = plan(sweep(), tmp_path)
        planned.shards[0].path.unlink()
        (tmp_path / "data" / "s.parquet").unlink()
        stored = Store(tmp_path, sweep().question)
        with pytest.raises(DamagedFileError, match="is gone"):
            export(stored, "s", map(Gathering(stored, planned.shards).rows, planned.parts()), "")
        assert not (tmp_path / "data" / "s.parquet").exists()

    def test_progress_names_points_and_total(self, tmp_path):
        said = run(sweep(), tmp_path)
        assert "12 points, 0 stored, 12 to compute" in said[0]
        assert "12 of 12 points" in said[-1]


def test_of_a_task_whose_workers_have_died_only_the_deadly_chunk_fails(tmp_path, monkeypatch):
    def each(perform, tasks, order, *_):
        for task in tasks:
            deadly = task.method == "exact" and {"coins": 4, "sides": 2} in [c.params for c in task]
            sizes.append(len(task))
            yield task, None if deadly else perform(task, order)

    sizes = []
    with monkeypatch.context() as patch:
        patch.setattr(compute, "SHORT", 0.0)
        patch.setattr(compute.cluster, "results", each)
        with pytest.raises(FailedPointsError, match=r"1 of 8 .*its worker died"):
            run(sweep(methods=("exact",), trials=1_000), tmp_path)
    assert max(sizes) > 1
    [failed] = pd.read_parquet(tmp_path / "failures" / "s.parquet").to_dict("records")
    assert (failed["coins"], failed["sides"], failed["worker"]) == (4, 2, "unknown")
    run(sweep(methods=("exact",), trials=1_000), tmp_path)


def test_a_held_sweep_says_who_holds_it(tmp_path):
    with sweep_lock(tmp_path, "s"), pytest.raises(HeldError, match=r"is held by .*/\d+ since 20"):
        run(sweep(), tmp_path)


def test_large_answers_come_in_parts_and_make_the_same_bytes(tmp_path, monkeypatch, unregistered):
    def noted(task, order, memory=None):
        receipts.append((len(task), tasks.perform(task, order)))
        return receipts[-1][1]

    asked = spec.sweep(waiting.config(8, "s"), "s")
    monkeypatch.setattr(tasks, "TASK_SECONDS", 100.0)
    monkeypatch.setattr(compute, "perform", noted)
    parts = {}
    for results in (None, threads.results):
        monkeypatch.setattr(compute, "SHORT", 0.0 if results else 100.0)
        monkeypatch.setattr(compute.cluster, "results", results)
        for limit in (1 << 20, 1):
            receipts, folder = [], tmp_path / f"{bool(results)}-{limit}"
            monkeypatch.setattr(tasks, "MAX_BYTES", limit)
            run(asked, folder)
            parts[limit] = [receipt.tried for size, receipt in receipts if size > 4]
            assert content(folder) == content(tmp_path / f"False-{1 << 20}")
        assert parts[1 << 20] == [8]
        assert len(parts[1]) > 1


def test_a_chunk_that_fails_in_a_task_of_parts_is_named(tmp_path, monkeypatch, unregistered):
    block = {"grid": {"deed": ["answers", "raises", "prints", "exits"]}, "methods": ["exact"]}
    config = {"puzzles": [str(ROOT / "tests" / "deadly.py")]}
    config["sweeps"] = {"s": {"question": "deadly_deed", "points": [block]}}
    asked = spec.sweep(config, "s")
    monkeypatch.setattr(tasks, "TASK_SECONDS", 100.0)
    monkeypatch.setattr(tasks, "MAX_BYTES", 1)
    with pytest.raises(FailedPointsError, match="2 of 4 points failed"):
        run(asked, tmp_path)
    failed = pd.read_parquet(tmp_path / "failures" / "s.parquet")
    assert dict(zip(failed["deed"], failed["attempts"], strict=True)) == {"raises": 2, "exits": 2}
    assert {*missing(plan(asked, tmp_path))["deed"].to_pylist()} == {"raises", "exits"}
