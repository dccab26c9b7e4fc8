"""What methods of a stranger's puzzle may return, and what is then said of it."""

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import sweepstake
from answers import frame
from computing import config, run, sweep
from running import some
from stored import points_of
from sweepstake import cli, testing
from sweepstake.core.distribution import Distribution
from sweepstake.errors import SweepstakeError
from sweepstake.puzzle import (
    Column,
    Finding,
    Method,
    Parameter,
    Published,
    Puzzle,
    Question,
    Series,
    Table,
    register,
)
from sweepstake.puzzle.answer import Computed
from sweepstake.report.check.checks import checks
from sweepstake.report.defaults import plot
from sweepstake.report.defaults import plot as table
from sweepstake.snakemake import steps
from sweepstake.store import rows
from sweepstake.testing import promises, tried
from sweepstake.upkeep import adopt

pytestmark = pytest.mark.usefixtures("unregistered")

PUZZLE = """
from fractions import Fraction as F

from sweepstake.core.stream import generator
from sweepstake.core.weighted import Weighted, sums
from sweepstake.puzzle import *

BODY

PUZZLE = Puzzle("odd", (
    Question(
        name="odd_won", text="What comes?", parameters=(PARAMETERS), outcomes=(OUTCOMES,),
        methods={METHODS}, published=(PUBLISHED), listing=LISTING,
    ),
))
"""
N = 'Parameter("n", "n", 1, 9, 2),'
BOOL, INT = 'Column("won", "bool", "won")', 'Column("x", "int", "x")'
TEXT, TEXT_Y = 'Column("x", "string", "x")', 'Column("y", "string", "y")'
SHARE = 'Column("x", "rational", "x")'
E, S, R = (f'"{kind[0]}": Method({kind[0]}, "{kind}")' for kind in ("exact", "sampled", "rare"))
HALVES = "{True: F(1, 2), False: F(1, 2)}"


@pytest.fixture
def odd(loaded):
    """`odd(outcomes, body)` loads a puzzle whose question is odd_won.

    The body has the functions e, s or r of its methods; or an answer is what `e` returns.
    """

    def load(outcomes, body="", methods=E, published="", parameters=N, listing=False, answer=""):
        body += f"\ndef e(n): return {answer}" * bool(answer)
        parts = {"BODY": body, "PARAMETERS": parameters, "OUTCOMES": outcomes}
        parts |= {"METHODS": methods, "PUBLISHED": published, "LISTING": str(listing)}
        loaded(PUZZLE, *parts.items(), name="odd")

    return load


def compared(*methods, trials=20_000):
    """The checks of odd_won by these methods."""
    rows = frame("odd_won", *((name,) for name in methods), trials=trials)
    return [*checks(points_of(rows, register.question("odd_won")))]


def of_default_table():
    """The only row of the default table of odd_won."""
    made = table.table(register.question("odd_won"))
    [row] = made.make({"odd_won": sweepstake.answer("odd_won")}).to_dict("records")
    return row


