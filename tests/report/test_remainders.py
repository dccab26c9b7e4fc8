"""Answers that leave something out: stored, read, summed up, shown, and compared rightly."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import isnan

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sweepstake
from computing import run
from sweepstake.config import spec
from sweepstake.core.distribution import Distribution
from sweepstake.puzzle import Column, Method, Published, Question, register
from sweepstake.puzzle.answer import check
from sweepstake.quantity.quantity import likelihoods, means
from sweepstake.report.check.checks import checks
from sweepstake.report.defaults import plot as default_table
from sweepstake.report.page.items import Parts
from sweepstake.store.parquet import schema
from sweepstake.store.points import points, whole

WAITS = '''"""Rolls of a die until a one."""
from fractions import Fraction
from sweepstake.core.distribution import Distribution
from sweepstake.core.stream import generator
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question


def listed(sides, most):
    counts = {n: (sides - 1) ** (n - 1) * sides ** (most - n) for n in range(1, most + 1)}
    return Distribution(counts, sides**most, (sides - 1) ** most, (Fraction(sides),))


def simulate(stream, trials, sides):
    n = generator(stream).geometric(1 / sides, trials)
    return {int(value): int((n == value).sum()) for value in set(n.tolist())}


QUESTION = Question(
    "waits",
    "How many rolls until a one?",
    (Parameter("sides", "sides", 2, 100),),
    (Column("n", "int", "rolls"),),
    {
        "long": Method(lambda sides: listed(sides, 400), "exact", leaves_out=True),
        "short": Method(lambda sides: listed(sides, 9), "exact", leaves_out=True),
        "alone": Method(lambda sides: listed(sides, 0), "exact", leaves_out=True),
        "simulate": Method(simulate, "sampled"),
    },
)
PUZZLE = Puzzle("waits", (QUESTION,))
'''
METHODS = {"long": None, "short": None, "alone": None, "simulate": {"trials": 20_000}}


@pytest.fixture(scope="module")
def waits(tmp_path_factory, unregistered_after_module):
    """The question, loaded from a file."""
    file = tmp_path_factory.mktemp("waits") / "waits.py"
    file.write_text(WAITS)
    [puzzle] = register.load([str(file)])
    return puzzle.questions[0]


def swept(results, sides=(2, 4), methods=METHODS):
    """Compute a sweep of the question; the bytes of its table."""
    blocks = [{"grid": {"sides": [*sides]}, "methods": methods}]
    config = {"sweeps": {"w": {"question": "waits", "points": blocks}}}
    run(spec.sweep(config, "w"), results)
    return (results / "data" / "w.parquet").read_bytes()


def failing(question, parts):
    """What is compared, and fails, of frames."""
    frame = pd.concat(parts, ignore_index=True)
    table = pa.Table.from_pandas(frame, schema(question), preserve_index=False)
    every = [*checks(whole(question, table))]
    assert every
    return {(c.parameters, c.methods, c.compared) for c in every if c.verdict == "fails"}


@pytest.fixture(scope="module")
def right(waits):
    """The answers by each method, at each number of sides."""
    asked = [(m, n, (how or {}).get("trials")) for m, how in METHODS.items() for n in (2, 3, 4)]
    return {(m, n): sweepstake.answer("waits", method=m, sides=n, trials=t) for m, n, t in asked}


def test_a_table_keeps_its_columns_and_its_bytes(waits, tmp_path):
    one = swept(tmp_path / "one")
    assert swept(tmp_path / "two") == one
    table = pq.read_table(tmp_path / "one" / "data" / "w.parquet")
    assert table.column_names == schema(waits).names


def test_remainders_and_means_stand_on_every_row_of_an_answer(waits, tmp_path):
    swept(tmp_path)
    for frame in (sweepstake.load("w", tmp_path), pd.read_parquet(tmp_path / "data" / "w.parquet")):
        assert not frame.attrs
        assert {*frame["question"]} == {"waits"}
        answers = frame[frame["sides"] == 4].groupby("method")
        left_out = {name: {*rows["left_out"]} for name, rows in answers}
        assert left_out["short"] == {str(Fraction(3, 4) ** 9)}
        assert left_out["alone"] == {"1"}
        assert all(map(pd.isna, left_out["simulate"]))
        for name in ("long", "short", "alone"):
            assert {*answers.get_group(name)["mean_n"]} == {"4"}
        assert answers.get_group("simulate")["mean_n"].isna().all()


def test_an_answer_without_outcomes_is_one_row_without_a_probability(waits, tmp_path):
    swept(tmp_path)
    frame = sweepstake.load("w", tmp_path)
    missing = frame[frame["probability"].isna()]
    assert [*zip(missing["sides"], missing["method"], strict=True)] == [(2, "alone"), (4, "alone")]
    assert missing["n"].isna().all()


def test_frames_of_several_questions_may_be_joined(waits, tmp_path):
    swept(tmp_path)
    both = pd.concat([sweepstake.load("w", tmp_path), sweepstake.answer("coins_moves", coins=2)])
    of_waits = both[both["question"] == "waits"]
    assert sweepstake.summary(of_waits, wide=True)["mean_n"].notna().all()
    with pytest.raises(ValueError, match="allowed: one question"):
        sweepstake.summary(both)


def test_remainders_and_means_are_summed_up(waits, tmp_path):
    swept(tmp_path)
    frame = sweepstake.load("w", tmp_path)
    summed = sweepstake.summary(frame, wide=True).set_index(["sides", "method"])
    assert len(summed) == 8
    for method in ("long", "short", "alone"):
        assert summed.loc[(4, method), "mean_n"] == 4
    assert summed.loc[(4, "short"), "mean_n_exact"] == "4"
    assert summed.loc[(4, "long"), "sd_n"] == pytest.approx(12**0.5)
    assert summed.loc[[(4, "short"), (4, "alone")], "sd_n"].isna().all()
    assert summed.loc[(4, "long"), "median_n"] == 3
    assert summed["least_n"].notna().sum() == 2  # of samples
    some = sweepstake.summary(frame[frame["sides"] == 4])
    assert {*some["sides"]} == {4}


def test_the_default_table_has_the_means_of_answers_without_a_row(waits, tmp_path):
    swept(tmp_path, methods={"alone": None})
    table = default_table.table(waits)
    [part] = Parts(table, {"waits": ["w"]}, tmp_path)
    rows = table.make(part)
    assert rows["mean n"].tolist() == [2, 4]
    assert rows["left out"].tolist() == [1, 1]


def test_a_page_has_the_means_that_come_with_answers(waits, right):
    frame = pd.concat([right[method, 4] for method in ("long", "short", "alone")])
    frame = frame.reset_index(drop=True)
    by_method = {value.method: value for value in means(waits, frame, waits.outcomes[0])}
    assert {(value.value, value.exact) for value in by_method.values()} == {(4.0, "4")}
    one = {v.method: v for v in likelihoods(waits, frame, waits.outcomes[0], 1)}
    assert one["long"].value == 0.25


def test_an_incomplete_answer_without_a_mean_has_none(waits, right):
    frame = pd.DataFrame(right["short", 4]).assign(left_out=None, mean_n=None)
    [value] = means(waits, frame, waits.outcomes[0])
    assert isnan(value.value)
    assert value.exact == ""
    mean = sweepstake.summary(frame).set_index("quantity").loc["mean:n"]
    assert isnan(mean["value"])
    assert mean["exact"] is None


def test_checks_read_the_remainders_and_means_of_a_sweep(waits, tmp_path):
    swept(tmp_path)
    every = [c for part in points(waits, ["w"], tmp_path) for c in checks(part)]
    assert {c.verdict for c in every} == {"agrees", "for comparison"}
    names = {(c.methods, c.compared) for c in every if c.parameters == "sides=4"}
    assert ("long, short", "every probability that both list") in names
    assert ("long, alone", "mean of n") in names
    assert ("alone", "probabilities sum to 1") in names
    assert ("long, simulate", "mean of n, standard errors") in names
    assert not any("alone" in methods and "every" in compared for methods, compared in names)


def without(frame, n):
    return frame[frame["n"] != n]


def other(frame, n, exact):
    frame = frame.copy()
    frame.loc[frame["n"] == n, "exact"] = exact
    return frame


MORE = str(Fraction(512, 19683) + Fraction(1, 3))
MEAN, SUM, BOTH = "mean of n", "probabilities sum to 1", "every probability that both list"
ERRORS = {
    "a mean": ("long", lambda f: f.assign(mean_n="4"), MEAN),
    "a mean alone": ("alone", lambda f: f.assign(mean_n="3001/1000"), MEAN),
    "a mean, by a sample": ("long", lambda f: f.assign(mean_n="4"), f"{MEAN}, standard errors"),
    "a rest": ("short", lambda f: f.assign(left_out="513/19683"), SUM),
    "a rest of 1": ("alone", lambda f: f.assign(left_out="99/100"), SUM),
    "an outcome lost": ("short", lambda f: without(f, 9), SUM),
    "one more likely": ("short", lambda f: other(f, 9, "257/19683"), BOTH),
    "an outcome lost, and its mass left out": (
        "short", lambda f: without(f, 1).assign(left_out=MORE), "",
    ),
    "a likely outcome more": (
        "short", lambda f: pd.concat([f, f.head(1).assign(n=500, exact="1/3")]), BOTH,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("method", "plant", "compared"), ERRORS.values(), ids=ERRORS)
def test_an_error_fails_at_its_point_and_nowhere_else(waits, right, method, plant, compared):
    assert failing(waits, right.values()) == set()
    changed = plant(pd.DataFrame(right[method, 3]))
    failed = failing(waits, (right | {(method, 3): changed}).values())
    assert {parameters for parameters, _, _ in failed} == ({"sides=3"} if compared else set())
    assert not compared or compared in {name for _, _, name in failed}


@pytest.mark.parametrize(
    ("seen", "fails"),
    [([9], False), ([500, 501], False), ([8, 8, 8], False), ([500] * 2_000, True)],
)
def test_a_sample_may_meet_what_is_not_listed_as_often_as_that_is_likely(waits, right, seen, fails):
    short = right["short", 3]  # leaves out a fortieth
    sample = right["simulate", 3].copy()
    common = sample["n"].idxmin()
    for n, times in Counter(seen).items():
        sample.loc[common, "count"] -= times
        if (sample["n"] == n).any():
            sample.loc[sample["n"] == n, "count"] += times
        else:
            row = sample.loc[[common]].assign(n=n, count=times)
            sample = pd.concat([sample, row], ignore_index=True)
    sample["probability"] = (sample["count"] / 20_000).astype(float)
    failed = failing(waits, [short, sample.sort_values("n")])
    assert bool([c for _, _, c in failed if c.startswith(("each", "chi"))]) == fails


@pytest.mark.parametrize(
    ("value", "method", "verdict"),
    [("4.0000", "short", "agrees"), ("4", "alone", "agrees"), ("8/2", "long", "agrees"),
     ("4.02", "alone", "fails"), ("5", "long", "fails"), ("4.0", "simulate", "agrees"),
     ("5.1", "simulate", "fails")],
)  # fmt: skip
def test_a_published_mean_is_met_as_printed(waits, right, value, method, verdict):
    question = replace(waits, published=(Published({"sides": 4}, mean=value, method=method),))
    failed = failing(question, [right[name, 4] for name in METHODS])
    fails = "published mean" + ", standard errors" * (method == "simulate")
    assert {c for _, _, c in failed} == ({fails} if verdict == "fails" else set())


def test_a_published_mean_is_of_a_column_of_numbers(waits):
    with pytest.raises(ValueError, match="a mean is of 'won'; allowed: n"):
        replace(waits, published=(Published({"sides": 4}, "won", mean="1"),))
    with pytest.raises(ValueError, match="give one"):
        Published({"sides": 4}, 3)
    with pytest.raises(ValueError, match="give one"):
        Published({"sides": 4}, 3, "1/2", mean="1")


def test_an_answer_is_shown_with_what_it_leaves_out(waits, said):
    words = ("answer", "waits", "sides=4", "--method")
    printed = said(*words, "short")
    assert "\nN 4 on average   exact\n    quantiles unknown, no greatest value\n" in printed
    assert "\nleft out: 7.5%\n" in printed
    assert "\nN 4 on average   exact\nleft out: all outcomes\n" in said(*words, "alone")
    rows = json.loads(said(*words, "short", "--format", "json"))
    assert sum(Fraction(row["exact"]) for row in rows) + Fraction(rows[0]["left_out"]) == 1
    assert {row["mean_n"] for row in rows} == {"4"}
    [row] = json.loads(said(*words, "alone", "--format", "json"))
    assert (row["left_out"], row["mean_n"], row["n"], row["probability"]) == ("1", "4", None, None)


ASKED = Question("q", "Q?", (), (Column("n", "int", "n"), Column("won", "bool", "won")), {})
REFUSED = {
    "sum": (Distribution({(1, True): 1}, 3, 1), "and the rest sum to 2/3; allowed: 1"),
    "below 0": (Distribution({(1, True): 4}, 3, -1), "the rest is -1"),
    "float": (Distribution({(1, True): 1}, 2, 1.0), "the rest is 1.0"),
    "nothing": (Distribution({}, 1, 0), "no outcome"),
    "means": (Distribution({(1, True): 1}, 2, 1, (Fraction(1),)), "1 means are in the answer"),
    "a float mean": (Distribution({(1, True): 1}, 2, 1, (1.5, None)), "the mean of n is 1.5"),
    "of a truth value": (Distribution({(1, True): 1}, 2, 1, (1, 1)), "it is no number"),
}


@pytest.mark.parametrize(("answer", "says"), REFUSED.values(), ids=REFUSED)
def test_an_answer_that_does_not_add_up_is_refused(answer, says):
    with pytest.raises(ValueError, match=says):
        check(ASKED, Method(dict, "exact", leaves_out=True), answer, None)


def test_a_method_declares_that_it_leaves_something_out():
    answer = Distribution({(1, True): 1}, 2, 1, (2**70, None))
    check(ASKED, Method(dict, "exact", leaves_out=True), answer, None)
    with pytest.raises(ValueError, match="declare leaves_out=True"):
        check(ASKED, Method(dict, "exact"), answer, None)
    with pytest.raises(ValueError, match="allowed: kind exact"):
        Method(dict, "float", leaves_out=True)
