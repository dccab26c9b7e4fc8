"""What questions take: whole numbers, choices and rationals, each exact and within bounds."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzle import Choice, Parameter, Rational
from sweepstake.puzzle.parameter import read, stored

CARDS = Parameter("cards", "cards", 1, 52)
RULES = Choice("rules", "rules", ("classic", "lazy", "7"))
CHANCE = Rational("p", "chance", 0, 1)


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
