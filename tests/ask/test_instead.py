"""Where a method finds on the way that its answer is too large, the next one answers."""

import re

import pytest

import sweepstake
from sweepstake import cli
from sweepstake.ask import defaults
from sweepstake.errors import SweepstakeError, TooLargeError
from sweepstake.game import Game
from sweepstake.puzzle import Column, Method, Parameter

PUZZLE = '''from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Method, Parameter, Puzzle
from sweepstake.errors import TooLargeError


def exact(n):
    if n > 3:
        raise TooLargeError(f"table: {n} columns; allowed: 3")
    return {0: 1}


def toss(draw: Draw, n: int) -> int:
    """How many heads?"""
    heads = 0
    for _ in range(n):
        heads += draw.chance(1, 2)
    return 0


PUZZLE = Puzzle("toss_game", (Game(
    toss,
    (Parameter("n", "tosses", 1, 9),),
    (Column("heads", "int", "heads"),),
    methods={"table": Method(exact, "exact", lambda n: 0.0)},
),))
'''


@pytest.fixture
def toss(tmp_path, monkeypatch, unregistered):
    """Words of the command line that ask the question of a puzzle in a file."""
    (tmp_path / "toss.py").write_text(PUZZLE)
    monkeypatch.chdir(tmp_path)
    return ["answer", "toss", "--puzzle", "toss.py"]


def test_the_next_method_answers_and_a_line_says_why(toss, capsys):
    assert cli.main([*toss, "n=4"]) == 0
    printed = capsys.readouterr().out
    assert "Method: states" in printed
    assert printed.endswith("Not by table: 4 columns; allowed: 3\n")


SLOW = '''from sweepstake.game import Game
from sweepstake.puzzle import Column, Method, Parameter, Puzzle


def slow(n):
    while True:
        pass


def toss(draw, n):
    """How many tosses until n heads in a row?"""
    run = tosses = 0
    while run < n:
        tosses += 1
        run = run + 1 if draw.chance(1, 2) else 0
    return tosses


PUZZLE = Puzzle("toss_game", (Game(
    toss,
    (Parameter("n", "heads", 1, 9),),
    (Column("tosses", "int", "tosses"),),
    methods={"exact": Method(slow, "exact", lambda n: 0.0)},
),))
'''


@pytest.mark.usefixtures("unregistered")
def test_an_exact_method_that_takes_over_a_minute_gives_way(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(defaults, "PATIENCE", 0.5)  # both exact methods take longer
    (tmp_path / "toss.py").write_text(SLOW)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["answer", "toss", "--puzzle", "toss.py", "n=3"]) == 0
    printed = capsys.readouterr().out
    assert "14 tosses on average   to 12 digits, proved" in printed
    late = (
        r"(took longer than|predicted to take [\d.]+ s, over) the limit of 0\.5 s; name the method"
    )
    for method in ("exact", "states"):
        assert re.search(f"Not by {method}: {late}", " ".join(printed.split()))


def test_in_a_sweep_only_what_is_too_large_has_another_method(toss, capsys):
    assert cli.main([*toss, "n=2..5", "--format", "csv"]) == 0
    rows = [line.split(",") for line in capsys.readouterr().out.splitlines()]
    method = rows[0].index("method")
    assert [row[method] for row in rows[1:]] == ["table", "table", "states", "states"]
    assert cli.main([*toss, "n=2..5"]) == 0
    assert "table at n=4 (and 1 more)" in capsys.readouterr().out


def test_a_method_that_is_named_fails_with_its_reason(toss, capsys):
    for words in ("n=4", "n=2..5"):
        assert cli.main([*toss, words, "--method", "table"]) == 2
        captured = capsys.readouterr()
        assert "table: 4 columns; allowed: 3" in captured.err
        assert not captured.out


def table(n):
    if n > 3:
        raise TooLargeError(f"table: {n} columns; allowed: 3")
    return {0: 1}


def none(draw, n):
    """How many heads are below zero?"""
    return 0 if draw.below(n) >= 0 else 1


GAME = Game(
    none,
    (Parameter("n", "tosses", 1, 9),),
    (Column("heads", "int", "heads"),),
    methods={"table": Method(table, "exact", lambda n: 0.0)},
)


@pytest.mark.usefixtures("unregistered")
def test_a_game_that_is_too_large_for_a_method_has_the_answer_of_the_next():
    with pytest.warns(UserWarning, match="Not by table: 4 columns; allowed: 3"):
        answer = sweepstake.answer(GAME, n=4)
    assert {*answer.method} == {"states"}
    answers = sweepstake.sweep(GAME, n=[1, 4])
    assert answers.frame.method.unique().tolist() == ["table", "states"]
    assert "table" in answers.notes[0]
    with pytest.raises(SweepstakeError, match="table: 4 columns; allowed: 3"):
        sweepstake.answer(GAME, n=4, method="table")


