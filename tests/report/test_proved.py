"""Answers with proved bounds: stored, summed up, said in words, and compared rightly."""

from fractions import Fraction
from math import nextafter

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sweepstake
from computing import run
from sweepstake import cli
from sweepstake.config import spec
from sweepstake.core.bounded import Bounded, Interval
from sweepstake.core.distribution import Distribution
from sweepstake.puzzle import Column, Method, Question, register
from sweepstake.puzzle.answer import check
from sweepstake.report.check.checks import checks
from sweepstake.report.check.coverage import Coverage
from sweepstake.store.parquet import schema
from sweepstake.store.points import whole

GAME = '''"""Rolls of a die until a one."""
from sweepstake.game import Game
from sweepstake.puzzle import Column, Parameter, Puzzle


def until_one(draw, sides):
    """How many rolls until a one?"""
    rolls = 1
    while draw.die(sides) != 1:
        rolls += 1
    return rolls


COLUMNS = (Column("rolls", "int", "rolls"),)
PUZZLE = Puzzle("ones", (Game(until_one, (Parameter("sides", "sides", 2, 100),), COLUMNS),))
'''
METHODS = {"states": None, "bounds": None, "simulate": {"trials": 20_000}}


@pytest.fixture(scope="module")
def ones(tmp_path_factory, unregistered_after_module):
    """The question, loaded from a file."""
    file = tmp_path_factory.mktemp("ones") / "ones.py"
    file.write_text(GAME)
    [puzzle] = register.load([str(file)])
    return puzzle.questions[0]


@pytest.fixture(scope="module")
def frame(ones, tmp_path_factory):
    """The answers of a sweep, as they are stored."""
    results = tmp_path_factory.mktemp("results")
    blocks = [{"grid": {"sides": [2, 6]}, "methods": METHODS}]
    config = {"sweeps": {"w": {"question": "until_one", "points": blocks}}}
    run(spec.sweep(config, "w"), results)
    assert pq.read_schema(results / "data" / "w.parquet").names == schema(ones).names
    return sweepstake.load("w", results=results)


def compared(ones, frame):
    table = pa.Table.from_pandas(frame, schema(ones), preserve_index=False)
    return [*checks(whole(ones, table))]


def test_bounds_are_columns(frame):
    rows = frame[(frame.method == "bounds") & (frame.sides == 6)]
    for rolls, low, high in zip(rows.rolls, rows.low, rows.high, strict=True):
        chance = Fraction(5, 6) ** int(rolls - 1) / 6
        assert Fraction(low) <= chance <= Fraction(high)
    likely = rows[rows.probability > 1e-6]
    assert (likely.high <= likely.low.map(lambda low: nextafter(low, 1))).all()
    assert rows.mean_rolls.isna().all()
    assert {*rows.mean_rolls_low} == {*rows.mean_rolls_high} == {6.0}
    unlisted = Fraction(5, 6) ** int(rows.rolls.max())
    [left_out] = {*map(sweepstake.fraction, rows.left_out)}
    assert unlisted <= left_out <= Fraction(1, 10**12)
    assert frame[frame.method != "bounds"].mean_rolls_low.isna().all()


def test_bounds_are_ends_in_a_summary(frame):
    tidy = sweepstake.summary(frame)
    means = tidy[(tidy.method == "bounds") & (tidy.quantity == "mean:rolls")]
    assert means.value.tolist() == means.low.tolist() == means.high.tolist() == [2.0, 6.0]


def test_right_bounds_agree_and_wrong_ones_fail(ones, frame):
    assert {check.verdict for check in compared(ones, frame)} == {"agrees"}
    kinds = {(c.methods, c.compared, c.strength) for c in compared(ones, frame)}
    assert ("states, bounds", "every probability, by proved bounds", "float") in kinds
    assert ("bounds, states", "mean of rolls", "float") in kinds
    is_first = (frame.method == "bounds") & (frame.rolls == 3)
    off = frame.assign(low=frame.low.where(~is_first, frame.high.map(lambda x: nextafter(x, 1))))
    off = off.assign(high=off.high.where(~is_first, off.low))
    failing = {c.methods for c in compared(ones, off) if c.verdict == "fails"}
    assert "states, bounds" in failing
    off = frame.assign(mean_rolls_low=frame.mean_rolls_low + 1, mean_rolls_high=99.0)
    off = off.assign(mean_rolls_high=off.mean_rolls_high.where(off.method == "bounds"))
    assert "bounds, states" in {c.methods for c in compared(ones, off) if c.verdict == "fails"}


def test_wide_bounds_confirm_nothing(ones, frame):
    wide = frame.assign(low=frame.low.where(frame.method != "bounds", 0.0))
    strengths = {c.strength for c in compared(ones, wide) if c.methods == "states, bounds"}
    assert strengths == {"bound"}


def test_a_sample_is_judged_by_bounds_alone(ones, frame):
    only = frame[frame.method != "states"]
    found = {c.compared: c for c in compared(ones, only) if c.methods == "bounds, simulate"}
    assert "chi-square of all outcomes, standard errors" in found
    assert {c.verdict for c in found.values()} == {"agrees"}


def test_the_same_rules_confirm_nothing(ones, frame):
    coverage = Coverage()
    points = whole(ones, pa.Table.from_pandas(frame, schema(ones), preserve_index=False))
    from sweepstake.report.check.checks import comparisons

    coverage.add(points, [*comparisons(points)])
    assert coverage.counts["until_one"]["confirmed"] == 0


@pytest.mark.usefixtures("ones")
def test_the_prompt_says_how_many_digits_are_proved(capsys):
    assert cli.main(["answer", "until_one", "sides=7", "--method", "bounds"]) == 0
    assert "7 rolls on average   to 12 digits, proved" in capsys.readouterr().out


HALF = Interval(Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Bounded({True: HALF, False: HALF}), None),
        (Bounded({True: Interval(Fraction(2, 3), HALF.low), False: HALF}), "the lower first"),
        (Bounded({True: Interval(Fraction(-1), HALF.low), False: HALF}), "from 0 to 1"),
        (Bounded({True: HALF}), "the probabilities sum to 0.5 to 0.5; allowed: 1"),
        (Bounded({True: HALF}, Fraction(1, 2)), "declare leaves_out=True"),
        (Bounded({True: HALF, False: HALF}, means=(HALF,)), "None, it is no number"),
        (Distribution({True: 0.5, False: 0.5}, 1), "the method returned no bounds"),
    ],
)
def test_an_answer_with_bounds_is_checked(answer, message):
    method = Method(lambda: answer, "float", proves=True)
    question = Question("q", "?", (), (Column("won", "bool", "won"),), {"m": method})
    if message is None:
        check(question, method, answer, None)
        return
    with pytest.raises(ValueError, match=message):
        check(question, method, answer, None)


def test_only_float_methods_prove_bounds():
    with pytest.raises(ValueError, match="allowed: kind float"):
        Method(lambda: None, "exact", proves=True)


def test_a_frame_of_both_methods_keeps_its_columns(frame):
    both = pd.concat([frame, frame.assign(sides=7)])
    assert {"low", "high", "mean_rolls_low", "mean_rolls_high", "left_out"} <= {*both.columns}
