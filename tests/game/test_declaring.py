"""A game that is declared wrongly says so in one line, with what is allowed."""

import pandas as pd
import pytest

from sweepstake.game import Game
from sweepstake.puzzle import Column, Parameter, Published, register
from sweepstake.report.coverage import COLUMNS, NOTHING, SAME_RULES, in_words

SIDES = (Parameter("sides", "sides of the die", 1, 6),)
FACE = (Column("face", "int", "the face"),)


def roll(draw, sides):
    """Which face comes?"""
    return draw.die(sides)


def declared(**fields):
    game = Game(roll, **{"parameters": SIDES, "outcomes": FACE} | fields)
    return game.questions[0]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"parameters": SIDES[0]}, "parameters of 'roll' has .* with a comma after the last"),
        ({"outcomes": FACE[0]}, "outcomes of 'roll' has .* with a comma after the last"),
        (
            {"objection": lambda p: None},
            "objection of roll can't be called with sides by name: missing .*'p'",
        ),
        (
            {"published": (Published({"sides": 6}, {"face": 1}, "1/6"),)},
            "published number of roll: its outcome is {'face': 1}; allowed: a value of face",
        ),
        (
            {"published": (Published({"sides": 6}, 1, "1/6", method="formula"),)},
            "published number of roll: roll has no method 'formula'; allowed: states, paths",
        ),
    ],
)
def test_a_mistake_is_said_in_one_line(fields, message):
    with pytest.raises(ValueError, match=message) as raised:
        declared(**fields)
    assert "\n" not in str(raised.value)


def test_published_numbers_are_compared_with_states():
    [published] = declared(published=(Published({"sides": 6}, 1, "1/6"),)).published
    assert published.method == "states"


@pytest.mark.usefixtures("unregistered")
def test_a_run_says_why_methods_of_one_function_confirm_nothing():
    register.keep(declared())
    row = dict.fromkeys(COLUMNS, 0) | {"question": "roll", "points": 2, NOTHING: 2}
    line = in_words(pd.DataFrame([row]), "coverage.csv")
    assert line.endswith(f"not confirmed: roll 2 (coverage.csv); {SAME_RULES}")
