"""The method `states`: plays with the same future are merged, and the chain of states is solved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import inf
from time import thread_time
from typing import Any, TypeVar

from sweepstake.core.distribution import Distribution
from sweepstake.errors import TooManyStatesError
from sweepstake.game.drawing.draw import Rejected, listing_methods
from sweepstake.game.drawing.playing import Branching, TooLongError, loop_guard, rows
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.resumable import Resumable, Rewriting
from sweepstake.game.solving import coupling, unbounded
from sweepstake.game.solving.chain import Chain, NeverEndsError, masses, written
from sweepstake.game.solving.exploring import Table
from sweepstake.game.solving.hints import too_many
from sweepstake.game.solving.lifting import LongFractionsError
from sweepstake.game.solving.likely import DEPTH, LATER_DEPTH, has_no_end, likeliest
from sweepstake.game.solving.paths import SECONDS, Cost, Probed
from sweepstake.puzzle.method import patience
from sweepstake.text.shown import raised

T = TypeVar("T")
TRIED = 50_000
"""States that are tried to predict costs."""
LONGER = 4
"""How many times as long as `paths` it may explore to predict what an answer costs."""
MAX_STATES = 1_000_000
NO_REMEDY = ("not known", "can't be kept while drawing")
"""Ends of refusals that name no remedy."""
MANY = 4
"""A hint is given for this many times as many states as classes of equal behaviour."""
SOLVING = 4.0
"""Seconds of an answer, without its coupled plays, divided by the seconds of exploring."""
DEEP, DEEP_ROWS, DEEP_COST = 60, 1_000, 600.0
"""If time is up amid so many draws without an entry, as in a recursion, so many rows are played: a
recursion without bound then fails. If it doesn't, an answer is predicted to take so many seconds.
"""
NO_END = "there seems to be no end of states"
LISTING = 0.2
"""Additional seconds if an outcome has no bound."""


@dataclass(frozen=True)
class Explored:
    """All states of a game, and remarks on them."""

    table: Table

    @cached_property
    def chain(self) -> Chain:
        """The states as a chain."""
        return Chain(self.table)

    def notes(self) -> list[str]:
        """Remarks on the states, one line each."""
        states, classes = len(self.table.states), len(self.chain.steps)
        lines = list[str]()
        if self.chain.endless:
            share = written(1 - self.chain.ending)
            lines.append(f"with probability {share} a play goes on for ever, and has no value")
        if states >= MANY * classes:
            lines.append(f"{states:,} states behave like {classes:,}: keep less in variables")
        return lines


class States(Probed):
    """The method `states`: exact answers from merged states."""

    def __init__(self, query: Query, plays: int = coupling.PLAYS) -> None:
        super().__init__(query)
        self._plays = plays
        """Plays of the function that each exploration compares with its states."""
        self._cyclic = set[tuple[Any, ...]]()
        """Parameters for which a play can return to a state."""
        self._rewriting = Rewriting(query)
        self._too_many: dict[tuple[Any, ...], str] = {}
        """Why there were too many states the last time, by the patience and the parameters."""
        self._no_end: dict[tuple[Any, ...], bool] = {}
        """Whether there seems to be no end of states, by depth and parameters."""
        self._never: dict[tuple[Any, ...], str] = {}
        """Why plays can't answer, by parameters: a play may go on for ever."""
        self._kept: dict[tuple[Any, ...], Chain] = {}
        """The chain of an answer that was left to `bounds`, by parameters."""

    @property
    def game(self) -> Resumable | RefusedError:
        """The rewritten function, or the error that says why it can't be rewritten."""
        return self._rewriting.game

    def chain(self, /, **params: Any) -> Chain:
        """The chain of the reachable states, compared with plays of the function."""
        if kept := self._kept.pop(tuple(params.values()), None):
            return kept
        with loop_guard(self.query.play):
            chain = self.explored(**params).chain
            chain.check()
            return chain

    def likely_chain(self, /, **params: Any) -> Chain:
        """The chain of all states or, if there are too many, of the likeliest ones."""
        if tuple(params.values()) in self._kept:
            return self.chain(**params)
        error: TooManyStatesError | None = None
        with loop_guard(self.query.play):
            no_end = self._has_no_end(params, DEPTH)
        if not no_end:
            try:
                return self.chain(**params)
            except TooManyStatesError as too_many:
                if self._finds_best:
                    raise
                error = too_many
        with loop_guard(self.query.play):
            chain = self._likely(params)
        if chain is None:
            raise error or TooManyStatesError(f"bounds: {NO_END}, and too many are likely")
        chain.check()
        return chain

    def seems_endless(self, /, **params: Any) -> bool:
        """True if a short exploration shows that there seems to be no end of states."""
        self.cost(params)
        return any(self._no_end.get((depth, *params.values())) for depth in (DEPTH, LATER_DEPTH))

    def _has_no_end(self, params: dict[str, Any], depth: int) -> bool:
        key = depth, *params.values()
        if key not in self._no_end:
            self._no_end[key] = not self._finds_best and self._tabled(
                params, lambda table: has_no_end(table, depth)
            )
        return self._no_end[key]

    @property
    def _finds_best(self) -> bool:
        """True if best play is found, for which all states are needed."""
        return bool(self.query.decider and self.query.decider.compared)

    @listing_methods()
    def _likely(self, params: dict[str, Any]) -> Chain | None:
        """The chain of the likeliest states, compared with plays of the function."""
        self.query.outside.check()
        table = self._tabled(params, likeliest)
        if table is None:
            return None
        coupling.check(table, self._plays)
        self.query.outside.check()
        return Chain(table)

    @listing_methods()
    def explored(self, /, **params: Any) -> Explored:
        """All reachable states, compared with plays of the function."""
        self.query.outside.check()
        waits = patience.get()
        asked = waits.seconds, waits.memory, *params.values()
        if asked in self._too_many:  # which `bounds` need not find again
            raise TooManyStatesError(self._too_many[asked])
        table = self._table(params, MAX_STATES, waits.seconds, waits.memory)
        if len(table.steps) < len(table.states):
            error = too_many(table, MAX_STATES, waits)
            self._too_many = {asked: str(error)}
            raise error
        plays, draws = self._plays, coupling.MAX_DRAWS
        if self.query.decider and self.query.decider.compared:
            plays, draws = min(plays, coupling.HALF_PLAYS), coupling.HALF_DRAWS
        coupling.check(table, plays, draws)
        self.query.outside.check()
        return Explored(table)

    def _table(
        self, params: dict[str, Any], states: int, seconds: float = inf, memory: float = inf
    ) -> Table:
        """The states, up to a number, a time and bytes."""

        def explored(table: Table) -> Table:
            if not (self.query.decider and self.query.decider.fill(table, params)):
                table.explore(states, seconds, memory)
            return table

        return self._tabled(params, explored)

    def _tabled(self, params: dict[str, Any], explore: Callable[[Table], T]) -> T:
        """What `explore` makes of an empty table; RefusedError if the game can't be rewritten."""
        try:
            return self._rewriting.attempt(lambda game: explore(Table(self.query, game, params)))
        except RefusedError as error:
            more = "; use paths or simulate" * str(error).endswith(NO_REMEDY)
            raise RefusedError(0, f"{error}{more}") from None

    def answer(self, /, **params: Any) -> Distribution:
        """The exact distribution; for an outcome without bound, except for a remainder."""
        chain = self.chain(**params)
        try:
            if chain.grows:
                return unbounded.answer(chain)
            return self.query.answer(masses(chain))
        except LongFractionsError:
            self._kept = {tuple(params.values()): chain}
            raise

    def never(self, /, **params: Any) -> str | None:
        """Why plays can't answer, in one line, if a short exploration shows that some never end."""
        self.cost(params)
        return self._never.get(tuple(params.values()))

    def endless(self, /, **params: Any) -> str | None:
        """Why `paths` has no answer, in one line, if a short exploration shows a cycle."""
        if never := self.never(**params):
            return f"paths: {never}"
        is_cyclic = tuple(params.values()) in self._cyclic or self.seems_endless(**params)
        return "paths: a play may take any number of draws" if is_cyclic else None

    def probe(self, params: dict[str, Any], seconds: float) -> Cost:
        """The predicted cost of an answer, from a short exploration."""
        try:
            return self._explored(params, seconds)
        except (NeverEndsError, RefusedError, TooManyStatesError) as error:
            return None, f"states: {error}"
        except RecursionError as error:
            return None, f"states: {raised(error)}"
        except Exception:  # the answer will raise it again
            return 1.0, None

    def _explored(self, params: dict[str, Any], seconds: float) -> Cost:
        if decider := self.query.decider:
            predicted = decider.seconds(params, LONGER * seconds)
            if predicted is None or predicted > 0:
                return predicted, None
        begun = thread_time()
        table = self._table(params, TRIED, LONGER * seconds)
        if table.depth > DEEP and seconds >= SECONDS:
            self._play_deep(params)
        if len(table.steps) < len(table.states):
            if not table.depth and self._seems_endless(params, seconds):
                return None, f"states: {NO_END}; use bounds, which leaves out unlikely ones"
            return (DEEP_COST if table.depth > DEEP else None), None
        chain = Chain(table)
        if chain.endless:
            self._never[tuple(params.values())] = str(chain.never_ends())
            chain.check()
        if not chain.ends:
            self._cyclic.add(tuple(params.values()))
        explored = thread_time() - begun
        listing = LISTING if chain.grows else 0.0
        return listing + SOLVING * explored + coupling.seconds(table, self._plays), None

    def _seems_endless(self, params: dict[str, Any], seconds: float) -> bool:
        """Answers look deeper, as other parameters may have been asked for before, or not."""
        if any(self._no_end.values()):
            return self._has_no_end(params, LATER_DEPTH)
        return seconds >= SECONDS and self._has_no_end(params, DEPTH)

    def _play_deep(self, params: dict[str, Any]) -> None:
        """Play the first rows of draws; RecursionError if the function calls itself too often."""

        def played(draw: Branching) -> None:
            with suppress(Rejected, TooLongError):
                self.query.play(draw, **params)

        for _ in islice(rows(played, Branching(self.query.rehearsing(params))), DEEP_ROWS):
            pass