WAITING = """
import numpy as np

def s(stream, trials, n):
    when = generator(stream).integers(1, 11, trials)
    met = generator(stream).random(trials) < 0.05
    return {None: int((~met).sum()), **{k: int((met & (when == k)).sum()) for k in range(1, 11)}}


def r(stream, trials, n):
    draws = generator(stream)
    weights, when = draws.exponential(0.1, trials), draws.integers(1, 11, trials)
    its = {k: sums(np.where(when == k, weights, 0.0)) for k in range(1, 11)}
    return Weighted({None: sums(1 - weights), **its}, trials)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "seeds", "least"),
    some([("s", 20, 14), ("s", 100, 85), ("r", 100, 85)], [("s", 20, 14)]),
)
def test_the_mean_of_what_may_be_missing_has_an_interval_that_holds_it(odd, method, seeds, least):
    """At 95% each, so few intervals hold it less than once in 10,000 times, by the binomial."""
    odd('Column("when", "int", "the time", nullable=True)', WAITING, f"{S}, {R}")
    held = 0
    for seed in range(seeds):
        frame = sweepstake.answer("odd_won", method=method, trials=2_000, seed=seed)
        row = sweepstake.summary(frame).set_index("quantity").loc["mean:when"]
        held += row["low"] <= 5.5 <= row["high"]
    assert held >= least


def test_a_mean_that_is_said_to_be_exact_is(odd, said):
    odd(SHARE, answer="{F(0): F(2, 3), F(1, 3): F(1, 3)}")
    assert "X 0.111 on average (1/9)   exact\n" in said("answer", "odd_won")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"parameters": Parameter("n", "n", 1, 9)}, "a tuple of Parameter or Choice or Rational"),
        ({"outcomes": Column("x", "bool", "x")}, "allowed: a tuple of Column, with a comma"),
        ({"small": ({"n": 1})}, "small of 'odd_won' has {'n': 1}; allowed: a tuple of Mapping"),
        ({"published": ({"n": 1},)}, "allowed: a tuple of Published"),
    ],
)
def test_a_comma_that_is_missing_is_named(said, says):
    its = {
        "name": "odd_won", "text": "Is it won?", "parameters": (Parameter("n", "n", 1, 9),),
        "outcomes": (Column("x", "bool", "x"),), "methods": {"e": Method(len, "exact")},
    }  # fmt: skip
    with pytest.raises(ValueError, match="odd_won") as error:
        Question(**(its | said))
    assert says in str(error.value)
    with pytest.raises(ValueError, match=r"questions of 'odd' has .*; allowed: a tuple of Quest"):
        Puzzle("odd", Question(**its))


def test_a_series_has_as_many_values_of_each():
    with pytest.raises(ValueError, match="a series has 2 of x, 2 of y, 1 of error; allowed"):
        Series("", [1, 2], [0.5, 0.6], "points", [0.1])


def test_a_published_value_is_text():
    with pytest.raises(ValueError, match=r"a published value is 0\.5; write it as text"):
        Published({"n": 1}, True, 0.5)


def test_what_a_method_prints_is_no_part_of_its_answer(odd, said):
    odd(BOOL, "def e(n):\n    print('at work')\n    return {True: F(1)}")
    assert json.loads(said("answer", "odd_won", "--format", "json"))[0]["exact"] == "1"


@pytest.mark.parametrize(
    ("outcomes", "kind", "returned", "says"),
    [
        (BOOL, "rare", "event(np.full(t, np.nan))", "has the weight nan; allowed: finite"),
        (BOOL, "rare", "event(np.full(t, -1.0))", "has the weight -1.0; allowed: finite"),
        (BOOL, "rare", "event(np.full(t, 2.0))", "the mean weight of an outcome is -1 ± 0;"),
        (BOOL, "rare", "Weighted({True: (np.nan, 0.0)}, t)", "weight of an outcome is nan"),
        (BOOL, "rare", "Weighted({True: (1.0, 0.0)}, 7)", "7 trials are in the answer; allowed: 1"),
        (BOOL, "rare", "{True: t}", "kind rare has returned counts or probabilities; allowed: swe"),
        (BOOL, "sampled", "{True: 0.5, False: 0.5}", "0.5 trials ended in an outcome; allowed: w"),
        (BOOL, "sampled", "{True: t + 1, False: -1}", "the count or probability -1; allowed: 0"),
        (BOOL, "sampled", "{True: t // 4, False: t // 4}",
         "500 trials are in the answer; allowed: 1,000, as asked"),
        (BOOL, "float", "{True: 0.3, False: 0.3}", "probabilities sum to 0.6; allowed: 1, to 1e-"),
        (BOOL, "float", "{True: np.inf}", "the probabilities sum to inf; allowed: 1"),
        (BOOL, "float", "{True: 0.0, False: 0.0}", "the probabilities sum to 0; allowed: 1"),
        (BOOL, "exact", "{True: 0.75, False: 0.25}", "has returned 0.75; allowed: whole numbers"),
        (BOOL, "exact", "Weighted({True: (1.0, 0.0)}, 1)", "exact has returned weights; allowed"),
        (BOOL, "exact", "{}", "the answer has no outcome; allowed: one or more"),
        (BOOL, "exact", "None", "a method has returned None; allowed: a mapping from outcomes to"),
        (BOOL, "exact", "{True: 0, False: 0}", "the answer counts no case; allowed: one or more"),
        (BOOL, "exact", "{True: F(1, 3)}", "the probabilities sum to 1/3; allowed: 1"),
        (BOOL, "exact", "{True: F(1), False: F(1, 2)}", "the probabilities sum to 3/2; allowed: 1"),
        (BOOL, "exact", "{True: F(3, 2), False: F(-1, 2)}", "allowed: 0 or more"),
        (BOOL, "exact", "{1: F(1)}", "won is 1, of type int; allowed: bool"),
        (INT, "exact", "{1.5: F(1)}", "x is 1.5, of type float; allowed: int"),
        (INT, "exact", "{1: F(1, 2), 'a': F(1, 2)}", "x is 'a', of type str; allowed: int"),
        (INT, "exact", "{True: F(1)}", "x is True, of type bool; allowed: int"),
        (INT, "exact", "{2**63: F(1)}", "allowed: whole numbers from -(2^63 - 1) to"),
        (INT.replace("int", "rational"), "exact", '{"2/4": F(1)}', "x is '2/4', of type str"),
        (TEXT, "exact", "{None: F(1)}", "x is None, of type NoneType"),
        (TEXT, "exact", '{"\\udc80": F(1)}', "allowed: text that UTF-8 can write"),
        (f"{TEXT}, {TEXT_Y}", "exact", '{"AB": F(1)}', "of 2 values"),
        (f"{INT}, {TEXT_Y}", "exact", "{(1, 1, 1): F(1)}", "of 2 values"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_refused(odd, outcomes, kind, returned, says):
    draws = "" if kind in ("exact", "float") else "stream, t, "
    body = "import numpy as np\nfrom sweepstake.core.weighted import Weighted, event\n"
    odd(outcomes, f"{body}def e({draws}n): return {returned}", f'"e": Method(e, "{kind}")')
    with pytest.raises(SweepstakeError) as error:  # what it says is compared
        sweepstake.answer("odd_won", method="e", trials=1_000 if draws else None)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("answer", "exact"),
    [
        ("{np.int64(1): np.int64(3), np.int64(2): np.int64(7)}", ["3/10", "7/10"]),
        ("dict(enumerate(np.full(5, 2**62)))", ["1/5"] * 5),
    ],
)
def test_whole_numbers_of_numpy_are_whole_numbers_and_do_not_overflow(odd, answer, exact):
    odd(INT, "import numpy as np", answer=answer)
    assert sweepstake.answer("odd_won")["exact"].tolist() == exact


MISSING = 'Column("x", "int", "x", nullable=True)'
GIVEN = f'Column("hit", "bool", "hit", given=True), {MISSING}'


def test_what_is_given_has_rows_only_for_what_can_be(odd, said):
    odd(GIVEN, "half = F(1, 2)", answer="{(True, 4): half, (False, None): half, (True, 9): F(0)}")
    words = map(str.split, said("answer", "odd_won").splitlines())
    assert [row for row in words if row[:1] in (["yes"], ["no"])] == [["no"], ["yes", "4"]]


def test_a_plot_and_a_table_say_what_is_given_and_what_may_lack(odd):
    odd(GIVEN, "t = F(1, 3)", answer="{(True, 4): t, (False, None): t, (False, n): t}")
    drawn = plot.panel(register.question("odd_won"), sweepstake.answer("odd_won", n=3))
    [line] = drawn.series
    assert (drawn.x, drawn.y) == ("hit", "mean x, where there is one")
    assert (line.x, line.y) == (["no", "yes"], [3, 4])
    odd(MISSING, answer="{None: F(1, 4), 2: F(1, 4), 8: F(1, 2)}")
    row = of_default_table()
    assert (row["mean x"], row["P(no x)"]) == (pytest.approx(6), pytest.approx(0.25))


def test_what_is_given_and_never_comes_has_no_rows(odd, said):
    hit = 'Column("hit", "bool", "hit", given=True, nullable=True)'
    odd(f"{hit}, {INT}", answer="{(None, n): 1}")
    assert "given" not in said("answer", "odd_won")
    assert plot.panel(register.question("odd_won"), sweepstake.answer("odd_won")).series


@pytest.mark.parametrize("name", ["rank", "value", "rows", "line"])
def test_a_parameter_may_be_called_as_people_call_it(odd, name):
    odd(INT, f"def e({name}): return {{10 * {name}: F(1)}}", f'{E}, "f": Method(e, "float")',
        parameters=f'Parameter("{name}", "", 1, 9),')  # fmt: skip
    question = register.question("odd_won")
    rows = frame("odd_won", *((m, k) for k in (1, 2, 3) for m in "ef"))
    [line] = plot.panel(question, rows).series
    assert (line.x, line.y) == ([1, 2, 3], [10, 20, 30])
    made = table.table(question).make({"odd_won": rows})
    assert made[name].tolist() == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("parameters", ['Parameter("rows", "", 1, 9, 2),', ""])
def test_a_list_is_summed_up_whatever_its_parameters(odd, parameters):
    body = "def e(**_): return {k: F(1) for k in range(20)}"
    odd(INT, body, parameters=parameters, listing=True)
    frame = sweepstake.answer("odd_won")
    [row] = sweepstake.summary(frame).to_dict("records")
    assert (row["quantity"], row["value"], row["exact"]) == ("rows", 20, "20")
    assert row.get("rows", 2) == 2
    [line] = plot.panel(register.question("odd_won"), frame).series
    assert line.y == [20]


@pytest.mark.parametrize("cost", ["inf", "nan", "-1", "1 / 0"])
def test_a_cost_that_predicts_nothing_is_said_in_a_line(odd, cost, refused):
    body = f"from math import inf, nan\ndef cost(n): return {cost}"
    odd(BOOL, body, '"e": Method(e, "exact", cost)', answer="{True: 1}")
    line = refused("answer", "odd_won")
    assert line.startswith("sweepstake: the cost of odd_won e fails at n=2: ")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"methods": {"a, b": Method(dict, "exact")}}, "odd_x has a method 'a, b'; use a-z"),
        ({"tables": "odd_y"}, "has a table or a plot 'odd_y', which is a question that it is not"),
        ({"of": "odd_z"}, "'odds' of the question 'odd_z'; allowed: odd_x, odd_y"),
    ],
)
def test_names_that_would_be_taken_for_others_are_refused(changed, says):
    def puzzle(methods=None, tables="odds", of="odd_x"):
        asked = (), (Column("x", "bool", "x"),), methods or {"e": Method(dict, "exact")}
        questions = tuple(Question(name, "Is it?", *asked) for name in ("odd_x", "odd_y"))
        made = tuple(Table(name, "T", "t", (of,), dict) for name in tables.split())
        return Puzzle("odd", questions, tables=made)

    with pytest.raises(ValueError, match=says):
        puzzle(**changed)


def test_a_ratio_of_weights_is_given_without_an_error(odd, said):
    odd(f'Column("k", "int", "k", given=True), {BOOL}',
        "def r(d, t, n):\n"
        "    w = generator(d).exponential(0.01, t)\n"
        "    two = {(1, True): sums(0.3 * w), (1, False): sums(0.7 * w)}\n"
        "    return Weighted({**two, (2, True): sums(1 - w)}, t)", R)  # fmt: skip
    _, _, below = said("answer", "odd_won").partition("given k")
    row = next(line for line in below.splitlines() if line.split()[:1] == ["1"])
    assert row.split() == ["1", "0.3"]


BIASED = """
def s(d, t, n):
    won = int((generator(d).random(t) < 0.2).sum())
    return {True: won, False: t - won}

