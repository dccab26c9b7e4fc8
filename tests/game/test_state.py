"""`draw.state` merges by what it names: proved, compared, or refused."""

from contextlib import nullcontext, suppress

import pytest

from game.programs import module
from laws import by_paths, by_states, solved, table
from sweepstake.game.asked import Asked
from sweepstake.game.paths import Paths
from sweepstake.game.solving.promise import BrokenError, checked
from sweepstake.game.states import States

GAMES = {
    "race": (
        """
    hares = [0, 0]
    ahead = 0
    while max(hares) < 4:
        draw.state({})
        runs = draw.below(2)
        hares[runs] += 1 + (runs == ahead)
        ahead = runs
    return max(hares), hares[ahead]
""",
        ["hares[0]", "hares[1]", "ahead"],
    ),
    "streak": (
        """
    best = run = throws = 0
    while throws < 6:
        draw.state({})
        throws += 1
        run = run + 1 if draw.below(2) else 0
        best = max(best, run)
    return best
""",
        ["best", "run", "throws"],
    ),
    "pig": (
        """
    total = turn = 0
    for throw in range(5):
        draw.state({})
        face = draw.die(3)
        if face == 1:
            turn = 0
        else:
            turn += face
        if turn > 3:
            total, turn = total + turn, 0
    return total
""",
        ["throw", "total", "turn"],
    ),
    "urn": (
        """
    balls = ["r", "b"]
    last = ""
    same = 0
    for _ in range(4):
        draw.state({})
        ball = draw.among(sorted(balls))
        balls.append(ball)
        same += ball == last
        last = ball
    return same > 1, balls.count("r")
""",
        ["len(balls)", "balls.count('r')", "last", "same"],
    ),
    "penney": (
        """
    tosses = ""
    while len(tosses) < 5 and tosses[-3:] != "HTH":
        draw.state({})
        tosses += draw.among("HT")
    return tosses[-3:]
""",
        ["len(tosses)", "tosses[-2:]"],
    ),
    "helper": (
        """
    left, coins = [2, 2], 0
    while all(left):
        loser = draw.below(2)
        draw.state({})
        left[loser] -= 1
        coins = (coins + loser + draw.die(2)) % 3
    return left, coins
""",
        ["left[0]", "left[1]", "loser", "coins"],
    ),
}


def written(name, values):
    """The game whose state has these values."""
    text = f"def game(draw):{GAMES[name][0].format(', '.join(values))}"
    return module(f"{name} by {values}", text).game


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_holds_is_proved(name):
    game = written(name, GAMES[name][1])
    states = table(game)
    promise = checked(states)
    assert promise.whole is not None
    assert len(states.states) <= len(promise.whole.states)
    assert by_states(game, 200) == by_paths(game)


def variants():
    for name, (_, values) in GAMES.items():
        for k in range(len(values)):
            yield name, values[:k] + values[k + 1 :]


def test_of_states_that_lack_a_value_those_that_are_wrong_are_noticed():
    """The study: each value of each state is left out in turn."""
    wrong = harmless = 0
    for name, values in variants():
        game = written(name, values)
        is_right = solved(table(game)) == by_paths(game)
        if is_right:
            harmless += 1
        wrong += not is_right
        for most in (20_000, 10):  # all states by all variables, and only some of them
            is_noticed = True
            with suppress(BrokenError):
                checked(table(game), most)
                is_noticed = False
            assert is_noticed or is_right, (name, values, most)
    assert wrong + harmless == 19
    assert wrong >= 15


def forgetful(draw):
    total = last = 0
    while total < 5:
        draw.state(total)
        face = draw.die(2)
        total += face if face != last else 1
        last = face
    return total


def test_a_broken_promise_is_named_with_its_line_and_what_differs():
    line = forgetful.__code__.co_firstlineno + 3
    with pytest.raises(BrokenError) as caught:
        States(Asked(forgetful, 1, (0,))).answer()
    assert str(caught.value) == (
        f"line {line}: state (total=2) has two futures: after last=2, and after last=1; "
        f"add what differs (last)"
    )


