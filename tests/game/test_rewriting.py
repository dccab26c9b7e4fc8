"""What the rewriting finds: the states of small games, by hand; and what it refuses."""

import itertools  # noqa: F401  # a play counts by it
from collections import Counter
from fractions import Fraction  # noqa: F401  # a play counts by it
from functools import cache
from typing import NamedTuple

import pytest

from game.programs import play, rows
from laws import by_paths, by_states, table
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.states import States


def roll(draw, sides):
    total = 0
    while draw.die(sides) > 1 and total < 2:
        total += 1
    return total


COUNTED = rows("""
# a running total is no part of the state
count_heads(n): heads = 0 -> for _ in range(n): heads += draw.below(2) -> return heads
# so is one that is set beside others, of which none reads it
beside(n): heads, side = 0, 0
    -> for _ in range(n): heads, side = heads + draw.below(2), 1 - side
    -> return heads
# or by a condition, at once or not
in_one_line(n): hits = 0; misses: int = 0
    -> for _ in range(n): ->     hits = hits + 1 if draw.below(2) else hits
    ->     misses = misses if draw.below(2) else misses + 1 if draw.below(2) else misses - 1
    -> return hits
# the second value is that before the first name is bound
in_turn(n): a, b = 0, 1 -> for _ in range(n): a, b = a + draw.below(2), a -> return a, b
# what is bound before it is read is not alive
forgets(n): for _ in range(n): face = draw.die(6); square = face * face
    -> return square
# a bag has no order
urn(n): balls = ["r", "b"] -> for _ in range(n): balls.append(draw.among(balls))
    -> return balls.count("r")
# a list with an index is no bag
queue(n): line = [0, 1] -> for _ in range(n): ->     line.append(draw.below(2))
    ->     line.remove(draw.below(2) if n < 0 else line[0])
    -> return line[0]
# a helper that draws in a loop has entries inside
by_helper(n): best = 0 -> for _ in range(2): best = max(best, roll(draw, n)) -> return best
# of cards that are no more looked at the number of each kind counts
pairs(n): last, pairs = "", 0
    -> for card in draw.shuffled("aabbcc"[:n]): pairs += card == last; last = card
    -> return pairs
# also if they have a name, which nothing else reads
named_pairs(n): last, pairs = "", 0; pile = draw.shuffled("aabbcc"[:n])
    -> for k, card in enumerate(pile): pairs += card == last; last = card
    -> return pairs
# a running total begins with any whole number, before anything is added to it
from_a_roll(n): total = face = draw.die(2) -> for _ in range(n): total += draw.below(2)
    -> return total
from_a_parameter(n): chips = n -> for _ in range(6): chips -= draw.below(2) -> return chips
a_parameter(n): for _ in range(6): n += draw.below(2) -> return n
after_a_return(n): if draw.below(9) == 8: return -1 -> total = draw.die(2)
    -> for _ in range(n): total += draw.below(2)
    -> return total
# no running total: it is set again, or no whole number
set_again(n): for _ in range(2): ->     total = draw.below(2)
    ->     for _ in range(2): total += draw.below(2)
    -> return total
in_thirds(n): money = Fraction(n) -> for _ in range(2): money += Fraction(draw.below(2), 3)
    -> return money
by_thirds(n): money = 0 -> for _ in range(2): money += Fraction(draw.below(2), 3)
    -> return money
of_letters(n): word = "ab"[draw.below(2)] -> for _ in range(2): word += "ab"[draw.below(2)]
    -> return word
""")
STATES = (7, 7, 7, 22, 7, 22, 20, 17, 53, 53, 7, 7, 7, 7, 13, 4, 4, 7)
"""How many states the games have for n = 6."""


@pytest.mark.parametrize(("row", "states"), [*zip(COUNTED, STATES, strict=True)])
def test_a_state_has_what_the_rest_of_a_play_depends_on(row, states):
    game = play(row, globals())
    assert len(table(game, n=6).states) == states
    assert by_states(game, 200, n=4) == by_paths(game, n=4)


def set_or_not(draw):
    for k in range(3):
        if draw.below(2):
            first = k
            break
    for _ in range(2):
        draw.below(2)
    return first


def test_a_variable_without_a_value_is_an_error_as_in_the_play():
    with pytest.raises(UnboundLocalError):
        by_paths(set_or_not)
    with pytest.raises(UnboundLocalError):
        by_states(set_or_not)


def ignores(draw, unused):
    rolls = Counter()
    for _ in range(3):
        rolls[draw.below(2)] += 1
    return rolls[0]


def test_a_parameter_that_can_be_changed_is_refused():
    assert by_states(ignores, unused=1) == by_paths(ignores, unused=1)
    assert by_states(ignores, unused=[1]) == by_paths(ignores, unused=[1])
    with pytest.raises(RefusedError, match="give a tuple"):
        by_states(ignores, unused=[[1]])


class Roll(NamedTuple):
    high: int
    low: int

    @property
    def total(self):
        return self.high + self.low

    @staticmethod
    def of(draw):
        return Roll(draw.die(3), draw.die(2))


def rolls_a_total(draw):
    for n in range(4):
        if Roll.of(draw).total == 5:
            return n
    return 4


def test_a_class_may_have_properties_and_static_methods():
    assert by_states(rolls_a_total, 200) == by_paths(rolls_a_total)


@cache
def worth(total):
    return max(total, sum(worth(total + face) for face in (1, 2)) / 2) if total < 3 else 0


ROADS = {0: [1, 2], 1: [0], 2: [0]}
PLAYERS = {"bold": lambda total: total < 5, "timid": lambda total: total < 2}
MESSAGES = {
    "walks_roads: at = 0 -> for _ in range(3): at = draw.among(ROADS[at]) -> return at":
        "line 3: ROADS is a dict of values that can be changed: use tuples in it",
    "plays_by_name: total = 0 -> while PLAYERS['bold'](total): total += draw.die(3)"
    " -> return total": "line 3: PLAYERS is a dict of functions: call them by their names",
    "plays_best: total = 0 -> while total < worth(total): total += draw.die(2) -> return total":
        "line 3: worth is a decorated function, which is not known; use paths or "
        "simulate",
    "walks_a_generator: rolls = (draw.die(6) for _ in range(9)) -> for x in rolls: draw.below(x)"
    " -> return x": "line 3: walks a generator while drawing: write its loop here",
    "walks_items: held = {1: 0, 2: 0} -> for key, _ in held.items(): held[key] = draw.below(2)"
    " -> return held[1]": "line 3: walks a dict's items while drawing: say list(...)",
    "walks_a_dict: held = {1: 0, 2: 0} -> for key in held: held[key] = draw.below(2)"
    " -> return held[1]": "line 3: walks a dict while drawing: say list(...)",
    "keeps_a_method: tosses = [] -> for _ in range(3): push = tosses.append; push(draw.below(2))"
    " -> while draw.below(2): push(1) -> return len(tosses)":
        "line 3: `push` (a bound method) can't be kept while drawing; use paths or "
        "simulate",
    "counts_for_ever: for k in itertools.count(): draw.below(2)":
        "line 2: walks count(...), which has no end: use `while`",
}  # fmt: skip


@pytest.mark.parametrize("row", MESSAGES)
def test_what_is_not_allowed_is_named_with_its_line(row):
    with pytest.raises(ValueError, match="line") as caught:
        States(Query(play(row, globals()), 1, (0,))).answer()
    assert str(caught.value) == MESSAGES[row]
