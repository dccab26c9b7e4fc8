"""Checks find errors of every kind, wherever they are, and only those."""

from dataclasses import replace

import pytest

from planted import DRAWN, ERRORS, GUESS, QUESTIONS, Planted, answered, changed, planted, published
from stored import write
from sweepstake.report.check.checks import checks
from sweepstake.store import points as sets
from sweepstake.store.points import points


def failing(error, results):
    """The points at which a check fails."""
    error.store(results)
    compared = [c for part in points(error.question, ["s"], results) for c in checks(part)]
    return {check.parameters for check in compared if check.verdict == "fails"}


@pytest.mark.parametrize("name", ERRORS)
@pytest.mark.parametrize("place", [0, 1, -1])
def test_an_error_fails_at_its_point_and_nowhere_else(name, place, tmp_path):
    error = planted(name, place)
    assert failing(error, tmp_path) == {error.at}


@pytest.mark.parametrize(("method", "value"), [
    ("exact", "1/7"), ("exact", "0.12502"), ("exact", "0.125000000000333334"),
    ("simulate", "0.20"), ("rare", "1/5"),
])  # fmt: skip
def test_a_published_value_that_is_not_the_answer_fails(method, value, tmp_path):
    error = published(method, value)
    assert failing(error, tmp_path) == {error.at}


@pytest.mark.parametrize("question", QUESTIONS)
def test_right_answers_agree(question, tmp_path):
    assert failing(Planted(question, "", lambda rows: rows), tmp_path) == set()


def of_sweeps(results, *sweeps):
    """The checks of sweeps of `GUESS`, each given by its rows."""
    names = [f"s{number}" for number in range(len(sweeps))]
    for name, rows in zip(names, sweeps, strict=True):
        write(rows, GUESS, results, name)
    return [c for part in points(GUESS, names, results) for c in checks(part)]


def test_points_in_several_sweeps_are_checked_once(tmp_path):
    rows = answered(GUESS)
    whole = of_sweeps(tmp_path / "one", rows)
    few, even = rows["cards"] < 6, rows["cards"] % 2 == 0
    shared = of_sweeps(tmp_path / "more", rows[few], rows[even], rows[~few])
    assert shared == whole


@pytest.mark.parametrize(("more", "fails"), [(-1, False), (0, False), (1, True)])
def test_of_samples_at_one_point_that_with_the_most_trials_is_checked(more, fails, tmp_path):
    rows = answered(GUESS)
    wrong = rows[(rows["method"] == "simulate") & (rows["cards"] == 5)].copy()
    wrong["count"] = wrong["count"].tolist()[::-1]
    wrong = changed(wrong, wrong.index, "trials", lambda trials: trials + more)
    compared = of_sweeps(tmp_path, rows, wrong)
    assert any(check.verdict == "fails" for check in compared) == fails


def test_points_larger_than_a_part_and_parts_between_points_are_whole(tmp_path, monkeypatch):
    rows = answered(GUESS)
    whole = of_sweeps(tmp_path, rows)
    for size in (1, 3, 20):
        monkeypatch.setattr(sets, "PART", size)
        assert of_sweeps(tmp_path, rows) == whole
        assert of_sweeps(tmp_path, rows, rows[rows["cards"] > 5]) == whole


def test_a_question_without_parameters_is_one_point(tmp_path):
    asked = replace(DRAWN, parameters=())
    rows = answered(DRAWN).query("n == 1").drop(columns="n")
    for name in ("s", "t"):
        write(rows, asked, tmp_path, name)
    compared = [c for part in points(asked, ["s", "t"], tmp_path) for c in checks(part)]
    assert {(check.parameters, check.verdict) for check in compared} == {("", "agrees")}