def kuhn(draw):
    """A player who sees her own card alone: equal views of different states."""
    mine, theirs = draw.shuffled([1, 2, 3])[:2]
    pot = 1
    for k in range(2):
        draw.state(k, mine, pot)
        if draw.below(2):
            pot += 1
    return pot if mine > theirs else -pot


def test_hidden_information_is_noticed():
    for most in (20_000, 8):
        with pytest.raises(BrokenError, match="theirs"):
            checked(table(kuhn), most)


def left_over(draw, n):
    left = [n, n]
    while all(left):
        draw.state(sorted(left))
        left[draw.below(2)] -= 1
    return max(left)


def test_plays_that_merge_by_a_symmetry_are_right():
    assert by_states(left_over, 200, n=5) == by_paths(left_over, n=5)
    assert len(table(left_over, n=9).states) < 60
    promise = checked(table(left_over, n=9), 10)
    assert promise.whole is None
    assert promise.compared > 40
    assert "compared" in str(promise)


def recursive(draw, n, heads=0):
    draw.state(n, heads)
    if n == 0:
        return heads
    return recursive(draw, n - 1, heads + draw.below(2))


def by_recursion(draw, n):
    return recursive(draw, n)


def by_with(draw, n):
    best = 0
    for k in range(n):
        draw.state(k, best)
        with nullcontext():
            best = max(best, draw.die(3))
    return best


def by_lambda(draw, n):
    toss = lambda: draw.among("ht")  # noqa: E731
    tosses = ""
    for _ in range(n):
        draw.state(len(tosses), tosses.count("h"))
        tosses += toss()
    return tosses.count("h")


def by_iterator(draw, n):
    numbers, total = iter(range(n)), 0
    while True:
        k = next(numbers, n)
        draw.state(k, total)
        if k == n:
            return total
        total ^= draw.below(3)


REPLAYED = (by_recursion, by_with, by_lambda, by_iterator)


@pytest.mark.parametrize("play", REPLAYED)
def test_what_cant_be_rewritten_is_replayed_and_said(play):
    asked = Asked(play, 1, (0,))
    method = States(asked, plays=100)
    assert method.answer(n=5) == Paths(asked).answer(n=5)
    assert method.objection(n=30) is None
    explored = method.explored(n=30)
    assert len(explored.table.states) < 500
    assert explored.notes()[0].startswith("replayed, for it can't be rewritten: line ")


def swallows(draw, n):
    at = 0
    for k in range(n):
        with nullcontext():
            try:
                draw.state(k, at)
                at += draw.below(2)
            except BaseException:
                at = 7
    return at


def without_state(draw, n):
    total = 0
    for _ in range(n):
        with nullcontext():
            total += draw.below(2)
    return total


@pytest.mark.parametrize(
    ("play", "why"), [(swallows, "except"), (without_state, "say draw.state(.+), or use paths")]
)
def test_what_cant_be_replayed_is_refused(play, why):
    with pytest.raises(ValueError, match=why):
        States(Asked(play, 1, (0,))).answer(n=3)


def splits(draw, n):
    """The named values leave out what is still to do after the call."""
    if not n:
        return 1
    draw.state(n)
    return splits(draw, n - 1) + (splits(draw, n - 1) if draw.chance(1, 3) else 0)


def test_a_cycle_of_wrongly_merged_states_is_none_of_the_plays():
    method = States(Asked(splits, 1, (0,)))
    assert method.endless(n=3) is None
    with pytest.raises(BrokenError):
        method.answer(n=3)


def outlives(draw, n):
    for k in range(n):
        draw.state(k)
        with nullcontext():
            MARKS.append(draw.below(2))
    return MARKS[0] if len(MARKS) > 3 else 0


MARKS = []


def test_what_outlives_a_play_is_noticed_when_it_is_replayed():
    with pytest.raises(ValueError, match=r"MARKS|same draws"):
        States(Asked(outlives, 1, (0,))).answer(n=3)
