"""The method `bounds`: what it proves contains the exact answer, on games that are hard for it."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.programs import program
from laws import LateError, Whole, soon
from sweepstake.core.bounded import down, short, up
from sweepstake.errors import NoAnswerError, TooLargeError
from sweepstake.game.reading.query import Query
from sweepstake.game.solving import enclosing, flowing
from sweepstake.game.solving.bounds import Bounds
from sweepstake.game.solving.enclosing import ONE, Component, Row
from sweepstake.game.solving.lifting import solution
from sweepstake.game.solving.states import States
from sweepstake.puzzle.question import Column

NARROW = Fraction(1, 10**12)


@st.composite
def components(draw):
    """Equations of a chain from each state of which there is a way out, however narrow."""
    size = draw(st.integers(1, 12))
    units, rows = [], []
    for _ in range(size):
        at = draw(st.lists(st.integers(0, size - 1), max_size=4, unique=True))
        ways = [draw(st.integers(1, 10 ** draw(st.integers(0, 12)))) for _ in at]
        units.append(sum(ways) + 1)
        rows.append(Row(at, ways))
    return units, rows


def exact(units, rows, right):
    """The solution of U x = W x + b in fractions."""
    shares = {
        i: {j: Fraction(w, units[i]) for j, w in zip(*row, strict=True)}
        for i, row in enumerate(rows)
    }
    sides = {i: [Fraction(b, units[i])] for i, b in enumerate(right)}
    return [value for [value] in solution(shares, sides).values()]


def encloses(low, value, high):
    return low <= value <= high and high - low <= max(1, abs(value)) * NARROW


@pytest.mark.parametrize("few", [100, 0])
@settings(max_examples=40, deadline=None)
@given(system=components(), seed=st.integers(0, 99))
def test_bounds_of_values_contain_the_exact_ones_and_are_narrow(few, system, seed):
    """Eliminated in decimals, and factored in floats."""
    units, rows = system
    rng = random.Random(seed)
    right = [rng.randint(-9, 9) * ONE for _ in units]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enclosing, "FEW", few)
        low, high = Component(units, rows).values(right, right)
    for a, value, b in zip(low, exact(units, rows, right), high, strict=True):
        assert encloses(a / Fraction(ONE), value / ONE, b / Fraction(ONE))


@settings(max_examples=40, deadline=None)
@given(components(), st.integers(0, 99))
def test_visits_are_never_too_many_and_few_plays_are_missing(system, seed):
    units, rows = system
    rng = random.Random(seed)
    inflow = [rng.randint(0, 9) * ONE for _ in units]
    visits = Component(units, rows).visits(inflow)
    out = [unit - sum(row.ways) for unit, row in zip(units, rows, strict=True)]
    left = sum(o * v for o, v in zip(out, visits, strict=True))
    assert 0 <= sum(inflow) - left <= ONE >> 100
    into = [[] for _ in rows]
    for i, row in enumerate(rows):
        for j, ways in zip(*row, strict=True):
            into[j].append((i, ways))
    for j, unit in enumerate(units):  # never more leave a state than come to it
        assert unit * visits[j] <= inflow[j] + sum(ways * visits[i] for i, ways in into[j])


@settings(max_examples=40, deadline=None)
@given(components(), st.integers(0, 99))
def test_a_bad_approximation_proves_nothing_wrong(system, seed):
    """Nothing, or bounds that still contain the solution."""
    units, rows = system
    rng = random.Random(seed)

    class Bad:
        def solved(self, b, *, transposed):
            right = [Fraction(side, unit) for side, unit in zip(b, units, strict=True)]
            noise = [rng.choice([0, 1, 1, 1, 1, 2, -1, 10**6]) for _ in b]
            return [int(side * more) for side, more in zip(right, noise, strict=True)]

    right = [rng.randint(0, 9) * ONE for _ in units]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Component, "_approximate", lambda self: iter([Bad()]))
        try:
            low, high = Component(units, rows).values(right, right)
        except TooLargeError:
            return
    for a, value, b in zip(low, exact(units, rows, right), high, strict=True):
        assert a <= value <= b


def tosses(draw, heads):
    """How many tosses until `heads` in a row? 2^(heads + 1) - 2 on average."""
    run = n = 0
    while run < heads:
        n += 1
        run = run + 1 if draw.chance(1, 2) else 0
    return n


def first_run(draw, heads):
    """Which comes first, so many heads in a row or so many tails?"""
    run = 0
    while abs(run) < heads:
        run = max(run, 0) + 1 if draw.chance(Fraction(1, 3)) else min(run, 0) - 1
    return run > 0


def ruin(draw, start, goal):
    """A fair walk: who is ruined?"""
    money = start
    while 0 < money < goal:
        money += 1 if draw.chance(1, 2) else -1
    return money > 0


def slow_walk(draw, start, goal):
    """The same, but most rounds change nothing: how long?"""
    money, rounds = start, 0
    while 0 < money < goal:
        rounds += 1
        if draw.chance(1, 1000):
            money += 1 if draw.chance(1, 2) else -1
    return rounds


def sticky(draw):
    """Nearly absorbing: two rooms that a play nearly never leaves, and by which way."""
    room = 0
    while True:
        if draw.chance(1, 10**9):
            return room
        if draw.chance(1, 10**9 - 7):
            room = 1 - room


def ring(draw, places):
    """A periodic walk on a ring of an even number of places, until it is opposite."""
    place = 0
    while place != places // 2:
        place = (place + (1 if draw.chance(2, 3) else -1)) % places
    return place if draw.chance(1, 2) else -place


def maybe_never(draw):
    """Goes on for ever with a probability of a third."""
    lamp = 1
    while lamp:
        lamp = draw.pick({0: 1, 1: 1, 2: 1})
        while lamp == 2:
            draw.die(6)
    return 7


def layers(draw, dice):
    """Thousands of draws, and never twice in a state."""
    rest = 0
    for _ in range(dice):
        rest = (rest + draw.die(6)) % 7
    return rest


def rare(draw):
    """A chance of 1e-45, by five of 1e-9."""
    n = 0
    while n < 5 and draw.chance(1, 10**9):
        n += 1
    return n


def gap(draw, rounds):
    """A total that may shrink, and has an end."""
    total = 0
    for _ in range(rounds):
        total += draw.die(3) - 2
    return total


def conditioned(draw):
    """Given that two dice differ until the first six."""
    n = 0
    while True:
        n += 1
        a, b = draw.die(6), draw.die(6)
        draw.condition(a != b)
        if a == 6:
            return n


def halves(draw):
    """Fractions as outcomes."""
    a = draw.die(6)
    return Fraction(a, draw.die(6))


HARD = [
    (first_run, {"heads": 40}), (ruin, {"start": 1, "goal": 60}),
    (ruin, {"start": 77, "goal": 200}), (sticky, {}), (ring, {"places": 40}),
    (layers, {"dice": 1_000}), (rare, {}), (gap, {"rounds": 40}), (halves, {}), (maybe_never, {}),
]  # fmt: skip
GROWING = [(tosses, {"heads": 4}), (conditioned, {}), (slow_walk, {"start": 1, "goal": 2})]


def query(play):
    nullable = (Column("n", "int", "n", nullable=True),) if play is maybe_never else ()
    return Query(play, 1, (0,), (), nullable)


def solved(play, params):
    """The chain, its exact answer, and its bounds."""
    states = States(query(play), plays=100)
    return states.chain(**params), states.answer(**params), Bounds(states).answer(**params)


@pytest.mark.parametrize("few", [100, 0])
@pytest.mark.parametrize(("play", "params"), HARD)
def test_bounds_contain_exact_answers_of_hard_games(play, params, few, monkeypatch):
    monkeypatch.setattr(enclosing, "FEW", few)
    _, found, bounds = solved(play, params)
    assert {*bounds} == {*found}
    assert not bounds.left_out
    for outcome in found:
        low, high = bounds[outcome]
        assert low <= found[outcome] <= high
        assert high - low <= found[outcome] * NARROW
    numbers = [outcome for outcome in found if outcome is not None]
    if numbers and not any(isinstance(outcome, bool) for outcome in numbers):
        share = sum(found[outcome] for outcome in numbers)
        exact_mean = sum(found[outcome] * outcome for outcome in numbers) / share
        [(low, high)] = bounds.means
        assert low <= exact_mean <= high
        assert high - low <= NARROW


@pytest.mark.parametrize("few", [100, 0])
@pytest.mark.parametrize(("play", "params"), GROWING)
def test_bounds_contain_exact_answers_without_bound(play, params, few, monkeypatch):
    monkeypatch.setattr(enclosing, "FEW", few)
    _, found, bounds = solved(play, params)
    for outcome in found:
        low, high = bounds[outcome]
        assert low <= found[outcome] <= high
        assert high - low <= found[outcome] * Fraction(1, 10**9)
    assert len(bounds) >= len(found)
    assert 0 < bounds.left_out <= Fraction(1, 10**12)
    [(low, high)], [exact_mean] = bounds.means, found.means
    assert low <= exact_mean <= high
    assert high - low <= exact_mean * NARROW


@pytest.mark.parametrize("few", [100, 0])
@pytest.mark.parametrize("heads", [20, 50, 150])
def test_a_mean_of_any_size_is_enclosed(heads, few, monkeypatch):
    """2^151 is far beyond what floats can solve: decimals do."""
    monkeypatch.setattr(enclosing, "FEW", few)
    monkeypatch.setattr(flowing, "MAX_MOVES", 100_000)
    states = States(query(tosses), plays=10)
    bounds = Bounds(states).answer(heads=heads)
    [(low, high)] = bounds.means
    assert low <= 2 ** (heads + 1) - 2 <= high
    assert high - low <= low * NARROW
    assert bounds.left_out == 1
    assert not len(bounds)


def test_given_values_and_two_totals():
    def pair(draw):
        a = b = 0
        while draw.chance(2, 3):
            if draw.chance(1, 4):
                a += 1
            else:
                b += 2
        return a, b, draw.chance(1, 2)

    asked = Query(pair, 3, (0, 1), ((2, True),))
    states = States(asked, plays=100)
    found, bounds = states.answer(), Bounds(states).answer()
    for outcome in found:
        low, high = bounds[outcome]
        assert low <= found[outcome] <= high
    for (low, high), value in zip(bounds.means, found.means, strict=True):
        assert encloses(low, value, high)


def test_a_total_that_is_given_has_bounds_where_fractions_refuse():
    def tries(draw):
        n, has_won = 0, False
        while draw.chance(1, 2):
            n += 1
            has_won = draw.chance(1, 4) or has_won
        return n, has_won

    states = States(Query(tries, 2, (1,), ((0, 3),)), plays=100)
    bounds = Bounds(states).answer()
    assert encloses(bounds[True].low, 1 - Fraction(3, 4) ** 3, bounds[True].high)


def test_a_total_that_shrinks_and_grows_without_bound():
    """The walk is at 0 when it ends with the probability 1 / sqrt(3), by generating functions."""

    def walk(draw):
        place = 0
        while draw.chance(1, 2):
            place += 1 if draw.chance(1, 2) else -1
        return place

    bounds = Bounds(States(Query(walk, 1, (0,)), plays=100)).answer()
    low, high = bounds[0]
    assert low**2 <= Fraction(1, 3) <= high**2
    assert high - low <= NARROW
    [(low, high)] = bounds.means
    assert encloses(low, 0, high)


def test_what_never_happens_is_an_error():
    def never(draw):
        draw.condition(draw.die(6) > 6)
        return 1

    states = States(Query(never, 1, (0,)), plays=10)
    with pytest.raises(NoAnswerError, match="never happens"):
        Bounds(states).answer()


@pytest.mark.parametrize("part", range(4))
def test_bounds_of_random_programs_contain_their_laws(part):
    """Programs of the fuzzer, with any states and totals."""
    found = Counter(verdict(seed) for seed in range(1_000 + part, 1_060, 4))
    assert found["right"] >= 5


def verdict(seed):
    play, text = program(seed)
    states = States(Whole(play, 1, (0,)), plays=0)
    try:
        with soon(2):
            exact_law = states.answer()
    except LateError:
        return "late"
    except Exception as error:  # the program's own, or a refusal
        return f"raises {type(error).__name__}"
    bounds = Bounds(states).answer()
    assert {*bounds} >= {*exact_law}, text
    for outcome in exact_law:
        assert encloses(bounds[outcome].low, exact_law[outcome], bounds[outcome].high), text
    return "right"


def test_floats_round_outward():
    for number in (Fraction(1, 3), Fraction(-1, 3), Fraction(1, 2), Fraction(1, 10**400)):
        assert down(number) <= number <= up(number)
        assert number - Fraction(down(number)) <= abs(number) / 2**52 + Fraction(1, 2**1074)
    assert up(Fraction(10**400)) == float("inf")
    assert down(Fraction(10**400)) <= 10**400
    for bound in (Fraction(1, 3), Fraction(999_999, 10**6), Fraction(1, 10**30), Fraction(1)):
        assert bound <= short(bound) <= min(1, bound * Fraction(102, 100))
