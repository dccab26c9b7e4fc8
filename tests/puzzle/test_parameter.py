"""What questions take: whole numbers, choices, rationals and lists, exact and within bounds."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from running import WALK
from sweepstake.puzzle import Choice, ListOf, Parameter, Rational
from sweepstake.puzzle.parameter import read, stored
from sweepstake.puzzle.tried import tried

CARDS = Parameter("cards", "cards", 1, 52)
RULES = Choice("rules", "rules", ("classic", "lazy", "7"))
CHANCE = Rational("p", "chance", 0, 1)
BOARD = ListOf(Parameter("board", "squares", -5, 99), 1, 4, {"short": [0, 2, 2]})
TOSSES = ListOf(Choice("tosses", "tosses", ("H", "T")), 2, 4)
PACES = ListOf(Choice("paces", "paces", ("slow", "fast")))
WEIGHTS = ListOf(Rational("weights", "weights", 0, 1))
LISTS = (BOARD, TOSSES, PACES, WEIGHTS)


@pytest.mark.parametrize(
    ("parameter", "given", "value"),
    [
        (CARDS, 52, 52),
        (CARDS, np.int64(52), 52),
        (CHANCE, np.int64(1), Fraction(1)),
        (CHANCE, np.float32(0.1), Fraction(1, 10)),
        (RULES, "lazy", "lazy"),
        (RULES, 7, "7"),
        (CHANCE, "49/100", Fraction(49, 100)),
        (CHANCE, 0.49, Fraction(49, 100)),
        (CHANCE, "0.1", Fraction(1, 10)),
        (CHANCE, 1, Fraction(1)),
        (CHANCE, Fraction(1, 3), Fraction(1, 3)),
        (CHANCE, "1e-3", Fraction(1, 1000)),
        (BOARD, [0, 2, 2], (0, 2, 2)),
        (BOARD, (1,), (1,)),
        (BOARD, np.array([3, -5]), (3, -5)),
        (BOARD, "0:-1:+2", (0, -1, 2)),
        (BOARD, "7:", (7,)),
        (BOARD, "short", (0, 2, 2)),
        (TOSSES, "HTH", ("H", "T", "H")),
        (TOSSES, "H:T:H", ("H", "T", "H")),
        (PACES, "slow:fast", ("slow", "fast")),
        (PACES, "slow:", ("slow",)),
        (WEIGHTS, "1/3:0.5", (Fraction(1, 3), Fraction(1, 2))),
        (WEIGHTS, [0.1, "1/2"], (Fraction(1, 10), Fraction(1, 2))),
    ],
)
def test_a_value_is_taken_as_it_is_meant(parameter, given, value):
    found = parameter.checked(given)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("parameter", "given", "says"),
    [
        (CARDS, 2.0, "cards is 2.0; allowed: whole numbers from 1 to 52"),
        (CARDS, "2", "cards is '2'"),
        (CARDS, True, "cards is True"),
        (CARDS, np.bool_(True), "cards is "),
        (CHANCE, np.float64("nan"), "p is "),
        (RULES, "keen", "rules is 'keen'; allowed: classic, lazy, 7"),
        (RULES, True, "rules is True"),
        (CHANCE, "3/2", "p is '3/2'; allowed: fractions from 0 to 1, as 1/3 or 0.25"),
        (CHANCE, "1/0", "p is '1/0'"),
        (CHANCE, "half", "p is 'half'"),
        (CHANCE, float("nan"), "p is nan"),
        (CHANCE, float("inf"), "p is inf"),
        (CHANCE, False, "p is False"),
        (CHANCE, "1e-99999999999", "p is '1e-99999999999'"),
        (CHANCE, "9" * 100, "p is '999"),
        (CHANCE, [1], "p is [1]"),
        (BOARD, 5, "board is 5; allowed: lists of 1 to 4, as [-5, 99] or -5:99 (one item: -5:), o"),
        (BOARD, "5", "board is '5'"),
        (BOARD, [], "board is []"),
        (BOARD, [1] * 5, "board is [1, 1, 1, 1, 1]"),
        (BOARD, [1, 100], "board[1] is 100; allowed: whole numbers from -5 to 99"),
        (BOARD, "1:x", "board[1] is 'x'"),
        (BOARD, "1::2", "board[1] is ''"),
        (BOARD, [1, True], "board[1] is True"),
        (BOARD, "1:" + "9" * 5000, "board[1] is '999"),
        (BOARD, {1: 2}, "board is {1: 2}"),
        (TOSSES, "H", "tosses is 'H'; allowed: lists of 2 to 4, as [H, T] or HT; items: H, T"),
        (TOSSES, "HX", "tosses is 'HX'"),
        (TOSSES, "H:X", "tosses[1] is 'X'; allowed: H, T"),
        (PACES, "slow", "paces is 'slow'"),
        (WEIGHTS, "1/2:3/2", "weights[1] is '3/2'"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(parameter, given, says):
    with pytest.raises(ValueError, match="allowed: ") as error:
        parameter.checked(given)
    assert str(error.value).startswith(says)


@given(st.fractions(0, 1, max_denominator=10**9))
def test_what_a_table_holds_of_a_rational_is_the_rational(value):
    assert read("rational", stored(value)) == value
    assert CHANCE.checked(stored(value)) == value


N = Parameter("n", "n", 0, 9)


@pytest.mark.parametrize(
    ("of", "declared", "says"),
    [
        (N, {"shortest": 2, "longest": 1}, "n has 2 to 1 items; allowed: 1 or more"),
        (Choice("w", "w", ("a:b",)), {}, "w has items 'a:b'; allowed: words without"),
        (N, {"named": {"x": [10]}}, r"n\[0\] is 10; allowed: wh"),
        (N, {"named": {"1:2": [1]}}, "n has a list called '1:2'"),
        (Choice("c", "c", ("a", "b")), {"named": {"ab": ["a"]}}, "a list called 'ab'"),
        (N, {"named": {"x": [1], "y": (1,)}}, "n has two names for one list"),
    ],
)
def test_lists_that_could_be_misread_are_refused_when_declared(of, declared, says):
    with pytest.raises(ValueError, match=says):
        ListOf(of, **declared)


def items(parameter):
    """Any list that a parameter takes."""
    of = parameter.of
    some = {
        "int": lambda: st.integers(of.low, of.high),
        "string": lambda: st.sampled_from(of.values),
        "rational": lambda: st.fractions(of.low, of.high, max_denominator=10**6),
    }[of.type]()
    return st.lists(some, min_size=parameter.shortest, max_size=min(parameter.longest, 8))


@given(st.sampled_from(LISTS).flatmap(lambda p: st.tuples(st.just(p), items(p), items(p))))
def test_what_a_table_holds_of_a_list_is_the_list(drawn):
    parameter, one, other = drawn
    value = parameter.checked(one)
    assert value == tuple(one)
    assert parameter.read(parameter.stored(value)) == value
    assert (parameter.stored(value) == parameter.stored(tuple(other))) == (one == other)


def taken(parameter, text):
    """What a parameter makes of text, or what it says of it."""
    try:
        return parameter.checked(text)
    except ValueError as error:
        return str(error)


@given(st.sampled_from(LISTS), st.text() | st.from_regex("[0-9HTa-z:/.-]{0,12}", fullmatch=True))
def test_text_is_one_list_or_refused_in_a_line(parameter, text):
    value = taken(parameter, text)
    assert isinstance(value, str) or parameter.read(parameter.stored(value)) == value
    assert "\n" not in value


NAMED = '{"tiny": [0, 2, 1]}, "tiny"'
MORE = '{"tiny": [0, 2, 1], "one": [5], "two": [3, 4]}'


def tried_at(puzzle):
    """Where the question of a puzzle is tried, in words."""
    [question] = puzzle.questions
    return [question.in_words(params) for params in tried(question)]


def test_lists_are_tried_at_the_default_and_with_other_last_items(loaded):
    assert tried_at(loaded(WALK)) == [
        "board=tiny steps=ff pace=slow:",
        "board=0:2:2 steps=fb pace=fast:",
        "board=0:2:3 steps=ff pace=slow:",
        "board=0:2:5 steps=ff pace=slow:",
    ]


def test_lists_that_have_names_are_tried(loaded):
    boards = [words.split()[0] for words in tried_at(loaded(WALK, (NAMED, MORE)))]
    assert boards == ["board=tiny", "board=one", "board=two", "board=one"]
