"""Infinitely many states, the likeliest of which are explored: dice that explode.

Against closed forms. A die of n sides that explodes is m n + r (0 < r < n) with probability
n^-(m + 1), and at least m n + r with probability n^-m (n + 1 - r) / n.
"""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from computing import run, sweep
from sweepstake import cli
from sweepstake.errors import NoAnswerError, TooManyStatesError
from sweepstake.game.reading.query import Query
from sweepstake.game.solving import likely, states
from sweepstake.game.solving.bounds import Bounds
from sweepstake.game.solving.states import States
from sweepstake.report.check.checks import checks
from sweepstake.store.points import points

from game.test_bounds import HARD, query  # isort: skip

TINY = Fraction(1, 10**12)


def law(sides, value):
    """The probability of a value of an exploding die."""
    explosions, rest = divmod(value, sides)
    return Fraction(1, sides) ** (explosions + 1) if rest and value > 0 else Fraction(0)


def at_least(sides, value):
    explosions, rest = divmod(max(value, 1) - 1, sides)
    return Fraction(1, sides) ** explosions * Fraction(sides - rest, sides)


def explode(draw, sides):
    total = face = draw.die(sides)
    while face == sides:
        face = draw.die(sides)
        total += face
    return total


def best_two(draw):
    """The best two of three."""
    rolls = sorted(explode(draw, 6) for _ in range(3))
    return rolls[1] + rolls[2]


def wild(draw, sides, target):
    """A trait die and a wild die, of which the better one counts."""
    return max(explode(draw, sides), explode(draw, 6)) >= target


def fumble(draw, dice):
    """More dice show a one than explode."""
    ones = exploded = 0
    for _ in range(dice):
        roll = explode(draw, 6)
        ones += roll == 1
        exploded += roll > 6
    return ones > exploded


def listed_fumble(draw, dice):
    """The same, from all rolls."""
    rolls = [explode(draw, 6) for _ in range(dice)]
    return sum(roll == 1 for roll in rolls) > sum(roll > 6 for roll in rolls)


def opposed(draw):
    """Who rolls more?"""
    gap = explode(draw, 6) - explode(draw, 8)
    return "first" if gap > 0 else "second" if gap < 0 else "nobody"


def successes(draw, dice, target):
    """How many dice reach the target, and how many rolls are made for it."""
    hits = rolls = 0
    for _ in range(dice):
        total, face = 0, 6
        while face == 6:
            face = draw.die(6)
            rolls += 1
            total += face
        hits += total >= target
    return hits, rolls


def above(draw):
    """The last face of a die that reaches seven."""
    total = face = draw.die(6)
    while face == 6:
        face = draw.die(6)
        total += face
    draw.condition(total >= 7)
    return total % 12


def asked(play, width=1, columns=(0,), given=()):
    return States(Query(play, width, columns, given), plays=200)


def bounded(play, width=1, columns=(0,), given=(), **params):
    """The bounds of a game whose states have no end."""
    solver = asked(play, width, columns, given)
    assert solver.seems_endless(**params)
    bounds = Bounds(solver).answer(**params)
    assert sum(bounds[o].low for o in bounds) <= 1
    assert sum(bounds[o].high for o in bounds) + bounds.left_out >= 1
    assert 0 < bounds.left_out <= TINY
    assert {*bounds.means} == {None}
    return bounds


def holds(interval, value):
    """Is the value between close bounds?"""
    return interval.low <= value <= interval.high <= interval.low + TINY


def law_of_best_two(value):
    dice = range(1, value + 1)
    return sum(
        law(6, a) * law(6, b) * law(6, c)
        for a, b, c in product(dice, dice, dice)
        if a + b + c - min(a, b, c) == value
    )


def test_the_best_two_of_three():
    """The mean is that of all three less that of the least, 441/215."""
    bounds = bounded(best_two)
    assert all(holds(bounds[value], law_of_best_two(value)) for value in range(2, 30))
    mean = sum(value * bounds[value].middle for value in bounds)
    assert abs(mean - (3 * Fraction(21, 5) - Fraction(441, 215))) < Fraction(1, 10**9)


@pytest.mark.parametrize(("sides", "target"), [(6, 4), (8, 8), (12, 30)])
def test_the_better_of_two_dice_reaches_a_target(sides, target):
    fails = (1 - at_least(sides, target)) * (1 - at_least(6, target))
    bounds = bounded(wild, sides=sides, target=target)
    assert holds(bounds[True], 1 - fails)
    assert holds(bounds[False], fails)


def test_a_pool_of_dice_fumbles():
    """Four dice show more ones than sixes in 421 of 1,296 rolls."""
    assert holds(bounded(fumble, dice=4)[True], Fraction(421, 1296))
    assert holds(bounded(listed_fumble, dice=2)[True], Fraction(1, 4))


def test_two_dice_compared():
    reached = [(law(6, a), at_least(8, a)) for a in range(1, 600)]
    wins = sum(p * (1 - q) for p, q in reached)
    ties = sum(law(6, a) * law(8, a) for a in range(1, 600))
    bounds = bounded(opposed)
    assert holds(bounds["first"], wins)
    assert holds(bounds["nobody"], ties)


def test_what_reaches_a_target_with_a_running_total():
    """The number of rolls is one more than that of sixes for each die; it has no bound either."""
    hits = bounded(successes, 2, (0,), dice=3, target=15)
    p = at_least(6, 15)
    for k in range(4):
        assert holds(hits[k], comb(3, k) * p**k * (1 - p) ** (3 - k))
    both = bounded(successes, 2, (0, 1), dice=1, target=8)
    assert holds(both[True, 2], (at_least(6, 8) - at_least(6, 13)))
    assert holds(both[False, 1], Fraction(5, 6))
    given = bounded(successes, 2, (1,), ((0, 1),), dice=1, target=8)
    assert holds(given[2], (at_least(6, 8) - at_least(6, 13)) / at_least(6, 8))


