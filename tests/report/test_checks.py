from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import answers
import sweepstake
from planted import DRAWN, changed
from running import ROOT, python
from stored import write
from sweepstake.puzzle import register
from sweepstake.report.check import checks as record
from sweepstake.report.check.checks import SCHEMA, Check, checks
from sweepstake.store import parquet
from sweepstake.store.parquet import schema
from sweepstake.store.points import points

QUESTION = register.question("toy_won")


def frame(trials=20_000):
    return answered(trials).copy()


@cache
def answered(trials):
    methods = ("brute", "exact", "formula", "nearly", "simulate")
    return answers.frame("toy_won", *((m, 2, 2) for m in methods), trials=trials)


@pytest.fixture
def checked(tmp_path):
    """The checks of sweeps, each given as the rows that it has."""

    def run(*sweeps, question=QUESTION):
        for number, rows in enumerate(sweeps):
            write(rows, question, tmp_path, f"s{number}")
        names = [f"s{number}" for number in range(len(sweeps))]
        return [c for part in points(question, names, tmp_path) for c in checks(part)]

    return run


@pytest.fixture
def verdicts(checked):
    def run(rows, question=QUESTION):
        return {(c.methods, c.compared): c.verdict for c in checked(rows, question=question)}

    return run


def test_each_method_is_held_against_the_first_exact_one(verdicts):
    methods = ("brute", "exact", "formula", "nearly", "simulate")
    assert verdicts(frame()) == {
        **{(method, "probabilities sum to 1"): "agrees" for method in methods},
        ("brute", "published value"): "agrees",
        ("brute, exact", "every probability"): "agrees",
        ("brute, formula", "every probability"): "agrees",
        ("brute, nearly", "every probability, relatively"): "for comparison",
        ("brute, simulate", "each outcome, standard errors"): "agrees",
    }


def test_a_check_that_fails_names_the_outcome_furthest_apart_and_both_numbers(checked):
    rows = frame()
    off = changed(rows, rows["method"] == "exact", "exact", {"7/8": "7/8", "1/8": "1/5"}.get)
    failed = {(c.methods, c.compared): c.furthest for c in checked(off) if c.verdict == "fails"}
    assert ("exact", "probabilities sum to 1") in failed
    pairs = {furthest for (methods, _), furthest in failed.items() if ", " in methods}
    assert pairs == {"won=True: 0.125 and 0.2"}
    assert {c.furthest for c in checked(frame())} == {""}


@pytest.mark.parametrize(("off", "verdict"), [(0, "agrees"), (4, "agrees"), (6, "fails")])
def test_a_sample_fails_beyond_five_standard_errors(off, verdict, verdicts):
    trials, p = 60_000, 1 / 8
    wins = round(trials * p + off * (trials * p * (1 - p)) ** 0.5)
    rows = frame(trials)
    rows.loc[(rows["method"] == "simulate") & rows["won"], "count"] = wins
    rows.loc[(rows["method"] == "simulate") & ~rows["won"], "count"] = trials - wins
    assert verdicts(rows)["brute, simulate", "each outcome, standard errors"] == verdict


def test_right_samples_of_many_rare_outcomes_agree_whichever_of_them_each_has_met(checked):
    """They are the only two methods, so nothing else puts the outcomes in order."""
    differences = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        parts = []
        for method, trials in (("one", 2_000), ("other", 20_000)):
            drawn = (10 * rng.pareto(0.7, trials)).astype(int)
            values, counts = np.unique(drawn, return_counts=True)
            columns = {"n": 1, "method": method, "value": values, "probability": counts / trials}
            parts.append(pd.DataFrame({**columns, "count": counts, "trials": trials}))
        rows = pd.concat(parts).reindex(columns=schema(DRAWN).names)
        found = checked(rows, question=DRAWN)
        differences += [c.difference for c in found if "two samples" in c.compared]
    assert max(differences) < 4  # of 20 normal deviates, one is above that in a thousand
    assert min(differences) < 1


