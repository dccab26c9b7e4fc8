"""What `plan` prints for people."""

import json
import re
from pathlib import Path

import pytest

from computing import run as computed
from sweepstake.cli.arguments import of_run
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.upkeep import owner

CONFIG = """
sweeps:
  small: {question: toy_won, points: [{grid: {coins: [2, 3], sides: 2}, methods: [exact]}]}
  large:
    question: toy_rolls
    points: [{grid: {coins: 13, sides: 4, wait: [1, 3]}, methods: {simulate: {trials: 20_000}}}]
"""


@pytest.fixture
def asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(CONFIG)
    return ("plan", "mine.yaml")


def test_the_config_may_be_an_option_or_an_argument(said, asked):
    assert said("plan", "--config", "mine.yaml") == said(*asked)
    assert said("status", "--config", "mine.yaml") == said("status", "mine.yaml")


def test_a_plan_begins_with_the_total_and_the_dearest_sweep_stands_first(said, asked):
    stored, total, *_, large, small, end = said(*asked).splitlines()
    assert stored.startswith("Nothing of mine.yaml is stored")
    seconds = sum(row["core_seconds"] for row in json.loads(said(*asked, "--format", "json")))
    match = re.fullmatch(r"4 points to do: about (\S+) core seconds, .+ on \d+ cores?\.", total)
    assert float(match[1]) == pytest.approx(seconds, rel=0.05)
    assert [large.split()[:2], small.split()[:2], end] == [["large", "2"], ["small", "2"], ""]
    assert "over limit" not in said(*asked)


def test_what_is_stored_is_not_listed_and_at_the_end_one_line_is_left(said, asked, tmp_path):
    for sweep, says in (
        ("large", "2 of 4 points of mine.yaml"),
        ("small", "All 4 points of mine.yaml"),
    ):
        asked_sweep = spec.sweep(read_config(tmp_path / "mine.yaml"), sweep)
        computed(asked_sweep, tmp_path / "mine" / "results")
        first, *others = said(*asked).splitlines()
        assert first.startswith(says)
        assert f"{sweep} " not in " ".join(others)
    assert others == []


@pytest.mark.parametrize(
    ("made_by", "folder"),
    [("", "mine/results"), ("other.yaml\n", "mine/results"), ("mine.yaml\n", "results")],
)
def test_a_plan_looks_where_a_run_will_work(made_by, folder, said, asked, tmp_path):
    """It works here if the config has made the results here, by Snakemake."""
    (tmp_path / owner.OWNER).parent.mkdir(parents=True)
    (tmp_path / owner.OWNER).write_text(made_by)
    assert said(*asked).startswith(f"Nothing of mine.yaml is stored in {folder} yet.")
    assert str(of_run(Path("mine.yaml")) / "results") == folder
    assert of_run(Path("config/config.yaml")) == Path()
