"""Checks find errors of every kind, wherever they are, and only those."""

from dataclasses import replace

import pytest

from planted import planted
from sweepstake.report.checks import checks
from sweepstake.store.points.read import points


def failing(error, results):
    """The points at which a check fails."""
    error.store(results)
    made = [c for part in points(error.question, ["s"], results) for c in checks(part)]
    return {check.parameters for check in made if check.verdict == "fails"}


@pytest.mark.parametrize("error", planted(), ids=lambda error: error.name)
def test_an_error_fails_at_its_point_and_nowhere_else(error, tmp_path):
    assert failing(error, tmp_path) == {error.at}


RIGHT = [error for error in planted() if not error.name.startswith("published")]
QUESTIONS = {error.question.name + str([*error.question.methods]): error for error in RIGHT}


@pytest.mark.parametrize("error", QUESTIONS.values(), ids=QUESTIONS)
def test_right_answers_agree(error, tmp_path):
    assert failing(replace(error, plant=lambda rows: rows), tmp_path) == set()
