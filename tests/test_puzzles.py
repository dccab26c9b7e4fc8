"""The built-in puzzles keep what every puzzle promises, and show more."""

from dataclasses import replace

import pytest

from sweepstake.puzzle import register
from sweepstake.testing import promises, tried

PUZZLES = list(register.puzzles().values())
PROMISES = [promise for puzzle in PUZZLES for promise in promises(puzzle)[:-1]]


@pytest.mark.parametrize("promise", PROMISES, ids=str)
def test_a_puzzle_keeps_its_promises(promise):
    promise()


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_tables_and_plots_can_be_made_of_two_points_of_each_question(puzzle):
    """Those of many points are made in tests of reports."""
    few = [replace(question, small=question.small[:2]) for question in puzzle.questions]
    promises(replace(puzzle, questions=tuple(few)))[-1]()


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
