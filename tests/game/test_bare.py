"""A bare function, as a notebook has it, is answered as the game that it is."""

import re
from decimal import Decimal  # noqa: F401  # named in programs, as the next two
from enum import Enum
from fractions import Fraction

import numpy as np  # noqa: F401
import pandas as pd
import pytest

import sweepstake
from game import programs
from game.rules import pig_turn
from running import ROOT
from sweepstake import bare
from sweepstake.game import Ask, Game
from sweepstake.puzzle import Column, Parameter, register


class Side(Enum):
    LEFT = 1


@pytest.fixture(autouse=True)
def nothing_kept():
    """Functions that a test asks about are forgotten after it."""
    yield
    register._local.clear()


def race(draw, first="hh", second="th", p=0.5):
    """Which pattern comes first?

    A coin is tossed until one of them has come.
    """
    last = ""
    while last not in (first, second):
        last = (last + ("h" if draw.chance(p) else "t"))[-2:]
    return last == first, last


def test_a_function_has_the_answer_of_the_puzzle_that_has_it(unregistered):
    rows = sweepstake.answer(pig_turn, hold=20)
    register.load([str(ROOT / "examples" / "pig.py")])
    declared = sweepstake.answer("pig_turn", hold=20)
    renamed = rows.rename(columns=lambda name: name.replace("outcome", "score"))
    pd.testing.assert_frame_equal(renamed, pd.DataFrame(declared))
    assert sweepstake.answer("pig_turn", hold=20, method="paths", limit="none").exact is not None


def test_a_sample_is_near_the_exact_answer_and_a_seed_repeats_it():
    exact = sweepstake.summary(sweepstake.answer(pig_turn, hold=10)).iloc[0]
    sampled = sweepstake.answer(pig_turn, hold=10, method="simulate", trials=4_000, seed=3)
    estimate = sweepstake.summary(sampled).iloc[0]
    assert exact["quantity"] == estimate["quantity"] == "mean:outcome"
    assert abs(exact["value"] - estimate["value"]) < 5 * estimate["standard_error"]
    again = sweepstake.answer(pig_turn, hold=10, method="simulate", trials=4_000, seed=3)
    pd.testing.assert_frame_equal(sampled, again)


def tosses(draw):
    """How many tosses until heads?"""
    count = 1
    while not draw.chance(1, 2):
        count += 1
    return count


def test_what_may_go_on_for_long_has_its_exact_mean():
    answer = sweepstake.answer(tosses)
    mean = sweepstake.summary(answer).set_index("quantity").loc["mean:outcome"]
    assert (mean["method"], mean["value"], mean["exact"]) == ("states", 2, "2")
    assert 0 < Fraction(answer["left_out"][0]) < Fraction(1, 10**12)


def test_answers_of_several_calls_make_a_sweep():
    sweep = pd.concat([sweepstake.answer(pig_turn, hold=hold) for hold in (19, 20, 21)])
    assert sweepstake.summary(sweep, wide=True)["hold"].tolist() == [19, 20, 21]
    patterns = pd.concat([sweepstake.answer(race, second=second) for second in ("th", "tt")])
    assert sweepstake.summary(patterns, wide=True)["outcome_1"].tolist() == [0.25, 0.5]


def test_parameters_are_what_the_values_are():
    rows = sweepstake.answer(race, p=Fraction(1, 3))
    assert rows["p"].unique().tolist() == ["1/3"]
    assert rows[rows.outcome_1].exact.tolist() == ["1/9"]
    assert sweepstake.answer(race, p=0.25)["p"].unique().tolist() == ["1/4"]
    assert sweepstake.questions()["race"].text == "Which pattern comes first?"

    def highest(draw, sides, names=("a", "b")):
        return max(draw.die(n) for n in sides)

    rows = sweepstake.answer(highest, sides=[2, 3])
    assert dict(zip(rows.outcome, rows.exact, strict=True)) == {1: "1/6", 2: "1/2", 3: "1/3"}


def typed(draw, n) -> tuple[int, Fraction, bool, str | None]:
    return draw.die(n), Fraction(1, 2), True, None


def untyped(draw, n):
    if draw.chance(1, 2):
        return 1, None, "a"
    return Fraction(1, n), True, "b"


@pytest.mark.parametrize(
    ("play", "types"),
    [
        (typed, [("int", False), ("rational", False), ("bool", False), ("string", True)]),
        (untyped, [("rational", False), ("bool", True), ("string", False)]),
    ],
)
def test_outcomes_are_what_is_annotated_or_what_plays_return(play, types):
    question, _ = bare.question(play, {"n": 2})
    assert [(column.type, column.nullable) for column in question.outcomes] == types
    assert len(sweepstake.answer(play, n=2)) == 2


