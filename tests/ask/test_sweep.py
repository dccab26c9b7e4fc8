"""Sweeps at the prompt: their answers are those of `answer`, and of the run that they print."""

import json

import numpy as np
import pandas as pd
import pytest
import yaml

import sweepstake
from running import python
from sweepstake.ask import cached
from sweepstake.config import spec
from sweepstake.config.file import read_config


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder for what is kept."""
    monkeypatch.setenv(cached.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_each_answer_is_that_of_answer():
    answers = sweepstake.sweep("toy_won", coins=range(2, 6), sides=[2, 4])
    assert answers.swept == ("coins", "sides")
    for coins in range(2, 6):
        for sides in (2, 4):
            rows = answers.frame.query("coins == @coins and sides == @sides")
            alone = sweepstake.answer("toy_won", coins=coins, sides=sides)
            assert rows.exact.tolist() == alone.exact.tolist()


@pytest.mark.parametrize(
    "down", ["0..4..2", "0,2,4", range(0, 5, 2), [0, 2, 4], np.arange(0, 5, 2)]
)
def test_values_are_written_in_many_ways(down):
    answers = sweepstake.sweep("toy_rolls", coins=2, sides=2, wait=down)
    assert sorted(answers.frame.wait.unique()) == [0, 2, 4]


def test_what_is_not_given_has_its_default():
    answers = sweepstake.sweep("toy_won", coins="2,3")
    assert answers.frame.sides.unique().tolist() == [4]
    assert answers.setting == "4 sides"


def test_each_set_has_the_best_method_that_answers_soon():
    answers = sweepstake.sweep("toy_rolls", coins=[3, 13], sides=[2, 4], trials=1_000)
    by = answers.frame.groupby(["coins", "sides"]).method.first().to_dict()
    assert by[3, 2] == "chain"
    assert by[13, 4] == "simulate"
    assert {*answers.frame.trials.dropna()} == {1_000}


def test_sets_that_have_no_answer_are_left_out_and_said():
    answers = sweepstake.sweep("coins_moves", coins="2..9")
    assert answers.frame.coins.unique().tolist() == [2, 4, 8]
    assert answers.left_out.startswith("5 of 8 sets of parameters")
    assert "coins is 3; allowed" in answers.left_out
    assert str(answers) == repr(answers)
    [asked, heading, *rows, why] = map(str.split, str(answers).splitlines())
    assert (asked[0], heading) == ("How", ["coins", "mean", "moves", "how"])
    assert [row[0] for row in rows] == ["2", "4", "8"]
    assert why == answers.left_out.split()


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"rank": 3}, "toy_won has no parameter 'rank'; allowed: coins, sides"),
        ({"coins": "3..x"}, "coins.range is [3, 'x']; allowed: [first, last]"),
        ({"coins": []}, "coins is empty; give at least one value"),
        ({"coins": "9..2"}, "coins is empty; give at least one value"),
        ({"coins": "2,3", "method": "x"}, "toy_won has no method 'x'"),
        ({"coins": "2,3", "trials": 7}, "trials is 7, but no answer is sampled"),
        ({"coins": "2..999999999999"}, "coins is 999999999999; allowed"),
    ],
)
def test_mistakes_are_a_line(asked, wrong):
    with pytest.raises(ValueError, match=r".") as error:
        sweepstake.sweep("toy_won", **asked)
    assert str(error.value).startswith(wrong)
    assert "\n" not in str(error.value)


def test_the_second_time_nothing_is_computed(cache, monkeypatch):
    first = sweepstake.sweep("guess_streak", cards="2..6").frame
    monkeypatch.setattr("sweepstake.run.compute.perform", None)
    pd.testing.assert_frame_equal(sweepstake.sweep("guess_streak", cards="2..6").frame, first)
    assert len(sweepstake.answer("guess_streak", cards=5)) == 4
    with pytest.raises(TypeError):
        _ = sweepstake.sweep("guess_streak", cards="2..7").frame


def test_nothing_is_kept_where_nothing_can_be(tmp_path, monkeypatch):
    monkeypatch.setenv(cached.VARIABLE, "/proc/none")
    assert len(sweepstake.sweep("guess_win", cards="2,3").frame) == 4
    assert cached.folder().name == "none"
    monkeypatch.setenv(cached.VARIABLE, "none")
    assert cached.folder() is None


def test_the_config_asks_for_the_same(tmp_path):
    answers = sweepstake.sweep("toy_rolls", coins=[3, 13], sides=[2, 4], trials=1_000, seed=5)
    (tmp_path / "sweep.yaml").write_text(yaml.safe_dump(answers.config))
    again = spec.sweep(read_config(tmp_path / "sweep.yaml"), "toy_rolls")
    assert again.points.table.equals(answers.sweep.points.table)
    assert again.points.seed == 5


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet", "svg"])
def test_files(tmp_path, suffix):
    answers = sweepstake.sweep("guess_win", cards="2..6")
    path = answers.save(tmp_path / f"won.{suffix}")
    assert [*tmp_path.iterdir()] == [path]
    if suffix == "svg":
        assert "Is every guess (higher or lower) right" in path.read_text()
        return
    reads = {"csv": pd.read_csv, "parquet": pd.read_parquet}
    rows = reads[suffix](path) if suffix in reads else pd.DataFrame(json.loads(path.read_text()))
    assert rows.exact.tolist() == answers.frame.exact.tolist()
    with pytest.raises(ValueError, match=r"no known suffix; allowed: \.csv, \.json"):
        answers.save(tmp_path / "won.txt")


def test_a_table_in_words():
    answers = sweepstake.sweep("toy_won", coins="2,3", sides=2)
    table = answers.table()
    assert table["won"].tolist() == ["12.5% (1/8)", "6.25% (1/16)"]
    assert table["how"].tolist() == ["exact", "exact"]
    shown = answers._repr_html_()
    assert "<table" in shown
    assert "<svg" in shown
    assert "Do all coins show heads" in shown
    assert r"12.5\% (1/8)" in answers._repr_latex_()
    assert r"\begin{tabular}" in answers._repr_latex_()


def tosses(draw, coins, bias="none"):
    """How many of some coins fall heads?"""
    return sum(draw.below(2 if bias == "none" else 3) > 0 for _ in range(coins))


@pytest.mark.usefixtures("unregistered")
def test_a_bare_function_is_swept():
    answers = sweepstake.sweep(tosses, coins=range(1, 5))
    means = [
        value.exact for value in answers.quantities(f"mean:{answers.question.outcomes[0].name}")
    ]
    assert means == ["1/2", "1", "3/2", "2"]
    biased = sweepstake.sweep(tosses, coins=3, bias=["none", "heads"])
    assert biased.table()["mean outcome"].tolist() == ["1.50 (3/2)", "2"]


def test_ctrl_c_keeps_what_is_done(tmp_path):
    """Whatever is computed before the stop is there for the next sweep."""
    code = (
        "import signal, sweepstake\n"
        "from sweepstake.ask import sweep\n"
        "done = []\n"
        "def advance(now, total):\n"
        "    if now: signal.raise_signal(signal.SIGINT)\n"
        "_ = sweep.sweep('guess_win', cards='2..40', advance=advance).frame\n"
    )
    ended = python("-c", code, code=None, **{cached.VARIABLE: str(tmp_path)})
    assert "KeyboardInterrupt" in ended.stderr
    assert [*tmp_path.glob(".points/guess_win/*/*.parquet")]
