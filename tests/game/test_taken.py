"""What is another thing in compiled plays than in Python is not compiled, however rare it is."""

from collections import Counter

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
    "a_part_of_it": "return {rarely} and LOOT[:2] == (0, 1)",
}
PLAYS = [
    play(f"{name}: {body}".format(rarely="draw.chance(1, RARE)"), globals())
    for name, body in BODIES.items()
]


@pytest.mark.parametrize("game", PLAYS)
def test_it_is_played_in_plain_python(game):
    method = Simulated(Asked(game, 1, (0,)))
    assert method.why_plain() is not None
    assert Counter(method.answer(stream(1, "taken"), 1000)) == {False: 1000}
