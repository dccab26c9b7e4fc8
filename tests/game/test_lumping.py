"""States of equal behaviour: as many as by the definition, and with the same answer."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import by_paths, by_states, table
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import Chain, mean
from sweepstake.game.solving.exploring import ENDED, REJECTED, Step
from sweepstake.game.solving.lumping import lumped
from sweepstake.game.solving.states import States


def step(to, ways, of):
    """A step to a state, or to an end of which the outcome tells little."""
    if to >= 0:
        return Step(ways, of, to)
    return Step(ways, of, REJECTED) if to == -4 else Step(ways, of, ENDED, (), (to % 2,), ())


@st.composite
def chains(draw):
    n = draw(st.integers(1, 9))
    rows = []
    for _ in range(n):
        ends = draw(st.lists(st.integers(-4, n - 1).filter(lambda to: to != -1), min_size=1))
        rows.append([step(to, 1, len(ends)) for to in ends])
    return rows


def coarsest(steps):
    """The classes by the definition: split all until nothing changes."""
    names = [0] * len(steps)
    while True:
        laws = []
        for row, own in zip(steps, names, strict=True):
            law = {}
            for each in row:
                onto = names[each.to] if each.to >= 0 else (each.to, each.cells)
                law[onto] = law.get(onto, 0) + Fraction(each.ways, each.of)
            laws.append((own, frozenset(law.items())))
        numbers = {}
        new = [numbers.setdefault(law, len(numbers)) for law in laws]
        if len({*new}) == len({*names}):
            return new
        names = new


@settings(max_examples=60)
@given(chains())
def test_the_classes_are_the_coarsest_that_agree(steps):
    found = lumped(steps)
    assert found.of == coarsest(steps)
    assert [found.of[n] for n in found.firsts] == [*range(len(found.steps))]


def the_chase(draw, players):
    """Project Euler 227."""
    first, second, turns = 0, players // 2, 0
    while first != second:
        turns += 1
        face = draw.die(6)
        first = (first + (face == 1) - (face == 6)) % players
        face = draw.die(6)
        second = (second + (face == 1) - (face == 6)) % players
    return turns


@pytest.mark.slow
def test_the_chase_has_51_states_of_9901():
    explored = States(Query(the_chase, 1, (0,)), plays=50).explored(players=100)
    assert (len(explored.table.states), len(explored.chain.steps)) == (9_901, 51)
    assert round(mean(explored.chain, 0), 6) == Fraction("3780.618622")
    [note] = explored.notes()
    assert note.startswith("9,901 states behave like 51")


def heads(draw, n):
    tosses = []
    for _ in range(n):
        tosses.append(draw.below(2))
    return [*reversed(tosses)].count(1)


def test_games_that_must_end_are_lumped_from_the_ends():
    assert len(Chain(table(heads, n=8)).steps) == 1 + comb(9, 2)
    assert by_states(heads, n=8) == by_paths(heads, n=8)
