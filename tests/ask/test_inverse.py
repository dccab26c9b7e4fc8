"""Where a number is greatest, or passes a bound: against what the answers themselves say."""

from fractions import Fraction

import pytest

import sweepstake
from sweepstake.ask import inverse
from sweepstake.quantity.quantity import Quantity

NAN = float("nan")


@pytest.fixture(scope="module")
def won():
    return sweepstake.sweep("guess_win", cards="2..30")


def sampled(number, low, high):
    return Quantity("", "", {}, "simulate", "sampled", number, low=low, high=high, trials=1_000)


def test_the_first_value_of_a_bound(won):
    exact = {row.cards: Fraction(row.exact) for row in won.frame.itertuples() if row.won}
    for bound in (Fraction(1, 2), Fraction(1, 10), exact[17]):
        wanted = min(cards for cards, chance in exact.items() if chance <= bound)
        assert won.first("won", at_most=bound).params == [{"cards": wanted}]
    below = exact[17] - Fraction(1, 10**30)
    assert won.first("won", at_most=below).params == [{"cards": 18}]


def heads(draw, p):
    """Does the coin fall heads?"""
    return draw.chance(p)


@pytest.mark.usefixtures("unregistered")
def test_fractions_are_in_the_order_of_their_size_and_not_of_their_text():
    chances = [Fraction(text) for text in ("1/3", "1/10", "1/2", "9/10")]
    answers = sweepstake.sweep(heads, p=chances)
    number = answers.question.outcomes[0].name
    assert [value.params["p"] for value in answers.quantities(number)] == [
        "1/10",
        "1/3",
        "1/2",
        "9/10",
    ]
    assert answers.first(number, at_least="1/2").params == [{"p": "1/2"}]


def test_whether_later_values_agree(won):
    assert "all 19 later values" in str(won.first("won", at_most="10%"))
    assert "26 later values, first at cards=5" in str(won.first("won", at_least=0.6))
    assert "none of 29 values; nearest at cards=30" in str(won.first("won", at_most=1e-9))


def test_greatest_and_least_with_all_ties(won):
    assert won.greatest("won").params == [{"cards": 2}]
    assert won.least("won").params == [{"cards": 30}]
    even = sweepstake.sweep("toy_rolls", coins=2, sides=2, wait="0..3")
    assert [params["wait"] for params in even.greatest("winner=A").params] == [0, 1, 2, 3]


def test_samples_that_cannot_be_told_apart_are_all_named():
    wait = sweepstake.sweep("toy_rolls", wait="0..3", trials=2_000, method="simulate")
    assert [params["wait"] for params in wait.greatest("winner=A").params] == [0, 1, 2, 3]
    assert "More trials" in str(wait.greatest("winner=A"))
    assert [params["wait"] for params in wait.greatest("mean:rolls").params] == [3]


def test_medians_of_samples_have_intervals():
    wait = sweepstake.sweep("toy_rolls", sides=12, wait="0,3", trials=10_000, method="simulate")
    for median in wait.quantities("median:rolls"):
        assert median.low <= median.value <= median.high
        assert median.high - median.low < median.value / 5
    exact = sweepstake.sweep("toy_rolls", coins=3, sides=2, wait="2,3")
    assert [median.value for median in exact.quantities("median:rolls")] == [3.0, 4.0]


@pytest.mark.parametrize(
    ("value", "is_so"),
    [
        (sampled(0.6, 0.55, 0.65), True),
        (sampled(0.5, 0.45, 0.55), None),
        (sampled(0.4, 0.35, 0.45), False),
        (sampled(0.9, NAN, NAN), None),
        (Quantity("", "", {}, "exact", "exact", 0.5, "1/2"), True),
        (Quantity("", "", {}, "exact", "exact", 0.5, f"{5 * 10**19 - 1}/{10**20}"), False),
    ],
)  # fmt: skip
def test_what_an_interval_leaves_open(value, is_so):
    assert inverse.is_met(value, ">=", Fraction(1, 2)) is is_so


def test_numbers_too_small_for_floats_are_compared_by_logarithm():
    tiny = Quantity("", "", {}, "exact", "exact", 0.0, logarithm=-400.0)
    assert inverse.is_met(tiny, "<=", Fraction(1, 10**390)) is True
    assert inverse.is_met(tiny, "<=", Fraction(1, 10**410)) is False


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        ("x", "'x' names no outcome; allowed: rolls, winner"),
        ("rolls", "'rolls' is not a number; allowed: mean:rolls, median:rolls, rolls=..."),
        ("rolls=x", "rolls is 'x'; allowed: whole numbers"),
        ("mean:winner", "'mean:winner' is not a number"),
        ("winner>=3", "winner can't be at least '3'; give a number"),
    ],
)
def test_what_is_no_number(number, wrong):
    answers = sweepstake.sweep("toy_rolls", coins=2, sides=2, wait="0,1")
    with pytest.raises(ValueError, match=r".") as error:
        answers.greatest(number)
    assert wrong in str(error.value)


def test_mistakes_in_bounds(won):
    with pytest.raises(ValueError, match=r"'half' is not a bound; allowed: numbers like 0\.5, 1/2"):
        won.first("won", at_least="half")
    with pytest.raises(ValueError, match="give one of at_least and at_most"):
        won.first("won")
    two = sweepstake.sweep("toy_won", coins="2,3", sides="2,4")
    with pytest.raises(ValueError, match="of one swept parameter; swept: coins, sides"):
        two.first("won", at_least=0)
