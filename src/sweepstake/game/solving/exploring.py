"""The states of a game: each is expanded from its values to the entries that come next.

States are the same if they are at the same entry and their values have the same key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from sweepstake.game.asked import Asked
from sweepstake.game.draw import Draw, Rejected
from sweepstake.game.playing import Branching, TooLongError
from sweepstake.game.resuming.bags import unordered
from sweepstake.game.resuming.resumable import Resumable
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.values import PLAIN, UnkeptError, copies, is_immutable, key
from sweepstake.text.shown import shown

ENDED, REJECTED = -1, -2
EVERY = 256
"""States between two looks at the clock."""


class Step(NamedTuple):
    """What may come after a state, with the probability `ways / of`."""

    ways: int
    of: int
    to: int
    """The number of a state, or ENDED or REJECTED."""
    totals: tuple[int, ...] = ()
    """What is added to each running total on the way."""
    cells: tuple[object, ...] = ()
    """Of an end, its outcome, without what the totals add."""
    sites: tuple[int, ...] = ()
    """Of an end, the total that each column adds, or -1."""


class State(NamedTuple):
    """An entry, and the values of the variables that are alive there."""

    entry: int
    values: tuple[Any, ...]
    is_plain: bool
    """Can the values be used without a copy?"""


class TooManyError(ValueError):
    """There are more states than may be looked at."""


@dataclass
class Table:
    """States by number; a play begins at 0."""

    asked: Asked
    game: Resumable
    params: Mapping[str, Any]
    states: list[State] = field(default_factory=lambda: [State(0, (), True)])
    index: dict[tuple[Any, ...], int] = field(default_factory=dict)
    steps: list[list[Step]] = field(default_factory=list)
    """Of each state that was expanded."""

    def __post_init__(self) -> None:
        self._args = [self.params[name] for name in self.game.parameters]
        for name, value in zip(self.game.parameters, self._args, strict=True):
            if not is_immutable(value):
                raise RefusedError(0, f"{name} is {shown(value)}; give a tuple instead")

    def explore(self, states: float = inf, seconds: float = inf) -> bool:
        """Expand all states, up to a number and a time; False if some are left."""
        begun, draw = perf_counter(), Branching()
        while len(self.steps) < len(self.states):
            if len(self.states) > states:
                return False
            if not len(self.steps) % EVERY and perf_counter() - begun > seconds:
                return False
            self.steps.append(self._expanded(draw, self.states[len(self.steps)], seconds, begun))
        return True

    def _expanded(self, draw: Branching, state: State, seconds: float, begun: float) -> list[Step]:
        steps, todo = list[Step](), [list[int]()]
        while todo:
            draw.begin(todo.pop(), todo)
            steps.append(self._step(draw, state))
            if not len(steps) % EVERY and perf_counter() - begun > seconds:
                raise TooManyError(
                    f"over {len(steps):,} ways on from line "
                    f"{self.line(state.entry)} without an entry between"
                )
        return steps

    def _step(self, draw: Branching, state: State) -> Step:
        """Play on from a state by the next row of draws."""
        try:
            at, values, totals, sites = self.played(draw, state)
        except Rejected:
            return Step(draw.ways, draw.of, REJECTED)
        except TooLongError as error:
            raise TooManyError(f"line {self.line(state.entry)}: {error}") from None
        if at == ENDED:
            return Step(draw.ways, draw.of, ENDED, (), self.asked.cells(values), sites)
        if any(type(total) is not int for total in totals):
            raise RefusedError(self.line(at), "a running total is no whole number")
        return Step(draw.ways, draw.of, self._number(at, values), totals)

    def played(self, draw: Draw, state: State) -> Any:
        """What the function returns when it is taken up again at a state."""
        values = state.values if state.is_plain else copies(state.values, draw)
        return self.game.run(draw, state.entry, values, *self._args)

    def found(self, entry: int, values: tuple[Any, ...]) -> int:
        """The number of the state that has these values; -1 if there is none."""
        return self.index.get((entry, *self._key(entry, values)), -1)

    def _number(self, entry: int, values: tuple[Any, ...]) -> int:
        name = (entry, *self._key(entry, values))
        number = self.index.get(name)
        if number is None:
            number = self.index[name] = len(self.states)
            plain = all(type(value) in PLAIN for value in values)
            self.states.append(State(entry, values, plain))
        return number

    def _key(self, entry: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        if places := self.game.entries[entry].bags:
            values = tuple(
                [unordered(value) if k in places else value for k, value in enumerate(values)]
            )
        try:
            return key(values)
        except UnkeptError as error:
            names = self.game.entries[entry].names
            unkept = [n for n, v in zip(names, values, strict=True) if not _can_be_kept(v)]
            name = next((n for n in unkept if not n.startswith("_0")), "what a loop goes along")
            raise RefusedError(
                self.line(entry), f"`{name}` ({error}) can't be kept while drawing"
            ) from None

    def line(self, entry: int) -> int:
        """The line at which a state stands."""
        return self.game.entries[entry].line if entry else 0


def _can_be_kept(value: Any) -> bool:
    try:
        key((value,))
    except UnkeptError:
        return False
    return True
