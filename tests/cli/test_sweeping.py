"""`answer` with several values: what it prints and writes."""

import json
import re

import yaml

from sweepstake import cli
from sweepstake.config import spec

TOY = ("toy_won", "coins=2,3", "sides=2")


def test_a_table_with_the_parameters_that_stay(said):
    lines = said("answer", *TOY).splitlines()
    assert lines[1] == "2 sides"
    assert re.fullmatch(r" +2 +12\.5% \(1/8\) +exact *", lines[5])
    assert re.fullmatch(r" +3 +6\.25% \(1/16\) +exact *", lines[6])


def test_inverse_questions_stand_first(said):
    words = ("answer", "guess_win", "cards=2..30")
    printed = said(*words, "--first", "won", "--at-most", "1%")
    assert "first at cards=19: once in 119; also at all 11 later values" in printed
    printed = said(*words, "--max", "won", "--min", "won")
    assert "greatest at cards=2: always\nwon is least at cards=30: once in" in printed


def test_how_likely_a_number_is_at_least_or_at_most(said):
    printed = said("answer", "guess_streak", "cards=5", "--at-least", "right=4")
    exact = said("answer", "guess_streak", "cards=5", "--format", "json")
    [yes] = [row["exact"] for row in json.loads(exact) if row["right"] == 4]
    assert "right at least 4" in printed
    assert f"({yes})" in printed
    assert "always" in said("answer", "guess_streak", "cards=5", "--at-most", "right=5")


def test_the_config_of_a_sweep(said):
    printed = said("answer", "toy_rolls", "wait=0..3", "--trials", "500", "--seed", "2", "--yaml")
    points = spec.sweep(yaml.safe_load(printed), "toy_rolls").points
    assert [point.params["wait"] for point in points] == [0, 1, 2, 3]
    assert {(point.method, point.trials, point.seed) for point in points} == {("simulate", 500, 2)}


def test_files_and_formats(said, tmp_path, capsys):
    csv, png = tmp_path / "won.csv", tmp_path / "won.png"
    words = ["answer", "guess_win", "cards=2..5", "--save", str(csv), "--plot", str(png)]
    assert cli.main(words) == 0
    assert capsys.readouterr().err == f"written: {png}\nwritten: {csv}\n"
    assert csv.read_text() == said("answer", "guess_win", "cards=2..5", "--format", "csv")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert len(json.loads(said("answer", "guess_win", "cards=2,3", "--format", "json"))) == 4
