"""The four puzzles, and the secretary problem, by their rules alone, as published."""

from fractions import Fraction

import pytest

from sweepstake.game.asked import Asked
from sweepstake.game.states import States


def states(play):
    return States(Asked(play, 1, (0,)), plays=200)


def sweep(draw, ranks, suits):
    """Does A win every battle? Battles are won by rank; how ranks are called doesn't matter."""
    left = [suits] * ranks
    for battle in range(ranks * suits // 2):
        draw.state(battle, sorted(left))
        a = draw.pick(left)
        left[a] -= 1
        b = draw.pick(left)
        left[b] -= 1
        if a <= b:
            return False
    return True


def test_a_sweep_of_war_with_few_cards(golden):
    for deck in ("2x4", "3x2", "4x1"):
        value = golden["war_sweep"]["brute_equals_exact"][deck]
        ranks, suits = map(int, deck.split("x"))
        found = states(sweep).answer(ranks=ranks, suits=suits)[True]
        assert float(found) == pytest.approx(value, abs=5e-6)


@pytest.mark.long
def test_a_sweep_of_war(golden):
    explored = states(sweep).explored(ranks=13, suits=4)
    assert len(explored.table.states) == 1199
    found = states(sweep).answer(ranks=13, suits=4)[True]
    assert found == Fraction(93686147409122073121, 29908397871631390876014250000)
    assert float(found) == pytest.approx(golden["war_sweep"]["13x4"]["probability"], rel=1e-14)


def length(draw, ranks, suits, down):
    cards = draw.shuffled([rank for rank in range(ranks) for _ in range(suits)])
    a, b, table = cards[0::2], cards[1::2], []
    plays = owed = 0
    while a and b:
        plays += 1
        x, y = a.pop(0), b.pop(0)
        table += [x, y]
        if owed:
            owed -= 1
        elif x == y:
            owed = down
        else:
            (a if x > y else b).extend(draw.shuffled(table))
            table = []
    return plays


def test_the_length_of_a_game_of_war_with_few_cards():
    law = states(length)
    assert law.mean(ranks=3, suits=2, down=3) == Fraction(919, 195)
    assert law.mean(ranks=2, suits=2, down=3) == Fraction(10, 3)


def guesses(draw, cards):
    """Is every guess right, if the likelier of higher and lower is guessed each time?"""
    place = draw.below(cards)
    low, high = place, cards - 1 - place
    for _ in range(cards - 1):
        is_lower = draw.below(low + high) < low
        if is_lower != (low > high):
            return False
        if is_lower:
            place = draw.below(low)
            low, high = place, low - 1 - place + high
        else:
            place = draw.below(high)
            low, high = low + place, high - 1 - place
    return True


@pytest.mark.parametrize("cards", [9, 19])
def test_every_guess_right(golden, cards):
    found = states(guesses).answer(cards=cards)
    assert float(found[True]) == pytest.approx(golden["guess_win"][str(cards)], rel=1e-12)


def secretary(draw, n, skip):
    """Is the best of n taken: the first that is better than all before, after some were passed?"""
    is_taken = False
    for k in range(1, n + 1):
        is_better = draw.chance(1, k)  # the k-th is the best of k
        if is_better and is_taken:
            return False
        is_taken = is_taken or (is_better and k > skip)
    return is_taken


def test_the_best_of_a_hundred():
    assert float(states(secretary).answer(n=100, skip=37)[True]) == pytest.approx(0.37104, abs=5e-6)
