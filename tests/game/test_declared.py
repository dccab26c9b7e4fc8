"""A game becomes ordinary questions with ordinary methods."""

from fractions import Fraction

import pandas as pd
import pytest

import sweepstake
from sweepstake.core.stream import stream
from sweepstake.errors import SweepstakeError
from sweepstake.game import Ask, Game
from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, register
from sweepstake.report.check import coverage


def toss_twice(draw, sides):
    """Which sides come,
    in two tosses?

    More about it.
    """
    return draw.below(sides), draw.below(sides) == 0


COLUMNS = (Column("first", "int", "the first side"), Column("second", "bool", "the second is 0"))
SIDES = (Parameter("sides", "sides of a coin", 2, 9, default=2),)


def test_a_game_is_a_question_of_its_function_s_name_and_text():
    [question] = Game(toss_twice, SIDES, COLUMNS).questions
    assert question.name == "toss_twice"
    assert question.text == "Which sides come, in two tosses?"
    assert [*question.methods] == ["states", "bounds", "paths", "simulate"]
    assert question.methods["paths"].answer(sides=2)[1, True] == Fraction(1, 4)
    assert sum(question.methods["simulate"].answer(stream(1, "x"), 100, sides=2).values()) == 100


def test_python_may_drop_docstrings(monkeypatch):
    monkeypatch.setattr(toss_twice, "__doc__", None)  # as `python -OO` does
    [question] = Game(toss_twice, SIDES, COLUMNS).questions
    assert question.text == "Which sides come, in two tosses?"


def test_a_puzzle_has_the_questions_of_its_games():
    extra = {"formula": Method(lambda sides: {True: Fraction(1, sides)}, "exact")}
    game = Game(
        toss_twice,
        SIDES,
        COLUMNS,
        asks=(
            Ask("toss_second", "Is the second side 0?", "second"),
            Ask("toss_first", "What is the first, if the second is 0?", "first", {"second": True}),
        ),
        methods=extra,
    )
    puzzle = Puzzle("toss", (game,))
    second, first = puzzle.questions
    assert next(iter(second.methods)) == "formula"
    assert second.methods["paths"].answer(sides=4)[True] == Fraction(1, 4)
    assert first.methods["paths"].answer(sides=4)[3] == Fraction(1, 4)


def test_what_is_asked_for_is_an_outcome():
    with pytest.raises(ValueError, match="a asks for 'c'; allowed: outcomes of the game, first, s"):
        Game(toss_twice, SIDES, COLUMNS, (Ask("a", "b?", "c"),))


def test_what_is_given_and_never_happens_is_named():
    ask = Ask("never", "What if?", "first", {"first": 7})
    [question] = Game(toss_twice, SIDES, COLUMNS, (ask,)).questions
    with pytest.raises(ValueError, match="toss_twice: what is given never happens"):
        question.methods["paths"].answer(sides=2)


def test_what_is_given_is_of_the_type_of_its_column():
    ask = Ask("a", "b?", "first", {"second": "yes"})
    with pytest.raises(ValueError, match="a: the given second is 'yes'; allowed: bool"):
        Game(toss_twice, SIDES, COLUMNS, (ask,))


def shots(draw):
    shots, who = 0, "a"
    while not draw.chance(1, 3):
        shots += 1
        who = "b" if who == "a" else "a"
    return who, shots


@pytest.mark.usefixtures("unregistered")
def test_another_method_answers_if_what_is_given_has_no_bound(monkeypatch):
    monkeypatch.setattr("sweepstake.ask.defaults.TRIALS", 1_000)
    game = Game(
        shots,
        (),
        (Column("who", "string", "who hits"), Column("shots", "int", "shots before")),
        (Ask("who_is_fourth", "Who hits with the fourth shot?", "who", {"shots": 3}),),
    )
    with pytest.warns(UserWarning, match="Not by states: shots: a running total is given"):
        answer = sweepstake.answer(game)
    assert (answer.method.tolist(), answer.who.tolist()) == (["bounds"], ["b"])


def never_met(draw) -> int:
    face = draw.die(6)
    draw.condition(face > 6)
    return face


