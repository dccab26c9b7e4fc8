"""Answers given the value of an outcome, and outcomes that only name something."""

import pytest

import sweepstake
from sweepstake import cli
from sweepstake.errors import InputError

DEALT = """
from sweepstake.game import Game
from sweepstake.puzzle import Column, Parameter, Puzzle


def dealt_pair(draw, sides):
    \"\"\"What do two dice show?\"\"\"
    first = draw.die(sides)
    return first, first + draw.die(sides)


def dealt_seat(draw, seats):
    \"\"\"Who sits where the pointer stops?\"\"\"
    return draw.below(seats) + draw.below(2)


SIDES = Parameter("sides", "sides of the dice", 2, 9, default=6)
PAIR = Game(
    dealt_pair,
    parameters=(SIDES,),
    outcomes=(Column("first", "int", "the first die", given=True), Column("both", "int", "sum")),
)
SEAT = Game(
    dealt_seat,
    parameters=(Parameter("seats", "seats", 2, 9, default=4),),
    outcomes=(Column("seat", "int", "the seat, counted from 0", nominal=True),),
)
PUZZLE = Puzzle("dealt", (PAIR, SEAT))
"""


@pytest.fixture
def ask(tmp_path, said, unregistered):
    """`ask(words)`: what `answer` prints about the questions above."""
    (tmp_path / "dealt.py").write_text(DEALT)
    return lambda *words: said("answer", *words, "--puzzle", str(tmp_path / "dealt.py"))


def rows(printed):
    """The cells of the lines of tables."""
    return [line.split() for line in printed.splitlines()]


def test_an_outcome_with_a_value_asks_for_the_others_given_it(ask):
    printed = ask("dealt_pair", "first=2", "sides=4..6")
    assert "given first 2" in printed
    assert [row[:2] for row in rows(printed)[-4:-1]] == [["4", "4.50"], ["5", "5"], ["6", "5.50"]]
    assert ask("dealt_pair", "--given", "first=2", "sides=4..6") == printed


def test_a_sweep_keeps_the_table_by_the_outcome_that_is_given(ask):
    cells = rows(ask("dealt_pair", "sides=2,3"))
    assert ["sides", "given", "first", "mean", "both"] in cells
    assert [row for row in cells if row[:1] == ["2"]][1:] == [["2", "1", "2.5"], ["2", "2", "3.5"]]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("first=9",), "first is never 9 here; it may be: 1, 2, 3, 4, 5, 6"),
        (("first=x",), "first is 'x'; allowed: whole numbers"),
        (("--given", "last=1"), "dealt_pair has no outcome 'last'; allowed: first, both"),
        (("first=1", "both=3"), "given first, both, nothing is left to ask"),
    ],
)
def test_what_can_not_be_given_is_refused(words, says, refused, tmp_path, unregistered):
    (tmp_path / "dealt.py").write_text(DEALT)
    puzzle = str(tmp_path / "dealt.py")
    assert says in refused("answer", "dealt_pair", *words, "--puzzle", puzzle)


def test_a_nominal_number_has_probabilities_and_no_mean(ask, tmp_path):
    printed = ask("dealt_seat", "seats=4")
    assert "Seat 1, seat 2 or seat 3, 25% each" in printed
    assert ["seat", "0", "12%", "(1/8)"] in rows(printed)
    assert "average" not in printed
    assert "median" not in printed
    answers = sweepstake.sweep("dealt_seat", seats=[2, 3])
    assert [*answers.table().columns] == ["seats", "seat 0", "seat 1", "seat 2", "seat 3", "how"]
    summary = answers.summary()
    assert {*summary["quantity"]} == {f"seat={seat}" for seat in range(4)}
    assert summary.query("seats == 2 and quantity == 'seat=1'")["value"].item() == 0.5
    with pytest.raises(InputError, match="'mean:seat' is not a number"):
        answers.greatest("mean:seat")


def test_a_puzzle_with_a_nominal_number_keeps_its_promises(tmp_path, unregistered):
    (tmp_path / "dealt.py").write_text(DEALT)
    assert cli.main(["check", str(tmp_path / "dealt.py")]) == 0