def test_floats_are_compared_where_probabilities_underflow(verdicts):
    question, methods = register.question("guess_win"), ("float", "forward_float")
    answers = [sweepstake.answer("guess_win", method=m, cards=2_500) for m in methods]
    rows = pd.concat(answers, ignore_index=True)
    assert (rows.query("won")["probability"] == 0).all()
    name = "float, forward_float", "every probability, relatively"
    assert verdicts(rows, question)[name] == "agrees"
    forward = rows["method"] == "forward_float"
    for much in (1e-8, 400.0):
        off = rows.copy()
        off.loc[forward, "log10_probability"] += much
        assert verdicts(off, question)[name] == "fails"


def test_exact_answers_too_small_for_floats_are_told_apart(verdicts):
    question = register.question("guess_win")
    won = sweepstake.answer("guess_win", method="exact", cards=3).assign(
        probability=[1.0, 0.0], exact=[f"{10**400 - 1}/{10**400}", f"1/{10**400}"]
    )
    brute = won.assign(method="brute", exact=[f"{10**400 - 2}/{10**400}", f"2/{10**400}"])
    judged = verdicts(pd.concat([won, brute]), question)
    assert judged["brute, exact", "every probability"] == "fails"


HELD = """
import sys, tracemalloc
from pathlib import Path
import pyarrow as pa
sys.path.append(sys.argv[2])
from stored import QUESTION, write_decks
from sweepstake.report.check.checks import table
from sweepstake.report.check.checks import comparisons
from sweepstake.store import points as sets

sets.PART = 5_000  # of a part

def check(decks):
    write_decks(decks, Path(sys.argv[1]), "s")
    tracemalloc.start()
    before = pa.total_allocated_bytes()
    count = most = 0
    for part in sets.points(QUESTION, ["s"], Path(sys.argv[1])):
        count += len(table(part, [*comparisons(part)]))
        most = max(most, pa.total_allocated_bytes() - before)
    print(decks, count, most + tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()

check(100)
check(1_000)
check(4_000)
"""


def test_checking_more_points_takes_no_more_memory(tmp_path):
    ran = python("-c", HELD, tmp_path, ROOT / "tests")  # alone: no other thread is counted
    _, (few, some, least), (many, more, most) = (
        map(int, line.split()) for line in ran.stdout.splitlines()
    )
    assert (some, more) == (5 * few, 5 * many)
    assert most < 2 * least  # of four times the points; what Arrow reads ahead varies


@pytest.mark.parametrize("known", [True, False])
def test_what_only_one_of_two_methods_has_is_no_agreement_however_small(verdicts, known):
    question = register.question("toy_rolls")
    params = {"coins": 8, "sides": 2, "wait": 0}
    chain, again = (sweepstake.answer("toy_rolls", method=m, **params) for m in ("chain", "again"))
    name = "chain, again", "every probability, relatively"
    assert verdicts(pd.concat([chain, again]), question)[name] == "agrees"
    last = again["rolls"] == again["rolls"].max()
    assert again[last]["probability"].max() < 1e-9
    pair = (chain[~last], again) if known else (chain, again[~last])
    assert verdicts(pd.concat(pair), question)[name] == "fails"


def test_of_very_many_checks_some_are_listed_and_all_are_counted(tmp_path, monkeypatch):
    alike = [
        Check("q", f"n={n}", "a, b", "each", d, 5.0, "agrees", "sample")
        for n, d in ((1, 1.0), (2, 3.0), (3, 3.0))
    ]
    fails = [
        Check("q", f"n={n}", "a, b", "each", n, 5.0, "fails", "sample", "x=1") for n in (7.0, 8.0)
    ]
    weak = Check("q", "n=4", "a, c", "each", 0.5, None, "for comparison", "bound")
    every = tmp_path / "checks.parquet"
    rows = [alike[0], fails[0], alike[1], weak, alike[2], fails[1]]
    parquet.write(pa.Table.from_pylist([row._asdict() for row in rows], SCHEMA), every, tmp_path)
    monkeypatch.setattr(record, "BATCH", 2)
    kinds = record.counts(every)
    assert [*record.rows(every, kinds)] == rows
    monkeypatch.setattr(record, "ALL", 1)
    says = "{}; the largest difference is at n={}"
    assert [*record.rows(every, kinds)] == [
        fails[0],
        weak,
        alike[1]._replace(parameters=says.format("3 checks", 2)),
        fails[1]._replace(parameters=says.format("2 checks", 8.0), furthest=""),
        weak._replace(parameters=says.format("1 check", 4)),
    ]