@pytest.mark.usefixtures("unregistered")
@pytest.mark.parametrize(
    ("method", "says"),
    [
        (None, "states: never_met: what draw.condition asks for never happens"),
        ("paths", "paths: never_met: what draw.condition asks for never happens"),
        ("simulate", "never_met: 100,000 plays miss what draw.condition asks for"),
    ],
)
def test_a_condition_that_never_holds_is_named(method, says):
    with pytest.raises(SweepstakeError, match=says):
        sweepstake.answer(never_met, method=method)


def test_a_global_that_the_first_plays_change_is_noticed_by_all_later_ones(tmp_path, unregistered):
    """The costs of methods are predicted by plays, after which this one gives always the same."""
    (tmp_path / "best.py").write_text(
        "from sweepstake.game import Game\n"
        "from sweepstake.puzzle import Column, Puzzle\n"
        "best = 0\n"
        "def toss(draw):\n"
        '    """How many heads?"""\n'
        "    global best\n"
        "    best = max(best, draw.die(3))\n"
        "    return best\n"
        'PUZZLE = Puzzle("best", (Game(toss, (), (Column("heads", "int", "heads"),)),))\n'
    )
    [puzzle] = register.load([str(tmp_path / "best.py")])
    [question] = puzzle.questions
    for method in ("states", "paths", "simulate"):
        question.methods[method].seconds()
    for method in ("states", "paths"):
        with pytest.raises(ValueError, match=r"best is (changed by a play|global)"):
            question.methods[method].answer()
    with pytest.raises(ValueError, match="best is changed by a play"):
        question.methods["simulate"].answer(stream(1, "toss"), 10)


def all_tosses(draw):
    tosses = ""
    while not tosses.endswith("hhhh"):
        tosses += draw.among("ht")
    return len(tosses)


def test_too_many_states_are_explained_by_what_they_depend_on(monkeypatch):
    monkeypatch.setattr("sweepstake.game.solving.states.MAX_STATES", 100)
    [question] = Game(
        all_tosses, (), (Column("n", "int", "n"),), asks=(Ask("all_tosses", "How many?", "n"),)
    ).questions
    with pytest.raises(ValueError, match=r"differ in `tosses` \([\d,]+ values\); keep less in"):
        question.methods["states"].answer()


def toss_declared(**fields):
    [question] = Game(toss_twice, **{"parameters": SIDES, "outcomes": COLUMNS} | fields).questions
    return question


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"parameters": SIDES[0]}, "parameters of 'toss_twice' has .* with a comma after the last"),
        ({"outcomes": COLUMNS[0]}, "outcomes of 'toss_twice' has .* with a comma after the last"),
        (
            {"objection": lambda p: None},
            "objection of toss_twice can't be called with sides by name: missing .*'p'",
        ),
        (
            {"published": (Published({"sides": 6}, {"first": 1}, "1/6"),)},
            "published number of toss_twice: its outcome is {'first': 1}; allowed: a tuple",
        ),
        (
            {"published": (Published({"sides": 6}, (1, False), "5/36", method="formula"),)},
            "toss_twice has no method 'formula'; allowed: states, bounds, paths",
        ),
    ],
)
def test_a_mistake_is_said_in_one_line(fields, message):
    with pytest.raises(ValueError, match=message) as raised:
        toss_declared(**fields)
    assert "\n" not in str(raised.value)


def test_published_numbers_are_compared_with_states():
    [published] = toss_declared(published=(Published({"sides": 6}, (1, False), "5/36"),)).published
    assert published.method == "states"


@pytest.mark.usefixtures("unregistered")
def test_a_run_says_why_methods_of_one_function_confirm_nothing():
    register.add(toss_declared())
    row = dict.fromkeys(coverage.COLUMNS, 0) | {
        "question": "toss_twice",
        "points": 2,
        coverage.NOTHING: 2,
    }
    line = coverage.in_words(pd.DataFrame([row]), "coverage.csv")
    assert line.endswith(f"not confirmed: toss_twice 2 (coverage.csv); {coverage.SAME_RULES}")
