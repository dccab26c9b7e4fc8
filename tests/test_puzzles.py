"""Every puzzle keeps the same promises."""

from fractions import Fraction
from itertools import combinations

import pandas as pd
import pytest

import sweepstake
from sweepstake.core.stream import stream
from sweepstake.puzzle import register

QUESTIONS = register.questions().values()
PUZZLES = register.puzzles().values()

SMALL = [(q, params) for q in QUESTIONS for params in q.small]
METHODS = [
    pytest.param(
        question, name, params, id=f"{question.name}-{name}-{'-'.join(map(str, params.values()))}"
    )
    for question, params in SMALL
    for name, method in question.methods.items()
    if method.most is None or question.size.of(**params) <= method.most
]


def answered(question, name, params):
    method = question.methods[name]
    if method.kind == "sampled":
        return method.answer(stream(1, question.name), 2_000, **params)
    return method.answer(**params)


@pytest.mark.parametrize(("question", "params"), SMALL, ids=str)
def test_exact_methods_agree_where_the_question_is_small(question, params):
    exact = {
        name: method.answer(**params)
        for name, method in question.methods.items()
        if method.kind == "exact"
        and (method.most is None or question.size.of(**params) <= method.most)
    }
    for (a, one), (b, other) in combinations(exact.items(), 2):
        assert one == other, (a, b)


@pytest.mark.parametrize(("question", "name", "params"), METHODS)
def test_an_answer_is_a_distribution_over_declared_outcomes(question, name, params):
    found = answered(question, name, params)
    kinds = {"int": int, "bool": bool, "string": str}
    for outcome in found:
        values = outcome if len(question.outcomes) > 1 else (outcome,)
        for value, column in zip(values, question.outcomes, strict=True):
            assert (value is None and column.nullable) or type(value) is kinds[column.type]
    if not question.listing:
        total = sum(Fraction(found[outcome]) for outcome in found)
        assert total == pytest.approx(1, abs=1e-9)
        if question.methods[name].kind != "float":
            assert total == 1


@pytest.mark.parametrize(("question", "name", "params"), METHODS)
def test_costs_are_positive_seconds(question, name, params):
    assert 0 < question.methods[name].seconds(**params) < 1000


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_every_question_has_small_points_words_and_types(question):
    assert question.small
    assert question.text.endswith("?")
    assert all(question.checked(params) == params for params in question.small)
    assert all(p.meaning and p.low <= p.high for p in question.parameters)
    assert all(method.says for method in question.methods.values())


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.name)
def test_a_published_value_is_asked_of_a_method_that_exists(question):
    for published in question.published:
        assert question.checked(published.params)
        assert published.method in question.methods
        assert Fraction(published.value) >= 0


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_room_shows_what_it_knows(puzzle):
    assert puzzle.questions
    assert puzzle.tables
    assert puzzle.plots
    assert puzzle.shows
    assert puzzle.findings
    for artefact in (*puzzle.tables, *puzzle.plots):
        assert artefact.name.startswith(f"{puzzle.name}_")
        assert artefact.title
        assert artefact.caption.endswith(".")
        assert set(artefact.questions) <= {question.name for question in puzzle.questions}
    assert all(question.name.startswith(f"{puzzle.name}_") for question in puzzle.questions)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_tables_and_plots_can_be_made_of_the_small_points(puzzle):
    frames = {question.name: small_frame(question) for question in puzzle.questions}
    for table in puzzle.tables:
        made = table.make({name: frames[name] for name in table.questions})
        assert set(table.formats) <= set(made.columns)
    for plot in puzzle.plots:
        for panel in plot.make({name: frames[name] for name in plot.questions}):
            assert panel.x
            assert panel.y


def small_frame(question):
    parts = [
        sweepstake.answer(
            question.name,
            method=name,
            **({"trials": 500} if method.kind == "sampled" else {}),
            **params,
        )
        for params in question.small
        for name, method in question.methods.items()
        if method.most is None or question.size.of(**params) <= method.most
    ]
    return pd.concat(parts, ignore_index=True)
