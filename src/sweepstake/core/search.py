"""Breadth-first search: the shortest path to a goal, in any graph given by its successors.

States are met in order of their distance from the start, so the first way found to a state is a
shortest one; among the shortest it is the first in the order in which actions are offered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action")


@dataclass(frozen=True)
class Explored(Generic[State, Action]):
    """Every state met, the (state, action) it was first met from, and the goal that was reached."""

    came_from: Mapping[State, tuple[State, Action] | None]
    goal: State | None

    def __len__(self) -> int:
        return len(self.came_from)

    @property
    def path(self) -> list[tuple[Action, State]] | None:
        """Each action on a shortest path and the state it leads to; None if no goal was reached."""
        if self.goal is None:
            return None
        steps = []
        state = self.goal
        while (step := self.came_from[state]) is not None:
            steps.append((step[1], state))
            state = step[0]
        return steps[::-1]


def breadth_first(
    start: State,
    successors: Callable[[State], Iterable[tuple[Action, State]]],
    is_goal: Callable[[State], bool],
    most: int | None = None,
) -> Explored[State, Action]:
    """The search from `start` to the nearest goal; ValueError past `most` states.

    >>> doubled = breadth_first(3, lambda n: [("+1", n + 1), ("x2", 2 * n)], lambda n: n == 14)
    >>> doubled.path
    [('x2', 6), ('+1', 7), ('x2', 14)]
    """
    came_from: dict[State, tuple[State, Action] | None] = {start: None}
    if is_goal(start):
        return Explored(came_from, start)
    frontier = deque([start])
    while frontier:
        state = frontier.popleft()
        for action, after in successors(state):
            if after in came_from:
                continue
            came_from[after] = (state, action)
            if is_goal(after):
                return Explored(came_from, after)
            frontier.append(after)
        if most is not None and len(came_from) > most:
            raise ValueError(f"the search met more than {most:,} states without an end")
    return Explored(came_from, None)
