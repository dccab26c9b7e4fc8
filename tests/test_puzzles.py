"""The built-in puzzles keep what every puzzle promises, and show more."""

import pytest

from sweepstake.puzzle import register
from sweepstake.testing import promises, tried

PUZZLES = list(register.puzzles().values())
PROMISES = [promise for puzzle in PUZZLES for promise in promises(puzzle)]
SLOW = "tables and plots can be made"


def marked(promise):
    marks = [pytest.mark.slow] if str(promise).endswith(SLOW) else []
    return pytest.param(promise, id=str(promise), marks=marks)


@pytest.mark.parametrize("promise", [marked(promise) for promise in PROMISES])
def test_a_puzzle_keeps_its_promises(promise):
    promise()


@pytest.mark.parametrize("question", register.questions().values(), ids=lambda q: q.name)
def test_every_built_in_question_has_small_points_and_words(question):
    assert question.small
    assert tried(question) == list(question.small)
    assert all(parameter.meaning for parameter in question.parameters)
    assert all(method.says for method in question.methods.values())


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_built_in_puzzle_shows_what_it_knows(puzzle):
    assert puzzle.questions
    assert puzzle.tables
    assert puzzle.plots
    assert puzzle.shows
    assert puzzle.findings
    for artefact in (*puzzle.tables, *puzzle.plots):
        assert artefact.name.startswith(f"{puzzle.name}_")
    assert all(question.name.startswith(f"{puzzle.name}_") for question in puzzle.questions)
