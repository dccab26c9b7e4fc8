"""What rules may not do is named in one line, with the place and what to do."""

import itertools

import pytest

from sweepstake.game.asked import Asked
from sweepstake.game.states import States


def walks_items(draw):
    held = {1: 0, 2: 0}
    for key, _ in held.items():
        held[key] = draw.below(2)
    return held[1]


def walks_a_dict(draw):
    held = {1: 0, 2: 0}
    for key in held:
        held[key] = draw.below(2)
    return held[1]


def keeps_a_method(draw):
    tosses = []
    push = tosses.append
    for _ in range(3):
        push(draw.below(2))
    return len(tosses)


def counts_for_ever(draw):
    for k in itertools.count():
        if draw.below(2):
            return k
    return 0


def matches(draw):
    while True:
        match draw.below(2):
            case 0:
                return 1


@pytest.mark.parametrize(
    ("play", "line", "message"),
    [
        (walks_items, 2, "walks a dict's items while drawing: say list(...)"),
        (walks_a_dict, 2, "walks a dict while drawing: say list(...)"),
        (
            keeps_a_method,
            3,
            (
                "`push` (a bound method) can't be kept while drawing; "
                "say draw.state(...), or use paths"
            ),
        ),
        (counts_for_ever, 1, "walks count(...), which has no end: use `while`"),
        (matches, 2, "match is not known; say draw.state(...), or use paths"),
    ],
)
def test_what_is_not_allowed_is_named_with_its_line(play, line, message):
    with pytest.raises(ValueError, match="line") as caught:
        States(Asked(play, 1, (0,))).answer()
    assert str(caught.value) == f"line {play.__code__.co_firstlineno + line}: {message}"
