"""Breadth-first search: the shortest path to a goal, in any graph given by its successors.

States are met in order of their distance from the start, so the first way found to a state is a
shortest one; among the shortest it is the first in the order in which actions are offered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action")


def breadth_first(
    start: State,
    successors: Callable[[State], Iterable[tuple[Action, State]]],
    is_goal: Callable[[State], bool],
    most: int | None = None,
) -> tuple[list[tuple[Action, State]] | None, int]:
    """The actions of a shortest path, each with the state that it leads to, and the states met.

    The path is None if no goal can be reached. ValueError past `most` states.

    >>> breadth_first(3, lambda n: [("+1", n + 1), ("x2", 2 * n)], lambda n: n == 14)[0]
    [('x2', 6), ('+1', 7), ('x2', 14)]
    """
    if is_goal(start):
        return [], 1
    came_from: dict[State, tuple[State, Action]] = {}
    states = [start]
    for state in states:  # which grows meanwhile
        for action, after in successors(state):
            if after == start or after in came_from:
                continue
            came_from[after] = (state, action)
            states.append(after)
            if is_goal(after):
                return _path(came_from, start, after), len(states)
        if most is not None and len(states) > most:
            raise ValueError(f"the search met more than {most:,} states without an end")
    return None, len(states)


def _path(
    came_from: Mapping[State, tuple[State, Action]], start: State, goal: State
) -> list[tuple[Action, State]]:
    steps, state = [], goal
    while state != start:
        before, action = came_from[state]
        steps.append((action, state))
        state = before
    return steps[::-1]
