"""How many answers another method confirms, and how strongly."""

from dataclasses import replace

import pandas as pd
import pytest

from stored import points_of
from sweepstake.puzzle import register
from sweepstake.report.check.checks import comparisons
from sweepstake.report.check.coverage import (
    FIRST,
    HEADER,
    POWER,
    WEAK_ANSWERS,
    WEAKEST,
    Coverage,
    in_words,
)

QUESTION = register.question("toy_won")


def certain(probability, exact=None, count=None, trials=None):
    return {"probability": probability, "exact": exact, "count": count, "trials": trials}


def of(won, trials):
    """A sample in which so many trials have won."""
    counts = {False: trials - won, True: won}
    return {s: certain(n / trials, count=n, trials=trials) for s, n in counts.items() if n}


HALF = {False: certain(0.5, "1/2"), True: certain(0.5, "1/2")}
THIRD = {False: certain(2 / 3, "2/3"), True: certain(1 / 3, "1/3")}
RARE = {False: certain(1 - 1e-4, "9999/10000"), True: certain(1e-4, "1/10000")}
SURE = {False: certain(1.0, "1")}
PLAYED = of(49, trials=100)
SAMPLE = "a sample, within its error"
NEARLY = {False: certain(0.4), True: certain(0.6)}


def covered(*answers):
    rows = [
        {"coins": coins, "sides": sides, "method": method, "won": swept, **measures}
        for (coins, sides), methods in answers
        for method, outcomes in methods.items()
        for swept, measures in outcomes.items()
    ]
    others = dict.fromkeys(("log10_probability", "standard_error", "low", "high", "left_out"))
    points = points_of(pd.DataFrame(rows).assign(**others), QUESTION)
    coverage = Coverage()
    coverage.add(points, [*comparisons(points)])
    return coverage.table()


def row(*answers):
    [row] = covered(*answers).to_dict("records")
    of_power = ("question", POWER, WEAK_ANSWERS, WEAKEST)
    return {name: count for name, count in row.items() if count and name not in of_power}


@pytest.mark.parametrize(
    ("methods", "count"),
    [
        ({"exact": HALF, "formula": HALF, "simulate": PLAYED}, "another exact answer, equal"),
        ({"exact": HALF, "simulate": PLAYED}, SAMPLE),
        ({"exact": SURE, "simulate": of(0, trials=100)}, SAMPLE),
        ({"exact": RARE, "simulate": of(6, trials=60_000)}, SAMPLE),
        ({"exact": RARE, "simulate": of(0, trials=49_000)}, "nothing"),  # it meets too little
        ({"exact": HALF}, "nothing"),  # only a sum
        ({"exact": HALF, "nearly": NEARLY}, "nothing"),
        ({"exact": HALF, "formula": HALF, "nearly": NEARLY}, "another exact answer, equal"),
        ({"nearly": NEARLY}, "an approximation"),  # which needs no confirmation
        ({"exact": HALF, "formula": THIRD}, "nothing"),
        ({"exact": HALF, "formula": THIRD, "simulate": PLAYED}, "nothing"),  # which is right?
    ],
)
def test_an_answer_is_counted_by_the_strongest_method_that_confirms_it(methods, count):
    others = {"nothing": {FIRST: "coins=2 sides=1 exact"}, "an approximation": {}}
    counts = {"answers": 1, count: 1} | others.get(count, {"confirmed": 1})
    assert row(((2, 1), methods)) == counts


def test_a_run_says_its_coverage_in_one_line():
    some = [((coins, 1), {"exact": HALF}) for coins in (4, 6)]
    table = covered(((2, 1), {"exact": HALF, "formula": HALF}), *some)
    assert [*table.columns] == HEADER
    assert table[FIRST].tolist() == ["coins=4 sides=1 exact"]
    line = in_words(table, "made/coverage.csv")
    assert line.startswith("1 of 3 answers are confirmed")
    assert line.endswith("toy_won 2 (made/coverage.csv)")
    whole = in_words(covered(((2, 1), {"exact": HALF, "formula": HALF})), "its.csv")
    assert whole.startswith("1 of 1 answers are confirmed")
    assert "its.csv" not in whole


def test_a_weaker_confirmation_does_not_replace_a_stronger_one(monkeypatch):
    formula = replace(QUESTION.methods["formula"], kind="float")
    question = replace(QUESTION, methods={**QUESTION.methods, "formula": formula})
    monkeypatch.setattr(f"{__name__}.QUESTION", question)
    counts = row(((2, 2), {"exact": HALF, "formula": HALF, "simulate": PLAYED}))
    assert counts == {"answers": 1, "confirmed": 1, "another answer, within rounding": 1}


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
