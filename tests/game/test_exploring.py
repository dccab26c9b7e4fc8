"""Exploring: the states have the law of the paths, whatever they hold, and a limit stops it."""

import pytest

from game import compilable_programs
from game.programs import play, rows
from laws import LateError, by_paths, by_states, soon, table
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.resumable import resumable
from sweepstake.game.solving.exploring import Table

FEW, MANY = 24, 400
MOST_ROWS = 2_000


def verdict(seed):
    """What becomes of a random program, in which lists have several names: "right", or why not."""
    game, text = compilable_programs.program(seed)
    params = {"n": 2, "up": seed % 2 == 0, "who": "z"}
    try:
        with soon(5):
            law = by_paths(game, MOST_ROWS, **params)
            found = by_states(game, **params) if law else None
    except LateError:
        return "late"
    except Exception as error:
        return f"raises {type(error).__name__}"
    assert found == law, text
    return "right" if law else "many rows"


@pytest.mark.parametrize("part", range(3))
def test_random_programs_with_lists_have_the_law_of_the_paths(part):
    assert [verdict(seed) for seed in range(part, FEW, 3)].count("right") >= 2


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_random_programs_with_lists_have_the_law_of_the_paths(part):
    assert [verdict(seed) for seed in range(FEW + part, FEW + MANY, 20)].count("right") >= 4


def push(items, x):
    items.append(x)
    if len(items) > 3:
        items.pop(0)


def cards(draw, n):
    """Decks, shuffled cards, tuples and texts."""
    deck, hand, last, words = draw.deck([1, 1, 2, 3]), [0], (0, 0), ["x"]
    for card in draw.shuffled("aab"):
        hand.extend(draw.shuffled([n, 0, n]))
        last = last[1:] + (deck.draw() if deck else 0,)  # noqa: RUF005
        if card == "b" and last[0] == last[1]:
            deck.put(hand.pop())
        words.append(card)
        words, hand = words[-1:], hand[-2:]
    return -1 if words[0] == "a" else sum(last) + 10 * len(deck) + 100 * max(hand)


def sometimes(x):
    if x > 1:
        value = x
    return value


EXPLORED = rows("""
coupons(n): got, bought = [0] * 3, 0
    -> while min(got) < n and bought < 7:
    ->     k = draw.below(3); got[k] = min(got[k] + 1, n); bought += 1
    -> return bought
# no use of the list shows its order
bag(n): kept = []
    -> for _ in range(n): ->     kept.append(draw.die(3))
    ->     if len(kept) > 3: kept.remove(draw.among(kept))
    -> return sum(kept)
history(n): rolls = [] -> for _ in range(n): rolls.append(draw.below(2))
    -> return rolls == rolls[::-1]
# whole numbers, by place and shifted
shifts(n): at = 0
    -> for k in range(n):
    ->     rolls = sorted([draw.below(4), at, draw.below(2)], reverse=k % 2 == 0)
    ->     at = (rolls[0] << 3) - (rolls[1] << 1) >> draw.below(3)
    ->     at = min(at >> 70 * (k // 2), 5)
    -> return at
# a helper's variable has a value wherever it is read
with_a_value(n): at = 0 -> for _ in range(n): at = (at + sometimes(2 + draw.below(2))) % 40
    -> return at
# a number of more than 64 bits
powers(n): x = 3 -> for _ in range(n): x = x * x + draw.below(2)
    -> return x
# two names are now one list, or one deck, now two equal ones
aliases(n): one = other = [0, 0]
    -> for k in range(n): ->     if draw.chance(1, 2): other = list(one)
    ->     push(other, draw.below(2)); one.append(k % 2); del one[0]
    ->     if draw.chance(1, 3): one = other
    -> return sum(one) + 10 * sum(other)
two_decks(n): deck = other = draw.deck("ab")
    -> for _ in range(n): ->     deck.put("a" if draw.chance(1, 2) else "b")
    ->     if draw.chance(1, 3): other = draw.deck("ab")
    -> return sum(other.counts)
""")
SIZES = (3, 4, 5, 3, 4, 7, 4, 4)


@pytest.mark.parametrize(
    ("game", "params"),
    [
        *((play(row, globals()), {"n": n}) for row, n in zip(EXPLORED, SIZES, strict=True)),
        (cards, {"n": 2}),
    ],
)
def test_states_that_hold_lists_and_decks_have_the_law_of_the_paths(game, params):
    assert by_states(game, 100, **params) == by_paths(game, 200_000, **params)


def climb(draw, n):
    at = 0
    while at < n:
        at += draw.die(3) if draw.chance(1, 2) else 1
    return at


def test_a_limit_stops_after_the_state_that_exceeds_it():
    asked = Query(climb, 1, (0,))
    game = resumable(asked)
    for limit in (10, 333):
        few = Table(asked, game, {"n": 400})
        assert not few.explore(limit)
        assert limit < len(few.states) <= limit + 3
        assert len(few.steps) < limit
        assert few.explore()  # it goes on from there
        assert few.steps == table(climb, n=400).steps


def test_a_long_game_is_explored():
    longer = table(climb, n=20_000)
    assert len(longer.states) == 20_001
    assert sum(map(len, longer.steps)) > 1 << 16
