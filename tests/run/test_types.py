"""Choices and rationals, as parameters and as outcomes, from the config to the table."""

from fractions import Fraction

import pandas as pd
import pytest

import computing
from sweepstake.config import spec
from sweepstake.errors import FailedPointsError
from sweepstake.store import tables
from sweepstake.upkeep import clean

PAID = """
from collections import Counter
from fractions import Fraction
from sweepstake.core.stream import generator
from sweepstake.puzzle import Choice, Column, Method, Puzzle, Question, Rational

FACTOR = {"double": 2, "half": Fraction(1, 2)}

def exact(game, p):
    return {FACTOR[game]: p, Fraction(0): 1 - p} if FACTOR[game] != 2 else {
        Fraction(2): p, Fraction(0): 1 - p}

def simulate(stream, trials, game, p):
    won = int((generator(stream).random(trials) < float(p)).sum())
    return Counter({Fraction(FACTOR[game]): won, Fraction(0): trials - won})

def raises(game, p):
    raise ValueError(f"not at {p}")

PUZZLE = Puzzle("paid", (
    Question(
        name="paid_back",
        text="What is paid back?",
        parameters=(Choice("game", "which game", ("double", "half")),
                    Rational("p", "chance to win", 0, 1, "1/2")),
        outcomes=(Column("share", "rational", "of the stake"),),
        methods={"exact": Method(exact, "exact"), "simulate": Method(simulate, "sampled"),
                 "raises": Method(raises, "exact")},
    ),
))
"""


def sweep(name, **methods):
    block = {
        "grid": {"game": ["double", "half"], "p": {"range": ["1/10", "3/10", 0.1]}},
        "exclude": [{"game": "half", "p": ["1/5", 0.3]}],
        "methods": methods,
    }
    return computing.sweep("paid_back", block, puzzles=[name])


@pytest.fixture
def paid(tmp_path, unregistered):
    path = tmp_path / "paid.py"
    path.write_text(PAID)
    return str(path)


def test_choices_and_rationals_go_through_a_run(paid, tmp_path):
    until = {"relative_error": 0.02, "of": "mean", "max_trials": 1_000_000}
    asked = sweep(paid, exact=None, simulate={"until": until})
    assert len(asked.points) == 8
    computing.run(asked, tmp_path)
    rows = tables.load("s", tmp_path)
    known = rows[rows["method"] == "exact"]
    assert [*zip(known["game"], known["p"], known["share"], known["exact"], strict=True)] == [
        ("double", "1/10", "0", "9/10"),
        ("double", "1/10", "2", "1/10"),
        ("double", "1/5", "0", "4/5"),
        ("double", "1/5", "2", "1/5"),
        ("double", "3/10", "0", "7/10"),
        ("double", "3/10", "2", "3/10"),
        ("half", "1/10", "0", "9/10"),
        ("half", "1/10", "1/2", "1/10"),
    ]
    played = rows[(rows["method"] == "simulate") & (rows["share"] != "0")]
    errors = played["standard_error"] / played["probability"]
    assert (errors <= 0.02).all()
    assert (errors > 0.01).all()
    asked.question.methods["exact"].answer(game="half", p=Fraction(1, 3))


def test_failures_at_rationals_are_stored_with_their_reasons(paid, tmp_path):
    block = {"grid": {"game": "half", "p": "1/3"}, "methods": ["raises"]}
    asked = computing.config("paid_back", block, puzzles=[paid])
    with pytest.raises(FailedPointsError):
        computing.run(spec.sweep(asked, "s"), tmp_path)
    [file] = (tmp_path / "failures").glob("*.parquet")
    [stored] = pd.read_parquet(file).to_dict("records")
    assert (stored["p"], stored["error"]) == ("1/3", "ValueError: not at 1/3 (paid.py, line 18)")
    assert clean.unasked([asked], tmp_path)  # its puzzle is loaded by the config
