"""Keys: equal where values are alike in all that a play can tell, whichever way they are made."""

from collections import deque
from itertools import product

from sweepstake.game.drawing.cards import Deck
from sweepstake.game.drawing.keys import key, quick_key

VALUES = [
    *(0, 1, True, False, None, "1", 1.0),
    *((), (1,), (True,), ("1",), ((1,),), ([1],)),
    *([], [1], [True], [1, 2], [2, 1], [None], [[1]]),
    *(set(), {1}, {True}, {1, 2}, frozenset({1})),
    *({}, {1: 2}, Deck(None, [1, 1]), Deck(None, [1, 2]), Deck(None, [True, 2])),
]
SAME = [1]


def text(value):
    """What tells a value from others."""
    return (value.kinds, value.number) if type(value) is Deck else value


def test_keys_tell_values_apart_as_their_text_does():
    pairs = list(product(VALUES, repeat=2))
    keys = {key(pair): repr(tuple(map(text, pair))) for pair in pairs if pair[0] is not pair[1]}
    assert len(keys) == len({*keys.values()}) == len(VALUES) * (len(VALUES) - 1)


def test_quick_keys_are_those_of_the_slow_way():
    slow = [key((*pair, deque()))[:-1] for pair in product(VALUES, repeat=2)]
    quick = [quick_key(pair) for pair in product(VALUES, repeat=2)]
    assert [a for a, b in zip(slow, quick, strict=True) if b] == [b[0] for b in quick if b]
    assert sum(map(bool, quick)) > len(quick) / 3


def test_two_names_of_one_list_are_not_two_lists():
    assert quick_key((SAME, SAME)) is None
    assert key((SAME, SAME)) != key(([1], [1]))


def test_the_order_of_a_bag_says_nothing_if_its_members_are_of_one_type():
    for values, other, alike in (
        ([1, 2], [2, 1], True),
        (["a", "b"], ["b", "a"], True),
        ([1, None], [None, 1], False),
        ([1, "a"], ["a", 1], False),
    ):
        first, second = (quick_key((0, own), multisets=(1,)) or own for own in (values, other))
        assert (first == second) is alike
        assert quick_key((0, [1, 2]), ()) != quick_key((0, [2, 1]), ())
