"""How many answers another method confirms, and how strongly."""

from dataclasses import replace

import pandas as pd
import pytest

from stored import points_of
from sweepstake.puzzle import register
from sweepstake.report.comparisons import comparisons
from sweepstake.report.coverage import COLUMNS, FIRST, Coverage, in_words

QUESTION = register.question("war_sweep")


def certain(probability, exact=None, count=None, trials=None):
    return {"probability": probability, "exact": exact, "count": count, "trials": trials}


HALF = {False: certain(0.5, "1/2"), True: certain(0.5, "1/2")}
THIRD = {False: certain(2 / 3, "2/3"), True: certain(1 / 3, "1/3")}
PLAYED = {False: certain(0.51, count=51, trials=100), True: certain(0.49, count=49, trials=100)}
NEARLY = {False: certain(0.4), True: certain(0.6)}


def covered(*answers):
    rows = [
        {"ranks": ranks, "suits": suits, "method": method, "swept": swept, **measures}
        for (ranks, suits), methods in answers
        for method, outcomes in methods.items()
        for swept, measures in outcomes.items()
    ]
    others = dict.fromkeys(("log10_probability", "standard_error", "low", "high"))
    points = points_of(pd.DataFrame(rows).assign(**others), QUESTION)
    coverage = Coverage()
    coverage.add(points, [*comparisons(points)])
    return coverage.table()


def row(*answers):
    [row] = covered(*answers).to_dict("records")
    return {name: count for name, count in row.items() if count and name != "question"}


def test_a_sample_that_meets_too_little_confirms_nothing_but_is_confirmed():
    rare = {False: certain(1 - 1e-4, "9999/10000"), True: certain(1e-4, "1/10000")}
    none = {False: certain(1.0, count=49_000, trials=49_000)}
    few = {
        False: certain(1 - 1e-4, count=59_994, trials=60_000),
        True: certain(1e-4, count=6, trials=60_000),
    }
    assert row(((2, 1), {"exact": rare, "simulate": none})) == {
        "answers": 1, "nothing": 1, FIRST: "ranks=2 suits=1 exact",
    }  # fmt: skip
    assert row(((2, 1), {"exact": rare, "simulate": few}))["confirmed"] == 1


def test_a_sample_of_what_is_certain_confirms_it():
    sure = {False: certain(1.0, "1")}
    met = {False: certain(1.0, count=100, trials=100)}
    assert row(((2, 1), {"exact": sure, "simulate": met}))["confirmed"] == 1


def test_the_strongest_confirmation_counts():
    assert row(((2, 1), {"exact": HALF, "formula": HALF, "simulate": PLAYED})) == {
        "answers": 1, "confirmed": 1, "another exact answer, equal": 1,
    }  # fmt: skip


def test_a_sum_confirms_nothing_and_neither_does_an_approximation():
    assert row(((2, 1), {"exact": HALF}), ((4, 1), {"exact": HALF, "independent": NEARLY})) == {
        "answers": 2, "nothing": 2, FIRST: "ranks=2 suits=1 exact",
    }  # fmt: skip


def test_an_approximation_alone_needs_no_confirmation():
    assert row(((4, 1), {"independent": NEARLY})) == {"answers": 1, "an approximation": 1}


def test_methods_that_disagree_confirm_nothing():
    assert row(((2, 1), {"exact": HALF, "formula": THIRD}))["nothing"] == 1


def test_a_run_says_its_coverage_in_one_line():
    table = covered(((2, 1), {"exact": HALF, "formula": HALF}), ((4, 1), {"exact": HALF}))
    assert [*table.columns] == [*COLUMNS, FIRST]
    assert in_words(table, "made/coverage.csv") == (
        "1 of 2 answers are confirmed by another method; not confirmed: war_sweep 1 "
        "(made/coverage.csv)"
    )
    assert in_words(covered(((2, 1), {"exact": HALF, "formula": HALF})), "its.csv") == (
        "1 of 1 answers are confirmed by another method"
    )


OTHER = {"exact": HALF, "simulate": PLAYED}


@pytest.mark.parametrize(
    ("derived", "answers", "confirmed"),
    [
        (("exact", "simulate"), OTHER, 0),
        (("exact",), OTHER, 1),
        (("simulate",), OTHER, 1),
        (("exact", "simulate"), OTHER | {"formula": HALF}, 1),  # by the letter of the rules
    ],
)
def test_two_methods_of_the_same_rules_confirm_nothing(monkeypatch, derived, answers, confirmed):
    methods = {
        name: replace(method, rules="war" if name in derived else "")
        for name, method in QUESTION.methods.items()
    }
    monkeypatch.setattr(f"{__name__}.QUESTION", replace(QUESTION, methods=methods))
    assert row(((2, 2), answers)).get("confirmed", 0) == confirmed
