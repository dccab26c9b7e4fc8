"""The examples in which a player chooses, against own recursions that share nothing with them."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from runpy import run_path

import pytest

from running import ROOT


def answer(file, name, method="states", **params):
    """The exact answer to a question of an example."""
    questions = run_path(str(ROOT / "examples" / f"{file}.py"))["PUZZLE"].questions
    [question] = [question for question in questions if question.name == name]
    params = question.checked(params)
    return question.methods[method].answer(**params)


def mean(law):
    return law.means[0] if law.means else sum(value * law[value] for value in law)


def turns(points, decide):
    """The mean number of turns in Pig alone; `decide(total, roll, hold)` is what a state is worth.

    The value at the beginning of a turn is a fixed point, found by halving an interval.
    """
    left = [0.0] * (points + 1)
    for score in range(points - 1, -1, -1):

        def again(value, score=score):
            worth = {}
            for total in range(points - score - 1, -1, -1):
                more = (worth.get(total + face, 0.0) for face in range(2, 7))
                roll = (1 + value + sum(more)) / 6
                hold = 1 + (left[score + total] if total else value)
                worth[total] = decide(total, roll, hold)
            return worth[0]

        low, high = 0.0, 1_000.0
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (low, middle) if again(middle) < middle else (middle, high)
        left[score] = high
    return left[0] + 1


STRATEGIES = {
    "best": lambda total, roll, hold: min(roll, hold),
    "hold at 20": lambda total, roll, hold: hold if total >= 20 else roll,
    "random": lambda total, roll, hold: (roll + hold) / 2,
}


@pytest.mark.parametrize("points", [10, 40])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_turns_of_pig_alone(points, strategy):
    found = float(mean(answer("alone", "pig_alone", points=points, strategy=strategy)))
    assert found == pytest.approx(turns(points, STRATEGIES[strategy]), rel=1e-12)


@pytest.mark.slow
def test_pig_alone_to_100_takes_as_many_turns_as_published():
    best = float(mean(answer("alone", "pig_alone", points=100)))
    assert best == pytest.approx(12.545232351955, abs=1e-12)
    assert best == pytest.approx(turns(100, STRATEGIES["best"]), rel=1e-12)


def law(dice):
    """The sorted faces of some dice, with their probabilities."""
    rolls = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))
    return [(faces, Fraction(n, 6**dice)) for faces, n in rolls.items()]


def alike(dice):
    """How likely all dice are alike after three rolls."""
    laws = [law(n) for n in range(dice + 1)]
    value = {faces: Fraction(len({*faces}) == 1) for faces, _ in laws[dice]}
    for _ in range(2):
        after = {
            kept: sum(p * value[tuple(sorted(kept + more))] for more, p in laws[dice - n])
            for n in range(dice + 1)
            for kept in combinations_with_replacement(range(1, 7), n)
        }
        value = {
            faces: max(after[kept] for n in range(dice + 1) for kept in combinations(faces, n))
            for faces in value
        }
    return sum(p * value[faces] for faces, p in laws[dice])


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_dice_that_are_all_alike(dice):
    assert answer("five", "five", dice=dice)[True] == alike(dice)


@pytest.mark.slow
def test_five_of_a_kind_and_greedy_play_is_as_good():
    assert answer("five", "five")[True] == alike(5) == Fraction(347897, 7558272)
    assert answer("five", "five", strategy="most frequent")[True] == alike(5)


def box(tiles, best, worth):
    """Best play of Shut the Box, where the end with some open tiles has a worth."""
    rolls = Counter(a + b for a, b in product(range(1, 7), repeat=2))

    @cache
    def value(up):
        total = Fraction(0)
        for roll, n in rolls.items():
            sets = (s for k in range(1, len(up) + 1) for s in combinations(up, k) if sum(s) == roll)
            after = [value(tuple(t for t in up if t not in shut)) for shut in sets]
            total += Fraction(n, 36) * (best(after) if after else worth(up))
        return total if up else worth(up)

    return value(tuple(range(1, tiles + 1)))


@pytest.mark.parametrize("tiles", [3, 6])
def test_shutting_all_tiles_or_the_least_sum(tiles):
    shut = box(tiles, max, lambda up: Fraction(not up))
    assert answer("shut", "shut_box", tiles=tiles)[True] == shut
    least = box(tiles, min, lambda up: Fraction(sum(up)))
    assert mean(answer("shut", "shut_sum", tiles=tiles)) == least


@pytest.mark.slow
def test_nine_tiles():
    shut = box(9, max, lambda up: Fraction(not up))
    assert answer("shut", "shut_box")[True] == shut == Fraction(466473281, 6530347008)
    least = box(9, min, lambda up: Fraction(sum(up)))
    assert mean(answer("shut", "shut_sum")) == least == Fraction(27323400707, 2448880128)


CARDS = [(card, Fraction(4 if card == 10 else 1, 13)) for card in range(1, 11)]


def hand(total, ace):
    return total + 10 if ace and total <= 11 else total


@cache
def dealt(total, ace):
    """The dealer's end, with 22 for all above 21."""
    if hand(total, ace) >= 17:
        return {min(hand(total, ace), 22): Fraction(1)}
    ends = Counter()
    for card, p in CARDS:
        for end, q in dealt(total + card, ace or card == 1).items():
            ends[end] += p * q
    return ends


def stand(up, own):
    return sum(
        p * ((end == 22 or own > end) - (end != 22 and own < end))
        for end, p in dealt(up, up == 1).items()
    )


@cache
def bet(up, total, ace):
    if total > 21:
        return Fraction(-1)
    hit = sum(p * bet(up, total + card, ace or card == 1) for card, p in CARDS)
    return max(stand(up, hand(total, ace)), hit)


def test_blackjack():
    value = sum(
        p * q * r * bet(up, a + b, 1 in (a, b))
        for up, p in CARDS
        for a, q in CARDS
        for b, r in CARDS
    )
    assert mean(answer("blackjack", "blackjack")) == value
    assert float(value) == pytest.approx(-0.0465559770667, abs=1e-13)
    assert mean(answer("blackjack", "blackjack", strategy="as the dealer")) < value


def test_blackjack_stands_on_the_hard_totals_of_baldwin_and_others():
    """The least total on which to stand, by the dealer's card (JASA 51, 1956)."""
    questions = run_path(str(ROOT / "examples" / "blackjack.py"))["PUZZLE"].questions
    rows = questions[1].methods["states"].answer()
    names = [column.name for column in questions[1].outcomes]
    hard = [row for row in (dict(zip(names, row, strict=True)) for row in rows) if not row["ace"]]
    for up in range(1, 11):
        stands = [r["total"] for r in hard if r["upcard"] == up and r["choice"] == "stand"]
        hits = [r["total"] for r in hard if r["upcard"] == up and r["choice"] == "hit"]
        assert max(hits) < min(stands) == {2: 13, 3: 13, 4: 12, 5: 12, 6: 12}.get(up, 17)


@cache
def taken(k, candidates):
    """How likely the best is taken, if the first k - 1 of the candidates have gone."""
    if k > candidates:
        return Fraction(0)
    later = taken(k + 1, candidates)
    return max(Fraction(k, candidates), later) / k + later * Fraction(k - 1, k)


def test_the_secretary():
    assert answer("secretary", "secretary", candidates=20)[True] == taken(1, 20)
    assert taken(1, 20) == Fraction(3407275, 8868288)
    third = answer("secretary", "secretary", candidates=20, strategy="after a third")[True]
    assert Fraction(37, 100) < third < taken(1, 20)
