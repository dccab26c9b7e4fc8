"""Why to bet on the larger side, why a tie does not matter, and the shape that odds fall into."""

from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from sweepstake.puzzles.guess import exact
from sweepstake.puzzles.guess.rules import guesses


def layers(cards, right_orders):
    """`right_orders` of the sums over lower and over higher next cards, up to `cards` unseen."""
    layer = [1]
    yield layer
    for unseen in range(1, cards + 1):
        layer = [right_orders(sum(layer[:r]), sum(layer[r:])) for r in range(unseen + 1)]
        yield layer


def lower_on_ties(row):
    """How many guesses are right if the player says lower whenever both sides are as many."""
    right = 0
    for place in range(1, len(row)):
        below = sum(card < row[place - 1] for card in row[place:])
        says_higher = len(row) - place - below > below
        if (row[place] > row[place - 1]) != says_higher:
            break
        right += 1
    return right


@pytest.mark.parametrize("cards", range(1, 8))
def test_a_tie_may_be_guessed_either_way(cards):
    streaks = [lower_on_ties(row) for row in permutations(range(cards))]
    known = exact.streaks(cards)
    assert all(
        Fraction(streaks.count(right), factorial(cards)) == known[right] for right in range(cards)
    )


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 9, 30, 61])
def test_no_strategy_wins_more_often_than_the_majority_of_the_unseen(cards):
    """The best play looks ahead to the end: it takes the larger number of orders, not of cards."""
    *_, last = layers(cards - 1, max)
    assert exact.win(cards)[True] == Fraction(sum(last), factorial(cards))


@pytest.mark.parametrize("row", [(2, 1, 3), (3, 5, 1, 4, 2)])
def test_the_player_says_higher_on_a_tie(row):
    assert all(guess.higher for guess in guesses(row, row) if guess.below == guess.above)


def test_odds_from_a_place_in_the_row_fall_as_4_to_the_minus_distance_from_its_end():
    """V(x) = 4^-min(x, 1-x) solves V / (2 ln 2) = max of its integrals below and above x."""
    errors = []
    for unseen in (60, 120, 240):
        *_, layer = layers(unseen, max)
        x = np.arange(unseen + 1) / unseen
        shape = np.array([float(Fraction(orders, layer[0])) for orders in layer])
        errors.append(np.abs(shape - 4.0 ** -np.minimum(x, 1 - x)).max() * unseen)
    assert max(errors) < 2
    assert max(errors) < 1.1 * min(errors)
