"""The states and steps of `solving.exploring`, read from what compiled code explored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, TypeVar, overload
from warnings import catch_warnings

import numpy as np
from numba import config
from numba.core.errors import NumbaWarning

from sweepstake.game.compiled.calls.cells import cell
from sweepstake.game.compiled.exploring import rows
from sweepstake.game.compiled.exploring.kernel import Arrays, Kernel
from sweepstake.game.compiled.exploring.kinds import kinds
from sweepstake.game.compiled.exploring.values import Layout
from sweepstake.game.resuming.quick import flat
from sweepstake.game.resuming.replay import Replayed
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.solving.exploring import ENDED, REJECTED, State, Step, Table

T = TypeVar("T")
COMPARED = 2_000
"""Most states whose steps are compared with those of plain Python."""
WALKED = 20_000
"""Most steps of the random plays that show what variables hold."""
MAX_STATES = 1 << 30


def compiled(table: Table, states: float) -> Compiled | None:
    """All states of a table, explored by compiled code; None if that fails, or is wrong.

    It stops when there are more than `states`, as `Table.explore` does.
    """
    try:
        fast = Compiled(table)
        with catch_warnings(category=NumbaWarning, action="ignore"):  # of code that we wrote
            fast.explore(states)
        return fast if _is_alike(table, fast) else None
    except Exception:  # an error of the play or of numba: plain Python reports it
        return None


def _is_alike(table: Table, fast: Compiled) -> bool:
    """True if the first states are the same, and so are the steps of states all over the table."""
    first = min(COMPARED, len(table.states), len(fast.states))
    if any(fast.number(*table.states[n][:2]) != n for n in range(first)):
        return False
    plain = Table(table.asked, table.game, table.params)
    for n in range(0, len(fast.steps), len(fast.steps) // COMPARED + 1):
        for step, own in zip(plain.expanded(fast.states[n]), fast.steps[n], strict=True):
            to = fast.number(*plain.states[step.to][:2]) if step.to >= 0 else step.to
            if step._replace(to=to) != own or [*map(type, step.cells)] != [*map(type, own.cells)]:
                return False
    return True


def _walked(table: Table, left: int) -> Iterator[State]:
    """States of random plays to the end, up to `left` steps, to include late states."""
    random = Random(0)  # noqa: S311  # no secret
    while left > 0:
        number = 0
        while number >= 0 and left > 0:
            state = table.states[number]
            yield state
            steps = table.expanded(state)
            number, left = random.choice(steps).to, left - len(steps)


class Compiled:
    """The states of a table, explored by compiled code from the beginning.

    Those that the table has show what variables hold. RefusedError if they can't be explored, or
    any error that the play raises.
    """

    def __init__(self, table: Table) -> None:
        asked, game, params = table.asked, table.game, table.params
        if config.DISABLE_JIT:
            raise RefusedError(0, "NUMBA_DISABLE_JIT is set")
        if isinstance(game, Replayed) or game.by_hand or game.has_labels or game.unset:
            raise RefusedError(0, "draw.state, labels, or a variable that may have no value")
        self._asked = asked
        types = {name: type(params[name]) for name in game.parameters}
        walked = _walked(Table(asked, game, params), min(len(table.states), WALKED))
        met = chain(table.states, walked)
        held = kinds(game.entries, (state[:2] for state in met))
        self.kernel = Kernel(asked, game, types, held)
        segments = self._segments = self.kernel.segments
        self._layouts = {number: Layout(segments, number) for number in (0, *segments.known)}
        self.arrays = Arrays(self.kernel, params)
        self.states = Read(lambda: len(self.arrays.states), self._state)
        self.steps = Read(lambda: self.arrays.expanded, self._steps)
        self._known: list[Step] = []
        """By label, steps without the states to which they lead."""

    def explore(self, states: float) -> None:
        """Expand all states, while there are at most `states`."""
        arrays, limit = self.arrays, int(min(states, MAX_STATES))
        while arrays.expanded < len(arrays.states) <= limit:
            arrays.go_on(limit)

    def number(self, entry: int, values: tuple[Any, ...]) -> int:
        """The number of the state that has these values; -1 if there is none."""
        try:
            row = np.array((entry, *self._layouts[entry].row(values)), np.int64)
        except (OverflowError, ValueError):
            return -1
        return rows.looked_up(self.arrays.states.held, row)

    def _state(self, number: int) -> State:
        entry, *row = self.arrays.kept(number)
        values = self._layouts[entry].values(row)
        return State(entry, values, flat(values))

    def _steps(self, number: int) -> list[Step]:
        """The steps from a state that is expanded."""
        arrays = self.arrays
        first, last = arrays.ends[number : number + 2].tolist()
        pairs = zip(arrays.to[first:last].tolist(), arrays.what[first:last].tolist(), strict=True)
        return [self._step(to, label) for to, label in pairs]

    def _step(self, to: int, label: int) -> Step:
        while label >= len(self._known):
            self._known.append(self.step(len(self._known)))
        known = self._known[label]
        return known if to < 0 else Step(known.ways, known.of, to, known.totals)

    def step(self, label: int) -> Step:
        """A step by its label, without the state to which it leads; only an end is stated."""
        number, ways, of, *row = self.arrays.labels[label]
        if number < 0:
            return Step(ways, of, REJECTED)
        if number == 0:
            return Step(ways, of, 0, tuple(row[: self._segments.totals]))
        sites = self._segments.ends[number - 1]
        pairs = zip(row[::2], row[1::2], strict=False)
        cells = [cell(n, kind, self._segments.texts) for n, kind in pairs][: self._asked.width]
        return Step(ways, of, ENDED, (), tuple(cells), sites)


class Read(Sequence[T]):
    """Items that are read from arrays on access; their number may grow."""

    def __init__(self, count: Callable[[], int], item: Callable[[int], T]) -> None:
        self._count, self._item = count, item

    def __len__(self) -> int:
        return self._count()

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        places = range(len(self))[place]
        return self._item(places) if isinstance(places, int) else [*map(self._item, places)]
