"""The table of a game's states, and its exploration.

A state is an entry and the values of the variables that are live there; two states are the same if
they have the same entry and key. Expanding a state resumes the function from its values, once for
each row of draws up to the next entry or the end of the play.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from psutil import Process

from sweepstake.errors import TooManyStatesError
from sweepstake.game.drawing.cards import Deck
from sweepstake.game.drawing.draw import Draw, Rejected
from sweepstake.game.drawing.keys import canonical, flat, key, quick_key
from sweepstake.game.drawing.playing import Branching, TooLongError
from sweepstake.game.drawing.values import PLAIN, UnstorableError, copies, is_immutable
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.closed import is_table
from sweepstake.game.rewriting.resumable import Resumable, plain
from sweepstake.game.rewriting.totals import NoTotalError
from sweepstake.puzzle.method import report
from sweepstake.text.shown import shown

ENDED, REJECTED, LEFT = -1, -2, -3
EVERY = 256
"""Number of states or steps after which the clock is read."""
MAX_WAYS = 1_000_000
"""Most steps from one state."""
OBJECTS = 200_000
"""New objects after which garbage is collected."""
Name = tuple[int, tuple[Any, ...]]
"""An entry, and the key of its values."""
_tuple = tuple.__new__  # calling the class takes twice as long


class Step(NamedTuple):
    """A transition from a state, with the probability `ways / of`."""

    ways: int
    of: int
    to: int
    """The number of a state, or ENDED or REJECTED; LEFT if the play is no longer followed."""
    totals: tuple[int, ...] = ()
    """What is added to each running total on the way."""
    cells: tuple[object, ...] = ()
    """For an end, its outcome without what the totals add."""
    sites: tuple[int, ...] = ()
    """For an end, the index of the total that each column adds, or -1."""


class State(NamedTuple):
    """An entry, and the values of the variables that are live there."""

    entry: int
    values: tuple[Any, ...]
    flat: tuple[int, ...] | None
    """Indices of the values to copy before a play goes on; None if they need a deep copy."""

    def fresh(self, draw: Draw) -> Sequence[Any]:
        """The values, copied where a play may change them."""
        _, values, changeable = self
        if not changeable:
            return values if changeable is not None else copies(values, draw)
        copied = [*values]
        for k in changeable:
            value = copied[k]
            copied[k] = value.copied(draw, value.kinds) if type(value) is Deck else value.copy()
        return copied


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Collect cyclic garbage less often: each collection visits millions of live tuples."""
    thresholds = gc.get_threshold()
    gc.set_threshold(OBJECTS, 10, 10)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


