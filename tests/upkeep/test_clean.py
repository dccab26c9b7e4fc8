"""Stored points that nobody asks for, and how far a sweep is."""

import json
from datetime import datetime

import pytest

from computing import run as computed
from running import GOOD
from sweepstake import cli
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.chunks import with_params
from sweepstake.plan.plan import plan
from sweepstake.run.lock import sweep_lock, used
from sweepstake.run.progress import status_file
from sweepstake.upkeep import clean, status

CONFIG = """
sweeps:
  s:
    question: toy_won
    points:
      - grid: {coins: [COINS], sides: [1, 2]}
        methods: {exact: , simulate: {trials: 1000}}
"""


@pytest.fixture
def run(tmp_path):
    def run(coins):
        path = tmp_path / f"{len(coins)}.yaml"
        path.write_text(CONFIG.replace("COINS", coins))
        sweep = spec.sweep(read_config(path), "s")
        computed(sweep, tmp_path)
        return path

    return run


def content(tmp_path):
    return (tmp_path / "data" / "s.parquet").read_bytes()


def test_clean_shows_first_and_removes_only_what_no_config_asks_for(run, tmp_path, said):
    large = run("2, 4, 6")
    small = run("2")
    before = content(tmp_path)
    words = ["clean", "--config", small, "--results", tmp_path]
    assert "toy_won" in said(*words)
    assert len(plan(spec.sweep(read_config(large), "s"), tmp_path).missing) == 0
    said(*words, "--yes")
    planned = plan(spec.sweep(read_config(large), "s"), tmp_path)
    assert set(with_params(planned.sweep.points, planned.missing)["coins"].to_pylist()) == {4, 6}
    run("2")
    assert content(tmp_path) == before
    run("2, 4, 6")


def test_clean_of_a_folder_that_is_not_there_is_told_in_a_line(run, tmp_path, refused):
    line = refused("clean", "--config", run("2"), "--results", tmp_path / "none")
    assert f"there is no folder {tmp_path}/none; name one" in line


def test_clean_waits_for_runs_that_use_the_store(run, tmp_path, said, capsys):
    run("2, 4")
    words = ["clean", "--config", run("2"), "--results", tmp_path, "--yes"]
    with used(tmp_path / ".points"), used(tmp_path / ".points"):
        assert cli.main([*map(str, words)]) == 2
        assert f"a run uses {tmp_path / '.points'}; wait " in capsys.readouterr().err
    assert "Removed." in said(*words)


def test_what_another_config_asks_for_is_kept(run, tmp_path):
    large, small = run("2, 4, 6"), run("2")
    configs = [read_config(path) for path in (large, small)]
    assert not any(one.chunks for one in clean.unasked(configs, tmp_path))


def test_status_tells_a_run_from_a_stop(run, tmp_path):
    config = run("2")

    def row():
        [row] = status.listing(config, tmp_path).rows
        return dict(zip(status.HEADER, row, strict=True))

    assert (row()["state"], row()["done"], row()["work"]) == ("finished", 4, "100%")
    with sweep_lock(tmp_path, "s"):
        assert row()["state"] == "running"
    config.write_text(CONFIG.replace("COINS", "2").replace(", simulate: {trials: 1000}", ""))
    assert (row()["state"], row()["work"]) == ("stopped", "100%")  # the table has another method
    config.write_text(CONFIG.replace("COINS", "2"))
    (tmp_path / "data" / "s.parquet").write_bytes(b"PAR1")
    assert row()["state"] == "stopped"
    (tmp_path / "data" / "s.parquet").unlink()
    assert row()["state"] == "stopped"
    config.write_text(CONFIG.replace("COINS", "2, 4"))
    assert (row()["points"], row()["done"]) == (8, 4)


@pytest.fixture
def left(tmp_path):
    """`left(seconds)`: a sweep's status while a run has noted so many seconds left."""
    (tmp_path / "good.yaml").write_text(GOOD)

    def note(seconds):
        noted = status_file(tmp_path, "war")
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(json.dumps({"failed": 0, "seconds_left": seconds}))
        with sweep_lock(tmp_path, "war"):
            [row] = status.listing(tmp_path / "good.yaml", tmp_path).rows
            [its] = status.statuses(tmp_path / "good.yaml", tmp_path)
        return row[status.HEADER.index("time left")], its.seconds_left

    return note


@pytest.mark.parametrize("noted", [-0.0, -1e-9, 0.0, -3.0])
def test_no_time_left_is_zero_whatever_rounding_left(noted, left):
    said, seconds = left(noted)
    assert said == "0 s"
    assert str(seconds) == "0.0"


def test_time_left_is_told_as_people_do(left):
    assert [left(seconds)[0] for seconds in (42.4, 600.0, 7200.0, None)] == [
        "42 s", "10 minutes", "2 h", "",
    ]  # fmt: skip


def test_of_the_last_chunk_people_get_the_hour_or_the_day():
    assert status._hour(None) == "never"
    now = datetime.now().isoformat(timespec="seconds")
    assert status._hour(now) in (now[11:], now[:10])
    assert status._hour("2020-02-03T04:05:06") == "2020-02-03"