def deuce(draw):
    """Do I win from deuce, if I win each point with 3/5?"""
    first, second = draw.chance(3, 5), draw.chance(3, 5)
    return deuce(draw) if first != second else first


def helper_s_deuce(draw):
    """The same in a helper."""
    return deuce(draw)


class Points:
    def played(self, draw):
        first, second = draw.chance(3, 5), draw.chance(3, 5)
        return self.played(draw) if first != second else first


def method_s_deuce(draw):
    """The same in a method."""
    return Points().played(draw)


def inner_deuce(draw):
    """The same in an inner function."""

    def played():
        first, second = draw.chance(3, 5), draw.chance(3, 5)
        return played() if first != second else first

    return played()


@pytest.mark.usefixtures("unregistered")
@pytest.mark.parametrize("game", [deuce, helper_s_deuce, method_s_deuce, inner_deuce])
def test_a_recursion_without_bound_is_simulated(monkeypatch, game):
    monkeypatch.setattr(defaults, "TRIALS", 1_000)
    answer = sweepstake.answer(game)
    assert {*answer.method} == {"simulate"}
    assert abs(answer["count"].max() - 1_000 * 9 / 13) < 5 * 15


SEVERAL = """import os
import time

from sweepstake.puzzle import Column, Method, Puzzle, Question
from sweepstake.errors import NoAnswerError, TooLargeError


def crash():
    os._exit(3)


def late():
    pass  # but its cost is above the limit


def slow():
    time.sleep(600)


def deep():
    return deep()


def fail():
    raise ZeroDivisionError("none left")


def refuse():
    raise NoAnswerError("it never ends")


COST = {"late": lambda: 50}.get("METHOD", lambda: 0)
METHODS = {"METHOD": Method(METHOD, "exact", COST), "table": Method(lambda: {1: 1}, "float")}
PUZZLE = Puzzle("one", (
    Question("one", "How many?", (), (Column("many", "int", "how many"),), METHODS),
))
"""


@pytest.mark.parametrize(
    ("method", "reason"),
    [
        ("crash", "its process died (exit code 3)"),
        ("late", "predicted to take 50 s, over the limit of 45 s; to raise it, set DASK_"),
        ("deep", "RecursionError: a function calls itself too often; use a loop (one.py, line 21)"),
        ("fail", "ZeroDivisionError: none left (one.py, line 25)"),
    ],
)
def test_whatever_ends_a_method_the_next_answers(said, tmp_path, unregistered, method, reason):
    (tmp_path / "one.py").write_text(SEVERAL.replace("METHOD", method))
    printed = said("answer", "one", "--limit", "45", "--puzzle", tmp_path / "one.py")
    assert "Method: table." in printed
    assert f"Not by {method}: {reason}" in " ".join(printed.split())


def test_a_method_gives_way_to_the_next_after_a_minute(said, tmp_path, unregistered, monkeypatch):
    (tmp_path / "one.py").write_text(SEVERAL.replace("METHOD", "slow"))
    monkeypatch.setattr(defaults, "PATIENCE", 2.0)
    printed = said("answer", "one", "--puzzle", tmp_path / "one.py")
    assert "Method: table." in printed
    assert (
        "Not by slow: took longer than the limit of 2 s; name the method to wait for it" in printed
    )


def test_if_no_method_answers_each_has_its_reason(tmp_path, unregistered, capsys):
    text = SEVERAL.replace("METHOD", "fail").replace("lambda: {1: 1}", "deep")
    (tmp_path / "one.py").write_text(text)
    assert cli.main(["answer", "one", "--puzzle", str(tmp_path / "one.py")]) == 2
    [line] = capsys.readouterr().err.splitlines()
    _, divided, deep = line.split("; ", 2)
    assert divided == "fail: ZeroDivisionError: none left (one.py, line 25)"
    assert deep.startswith("table: RecursionError: ")
    assert deep.endswith("(one.py, line 21)")


def test_what_is_wrong_with_the_rules_is_said_once(refused, tmp_path, unregistered):
    (tmp_path / "one.py").write_text(SEVERAL.replace("METHOD", "refuse"))
    message = refused("answer", "one", "--puzzle", tmp_path / "one.py")
    assert message == "sweepstake: one refuse: it never ends\n"


@pytest.mark.usefixtures("unregistered")
def test_an_error_of_the_rules_ends_all_methods():
    def rarely_wrong(draw):
        """Which?"""
        if all(draw.die(6) == 3 for _ in range(9)):
            raise ValueError("no three")
        return 1

    with pytest.raises(
        SweepstakeError, match=r"wrong states: ValueError: no three \(test_instead.py, line \d+\)$"
    ):
        sweepstake.answer(rarely_wrong)
