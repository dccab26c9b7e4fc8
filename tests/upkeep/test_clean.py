"""Stored points that nobody asks for, and how far a sweep is."""

import dask
import pytest

from computing import run as computed
from sweepstake import cli
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.chunks import asked
from sweepstake.plan.plan import plan
from sweepstake.run.lock import held, used
from sweepstake.upkeep import clean, status

CONFIG = """
sweeps:
  s:
    question: war_sweep
    points:
      - grid: {ranks: [RANKS], suits: [1, 2]}
        methods: {exact: , simulate: {trials: 1000}}
"""


@pytest.fixture
def run(tmp_path):
    def run(ranks):
        path = tmp_path / f"{len(ranks)}.yaml"
        path.write_text(CONFIG.replace("RANKS", ranks))
        sweep = spec.sweep(read_config(path), "s")
        computed(sweep, tmp_path)
        return path

    return run


def content(tmp_path):
    return (tmp_path / "data" / "s.parquet").read_bytes()


def test_clean_shows_first_and_removes_only_what_no_config_asks_for(run, tmp_path, capsys):
    large = run("2, 4, 6")
    small = run("2")
    before = content(tmp_path)
    words = ["clean", "--config", str(small), "--results", str(tmp_path)]
    assert cli.main(words) == 0
    assert "war_sweep" in capsys.readouterr().out
    assert len(plan(spec.sweep(read_config(large), "s"), tmp_path).missing) == 0
    assert cli.main([*words, "--yes"]) == 0
    planned = plan(spec.sweep(read_config(large), "s"), tmp_path)
    assert set(asked(planned.sweep.points, planned.missing)["ranks"].to_pylist()) == {4, 6}
    run("2")
    assert content(tmp_path) == before
    run("2, 4, 6")


def test_clean_of_a_folder_that_is_not_there_is_told_in_a_line(run, tmp_path, capsys):
    words = ["clean", "--config", str(run("2")), "--results", str(tmp_path / "none")]
    assert cli.main(words) == 2
    assert f"there is no folder {tmp_path}/none; name one" in capsys.readouterr().err


def test_clean_waits_for_runs_of_other_folders_that_use_the_store(run, tmp_path, capsys):
    with dask.config.set({"sweepstake.store": str(tmp_path / "shared")}):
        run("2, 4")
        words = ["clean", "--config", str(run("2")), "--results", str(tmp_path), "--yes"]
        with used(tmp_path / "shared"), used(tmp_path / "shared"):
            assert cli.main(words) == 2
            assert f"a run uses {tmp_path / 'shared'}; wait " in capsys.readouterr().err
        assert cli.main(words) == 0
        assert "Removed." in capsys.readouterr().out


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
    with held(tmp_path, "s"):
        assert row()["state"] == "running"
    config.write_text(CONFIG.replace("RANKS", "2").replace(", simulate: {trials: 1000}", ""))
    assert (row()["state"], row()["work"]) == ("stopped", "100%")  # the table has another method
    config.write_text(CONFIG.replace("RANKS", "2"))
    (tmp_path / "data" / "s.parquet").write_bytes(b"PAR1")
    assert row()["state"] == "stopped"
    (tmp_path / "data" / "s.parquet").unlink()
    assert row()["state"] == "stopped"
    config.write_text(CONFIG.replace("RANKS", "2, 4"))
    assert (row()["points"], row()["done"]) == (8, 4)
