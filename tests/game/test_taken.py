"""What is another thing in compiled plays than in Python is not compiled, however rare it is."""

from collections import Counter
from fractions import Fraction

import pytest

from game.programs import play
from sweepstake.core.stream import stream
from sweepstake.game.asked import Asked
from sweepstake.game.simulated import Simulated

LOOT, BEST = [0, 1, 2], (0, 1, 2)
RARE = 5_000


def same(cards, other):
    return cards == other


def dealt(draw):
    return draw.shuffled([0, 1, 2])


CARDS = "cards = draw.shuffled([0, 1, 2]) -> "
BODIES = {
    "another_name": CARDS + "other = cards -> return {rarely} and other == [0, 1, 2]",
    "by_a_helper": CARDS + "return {rarely} and same(cards, [0, 1, 2])",
    "of_a_helper": "cards = dealt(draw) -> return {rarely} and cards == [0, 1, 2]",
    "in_a_list": "hands = [draw.shuffled([0, 1]), draw.shuffled([0, 1])]"
    " -> return {rarely} and hands[0] == hands[1]",
    "in_a_tuple": "a, b = draw.shuffled([0, 1]), draw.shuffled([0, 1])"
    " -> return {rarely} and (a, 1) == (b, 1)",
    "a_list_of_outside": "return {rarely} and LOOT == BEST",
    "a_number_among_truth_values": "flags = [draw.die(6) > 6]"
    " -> if {rarely}: flags += [2] -> return flags[-1]",
    "a_number_in_a_set_of_truth_values": "flags = set() -> flags.add(draw.die(6) < 7)"
    " -> return {rarely} and 2 in flags",
    "a_number_in_a_dict": "met = {{1: draw.die(6) > 6}} -> if {rarely}: met[1] = 2"
    " -> return met[1]",
    "a_truth_value_as_a_number": "return {rarely} and not isinstance(draw.die(6) > 1, int)",
    "a_part_of_it": "return {rarely} and LOOT[:2] == (0, 1)",
}
PLAYS = [
    play(f"{name}: {body}".format(rarely="draw.chance(1, RARE)"), globals())
    for name, body in BODIES.items()
]


def halves(draw, shares):
    return draw.chance(1, RARE) and shares[0] == shares[1]


def test_fractions_in_a_tuple_are_played_in_plain_python():
    method, shares = Simulated(Asked(halves, 1, (0,))), (Fraction(1, 2), Fraction(1, 3))
    assert "a tuple of other values" in method.why_plain(shares=shares)
    assert method.why_plain(shares=(1, 2)) is None
    assert Counter(method.answer(stream(1, "taken"), 1000, shares=shares)) == {False: 1000}


@pytest.mark.parametrize("game", PLAYS)
def test_it_is_played_in_plain_python(game):
    method = Simulated(Asked(game, 1, (0,)))
    assert method.why_plain() is not None
    assert Counter(method.answer(stream(1, "taken"), 1000)) == {False: 1000}