def r(d, t, n):
    w = generator(d).exponential(MEAN, t)
    return Weighted({True: sums(w), False: sums(1 - w)}, t)
"""


@pytest.mark.parametrize(("mean", "verdict"), [("0.2", "agrees"), ("0.19", "fails")])
def test_where_nothing_is_known_weighted_trials_are_compared_with_counted_ones(odd, mean, verdict):
    odd(BOOL, BIASED.replace("MEAN", mean), f"{S}, {R}")
    [check] = [one for one in compared("s", "r", trials=200_000) if one.strength == "samples"]
    assert (check.methods, check.verdict) == ("s, r", verdict)


HITS = """
from sweepstake.core.weighted import event

def e(n): return {True: F(1, 10**5), False: 1 - F(1, 10**5)}

def r(d, t, n): return event(1e-3 * (generator(d).random(t) < 0.01))
"""


def test_weights_that_few_trials_carry_confirm_nothing(odd):
    odd(BOOL, HITS, f"{E}, {R}")
    for trials, verdict, strength in (
        (100, "for comparison", "bound"),  # of such samples, one in three meets nothing
        (1_000, "for comparison", "bound"),
        (20_000, "agrees", "sample"),
    ):
        found = {check.methods: check for check in compared("e", "r", trials=trials)}
        assert (found["e, r"].verdict, found["e, r"].strength) == (verdict, strength)
        assert "fails" not in {check.verdict for check in found.values()}


def test_weights_that_few_trials_carry_have_no_interval_but_a_word(odd, said):
    odd(BOOL, HITS, f"{E}, {R}")
    asked = ("answer", "odd_won", "--method", "r", "--trials")
    frame = sweepstake.answer("odd_won", method="r", trials=1_000)
    assert frame["standard_error"].notna().all()
    assert frame[["low", "high"]].isna().all(axis=None)
    assert sweepstake.summary(frame)[["low", "high"]].isna().all(axis=None)
    printed = " ".join(said(*asked, "1000").split())
    assert "1,000 trials, too few for an interval" in printed
    assert "fewer than 30 effective trials" in said(*asked, "1000", "--all")
    assert "too few" not in said(*asked, "20000")
    assert "effective" not in said(*asked, "20000", "--all")


def test_a_mean_that_few_weighted_trials_carry_has_no_interval_but_a_word(odd, said):
    body = "def r(d, t, n):\n    w = 0.5 * (generator(d).random(t) < 0.01)\n"
    odd(INT, body + "    return Weighted({7: sums(w), 9: sums(2 * w)}, t)", R)
    asked = ("answer", "odd_won", "--trials")
    printed = " ".join(said(*asked, "1000").split())
    assert "1,000 trials, too few for an interval" in printed
    assert "(95%), 20,000 trials\n" in said(*asked, "20000")


TURNS = """
def e(n): return {k: F(1, 2**k) for k in range(1, 40)} | {40: F(1, 2**39)}

