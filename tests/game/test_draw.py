"""Chance: every branch has its probability, whoever plays."""

from collections import Counter, deque
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from game.programs import play
from sweepstake.core.stream import stream
from sweepstake.game.drawing.draw import Rejected
from sweepstake.game.drawing.playing import Branching, Sampled, TooLongError, rows, words
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.simulated import Simulated
from sweepstake.game.solving.paths import Paths
from sweepstake.game.solving.states import States


def law(play):
    """The probability of each outcome, by every row of draws."""
    draw, found = Branching(), Counter()
    for outcome in rows(play, draw):
        found[outcome] += Fraction(draw.ways, draw.of)
    return dict(found)


def looks_at_the_last(draw):
    cards = draw.shuffled([1, 2, 3])
    third = cards[2]
    return cards.pop() == third and sorted(cards) == sorted({1, 2, 3} - {third})


def takes_a_card_back(draw):
    deck = draw.deck("aab")
    card = deck.draw()
    left = deck.counts
    deck.put(card)
    return card, left, len(deck)


def shares(outcomes):
    """The probability of each outcome, of which all in the list are equally likely."""
    outcomes = [*outcomes]
    return {key: Fraction(n, len(outcomes)) for key, n in Counter(outcomes).items()}


NINE = {True: Fraction(9, 19), False: Fraction(10, 19)}
CARDS = [1, True, (1,), (True,)]
LAWS = [
    (lambda draw: draw.die(6), shares(range(1, 7))),
    (lambda draw: tuple(draw.dice(3, 3)),
     shares(tuple(sorted(roll)) for roll in product((1, 2, 3), repeat=3))),
    (lambda draw: draw.chance(18, 38), NINE),
    (lambda draw: draw.chance(Fraction(9, 19)), NINE),
    (lambda draw: draw.chance("9/19"), NINE),
    (lambda draw: (draw.chance(0), draw.chance(1), draw.among("a")), {(False, True, "a"): 1}),
    (lambda draw: draw.pick([0, 1, 0, Fraction(1, 2)]), shares([1, 1, 3])),
    (lambda draw: draw.counts(3, [1, 2])[0],
     {k: Fraction(comb(3, k) * 2 ** (3 - k), 27) for k in range(4)}),
    (lambda draw: tuple(draw.shuffled("aab")), shares(permutations("aab"))),
    (looks_at_the_last, {True: 1}),
    (takes_a_card_back, shares([("a", (1, 1), 3), ("a", (1, 1), 3), ("b", (2, 0), 3)])),
    (lambda draw: repr(draw.deck(CARDS).draw()), shares(map(repr, CARDS))),
    *((lambda draw, items=items: draw.among(items), shares(items))
      for items in ([1, 2], (1, 2), "12", range(1, 3), deque([1, 2]))),
]  # fmt: skip


@pytest.mark.parametrize(("play", "expected"), LAWS)
def test_all_rows_of_draws_have_the_law(play, expected):
    assert law(play) == expected


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


def fractions(distribution):
    return {outcome: distribution[outcome] for outcome in distribution.counts}


def methods(text, width=1):
    """The answers of all methods to what a deck says after a 3 is drawn, in lines of `text`."""
    source = f"after: deck = draw.deck([1, 1, 2, 3]) -> while deck.draw() != 3: pass -> {text}"
    asked = Query(play(source, globals()), width, tuple(range(width)))
    for derived in (States(asked, plays=200), Paths(asked)):
        yield lambda method=derived: fractions(method.answer())
    yield lambda: Simulated(asked).answer(stream(1, "after a 3"), 1_000)


HAS = r"a deck has no 'left'; it has draw, put and counts, .*; len\(deck\) cards are left"
COUNTS = r"deck.counts is a tuple, with a count for each kind of card; say len\(deck\) == 0"
WHOLE = r"a deck equals nothing else; compare len\(deck\), or deck.counts"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("deck.left == 0", HAS),
        ("deck.counts == 0", COUNTS),
        ("not deck.counts", COUNTS),
        ("deck.counts != [0]", COUNTS),
        ("deck == 0", WHOLE),
        ("deck == [3]", WHOLE),
        ("draw.shuffled((1, 2)) == (1, 2)", "compare them with one, not a tuple"),
        ("draw.shuffled([1, 2]).shuffle()", r"have no 'shuffle'; they have what a list has"),
    ],
)
def test_what_would_be_misread_is_refused_by_every_method(value, message):
    for answer in methods(f"return {value}"):
        with pytest.raises((AttributeError, TypeError), match=message):
            answer()


EMPTY = {True: Fraction(1, 4), False: Fraction(3, 4)}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("return len(deck) == 0", EMPTY),
        ("return not deck", EMPTY),
        ("return deck.counts == (0, 0, 0)", EMPTY),
        ("return sum(deck.counts) == 0", EMPTY),
        ("return 1 not in deck and 2 not in deck and len(deck) == sum(deck.counts)", EMPTY),
        ("return draw.shuffled([1, 1, 1, 2]) == [2, 1, 1, 1]", EMPTY),
    ],
)
def test_a_deck_reads_as_the_cards_that_are_left(value, expected):
    states, paths, simulate = (answer() for answer in methods(value))
    assert states == paths == expected
    assert abs(simulate[True] - 250) < 5 * 14


def test_the_counts_of_a_deck_are_an_outcome_of_several_columns():
    states, paths, simulate = (answer() for answer in methods("return deck.counts", 3))
    assert states == paths
    assert states[0, 0, 0] == Fraction(1, 4)
    assert {*simulate} == {*states}


def test_cards_that_are_shuffled_and_dropped_are_named():
    with pytest.raises(ValueError, match=r"line 5: draw.shuffled\(...\) shuffles nothing in place"):
        next(methods("pile = [1, 2] -> draw.shuffled(pile) -> return pile[0]"))


def test_a_question_whether_shuffled_cards_are_a_list_is_refused():
    with pytest.raises(
        ValueError, match=r"line 5: isinstance says that shuffled cards are no list"
    ):
        next(methods("pile = draw.shuffled([1, 2]) -> return isinstance(pile, list)"))


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
