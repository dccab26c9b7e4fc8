"""The built-in puzzles keep what every puzzle promises, and show more."""

import pytest

from running import BUILT_IN
from sweepstake.testing import promises, tried

QUESTIONS = [question for puzzle in BUILT_IN for question in puzzle.questions]
PROMISES = [promise for puzzle in BUILT_IN for promise in promises(puzzle)[:-1]]
"""The workflow makes their tables and plots: `test_workflow.py`."""


@pytest.mark.parametrize("promise", PROMISES, ids=str)
def test_a_puzzle_keeps_its_promises(promise):
    promise()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_built_in_question_has_small_points_and_words(question):
    assert question.small
    assert tried(question) == list(question.small)
    assert all(parameter.meaning for parameter in question.parameters)
    assert all(method.says for method in question.methods.values())


@pytest.mark.parametrize("puzzle", BUILT_IN, ids=lambda puzzle: puzzle.name)
def test_a_built_in_puzzle_shows_what_it_knows(puzzle):
    assert puzzle.questions
    assert puzzle.tables
    assert puzzle.plots
    assert puzzle.shows
    assert puzzle.findings
    for artefact in (*puzzle.tables, *puzzle.plots):
        assert artefact.name.startswith(f"{puzzle.name}_")
    assert all(question.name.startswith(f"{puzzle.name}_") for question in puzzle.questions)
