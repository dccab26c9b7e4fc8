"""Breadth-first search finds shortest paths, and the first of them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.core.search import breadth_first

GRAPHS = st.dictionaries(
    st.integers(0, 9), st.lists(st.integers(0, 9), max_size=4), min_size=10, max_size=10
)


def searched(graph, start, goal, **most):
    return breadth_first(start, lambda s: list(enumerate(graph[s])), lambda s: s == goal, **most)


def distances(graph, start):
    """By relaxing every edge as often as there are states."""
    far = {start: 0}
    for _ in graph:
        for state, following in graph.items():
            for after in following:
                if state in far:
                    far[after] = min(far.get(after, len(graph)), far[state] + 1)
    return far


@given(GRAPHS, st.integers(0, 9), st.integers(0, 9))
def test_the_path_is_as_long_as_the_distance(graph, start, goal):
    path, _ = searched(graph, start, goal)
    far = distances(graph, start)
    assert (None if path is None else len(path)) == far.get(goal)


@given(GRAPHS, st.integers(0, 9), st.integers(0, 9))
def test_each_action_on_the_path_leads_to_the_next_state(graph, start, goal):
    path = searched(graph, start, goal)[0] or []
    states = [start, *(state for _, state in path)]
    for (state, after), (action, _) in zip(pairwise(states), path, strict=True):
        assert graph[state][action] == after


@given(GRAPHS, st.integers(0, 9))
def test_without_a_goal_everything_that_can_be_reached_is_met(graph, start):
    assert searched(graph, start, None) == (None, len(distances(graph, start)))


def test_of_shortest_paths_the_one_whose_actions_come_first_is_found():
    square = {0: [2, 1], 1: [3], 2: [3], 3: []}
    assert searched(square, 0, 3)[0] == [(0, 2), (0, 3)]


def test_a_search_that_meets_too_much_says_so():
    with pytest.raises(ValueError, match="more than 50 states"):
        breadth_first(0, lambda n: [("+1", n + 1)], lambda n: False, most=50)
    path, met = breadth_first(0, lambda n: [("+1", n + 1)], lambda n: n == 50, most=50)
    assert len(path) == met - 1 == 50
