"""Answers of other source are kept if those that are computed again agree."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from computing import run
from sweepstake import cli
from sweepstake.config import spec
from sweepstake.plan.plan import plan
from sweepstake.puzzle import register
from sweepstake.store.shards import Store
from sweepstake.upkeep import adopt

PUZZLE = """
from collections import Counter

from sweepstake.core.stream import generator
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question


def exact(dice):
    return {highest: highest**dice - (highest - 1) ** dice for highest in range(1, 7)}


def simulate(stream, trials, dice):
    return Counter(generator(stream).integers(1, 7, (trials, dice)).max(axis=1).tolist())


PUZZLE = Puzzle("dice", (Question(
    "dice_highest", "What is the highest?", (Parameter("dice", "dice", 1, 99),),
    (Column("highest", "int", "highest"),),
    {
        "exact": Method(exact, "exact", lambda dice: 1e-6 * dice),
        "simulate": Method(simulate, "sampled"),
    },
),))
"""
LARGE = ("highest**dice -", "(highest + (dice == 40)) ** dice -")


@pytest.fixture
def config(tmp_path, unregistered):
    path = tmp_path / "dice.py"
    methods = {"exact": None, "simulate": {"trials": 3000}}
    block = {"grid": {"dice": {"range": [1, 40]}}, "methods": methods}
    config = {
        "puzzles": [str(path)], "seed": 5,
        "sweeps": {"s": {"question": "dice_highest", "points": [block]}},
    }  # fmt: skip
    (tmp_path / "dice.yaml").write_text(json.dumps(config))
    path.write_text(PUZZLE)
    run(spec.sweep(config, "s"), tmp_path / "results")
    return config


def edited(tmp_path, config, old, new):
    text = (tmp_path / "dice.py").read_text()
    assert old in text
    (tmp_path / "dice.py").write_text(text.replace(old, new))
    return spec.sweep(config, "s")


@pytest.fixture
def command(tmp_path, capsys):
    """`command(code, *words)`: what a command with this exit code prints, in one line."""

    def run(code, *words):
        where = ["--config", str(tmp_path / "dice.yaml"), "--results", str(tmp_path / "results")]
        assert cli.main([*words, *where]) == code
        return " ".join("".join(capsys.readouterr()).split())

    return run


def test_answers_are_adopted_if_those_computed_again_agree(tmp_path, config, command):
    before = register.fingerprint("dice_highest")
    sweep = edited(tmp_path, config, "What is the highest?", "Which number is the highest?")
    assert len(plan(sweep, tmp_path / "results").missing) == len(plan(sweep, tmp_path).chunks)
    said = command(0, "plan")
    assert "results by the present source. " in said
    assert "s: all 80 answers were computed by other source (dice.py changed)" in said
    said = command(0, "adopt")
    assert "all agree" in said
    assert "Adopted 80 answers." in said
    assert not len(plan(sweep, tmp_path / "results").missing)
    now = register.fingerprint("dice_highest")
    texts = [
        text
        for part in Store(tmp_path / "results", sweep.question).partitions()
        if part.source == now[:16]
        for path in part.paths()
        for text in pq.read_table(path, columns=["versions"])["versions"].to_pylist()
    ]
    assert len(texts) == 80
    assert {(json.loads(text)["adopted"], json.loads(text)["source"]) for text in texts} == {
        (before, now)
    }
    assert command(0, "adopt").startswith("No answer is by other source")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1) ** dice", "1) ** dice + highest", "exact at dice=1 gives another answer now"),
        (*LARGE, "exact at dice=40 gives another answer now"),
        (".max(", ".min(", "simulate at dice=40 gives another answer now"),
    ],
)
def test_a_wrong_edit_is_not_adopted(tmp_path, config, command, old, new, says):
    sweep = edited(tmp_path, config, old, new)
    assert f"not adopted: {says}" in command(2, "adopt")
    assert len(plan(sweep, tmp_path / "results").missing) == 80


def test_answers_of_another_seed_are_not_adopted(tmp_path, config, capsys):
    edited(tmp_path, config, "What", "Which")
    sweep = spec.sweep({**config, "seed": 6}, "s")
    [found] = adopt.stale(plan(sweep, tmp_path / "results"))
    assert {*found.chunks["method"].to_pylist()} == {"exact"}


def test_the_cheapest_the_dearest_affordable_and_others_are_tried():
    cost = [1e-3 * 2**k for k in range(20)]
    chosen = [*adopt._rows_to_check(pa.table({"_cost": cost}), 1.0)]
    assert chosen[:2] == [0, 8]
    assert len({*chosen}) == len(chosen)
    assert sum(cost[k] for k in chosen) <= 1.0
    assert [*adopt._rows_to_check(pa.table({"_cost": [99.0, 98.0]}), 1.0)] == [1]


def test_why_says_which_file_has_changed(tmp_path, config, command):
    def why(**changes):
        block = config["sweeps"]["s"]["points"][0] | changes
        asked = config | {"sweeps": {"s": {"question": "dice_highest", "points": [block]}}}
        (tmp_path / "dice.yaml").write_text(json.dumps(asked))
        rows = json.loads(command(0, "plan", "--why", "--format", "json"))
        return {row["why"]: row["points"] for row in rows}

    assert why() == {}
    assert why(grid={"dice": {"range": [1, 45]}}) == {"not stored": 10}
    more = {"exact": None, "simulate": {"trials": 1_000_000_000}}
    assert why(methods=more) == {"more trials than are stored": 40}
    edited(tmp_path, config, *LARGE)
    assert why() == {"answered by other source: dice.py changed": 80}
    assert "dice.py changed" in command(0, "status", "--why")
