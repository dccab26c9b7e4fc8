"""What is another thing in compiled plays than in Python is not compiled, however rare it is."""

from collections import Counter

import pytest

from sweepstake.core.stream import stream
from sweepstake.game.asked import Asked
from sweepstake.game.simulated import Simulated

LOOT, BEST = [0, 1, 2], (0, 1, 2)
RARE = 5_000


def same(cards, other):
    return cards == other


def dealt(draw):
    return draw.shuffled([0, 1, 2])


def another_name(draw):
    cards = draw.shuffled([0, 1, 2])
    other = cards
    return draw.chance(1, RARE) and other == [0, 1, 2]


def by_a_helper(draw):
    cards = draw.shuffled([0, 1, 2])
    return draw.chance(1, RARE) and same(cards, [0, 1, 2])


def of_a_helper(draw):
    cards = dealt(draw)
    return draw.chance(1, RARE) and cards == [0, 1, 2]


def in_a_list(draw):
    hands = [draw.shuffled([0, 1]), draw.shuffled([0, 1])]
    return draw.chance(1, RARE) and hands[0] == hands[1]


def in_a_tuple(draw):
    a, b = draw.shuffled([0, 1]), draw.shuffled([0, 1])
    return draw.chance(1, RARE) and (a, 1) == (b, 1)


def a_list_of_outside(draw):
    return draw.chance(1, RARE) and LOOT == BEST


def a_part_of_it(draw):
    return draw.chance(1, RARE) and LOOT[:2] == (0, 1)


def shifted_far(draw):
    return draw.chance(1, RARE) and 1000 >> (60 + draw.die(6)) > 0


PLAYS = (another_name, by_a_helper, of_a_helper, in_a_list, in_a_tuple, a_list_of_outside,
         a_part_of_it, shifted_far)  # fmt: skip


@pytest.mark.parametrize("play", PLAYS)
def test_it_is_played_in_plain_python(play):
    method = Simulated(Asked(play, 1, (0,)))
    assert method.why_plain() is not None
    assert Counter(method.answer(stream(1, "taken"), 1000)) == {False: 1000}
