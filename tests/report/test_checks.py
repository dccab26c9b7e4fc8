from dataclasses import replace

import pandas as pd
import pytest

import sweepstake
from sweepstake import puzzles
from sweepstake.core.question import Published
from sweepstake.report.checks import as_frame, checks

QUESTION = puzzles.question("war_sweep")
DECK = {"ranks": 2, "suits": 2}


def frame(trials=20_000):
    return pd.concat(
        [
            sweepstake.answer("war_sweep", method=method, **DECK)
            for method in ("brute", "exact", "formula", "independent")
        ]
        + [sweepstake.answer("war_sweep", method="simulate", trials=trials, **DECK)],
        ignore_index=True,
    )


def verdicts(rows, question=QUESTION):
    made = as_frame(list(checks(question, rows)))
    return made.groupby(["methods", "compared"])["verdict"].first().to_dict()


def test_each_method_is_held_against_the_first_exact_one():
    assert verdicts(frame()) == {
        **{
            (method, "probabilities sum to 1"): "agrees"
            for method in ("brute", "exact", "formula", "independent", "simulate")
        },
        ("brute", "published value"): "agrees",
        ("brute, exact", "every probability"): "agrees",
        ("brute, formula", "every probability"): "agrees",
        ("brute, independent", "every probability, relatively"): "for comparison",
        ("brute, simulate", "each outcome, standard errors"): "agrees",
    }


def changed(rows, method, column, change):
    rows = rows.copy()
    rows[column] = [
        change(value) if row_method == method else value
        for value, row_method in zip(rows[column], rows["method"], strict=True)
    ]
    return rows


def test_a_rational_off_by_a_hair_fails():
    off = changed(
        frame(), "exact", "exact", {"5/6": "833333333333/1000000000000", "1/6": "1/6"}.get
    )
    assert verdicts(off)["brute, exact", "every probability"] == "fails"
    assert verdicts(off)["exact", "probabilities sum to 1"] == "fails"


@pytest.mark.parametrize(("off", "verdict"), [(0, "agrees"), (4, "agrees"), (6, "fails")])
def test_a_sample_fails_beyond_five_standard_errors(off, verdict):
    trials, p = 60_000, 1 / 6
    wins = round(trials * p + off * (trials * p * (1 - p)) ** 0.5)
    rows = frame(trials)
    rows.loc[(rows["method"] == "simulate") & rows["swept"], "count"] = wins
    rows.loc[(rows["method"] == "simulate") & ~rows["swept"], "count"] = trials - wins
    assert verdicts(rows)["brute, simulate", "each outcome, standard errors"] == verdict


def test_an_outcome_that_cannot_be_fails():
    question = puzzles.question("war_rush")
    params = {"ranks": 2, "suits": 1, "down": 0}
    rows = pd.concat(
        [
            sweepstake.answer("war_rush", method="exact", **params),
            sweepstake.answer("war_rush", method="simulate", trials=1000, **params),
        ],
        ignore_index=True,
    )
    impossible = rows[rows["method"] == "simulate"].iloc[[0]].assign(ending="tie-9", count=1)
    found = verdicts(pd.concat([rows, impossible], ignore_index=True), question)
    assert found["exact, simulate", "each outcome, standard errors"] == "fails"


@pytest.mark.parametrize(
    ("value", "verdict"),
    [("1/6", "agrees"), ("0.16667", "agrees"), ("0.16668", "fails"), ("1/7", "fails")],
)
def test_a_published_value_is_met_as_printed(value, verdict):
    question = replace(QUESTION, published=(Published(DECK, True, value),))
    assert verdicts(frame(), question)["exact", "published value"] == verdict


def test_many_outcomes_are_judged_as_one():
    question = puzzles.question("war_length")
    if "chain" not in question.methods:
        pytest.skip("no chain yet")
    params = {"ranks": 3, "suits": 2, "down": 3}
    rows = pd.concat(
        [
            sweepstake.answer("war_length", method="chain", **params),
            sweepstake.answer("war_length", method="simulate", trials=50_000, **params),
        ],
        ignore_index=True,
    )
    name = "chain, simulate", "chi-square of all outcomes, standard errors"
    assert verdicts(rows, question)[name] == "agrees"
    longer = rows.copy()
    sampled = longer["method"] == "simulate"
    longer.loc[sampled, "plays"] = longer.loc[sampled, "plays"] + 1
    assert verdicts(longer, question)[name] == "fails"


def test_floats_are_compared_where_probabilities_underflow():
    question = puzzles.question("guess_win")
    rows = pd.concat(
        [sweepstake.answer("guess_win", method=m, cards=2_500) for m in ("exact", "float")],
        ignore_index=True,
    )
    assert (rows.query("won")["probability"] == 0).all()
    name = "exact, float", "every probability, relatively"
    assert verdicts(rows, question)[name] == "agrees"
    off = changed(rows, "float", "log10_probability", lambda value: value + 1e-8)
    assert verdicts(off, question)[name] == "fails"
