"""The likeliest states of a game that has too many, or infinitely many, as exploding dice have.

States are expanded in the order of the probability that plays wait there, largest first, within a
factor of `STEP`. A play that waits in a state goes on along its steps, so its probability moves on
to the next states. This ends when hardly any plays wait. Their steps then lead to LEFT, where a
play is no longer followed: it may end in any outcome. The probabilities here are floats, which only
choose the states. How many plays get to LEFT is computed from the chain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sized
from math import inf
from time import perf_counter

from sweepstake.errors import TooManyStatesError
from sweepstake.game.solving.exploring import LEFT, Step, Table, rarely_collected
from sweepstake.puzzle.method import patience, report

WAITING, MAX_WAITING = 2.0**-80, 1e-13
"""The probability that may be left while few states are expanded, and if many are."""
FEW_STATES, FEW_MOVES = 20_000, 200_000
"""The states, and moves along a step, that are few."""
MAX_STATES, MAX_MOVES = 300_000, 4_000_000
"""The most states and moves, which take about twenty seconds."""
STEP = 4.0
"""When no state is left with some probability, those follow that have it divided by so much."""
EVERY = 512
"""States between two sums of all plays that wait."""
FIRST_STATES, FIRST_WAITING, FIRST_MOVES = 3_000, 1e-4, 1_000_000
"""There seems to be no end of states only if there are more than so many, and these or a few more
hold all but so few plays, after so many moves."""
DEPTH, LATER_DEPTH = 20_000, 2_000
"""New states in a row that make it seem so, and how many do if other parameters had as many."""
MAX_TRIED, MAX_SIZE = 400_000, 10_000_000
"""The most steps tried, and items in the states tried."""


def likeliest(table: Table) -> Table | None:
    """A table of the likeliest states, from an empty one; None if too many are needed."""
    end = perf_counter() + patience.get().seconds / 2
    steps = _expanded(table, (WAITING, MAX_WAITING), MAX_STATES, MAX_MOVES, end)
    if steps is None:
        return None

    def followed(n: int) -> list[Step]:
        return [
            step if step.to < 0 or step.to in steps else Step(step.ways, step.of, LEFT)
            for step in steps[n]
        ]

    part = Table(table.query, table.game, table.params, is_partial=True)
    part.follow(table, followed)
    return part


def has_no_end(table: Table, depth: int = DEPTH) -> bool:
    """True if nearly all plays stay in a few states, but there seems to be no end of others.

    That is, one new state leads to the next, `depth` times. The table is empty before.
    """
    seconds = patience.get().seconds / 4
    end = perf_counter() + seconds
    if table.explore(FIRST_STATES, seconds) or perf_counter() > end:
        return False
    if _expanded(table, (FIRST_WAITING,) * 2, FEW_STATES, FIRST_MOVES, end) is None:
        return False
    begun, tried, size, count = len(table.states), set[int](), 0, 0
    path = [[*range(len(table.steps), begun)]]
    while path and count < MAX_TRIED and perf_counter() < end:
        if len(path) > depth or size > MAX_SIZE:
            return True
        if not path[-1]:
            path.pop()
        elif (n := path[-1].pop()) not in tried:
            tried.add(n)
            size += sum(len(v) for v in table.states[n].values if isinstance(v, Sized))
            steps = _steps(table, n, end) or []
            count += len(steps)
            path.append([step.to for step in steps if step.to >= begun])
    return False


def _expanded(
    table: Table,
    enough: tuple[float, float],
    most_states: int,
    most_moves: int,
    end: float = inf,
) -> dict[int, list[Step]] | None:
    """The steps of the likeliest states, by number; None if it takes too many states or moves.

    None, too, if the clock passes `end`.

    At most so much probability waits elsewhere: `enough[0]` if few states do, else `enough[1]`.
    """
    steps, waiting, level = dict[int, list[Step]](), {0: 1.0}, 1.0
    due, taken, moved = deque([0]), 0, 0
    with rarely_collected():
        while waiting:
            is_over = len(steps) > most_states or moved > most_moves
            if is_over or not taken % EVERY:
                left = sum(waiting.values())
                report(f"states: {len(steps):,} explored, {left:.1g} of the plays go on elsewhere")
                is_many = len(steps) > FEW_STATES or moved > FEW_MOVES
                if left <= enough[is_many]:
                    break
                if is_over or perf_counter() > end:
                    return None
            taken += 1
            while not due:
                level /= STEP
                due.extend(n for n, mass in waiting.items() if mass >= level)
            n = due.popleft()
            mass = waiting.pop(n)
            if n not in steps:
                try:
                    leaving = _steps(table, n, end)
                except TooManyStatesError:  # too many ways lead on from it
                    return None
                if leaving is None:
                    return None
                steps[n] = leaving
            moved += len(steps[n])
            for ways, of, to, *_ in steps[n]:
                if to >= 0:
                    before = waiting.get(to, 0.0)
                    waiting[to] = more = before + mass * (ways / of)
                    if before < level <= more:
                        due.append(to)
    return steps


def _steps(table: Table, n: int, end: float = inf) -> list[Step] | None:
    """The steps from a state that may have been expanded before; None if the clock passes `end`."""
    return table.steps[n] if n < len(table.steps) else table.expanded(table.states[n], end)
