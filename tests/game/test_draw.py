"""Chance: every branch has its probability, whoever plays."""

from collections import Counter, deque
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from sweepstake.core.stream import stream
from sweepstake.game.draw import Rejected
from sweepstake.game.playing import Branching, Sampled, TooLongError, rows, words


def law(play):
    """The probability of each outcome, by every row of draws."""
    draw, found = Branching(), Counter()
    for outcome in rows(play, draw):
        found[outcome] += Fraction(draw.ways, draw.of)
    return dict(found)


def test_a_die_shows_each_face_once():
    assert law(lambda draw: draw.die(6)) == {face: Fraction(1, 6) for face in range(1, 7)}


def test_dice_are_all_rolls_in_order():
    rolls = Counter(tuple(sorted(roll)) for roll in product(range(1, 4), repeat=3))
    assert law(lambda draw: tuple(draw.dice(3, 3))) == {
        roll: Fraction(count, 27) for roll, count in rolls.items()
    }


@pytest.mark.parametrize("p", [(18, 38), (Fraction(9, 19),), ("9/19",)])
def test_chance_takes_fractions(p):
    assert law(lambda draw: draw.chance(*p)) == {True: Fraction(9, 19), False: Fraction(10, 19)}


def test_what_is_certain_is_no_branch():
    assert law(lambda draw: (draw.chance(0), draw.chance(1), draw.among("a"))) == {
        (False, True, "a"): 1
    }


def test_pick_leaves_out_what_has_no_weight():
    assert law(lambda draw: draw.pick([0, 1, 0, Fraction(1, 2)])) == {
        1: Fraction(2, 3),
        3: Fraction(1, 3),
    }


def test_counts_are_multinomial():
    assert law(lambda draw: draw.counts(3, [1, 2])[0]) == {
        k: Fraction(comb(3, k) * 2 ** (3 - k), 27) for k in range(4)
    }


def test_shuffled_cards_come_in_every_order_once():
    orders = Counter(permutations("aab"))
    assert law(lambda draw: tuple(draw.shuffled("aab"))) == {
        order: Fraction(count, 6) for order, count in orders.items()
    }


def test_a_shuffled_card_stays_where_it_was_seen():
    def play(draw):
        cards = draw.shuffled([1, 2, 3])
        third = cards[2]
        return cards.pop() == third and sorted(cards) == sorted({1, 2, 3} - {third})

    assert law(play) == {True: 1}


def test_a_deck_knows_what_is_left_and_takes_cards_back():
    def play(draw):
        deck = draw.deck("aab")
        card = deck.draw()
        left = deck.left
        deck.put(card)
        return card, left, len(deck)

    assert law(play) == {("a", (1, 1), 3): Fraction(2, 3), ("b", (2, 0), 3): Fraction(1, 3)}


def test_equal_cards_of_other_types_are_other_cards():
    assert len(law(lambda draw: repr(draw.deck([1, True, (1,), (True,)]).draw()))) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        lambda draw: draw.below(0),
        lambda draw: draw.below(2.0),
        lambda draw: draw.chance(0.5),
        lambda draw: draw.chance(3, 2),
        lambda draw: draw.pick([0, 0]),
        lambda draw: draw.pick([0.5, 0.5]),
        lambda draw: draw.among([]),
        lambda draw: draw.among({1, 2}),
        lambda draw: draw.shuffled({1, 2}),
        lambda draw: draw.counts(2, [0]),
    ],
)
def test_what_is_no_chance_is_refused_in_a_line(wrong):
    with pytest.raises(ValueError, match=r"allowed|sorted") as error:
        wrong(Branching())
    assert "\n" not in str(error.value)


def test_a_condition_that_fails_rejects_the_play():
    with pytest.raises(Rejected):
        Branching().condition(False)


def test_a_play_without_end_is_stopped():
    def play(draw):
        while draw.below(2) == 0:
            pass

    with pytest.raises(TooLongError, match="never end"):
        list(rows(play, Branching()))


@pytest.mark.parametrize("n", [2, 3, 6, 1000, 2**31 + 1, 10**12])
def test_random_draws_are_uniform(n):
    draw = Sampled(words(stream(1, f"below {n}")), 10**9)
    trials, cells = 20_000, min(n, 10)
    found = Counter(draw.below(n) * cells // n for _ in range(trials))
    square = sum((found[k] - trials / cells) ** 2 / (trials / cells) for k in range(cells))
    assert square < cells + 5 * (2 * cells) ** 0.5


def test_random_cards_are_drawn_by_what_is_left():
    draw = Sampled(words(stream(1, "cards")), 10**9)
    found = Counter("".join(draw.shuffled("aab")) for _ in range(9_000))
    assert all(abs(found[order] - 3_000) < 5 * 45 for order in ("aab", "aba", "baa"))


def test_among_takes_what_has_an_order():
    for items in ([1, 2], (1, 2), "12", range(1, 3), deque([1, 2])):
        assert len(law(lambda draw, items=items: draw.among(items))) == 2
