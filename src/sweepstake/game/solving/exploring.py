"""Explores the states of a game: each is expanded, from its values, to the next entries.

States are the same if they are at the same entry and their values have the same key.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from sweepstake.game.asked import Asked
from sweepstake.game.cards import Deck
from sweepstake.game.draw import Draw, Rejected
from sweepstake.game.playing import Branching, TooLongError
from sweepstake.game.resuming.keys import key, unordered
from sweepstake.game.resuming.naming import labels, names
from sweepstake.game.resuming.quick import flat, quick_key
from sweepstake.game.resuming.replay import Replayed
from sweepstake.game.resuming.resumable import Resumable
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.values import PLAIN, Names, UnkeptError, copies, is_immutable
from sweepstake.puzzle.method import TooLargeError, report
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.game.compiled.exploring.table import Compiled

ENDED, REJECTED = -1, -2
EVERY = 256
"""Number of states or steps after which the clock is read."""
MAX_WAYS = 1_000_000
"""Most steps from one state."""
LARGE = 500_000
"""Steps after which compiled code explores: they take as long as compiling, about a second.

A step from a state with lists counts half, because compiling then takes two to five seconds.
"""
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
    """The number of a state, or ENDED or REJECTED."""
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
        _, values, places = self
        if not places:
            return values if places is not None else copies(values, draw)
        copied = [*values]
        for k in places:
            value = copied[k]
            copied[k] = value.copied(draw, value.kinds) if type(value) is Deck else value.copy()
        return copied


class TooManyError(TooLargeError):
    """There are too many states or steps."""


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

    asked: Asked
    game: Resumable | Replayed
    params: Mapping[str, Any]
    merges: bool = True
    """True if states with the same `draw.state` values are merged."""
    large: float = LARGE
    """Steps after which compiled code explores, if it can."""
    compiled: Compiled | None = None
    """The table in compiled form; None if plain Python has explored it."""
    named: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """The values of `draw.state`, by state."""
    depth: int = 0
    """The draws since the last entry, where time was up amid the steps from a state."""

    def __post_init__(self) -> None:
        self._states = [State(0, (), ())]
        self._steps: list[list[Step]] = []
        self._index: dict[Name, int] = {}
        self.by_hand = self.game.by_hand
        self._bags: dict[int, tuple[int, ...]] = {}
        """The bags of the entries whose key is made from all values."""
        if not self.game.has_labels:
            by_hand = self.by_hand if self.merges else ()
            entries = self.game.entries.items()
            self._bags = {n: entry.bags for n, entry in entries if n not in by_hand}
        self._args = [self.params[name] for name in self.game.parameters]
        for name, value in zip(self.game.parameters, self._args, strict=True):
            if not is_immutable(value):
                raise RefusedError(0, f"{name} is {shown(value)}; give a tuple instead")

    @property
    def states(self) -> Sequence[State]:
        """All states that were found, expanded or not."""
        return self.compiled.states if self.compiled else self._states

    @property
    def steps(self) -> Sequence[list[Step]]:
        """The steps of each expanded state."""
        return self.compiled.steps if self.compiled else self._steps

    def explore(self, states: float = inf, seconds: float = inf) -> bool:
        """Expand all states, up to a number and a time; False if some are left."""
        draw, end = Branching(), perf_counter() + seconds
        left = self.large if seconds == inf else inf
        seen, done = self._states, self._steps
        with rarely_collected():
            for state in islice(seen, len(done), None):  # also those that are added meanwhile
                if not len(done) % EVERY:
                    report(f"states: {len(done):,} explored, {len(seen):,} found")
                    if perf_counter() > end:
                        return False
                if len(seen) > states:
                    return False
                steps = self._expanded(draw, state, end)
                if steps is None:
                    self.depth = len(draw.row)
                    return False
                done.append(steps)
                left -= len(steps) / (2 if state.flat else 1)
                if left < 0:
                    left = inf
                    if self._is_compiled(states):
                        break
        return len(self.steps) == len(self.states)

    def _is_compiled(self, states: float) -> bool:
        """True if compiled code has explored the whole table; if not, plain Python goes on."""
        from sweepstake.game.compiled.exploring.table import compiled

        self.compiled = compiled(self, states)
        if self.compiled:  # it has all of these states and steps
            self._states, self._steps, self._index = [], [], {}
        return self.compiled is not None

    def explore_few(self, named: Iterable[tuple[int, tuple[Any, ...], tuple[Any, ...]]]) -> None:
        """Expand the states with these entries, values and `draw.state` values."""
        for entry, values, own in named:
            name = entry, self._key(entry, values, own)
            if name not in self._index:
                self._add(name, values, own)
        self._steps += map(self.expanded, self._states[:])

    def expanded(self, state: State) -> list[Step]:
        """The steps from a state; new states to which they lead are added."""
        steps = self._expanded(Branching(), state, inf)
        assert steps is not None
        return steps

    def _expanded(self, draw: Branching, state: State, end: float) -> list[Step] | None:
        """The steps from a state; None if the clock passes `end`."""
        steps: list[Step] = []
        index, run, args, bags = self._index, self.game.run, self._args, self._bags
        entry, shared = state.entry, state.values if state.flat == () else None
        while True:  # plays all rows of draws; then `draw` is as before
            try:
                kept = state.fresh(draw) if shared is None else shared
                at, values, totals, sites = run(draw, entry, kept, *args)
            except Rejected:
                steps.append(Step(draw.ways, draw.of, REJECTED))
            except TooLongError as error:
                raise TooManyError(f"line {self.line(entry)}: {error}") from None
            else:
                if at == ENDED:
                    cells = self.asked.cells(values)
                    steps.append(Step(draw.ways, draw.of, ENDED, (), cells, sites))
                else:
                    if totals and type(sum(totals)) is not int:
                        raise RefusedError(self.line(at), "a running total is no whole number")
                    quick = None
                    if at in bags:
                        for value in values:
                            if type(value) not in PLAIN:
                                quick = quick_key(values, bags[at])
                                break
                        else:
                            quick = values, ()
                    own, places = quick or (self._key(at, values, sites), None)
                    number = index.get((at, own))
                    if number is None:
                        number = self._add((at, own), values, sites, places)
                    steps.append(_tuple(Step, (draw.ways, draw.of, number, totals, (), ())))
            if not draw.advance():
                return steps
            if not len(steps) % EVERY:
                if perf_counter() > end:
                    return None
                if len(steps) > MAX_WAYS:
                    raise TooManyError(
                        f"over {MAX_WAYS:,} ways on from line "
                        f"{self.line(entry)} without an entry between"
                    )

    def played(self, draw: Draw, state: State) -> Any:
        """The result of the function when it is resumed at a state."""
        return self.game.run(draw, state.entry, state.fresh(draw), *self._args)

    def number(self, entry: int, values: tuple[Any, ...], named: tuple[Any, ...]) -> int:
        """The number of the state that has these values; -1 if there is none."""
        if self.compiled:
            return self.compiled.number(entry, values)
        return self._index.get((entry, self._key(entry, values, named)), -1)

    def _add(
        self,
        name: Name,
        values: tuple[Any, ...],
        named: tuple[Any, ...],
        places: tuple[int, ...] | None = None,
    ) -> int:
        """Add a new state, and return its number; `places` is its `flat`, if that is known."""
        entry, number = name[0], len(self._states)
        self._index[name] = number
        places = flat(values) if places is None else places
        self._states.append(_tuple(State, (entry, values, places)))
        if entry in self.by_hand:
            self.named[number] = named
            self._whole_key(entry, values)  # RefusedError if a value can't be kept
        return number

    def _key(self, entry: int, values: tuple[Any, ...], named: tuple[Any, ...]) -> tuple[Any, ...]:
        if self.merges and entry in self.by_hand:
            return self.named_key(entry, named)
        return self._whole_key(entry, values)

    def _whole_key(self, entry: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        names = self.names(entry, values)
        if places := self.game.entries[entry].bags:
            values = tuple(
                [unordered(v, names) if k in places else v for k, v in enumerate(values)]
            )
        try:
            return key(values, names)
        except UnkeptError as error:
            variables = zip(self.game.entries[entry].names, values, strict=True)
            unkept = [name for name, value in variables if not _can_be_kept(value)]
            name = next((n for n in unkept if not n.startswith("_0")), "what a loop goes along")
            raise RefusedError(
                self.line(entry), f"`{name}` ({error}) can't be kept while drawing"
            ) from None

    def names(self, entry: int, values: tuple[Any, ...]) -> Names:
        """The names of labels and ranks in the values at an entry."""
        return names(values, self.game.entries[entry].bags) if self.game.has_labels else {}

    def by_name(self, state: State) -> dict[tuple[Any, ...], Any]:
        """The labels and ranks of a state, by their names."""
        return labels(state.values, self.game.entries[state.entry].bags)

    def named_key(self, entry: int, named: tuple[Any, ...]) -> tuple[Any, ...]:
        """The key of the values of `draw.state`."""
        try:
            return key(named, names(named) if self.game.has_labels else {})
        except UnkeptError as error:
            raise RefusedError(self.line(entry), f"draw.state of {error} is not known") from None

    def line(self, entry: int) -> int:
        """The line of an entry."""
        return self.game.entries[entry].line if entry else 0


def _can_be_kept(value: Any) -> bool:
    try:
        key((value,))
    except UnkeptError:
        return False
    return True