def f(n): return {k: 0.5**k for k in range(1, n + 39)}

def g(n): return {k: 0.5**k for k in range(1, 80)}

def a(n): return {1: 0.5, 3: 0.25}
"""
F, G = (f'"{name}": Method({name}, "float")' for name in "fg")
TURN_METHODS = f'{E}, {F}, {G}, "a": Method(a, "approximate")'


def test_a_float_method_that_leaves_some_out_has_no_least_and_most(odd):
    """f stops where 2^-40 is left, about 10^-12; g where nothing is left beyond rounding."""
    odd('Column("turns", "int", "turns")', TURNS, TURN_METHODS)
    question = register.question("odd_won")
    frame = pd.concat([sweepstake.answer("odd_won", method=m) for m in "efga"], ignore_index=True)
    made = table.table(question).make({"odd_won": frame}).set_index("method")
    assert made["left out"].to_dict() == {"e": 0, "f": 2.0**-40, "g": 0, "a": 0.25}
    assert made.loc[["f", "a"], ["least turns", "most turns"]].isna().all(axis=None)
    assert made.loc[["e", "g"], "most turns"].tolist() == [40, 79]
    summed = sweepstake.summary(frame, wide=True).set_index("method")
    assert summed.loc[["f", "a"], ["least_turns", "most_turns"]].isna().all(axis=None)
    assert summed.loc[["e", "g"], "most_turns"].tolist() == [40, 79]
    quantiles = ["q05_turns", "q25_turns", "median_turns", "q75_turns", "q95_turns"]
    assert summed.loc["f", quantiles].tolist() == [1, 1, 1, 2, 5]
    assert summed.loc["a", quantiles].isna().all()
    assert "left out" in table.table(question).caption.lower()


def test_what_is_left_out_is_said_in_the_terminal(odd, said):
    odd('Column("turns", "int", "turns")', TURNS, TURN_METHODS)
    printed = said("answer", "odd_won", "--method", "f")
    assert "; no greatest value; " in printed
    assert "left out: once in 1.1 trillion\n" in printed
    whole = said("answer", "odd_won", "--method", "f", "--all")
    assert "Left out: 9.1e-13 of the probability." in whole
    for every in ([], ["--all"]):
        assert "left out:" not in said("answer", "odd_won", "--method", "g", *every).lower()
    assert "; 1 to 40 in all; " in said("answer", "odd_won", "--method", "e")


@pytest.mark.parametrize(("column", "value"), [(BOOL, "True"), (TEXT, '"yes"')])
def test_what_a_float_method_leaves_out_keeps_an_outcome_from_being_certain(
    odd, said, column, value
):
    odd(column, f"def f(n): return {{{value}: 1.0 - 1e-12}}\ndef g(n): return {{{value}: 1.0}}",
        f"{F}, {G}")  # fmt: skip
    assert "left out: once in 1 trillion" in said("answer", "odd_won", "--method", "f")
    assert "\nYes   computed to rounding\n" in said("answer", "odd_won", "--method", "g")
    frame = sweepstake.answer("odd_won", method="f")
    [row] = table.table(register.question("odd_won")).make({"odd_won": frame}).to_dict("records")
    assert row["left out"] == pytest.approx(1e-12, rel=1e-3)


def test_weights_sum_to_1_on_average(odd):
    odd(BOOL, "def r(d, t, n):\n    g = generator(d)\n"
        "    its = {won: sums(g.exponential(0.5, t)) for won in (True, False)}\n"
        "    return Weighted(its, t)", f"{E}, {R}", answer=HALVES)  # fmt: skip
    assert {check.verdict for check in compared("e", "r")} == {"agrees"}


@pytest.mark.parametrize(
    ("published", "agrees"),
    [
        ('{}, True, "0.5", "e"', True),
        ('{"n": 2}, True, "0.9", "e"', False),
        ('{"p": "1/2"}, True, "0.9", "e"', False),
        ('{}, True, "7.5E-1", "e"', False),
        ('{}, True, "5e-1", "e"', True),
        ('{}, True, "0.500", "s"', True),
        ('{}, True, "0.560", "s"', False),
    ],
)
def test_a_published_number_is_compared_however_it_is_written(odd, published, agrees):
    odd(BOOL, "def e(n, p): return {True: p, False: 1 - p}\ndef s(d, t, n, p):\n"
        "    won = int((generator(d).random(t) < p).sum())\n"
        "    return {True: won, False: t - won}", f"{E}, {S}",
        f"Published({published}),", f'{N} Rational("p", "p", 0, 1, "1/2"),')  # fmt: skip
    [check] = [one for one in compared("e", "s") if one.strength == "published"]
    assert check.verdict == ("agrees" if agrees else "fails")


def test_the_default_plot_has_every_point_that_was_computed(odd):
    odd(INT, methods=f'"b": Method(e, "exact"), {E}', answer="{n: F(1)}")
    asked = [("b", n) for n in range(1, 5)] + [("e", n) for n in range(3, 10)]
    [line] = plot.panel(register.question("odd_won"), frame("odd_won", *asked)).series
    assert [*line.x] == [float(n) for n in range(1, 10)]


@pytest.mark.parametrize(
    "objection",
    [
        "lambda n, k: 1 // (n % k) and None",
        'lambda n, k: f"n + k is {n + k}; allowed: k at most {9 - n}" if n + k > 9 else None',
    ],
)
def test_objections_of_strangers_do_not_end_the_list_of_questions(odd, said, objection):
    odd(INT, "def e(n, k): return {n: F(1)}", f"{E}}}, objection=({objection}), **{{",
        parameters=f'{N} Parameter("k", "k", 0, 9, 1),')  # fmt: skip
    takes = "takes n 1 to 9 (2 unless given), k 0 to 9 (1 unless given)\n"
    assert takes in said("questions", "odd")


def test_numbers_beyond_floats_have_no_traceback(odd):
    odd(SHARE, answer="{F(10)**400: F(1, 2), F(0): F(1, 2)}")
    summed = sweepstake.summary(sweepstake.answer("odd_won")).set_index("quantity")
    assert summed.loc["mean:x", "value"] == np.inf
    assert Fraction(summed.loc["mean:x", "exact"]) == Fraction(10**400, 2)
    assert summed.loc["least:x", "exact"] == "0"


LISTS = """
def one(n): return {k: F(1) for k in range(1, n) if k % 2 == 0}
def other(n): return {k: F(1) for k in range(2, n, 2) if n > FROM}
"""


@pytest.fixture
def even(odd):
    """`even(above)`: a listing of what is even below n; one method has none up to n = `above`."""

    def load(above):
        odd(INT, LISTS.replace("FROM", str(above)),
            '"one": Method(one, "exact"), "other": Method(other, "exact")',
            parameters=N.replace("2", "4"), listing=True)  # fmt: skip

    return load


def test_a_listing_with_nothing_in_it_is_held_against_others(even, tmp_path, capsys):
    even(above=4)
    block = {"grid": {"n": [2, 4, 5]}, "methods": ["one", "other"]}
    run(sweep("odd_won", block), tmp_path)
    files = [str(tmp_path / name) for name in ("checks.csv", "coverage.csv", "check.log")]
    steps.check(config("odd_won", block), *files)
    agreed = tmp_path / "agreed"
    with pytest.raises(steps.ShowError, match="1 of 3 checks failed"):
        steps.agree(str(tmp_path / "checks.parquet"), "report.html", str(agreed))
    assert not agreed.exists()
    said = capsys.readouterr().err.splitlines()
    failed = [line.split(":")[1] for line in said if "failed:" in line]
    assert failed == [" odd_won n=4 (one, other)"]
    assert "2 of 3 answers are confirmed" in said[-1]


def broken(**declared):
    """What breaks the promises of the puzzle odd, if it declares this too."""
    puzzle = replace(register.puzzle_of("odd_won"), **declared)
    return [why for promise in promises(puzzle) if (why := promise.objection())]


@pytest.mark.parametrize(("above", "why"), [(3, []), (4, ["every probability: difference 1,"])])
def test_methods_promise_to_agree_on_what_is_in_a_listing_and_that_it_has_nothing(even, above, why):
    even(above)
    found = broken()
    assert len(found) == len(why)
    assert all(words in said for words, said in zip(why, found, strict=True))


@pytest.mark.parametrize(
    ("method", "says"),
    [
        ("lambda n: __import__('tols')", "ModuleNotFoundError: No module named 'tols'"),
        ("lambda n: {n: F(1, n - 2)}", "ZeroDivisionError: Fraction(1, 0) (odd.py, line 13)"),
        ("lambda n: {n: 1 / F(n).limit_denominator(0)}", "odd.py, line 13)"),
    ],
)
def test_what_a_method_raises_is_one_line_with_its_place(odd, refused, method, says):
    odd(INT, methods=f'"e": Method({method}, "exact")')
    line = refused("answer", "odd_won", "n=2")
    assert line.startswith("sweepstake: odd_won n=2 e: ")
    assert says in line
    assert any("e at n=2: " in why for why in broken())


@pytest.mark.parametrize(
    ("outcomes", "method", "says"),
    [
        (BOOL, 'Method(lambda n: {True: F(1)}, "flaot")', "kind 'flaot'; allowed: exact, float,"),
        ('Column("won", "boolean", "won")', 'Method(lambda n: {True: F(1)}, "exact")',
         "won is of type 'boolean'; allowed: int, bool, string, rational"),
        ('Column("low", "int", "won")', 'Method(lambda n: {1: F(1)}, "exact")',
         "a column 'low': reserved, as are "),
        ('Column("n", "int", "won")', 'Method(lambda n: {1: F(1)}, "exact")', "have that name"),
        (f'{INT}, Column("x_low", "int", "x")', 'Method(lambda n: {(1, 0): F(1)}, "exact")',
         "can't have a column 'x_low' beside 'x': it would read as a bound of its mean"),
    ],
)  # fmt: skip
def test_a_slip_in_a_declaration_is_one_line(odd, outcomes, method, says):
    with pytest.raises(ValueError, match="can't be loaded: ") as error:
        odd(outcomes, methods=f'"e": {method}')
    assert says in str(error.value)
    assert "odd.py, line " in str(error.value)


@pytest.mark.parametrize("name", ["Odd", "größe", "a b", "../up"])
def test_a_question_is_called_by_what_may_be_a_file(name):
    with pytest.raises(ValueError, match="use a-z, 0-9 and _"):
        replace(register.question("toy_won"), name=name)


def test_a_parameter_may_be_called_in_any_language(odd):
    odd(INT, "def e(größe): return {größe: F(1)}",
        parameters=N.replace('"n", "n"', '"größe", "n"'))  # fmt: skip
    assert sweepstake.answer("odd_won", größe=3)["x"].tolist() == [3]


def test_a_listing_has_whole_probabilities(odd):
    odd(BOOL, answer="{True: 1, False: 1}", listing=True)
    says = r"listing has the probability 1/2; allowed: Fraction\(1"
    with pytest.raises(SweepstakeError, match=says):
        sweepstake.answer("odd_won", n=3)


def test_a_strangers_words_are_no_commands(odd, said):
    odd(f"{INT}, {TEXT_Y}", answer="{(-3, 'a=1'): F(1, 2), (4, '\\x1b[2J'): F(1, 2)}")
    rows = csv.DictReader(said("answer", "odd_won", "--format", "csv").splitlines())
    assert {(row["x"], row["y"]) for row in rows} == {("-3", "a=1"), ("4", "\\x1b[2J")}


LARGE = [None, -(2**53) - 1, 2**53, 2**53 + 1, 2**53 + 2, 2**63 - 2, 2**63 - 1]
"""Whole numbers of which some are equal as floats."""


@pytest.fixture
def large(odd):
    """A question whose outcomes are LARGE, by methods of all kinds, and one that is off by 1."""
    methods = {"e": "exact", "f": "float", "s": "sampled", "r": "rare", "off": "exact"}
    odd('Column("k", "int", "k", nullable=True), Column("m", "int", "m", nullable=True)',
        f"import numpy as np\nLARGE = {LARGE}\n"
        "def e(n): return {(k, k): F(1, 7) for k in LARGE}\n"
        "def off(n): return {(k and k - (k == 2**53 + 1), k): F(1, 7) for k in LARGE}\n"
        "def f(n): return {(k, k): 1 / 7 for k in LARGE}\n"
        "def drawn(stream, trials): return generator(stream).integers(0, 7, trials)\n"
        "def s(stream, trials, n):\n"
        "    return {(LARGE[k], LARGE[k]): int(t) for k, t in\n"
        "            enumerate(np.bincount(drawn(stream, trials), minlength=7))}\n"
        "def r(stream, trials, n):\n"
        "    k = drawn(stream, trials)\n"
        "    its = {(LARGE[j], LARGE[j]): sums((k == j) * 1.0) for j in range(7)}\n"
        "    return Weighted(its, trials)",
        ", ".join(f'"{m}": Method({m}, "{k}", lambda n: 1e-7)' for m, k in methods.items()),
    )  # fmt: skip
    return "odd_won"


def counted_as(values):
    return Counter(None if pd.isna(value) else int(value) for value in values)


@pytest.mark.parametrize("method", ["e", "f", "s", "r"])
def test_whole_numbers_that_are_equal_as_floats_stay_apart(large, method, tmp_path, said):
    draws = method in "sr"
    block = {"list": [{}], "methods": {method: {"trials": 20_000} if draws else None}}
    run(sweep(large, block, puzzles=[str(tmp_path / "odd.py")]), tmp_path)
    trials = ("--trials", "20000") if draws else ()
    asked = ("answer", large, "--method", method, *trials, "--format")
    printed = [json.loads(said(*asked, "json")), csv.DictReader(said(*asked, "csv").splitlines())]
    as_read = [[{k: v or None for k, v in row.items()} for row in rows] for rows in printed]
    frame = sweepstake.load("s", tmp_path)
    for name in ("k", "m"):
        assert counted_as(frame[name]) == Counter(LARGE)
        assert [counted_as(row[name] for row in rows) for rows in as_read] == [Counter(LARGE)] * 2


def test_whole_numbers_that_are_equal_as_floats_are_compared(large):
    verdicts = {check.methods: check.verdict for check in compared("e", "f", "s", "r", "off")}
    assert verdicts == {
        **dict.fromkeys(["e", "f", "r", "s", "off", "e, f", "e, s", "e, r"], "agrees"),
        "e, off": "fails",
    }


def test_answers_that_are_equal_as_floats_are_not_taken_for_the_same(large):
    question = register.question(large)
    answers_of = [
        rows.flat(pa.Table.from_batches([rows.answers(question, [answer])]))[0]
        for shift in (0, 1)
        for counts in [Distribution({(None, 0): 1, (2**53 + shift, 0): 1}, 2)]
        for answer in [Computed.of(question, "exact", counts, 0.0)]
    ]
    assert adopt._are_same(answers_of[0], answers_of[0], ["k", "m"])
    assert not adopt._are_same(*answers_of, ["k", "m"])


SEEDED = """
import numpy as np
def s(stream, trials, n):
    won = int(np.random.default_rng(1).binomial(trials, 0.3))
    return {True: won, False: trials - won}