@dataclass
class Table:
    """The states by number; a play begins at state 0."""

    query: Query
    game: Resumable
    params: Mapping[str, Any]
    depth: int = 0
    """The draws since the last entry, where time was up amid the steps from a state."""
    is_partial: bool = False
    """True if plays are no longer followed in some states, which are not in the table."""

    def __post_init__(self) -> None:
        self.states = [State(0, (), ())]
        """All states found so far, expanded or not."""
        self.steps: list[list[Step]] = []
        """The steps of each expanded state."""
        self._index: dict[Name, int] = {}
        self.player = self.query.player(self.params)
        self._args = [self.params[name] for name in self.game.parameters]
        for name, value in zip(self.game.parameters, self._args, strict=True):
            if not (is_immutable(value) or (name in self.game.read_only and is_table(value))):
                raise RefusedError(0, f"{name} is {shown(value)}, and may be changed; give a tuple")

    def explore(self, states: float = inf, seconds: float = inf, memory: float = inf) -> bool:
        """Expand all states, up to a number, a time and bytes; False if some are left."""
        draw, begun, before = Branching(self.player), perf_counter(), len(self.steps)
        end = begun + seconds
        seen, done = self.states, self.steps
        with rarely_collected():
            for state in islice(seen, len(done), None):  # also those that are added meanwhile
                if not len(done) % EVERY:
                    rate = (len(done) - before) / max(perf_counter() - begun, 1e-3)
                    found = f"{len(seen):,} found"
                    report(f"states: {len(done):,} explored, {rate:,.0f} a second; {found}")
                    if perf_counter() > end or resident() > memory:
                        return False
                if len(seen) > states:
                    return False
                steps = self._expanded(draw, state, end)
                if steps is None:
                    self.depth = len(draw.row)
                    return False
                done.append(steps)
        return True

    def expanded(self, state: State, end: float = inf) -> list[Step] | None:
        """The steps from a state, whose next states are added; None if the clock passes `end`."""
        return self._expanded(Branching(self.player), state, end)

    def follow(self, whole: Table, chosen: Callable[[int], Sequence[Step]]) -> None:
        """Take over the states of a whole table that its `chosen` steps reach, and these steps."""
        names, numbers = [(0, ()), *whole._index], {0: 0}
        reached = [0]
        for n in reached:
            steps = []
            for step in chosen(n):
                to = step.to
                if to >= 0 and to not in numbers:
                    numbers[to] = self._index[names[to]] = len(reached)
                    self.states.append(whole.states[to])
                    reached.append(to)
                steps.append(step._replace(to=numbers[to]) if to >= 0 else step)
            self.steps.append(steps)

    def _expanded(self, draw: Branching, state: State, end: float) -> list[Step] | None:
        """The steps from a state; None if the clock passes `end`."""
        steps: list[Step] = []
        index, run, args, entries = self._index, self.game.run, self._args, self.game.entries
        entry, shared = state.entry, state.values if state.flat == () else None
        while True:  # plays all rows of draws; then `draw` is as before
            try:
                stored = state.fresh(draw) if shared is None else shared
                at, values, totals, sites = run(draw, entry, stored, *args)
            except Rejected:
                steps.append(Step(draw.ways, draw.of, REJECTED))
            except TooLongError as error:
                raise TooManyStatesError(f"line {self.line(entry)}: {error}") from None
            else:
                if at == ENDED:
                    cells = self.query.cells(values)
                    steps.append(Step(draw.ways, draw.of, ENDED, (), cells, sites))
                else:
                    if totals and type(sum(totals)) is not int:
                        named = zip(self.game.totals, totals, strict=True)
                        raise NoTotalError(name for name, more in named if type(more) is not int)
                    quick: tuple[tuple[Any, ...], tuple[int, ...]] | None = (values, ())
                    for value in values:
                        if type(value) not in PLAIN:
                            quick = quick_key(values, entries[at].multisets)
                            break
                    values_key, changeable = quick or (self._key(at, values), None)
                    number = index.get((at, values_key))
                    if number is None:
                        number = self._add((at, values_key), values, changeable)
                    steps.append(_tuple(Step, (draw.ways, draw.of, number, totals, (), ())))
            if not draw.advance():
                return steps
            if not len(steps) % EVERY:
                if perf_counter() > end:
                    return None
                if len(steps) > MAX_WAYS:
                    raise TooManyStatesError(f"over {MAX_WAYS:,} {self.ways(entry)}")

    def played(self, draw: Draw, state: State) -> Any:
        """The result of the function when it is resumed at a state."""
        return self.game.run(draw, state.entry, state.fresh(draw), *self._args)

    def number(self, entry: int, values: tuple[Any, ...]) -> int:
        """The number of the state that has these values; -1 if there is none."""
        return self._index.get((entry, self._key(entry, values)), -1)

    def _add(self, name: Name, values: tuple[Any, ...], changeable: tuple[int, ...] | None) -> int:
        """Add a new state, and return its number; `changeable` is its `flat`, if already known."""
        self._index[name] = number = len(self.states)
        changeable = flat(values) if changeable is None else changeable
        self.states.append(_tuple(State, (name[0], values, changeable)))
        return number

    def _key(self, entry: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        if unordered := self.game.entries[entry].multisets:
            values = tuple([canonical(v) if k in unordered else v for k, v in enumerate(values)])
        try:
            return key(values)
        except UnstorableError as error:
            variables = zip(self.game.entries[entry].names, values, strict=True)
            refused = [name for name, value in variables if not _can_be_stored(value)]
            name = next((n for n in refused if not n.startswith("_0")), plain(refused[0]))
            raise RefusedError(
                self.line(entry), f"`{name}` ({error}) can't be kept while drawing"
            ) from None

    def ways(self, entry: int) -> str:
        """What to say if too many ways lead on from an entry."""
        where = f"line {self.line(entry)}" if entry else "the beginning"
        if name := self.game.recursive:
            return f"ways lead on from {where}: {name} calls itself; write a loop that draws"
        return (
            f"ways lead from {where} to the next loop that draws: draw in a loop, one thing at a "
            f"time"
        )

    def line(self, entry: int) -> int:
        """The line of an entry."""
        return self.game.entries[entry].line if entry else 0


def resident() -> int:
    """The bytes of memory that this process has."""
    return int(Process().memory_info().rss)


def _can_be_stored(value: Any) -> bool:
    try:
        key((value,))
    except UnstorableError:
        return False
    return True
