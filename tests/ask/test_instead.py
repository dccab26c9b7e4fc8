"""Where a method finds on the way that its answer is too large, the next one answers."""

import pytest

import sweepstake
from sweepstake import ask, cli
from sweepstake.game import states

PUZZLE = '''from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Method, Parameter, Puzzle
from sweepstake.puzzle.method import TooLargeError


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


def test_in_a_sweep_only_what_is_too_large_has_another_method(toss, capsys):
    assert cli.main([*toss, "n=2..5", "--format", "csv"]) == 0
    rows = [line.split(",") for line in capsys.readouterr().out.splitlines()]
    method = rows[0].index("method")
    assert [row[method] for row in rows[1:]] == ["table", "table", "states", "states"]
    assert cli.main([*toss, "n=2..5"]) == 0
    assert "Not by table at n=4 (and 1 more): 4 columns" in capsys.readouterr().out


def test_a_method_that_is_named_fails_with_its_reason(toss, capsys):
    for words in ("n=4", "n=2..5"):
        assert cli.main([*toss, words, "--method", "table"]) == 2
        captured = capsys.readouterr()
        assert "table: 4 columns; allowed: 3" in captured.err
        assert not captured.out


@pytest.mark.usefixtures("unregistered")
def test_a_function_of_too_many_states_is_simulated(monkeypatch):
    def walk(draw, steps):
        """How far from home?"""
        place = (0,) * 12
        for _ in range(steps):
            way = draw.below(12)
            place = (*place[:way], place[way] + 1, *place[way + 1 :])
        return max(place)

    monkeypatch.setattr(states, "MAX_STATES", 4_000)
    monkeypatch.setattr(ask, "TRIALS", 2_000)
    with pytest.warns(UserWarning, match=r"Not by states: .* expanded, .* seen; allowed: 4,000"):
        answer = sweepstake.answer(walk, steps=30)
    assert {*answer.method} == {"simulate"}
    assert answer.trials.tolist()[0] == 2_000
    answers = sweepstake.sweep(walk, steps=[1, 30])
    assert answers.frame.method.unique().tolist() == ["states", "simulate"]
    assert "states" in answers.notes[0]
    with pytest.raises(RuntimeError, match=r"states: .* seen; allowed: 4,000"):
        sweepstake.answer(walk, steps=30, method="states")