def test_a_function_of_a_cell_has_the_text_of_the_cell():
    cell = (
        "def best(draw, n):\n    b = 0\n    for _ in range(n):\n        b = max(b, draw.die(6))\n"
    )
    cell += "    return b\n"
    names = programs.loaded("<cell 1>", cell, {"__name__": "__main__"})
    rows = sweepstake.answer(names["best"], n=30)
    assert rows["method"].unique().tolist() == ["states"]
    assert rows.iloc[-1].exact == str(1 - Fraction(5, 6) ** 30)


GAME = Game(
    pig_turn,
    (Parameter("hold", "points", 2, 100, default=20),),
    (Column("score", "int", "points"),),
    asks=(Ask("pig_score", "What is it worth?", "score"), Ask("pig_again", "And now?", "score")),
)


def test_a_game_and_its_questions_are_asked():
    first, _ = GAME.questions
    rows = sweepstake.answer(first)
    assert {*rows["question"]} == {"pig_score"}
    assert rows.exact[0] == sweepstake.answer(pig_turn, hold=20).exact[0]
    with pytest.raises(ValueError, match="the game asks pig_score, pig_again; give one of its"):
        sweepstake.answer(GAME)


def no_draw():
    return 1


def waits(draw):
    return 1 if draw.below(10**6) == 0 else 1 + waits(draw)


FILLED = set()


def fills(draw):
    FILLED.add(draw.die(3))
    return len(FILLED)


def toy_won(draw):
    return draw.die(6)


@pytest.mark.parametrize(
    ("play", "params", "message"),
    [
        (3, {}, "3 is no question; give a question's name or a function"),
        (lambda draw: 1, {}, "a lambda has no name to ask by"),
        (pig_turn, {}, "pig_turn needs hold; give it as hold=..."),
        (pig_turn, {"held": 3}, "pig_turn has no parameter 'held'; allowed: hold"),
        (pig_turn, {"hold": None}, "hold is None; allowed: whole numbers, fractions, texts"),
        (no_draw, {}, "no_draw takes no draw; write `def no_draw(draw, ...)`"),
        ("no_return: draw.die(6)", {}, "no_return returns None in 100 plays; has it a `return`"),
        ("fails: return draw.die('6')", {}, "fails fails: ValueError: die('6'); allowed: whole"),
        ("misspelt: return draw.coin()", {}, "AttributeError: draw has no 'coin'; it has among,"),
        ("mixed: return draw.among([1, 'a'])", {}, "mixed returns 'a', 1; allowed: values of one"),
        (
            "floating: return draw.die(6) / 2",
            {},
            "use Fraction; allowed: whole numbers, fractions, truth values",
        ),
        (
            "np_int: return np.int64(draw.die(6))",
            {},
            "of type numpy.int64 (see line 2); use int(...);",
        ),
        ("np_bool: return np.int64(draw.die(6)) > 4", {}, "(see line 2); use bool(...); allowed"),
        ("np_cell: return 1, np.str_('a')", {}, "of type numpy.str_ (see line 2); use str(...);"),
        ("np_row: return np.array([1, 2])", {}, "(see line 2); declare a column for each value;"),
        (
            "decimal: return Decimal('0.5')",
            {},
            "of type Decimal (see line 2); use Fraction; allowed",
        ),
        (
            "enum: return Side.LEFT",
            {},
            "of type Side (see line 2); return its .name or its .value;",
        ),
        ("nothing: return ()", {}, "nothing returns (), which has no value (see line 2)"),
        ("deck: return draw.deck([1])", {}, "of type Deck (see line 2); allowed: whole numbers"),
        ("need(limit): return limit", {"limit": 5}, "need needs limit; give it as params={"),
        (
            "seeded(seed=1): return seed",
            {},
            "seeded can't have a parameter 'seed': a column of",
        ),
        ("uneven: return (1, 2) if draw.chance(1, 2) else 3", {}, "allowed: always as many values"),
        ("endless: while True: draw.die(6)", {}, "endless: a play has over 100,000 draws; it may"),
        (fills, {}, "FILLED is changed by a play and outlives it; make it a local variable"),
        (waits, {}, "RecursionError: a function calls itself too often; use a loop (test_bare.py"),
        (toy_won, {}, "there is a question toy_won already, of Toy; rename the function"),
    ],
)
def test_mistakes_are_said_in_a_line(play, params, message):
    asked = programs.play(play, globals()) if isinstance(play, str) else play
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        sweepstake.answer(asked, **params)
    assert "\n" not in str(raised.value)


def test_what_a_play_fills_outside_is_as_it_was_when_the_call_is_repeated():
    for _ in range(2):
        with pytest.raises(ValueError, match="FILLED is changed by a play"):
            sweepstake.answer(fills)
    assert not FILLED