"""
ODDS = Table("odds", "Odds", "The odds.", ("odd_won",), lambda frames: frames["odd_one"])
FINDING = Finding("Who wins?", "A does.", "odds", lambda table: True)


@pytest.mark.parametrize(
    ("parts", "declared", "why"),
    [
        ({"answer": HALVES}, {"findings": (FINDING,)}, "by the table 'odds'; allowed: odd_won"),
        ({"answer": HALVES}, {"tables": (ODDS,)}, "table odds: KeyError: 'odd_one'"),
        ({"body": SEEDED, "methods": S}, {}, "draws the same from every stream"),
    ],
)
def test_a_promise_that_is_broken_is_named(odd, parts, declared, why):
    odd(BOOL, **parts)
    [said] = broken(**declared)
    assert why in said


def test_methods_are_tried_beyond_the_least_values_too(odd):
    """At n = 1 the second method is right by chance."""
    odd(BOOL, f"def o(n): return {HALVES}", f'{E}, "o": Method(o, "exact")',
        answer="{True: F(1, n + 1), False: F(n, n + 1)}",
        parameters='Parameter("n", "n", 1, 4),')  # fmt: skip
    assert [params["n"] for params in tried(register.question("odd_won"))] == [1, 2, 3, 4]
    [why] = broken()
    assert why.startswith("at n=2 (e, o): every probability: diff")


def checked(tmp_path, capsys):
    """What `sweepstake check` prints of the odd puzzle, one promise a line."""
    assert cli.main(["check", str(tmp_path / "odd.py")]) == 2
    printed = " ".join(capsys.readouterr().out.split())
    return re.split(r" (?=kept |broken )", printed)


def test_a_method_that_raises_is_said_once(odd, tmp_path, capsys):
    odd(BOOL, answer="{True: 1 / (n - 2)}")
    why = "odd_won e at n=2: ZeroDivisionError: division by zero (odd.py, line 9)"
    broken = [line for line in checked(tmp_path, capsys) if line.startswith("broken")]
    assert [line.split(": ", 2)[2].startswith(why) for line in broken] == [True, False, False]
    assert [line.split(": ", 2)[2].startswith("as above") for line in broken[1:]] == [True, True]


@pytest.mark.slow
def test_a_method_that_loops_is_stopped_and_named(odd, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(testing, "PATIENCE", 1.0)
    sampled = '"s": Method(s, "sampled", lambda n: 1e-6)'
    odd(BOOL, "def s(stream, trials, n):\n    while n: pass", f"{E}, {sampled}",
        answer="{True: F(1)}")  # fmt: skip
    lines = checked(tmp_path, capsys)
    assert "kept odd_won: it is declared in full" in lines
    [line] = [line for line in lines if "stopped" in line]
    assert "odd_won s at n=2: stopped after 1 s; predicted to take 0.002 s; mend it" in line


@pytest.mark.parametrize(
    ("objection", "small", "says"),
    [
        ('"n is no square"', "", "at {'n': 1, 'k': 1}: n is no square; declare parameters that"),
        ("None if n < k else 'n is no less'", "small=({'n': 3, 'k': 3},), ", "n is no less; decl"),
    ],
)
def test_a_question_that_objects_where_it_is_tried_needs_small(
    odd, tmp_path, capsys, objection, small, says
):
    odd(BOOL, methods=f'"e": Method(lambda n, k: {{True: F(1)}}, "exact")}}, {small}'
        f"objection=lambda n, k: {objection}, **{{",
        parameters='Parameter("n", "n", 1, 9), Parameter("k", "k", 1, 9),')  # fmt: skip
    assert any(says in line for line in checked(tmp_path, capsys))


def test_a_word_that_may_lack_has_its_probability(odd, said):
    odd('Column("x", "string", "x", nullable=True), Column("k", "int", "k", given=True)',
        answer="{('a', 0): F(1, 2), (None, 0): F(1, 6), (None, 1): F(1, 3)}")  # fmt: skip
    printed = said("answer", "odd_won")
    assert "\nA or no x, 50% each   exact\n" in printed
    assert "\nno x  50% (1/2)\n" in printed  # there are two rows of it
    assert re.search(r"^ +0 +0.75 +0.25$", printed, re.MULTILINE)
    summed = sweepstake.summary(sweepstake.answer("odd_won")).set_index("quantity")
    assert summed.loc["none:x", "exact"] == "1/2"


def test_weighted_trials_are_named_if_counted_ones_have_met_nothing(odd, said):
    odd(BOOL, "import numpy as np\nfrom sweepstake.core.weighted import event\n"
        "def s(stream, trials, n): return {False: trials}\n"
        "def r(stream, trials, n): return event(np.full(trials, 1e-12))",
        '"s": Method(s, "sampled", lambda n: 1e-9), "r": Method(r, "rare", lambda n: 1e-9)',
    )  # fmt: skip
    line = "To estimate a rare event by importance sampling: --method r\n"
    assert line in said("answer", "odd_won")
    assert line not in said("answer", "odd_won", "--method", "s")  # it was chosen