def test_conditions_divide_by_what_is_accepted_within_bounds():
    bounds = bounded(above)
    shares = [sum(law(6, 12 * k + rest) for k in range(60)) for rest in range(12)]
    shares[1:6] = [share - law(6, rest) for rest, share in enumerate(shares[1:6], 1)]
    total = sum(shares)
    assert all(holds(bounds[rest], shares[rest] / total) for rest in range(12) if rest % 6)


@pytest.mark.parametrize("left", [0.3, 1e-3, 1e-6])
@pytest.mark.parametrize(("play", "params"), HARD)
def test_bounds_from_a_part_of_the_states_contain_exact_answers(play, params, left, monkeypatch):
    monkeypatch.setattr(likely, "WAITING", left)
    monkeypatch.setattr(likely, "MAX_WAITING", left)
    monkeypatch.setattr(likely, "EVERY", 1)
    monkeypatch.setattr(likely, "MAX_MOVES", 20_000)
    solver = States(query(play), plays=100)
    exact = solver.answer(**params)
    monkeypatch.setattr(solver, "_has_no_end", lambda params, depth: True)
    try:
        bounds = Bounds(solver).answer(**params)
    except (
        TooManyStatesError,
        NoAnswerError,
    ):  # plays wait for long, or none that is followed ends
        return
    for outcome in exact:
        assert bounds[outcome].low <= exact[outcome] <= bounds[outcome].high
    missing = 1 - sum(interval.low for interval in bounds.bounds.values())
    assert missing <= 4 * left + TINY


def losing(draw, plays):
    """A score that is lost now and then; on average there are `plays` rolls."""
    score = 0
    while draw.chance(plays, plays + 1):
        if draw.chance(1, 5):
            score = 0
        score += draw.die(6)
    return score


def test_a_score_that_begins_again_and_again():
    """Backwards from the end, each roll counts, and is the first of the score one time in five."""
    bounds, law = bounded(losing, plays=4), [Fraction(1, 5)]
    for score in range(1, 30):
        rolled = Fraction(4, 5) * Fraction(1, 5) * Fraction(int(score <= 6), 6)
        law.append(rolled + Fraction(16, 25) * sum(law[max(score - 6, 0) :]) / 6)
    assert all(holds(bounds[score], value) for score, value in enumerate(law))


def test_a_score_is_seen_to_have_no_end_though_plays_are_long():
    assert asked(losing).seems_endless(plays=29)


def layered(draw, dice):
    """Many states, the extreme of which are unlikely; but no play is long."""
    faces = []
    for _ in range(dice):
        faces.append(draw.die(20))
        faces.sort()
    return faces[0]


def capped(draw):
    """A chain of states with an end, however unlikely."""
    tosses = 0
    while tosses < 9_000 and draw.chance(1, 2):
        tosses += 1
    return tosses % 7


def history(draw):
    """No two plays are ever in the same state."""
    tosses = ""
    while "hth" not in tosses:
        tosses += draw.among("ht")
    return len(tosses)


@pytest.mark.parametrize(("play", "params"), [(layered, {"dice": 5}), (capped, {}), (history, {})])
def test_games_with_an_end_of_states_are_explored_as_a_whole(play, params):
    assert not asked(play).seems_endless(**params)


def test_too_many_states_are_explored_in_part_only_if_a_few_are_likely(monkeypatch):
    monkeypatch.setattr(states, "MAX_STATES", 5_000)
    bounds = Bounds(asked(capped)).answer()
    assert holds(bounds[0], Fraction(64, 127))
    assert 0 < bounds.left_out <= TINY
    monkeypatch.setattr(likely, "MAX_STATES", 5_000)
    with pytest.raises(TooManyStatesError, match=r"5,00\d found"):
        Bounds(asked(history)).answer()


def test_exact_methods_say_why_they_do_not_answer():
    solver = asked(best_two)
    assert solver.objection() == (
        "states: there seems to be no end of states; use bounds, which leaves out unlikely ones"
    )
    assert solver.endless() == "paths: a play may take any number of draws"


GAME = '''from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Puzzle


def keep(draw: Draw, dice: int) -> int:
    """What is the best of some exploding dice?"""
    best = 0
    for _ in range(dice):
        total, face = 0, 6
        while face == 6:
            face = draw.die(6)
            total += face
        best = max(best, total)
    return best


PUZZLE = Puzzle("keeping", (
    Game(keep, (Parameter("dice", "dice", 1, 9),), (Column("best", "int", "points"),)),
))
'''


def test_a_run_compares_what_is_followed_with_a_sample(loaded, tmp_path):
    [question] = loaded(GAME).questions
    methods = {"bounds": None, "simulate": {"trials": 20_000}}
    run(sweep("keep", {"grid": {"dice": [2, 3]}, "methods": methods}), tmp_path)
    found = [c for part in points(question, ["s"], tmp_path) for c in checks(part)]
    assert {c.verdict for c in found} <= {"agrees", "for comparison"}
    assert "bounds, simulate" in {c.methods for c in found}
    [part] = points(question, ["s"], tmp_path)
    method = [*question.methods].index("bounds")
    remainders = part.left_out(method, part.point)
    assert (remainders > 0).all()
    assert (remainders <= TINY).all()


def test_an_answer_says_that_its_mean_is_without_what_is_left_out(loaded, capsys):
    loaded(GAME)
    assert cli.main(["answer", "keep", "dice=2"]) == 0
    text = capsys.readouterr().out
    assert "Best 5.80000 on average, without what is left out" in text
    assert "least and most unknown" in text
    assert "Method: bounds" in text
