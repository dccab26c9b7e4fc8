"""Games for two: backward induction, against own recursions; a game that may return is refused."""

from fractions import Fraction
from functools import cache

import pytest

from sweepstake.game import Ask, Game, most
from sweepstake.puzzle import Column, Parameter

STONES = (Parameter("stones", "stones", 1, 30),)
FIRST = (Column("first", "bool", "whether the first player wins"),)
POINTS = (Parameter("points", "points", 1, 30),)


def nim(draw, stones):
    """Whoever takes the last of the stones wins; a coin may take one more."""
    turn = 0
    while stones:
        taken = draw.choose(range(1, min(3, stones) + 1), sees=(stones,), player=turn)
        stones -= taken
        if stones and draw.chance(1, 3):
            stones -= 1
        turn = 1 - turn
    return turn == 1


def pig(draw, points):
    """Pig for two."""
    scores, turn = [0, 0], 0
    total = 0
    while scores[turn] + total < points:
        seen = tuple(scores)
        if draw.choose(("roll", "hold"), sees=(seen, total), player=turn) == "roll":
            face = draw.die(6)
            total = total + face if face > 1 else 0
            turn = turn if face > 1 else 1 - turn
        else:
            scores[turn] += total
            total = 0
            turn = 1 - turn
    return turn == 0


def asked(play, parameters, goal, strategies=None):
    return Game(play, parameters, FIRST, (Ask("q", "?", "first"),), goal=goal,
                strategies=strategies or {})  # fmt: skip


def chance(question, method="states", **params):
    params = question.checked(params)
    return question.method(method, params).answer(**params)[True]


@cache
def wins(stones):
    """How likely whoever is to take wins, if both play as well as possible."""
    if not stones:
        return Fraction(0)
    return max(1 - after(stones - taken) for taken in range(1, min(3, stones) + 1))


@cache
def after(stones):
    return (
        Fraction(2, 3) * wins(stones) + Fraction(1, 3) * wins(stones - 1) if stones else Fraction(0)
    )


@pytest.mark.parametrize("stones", [1, 2, 4, 5, 9, 13])
def test_two_players_play_best_against_each_other(stones):
    question, policy = asked(nim, STONES, most("first", player=0)).questions
    value = chance(question, stones=stones)
    assert value == wins(stones)
    assert stones > 9 or value == chance(question, "paths", stones=stones)
    rows = policy.method("states").answer(stones=stones)
    assert [column.name for column in policy.outcomes][:2] == ["stones_seen", "player"]
    for row in rows:
        left, taken = row[0], int(row[2])
        assert 1 - after(left - taken) == wins(left)


def test_no_other_strategy_of_either_is_better_against_best_play():
    """Enumerated: all stationary strategies of one player, against the policy of the other."""
    stones = 5
    options = {n: range(1, min(3, n) + 1) for n in range(1, stones + 1)}
    best = {n: max(options[n], key=lambda k: 1 - after(n - k)) for n in options}

    def value(first, second, left, turn):
        if not left:
            return Fraction(turn == 1)
        then = left - (first, second)[turn][left]
        if not then:
            return Fraction(turn == 0)
        p = Fraction(1, 3)
        more = value(first, second, then - 1, 1 - turn)
        return p * more + (1 - p) * value(first, second, then, 1 - turn)

    fair = value(best, best, stones, 0)
    assert fair == wins(stones)
    for other in (best | {n: k} for n, taken in options.items() for k in taken):
        assert value(other, best, stones, 0) <= fair <= value(best, other, stones, 0)


def test_a_game_for_two_that_may_return_is_refused():
    question = asked(
        pig,
        POINTS,
        most("first", player=0),
        {"hold": lambda total: "hold" if total > 4 else "roll"},
    ).questions[0]
    with pytest.raises(ValueError, match="a play of two players may return here"):
        chance(question, points=6)
    assert chance(question, points=6, strategy="hold") > Fraction(1, 2)


@pytest.mark.parametrize(("play", "goal"), [(nim, most("first"))], ids=["nobody's goal"])
def test_a_goal_says_whose_it_is(play, goal):
    with pytest.raises(ValueError, match="the goal says whose it is"):
        asked(play, STONES, goal)


def alone(draw, stones):
    return draw.choose((0, 1), sees=(stones,)) == draw.below(2)


def test_a_player_alone_has_no_name():
    with pytest.raises(ValueError, match="give both or none"):
        asked(alone, STONES, most("first", player=0))
