"""Exact answers as mappings from outcomes to fractions."""

from fractions import Fraction
from math import sqrt

import pytest

import sweepstake
from sweepstake.errors import InputError


def two_dice(draw):
    return draw.die(6) + draw.die(6)


def tosses(draw):
    count = 1
    while draw.chance(1, 2):
        count += 1
    return count


def a_die_and_a_coin(draw):
    """A die, and heads; no number for tails."""
    heads = draw.chance(1, 2)
    return draw.die(6) if heads else None, heads


@pytest.fixture(scope="module")
def dice():
    return sweepstake.distribution(two_dice)


@pytest.fixture(scope="module")
def endless():
    return sweepstake.distribution(tosses)


def test_it_maps_outcomes_to_fractions(dice):
    assert dict(dice) == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}
    assert sum(dice.values()) == 1
    assert {*map(type, dice)} == {int}
    assert 13 not in dice
    with pytest.raises(KeyError):
        dice[13]
    with pytest.raises(TypeError):
        dice[7] = Fraction(1)


def test_its_numbers_are_those_of_the_closed_form(dice):
    assert dice.mean() == 7
    assert dice.variance() == Fraction(35, 6)
    assert dice.sd() == pytest.approx(sqrt(35 / 6), rel=1e-15)
    assert dice.median() == 7
    assert [dice.quantile(q) for q in ("1/36", 0.05, Fraction(17, 18), 1)] == [2, 3, 11, 12]
    assert dice.probability(lambda total: total >= 10) == Fraction(1, 6)
    assert dice.left_out == 0
    for q in (0, 1.5, "half"):
        with pytest.raises(InputError, match="allowed: above 0, up to 1"):
            dice.quantile(q)


def test_equal_distributions_are_equal_and_hash_alike(dice):
    again = sweepstake.distribution(two_dice, method="paths")
    assert again == dice
    assert {dice, again} == {dice}


def test_where_something_is_left_out_only_what_is_known_is_said(endless):
    assert endless.mean() == 2  # it comes with the answer
    assert endless[3] == Fraction(1, 8)
    assert 0 < endless.left_out < Fraction(1, 10**12)
    assert endless.median() == 1
    assert endless.quantile("3/5") == 2
    for unknown in (
        endless.variance, endless.sd, lambda: endless.quantile(1),
        lambda: endless.probability(lambda n: n > 5),
    ):  # fmt: skip
        with pytest.raises(InputError, match="the answer leaves out outcomes"):
            unknown()


def test_of_several_columns_one_is_named():
    law = sweepstake.distribution(a_die_and_a_coin)
    assert law[None, False] == Fraction(1, 2)
    assert law.mean("outcome_1") == Fraction(7, 2)  # of the throws that there are
    assert law.median("outcome_1") == 3
    assert law.probability(lambda face, heads: heads and face > 4) == Fraction(1, 6)
    with pytest.raises(InputError, match="allowed: outcome_1"):
        law.mean("outcome_2")


def test_it_is_a_frame_a_plot_and_a_text(dice, endless):
    assert dice.to_frame()["exact"].tolist()[0] == "1/36"
    assert dice.plot().has_data()
    assert "1/36 (2.8%)" in repr(dice)
    assert "left out: " in repr(endless)
    assert "<svg" in dice._repr_html_()


def test_what_has_no_exact_answer_is_refused_in_a_line_that_names_another_way():
    with pytest.raises(InputError, match=r"has no exact distribution .*sweepstake\.answer"):
        sweepstake.distribution("toy_rolls", coins=20, sides=2, wait=0)
    with pytest.raises(InputError, match="its answer is a list"):
        sweepstake.distribution("coins_plan", coins=2)
