"""How the player of a game decides: by best or worst play, at random, or by the user's function.

A strategy of the user is a function of what is seen, by its names: at the choice
`draw.choose(("roll", "hold"), sees=(score, total))` it may ask for `score`, `total` and `options`.
It returns one of the options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from time import thread_time
from typing import Any, ClassVar

from sweepstake.errors import InputError, NoAnswerError, TooLargeError
from sweepstake.game.choosing.policy import Policy, Sight, policy, sight
from sweepstake.game.choosing.process import Process
from sweepstake.game.drawing.draw import Draw, Player, Site, at_random
from sweepstake.game.reading.decisions import (
    BEST,
    KNOWN,
    OPTIONS,
    PLAYER,
    RANDOM,
    WORST,
    Decisions,
    decisions,
)
from sweepstake.game.reading.goals import Goal
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.resumable import Resumable, Rewriting
from sweepstake.game.solving import coupling
from sweepstake.game.solving.exploring import Table
from sweepstake.game.solving.hints import too_many
from sweepstake.puzzle.method import patience
from sweepstake.puzzle.question import Column
from sweepstake.text.shown import listed, raised, shown

PROVED = "best play is proved among all strategies"
MAX_STATES = 1_000_000
MAX_POLICIES = 4
"""Policies that stay in memory."""
MAX_CACHED = 100_000
"""Choices of a strategy that stay in memory."""
TRIED = 50_000
"""States that are tried to predict how long best play takes to be found."""
QUICK = 300
"""Up to so many states, best play is found at once."""
FINDING = 3.0
"""Seconds in which best play is found, without its coupled plays, divided by those of exploring."""


@dataclass(frozen=True)
class Follows:
    """The player who follows a function of the user's."""

    name: str
    function: Callable[..., Any]
    names: Decisions
    _taken: dict[Sight, int] = field(default_factory=dict, repr=False)

    def check(self) -> None:
        """ValueError if the function asks for what the player doesn't see."""
        for site, seen in self.names.items():
            known = {*seen, OPTIONS}
            for parameter in inspect.signature(self.function).parameters.values():
                if parameter.kind not in (
                    parameter.POSITIONAL_OR_KEYWORD,
                    parameter.KEYWORD_ONLY,
                ):
                    raise InputError(f"{self._named} takes {parameter}; name what it asks for")
                if parameter.default is parameter.empty and parameter.name not in known:
                    raise InputError(
                        f"{self._named} asks for {parameter.name}, which the player doesn't see "
                        f"at line {site[1]}; allowed there: {listed([*seen, OPTIONS])}"
                    )

    @property
    def _named(self) -> str:
        return f"the strategy {shown(self.name)}"

    @cached_property
    def _asks(self) -> list[str]:
        return [*inspect.signature(self.function).parameters]

    def __call__(
        self, draw: Draw, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]
    ) -> int:
        """The index of the option that the function returns."""
        known = sight(site, options, seen)
        if known not in self._taken:
            if len(self._taken) >= MAX_CACHED:
                self._taken.clear()
            self._taken[known] = self._index(site, options, seen)
        return self._taken[known]

    def _index(self, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]) -> int:
        if site not in self.names:
            raise NoAnswerError(f"line {site[1]}: the names of what the player sees can't be read")
        values = dict(zip(self.names[site], seen, strict=True)) | {OPTIONS: tuple(options)}
        try:
            option = self.function(**{name: values[name] for name in self._asks if name in values})
        except Exception as error:
            raise NoAnswerError(f"{self._named} fails: {raised(error)}") from error
        if option not in options:
            raise NoAnswerError(
                f"line {site[1]}: {self._named} chooses {shown(option)}; allowed: "
                f"{listed(map(shown, options))}"
            )
        return options.index(option)


@dataclass(frozen=True)
class Always:
    """Decides by one player, who is known before anything is computed."""

    decides: Player
    compared: ClassVar[bool] = False

    def player(self, params: Mapping[str, Any]) -> Player:
        """The player, whatever the parameters."""
        return self.decides

    def fill(self, table: Table, params: Mapping[str, Any]) -> bool:
        """False: the states under this player are not known."""
        return False

    rehearsing = player

    def seconds(self, params: Mapping[str, Any], seconds: float) -> float:
        """No time until the player is known."""
        return 0.0


@dataclass(frozen=True)
class Plays:
    """Decides by best play for a goal, or by worst play."""

    choosing: Choosing
    word: str
    compared: ClassVar[bool] = True

    def player(self, params: Mapping[str, Any]) -> Policy:
        """The policy at these parameters; NoAnswerError, for no method can answer without it."""
        try:
            return self.choosing.policy(self.word, params)
        except (RefusedError, TooLargeError) as error:
            raise NoAnswerError(str(error)) from None

    def fill(self, table: Table, params: Mapping[str, Any]) -> bool:
        """Fill a table for the goal's column with the states that the policy reaches."""
        policy = self.player(params)
        process = policy.process
        if table.query.used != process.query.used or table.game.totals != process.game.totals:
            return False
        table.follow(process, policy.steps)
        return True

    def rehearsing(self, params: Mapping[str, Any]) -> Player:
        """Plays at random, or best if that is known already."""
        return self.choosing.known(self.word, params) or at_random

    def seconds(self, params: Mapping[str, Any], seconds: float) -> float | None:
        """The predicted seconds until the policy is known; None if they can't be predicted."""
        if self.choosing.known(self.word, params):
            return 0.0
        begun = thread_time()
        process = self.choosing.tried(params, seconds)
        if process is None:
            return None
        explored = thread_time() - begun
        if len(process.states) > QUICK:  # plays at random are compared, and plays by the policy
            compared = coupling.seconds(process, self.choosing.plays, coupling.HALF_DRAWS)
            return FINDING * explored + 2 * compared
        self.player(params)
        return 0.0


@dataclass(frozen=True)
class Choosing:
    """The choices of a game: the goal of its player, and the strategies by name."""

    play: Callable[..., Any]
    outcomes: tuple[Column, ...]
    goal: Goal
    strategies: Mapping[str, Callable[..., Any]]
    plays: int = coupling.HALF_PLAYS
    """Plays of the function that are compared with its states."""
    _policies: dict[tuple[Any, ...], Policy] = field(default_factory=dict, repr=False)

    def check(self) -> None:
        """ValueError unless the goal and the strategies fit the game."""
        name = self.play.__name__
        self.goal.check(name, self.outcomes)
        if not self.names:
            raise InputError(
                f"{name} has a goal, but no draw.choose(...) is found in its source: write one, or "
                f"write {name} in a file or a notebook, if it has one already"
            )
        is_for_two = any(PLAYER in seen for seen in self.names.values())
        if is_for_two != (self.goal.player is not None):
            raise InputError(
                f"{name} is for two if choices have a `player` and the goal says whose it is, as "
                f'most("won", player=0); give both or none'
            )
        for strategy, function in self.strategies.items():
            if strategy in KNOWN:
                raise InputError(
                    f"{name}: a strategy is called {shown(strategy)}, as one that is there already"
                )
            if not inspect.isfunction(function):
                raise InputError(
                    f"{name}: the strategy {shown(strategy)} is {shown(function)}; allowed: "
                    f"functions of what the player sees"
                )
            Follows(strategy, function, self.names).check()

    @cached_property
    def names(self) -> Decisions:
        """The names of what the player sees, by where a choice stands."""
        return decisions(self.play)

    @property
    def all(self) -> tuple[str, ...]:
        """The names of the strategies."""
        return (BEST, *self.strategies, RANDOM, WORST)  # `check` tries the first two

    def decider(self, strategy: str) -> Always | Plays:
        """How a strategy decides."""
        if strategy == RANDOM:
            return Always(at_random)
        if strategy in KNOWN:
            return Plays(self, strategy)
        return Always(Follows(strategy, self.strategies[strategy], self.names))

    @cached_property
    def _query(self) -> Query:
        """The query for the goal's column."""
        column = [column.name for column in self.outcomes].index(self.goal.column)
        return Query(self.play, len(self.outcomes), (column,), declared=self.outcomes)

    @cached_property
    def _rewriting(self) -> Rewriting:
        return Rewriting(self._query)

    @cached_property
    def proved(self) -> str:
        """What is proved of best play, in words; `best` derives it."""
        game = self._rewriting.game
        if isinstance(game, RefusedError) or not {*game.totals} <= game.growing:
            return f"{PROVED} with a finite mean length of play"
        return f"{PROVED} that end with probability 1"

    def _process(
        self, params: Mapping[str, Any], most: int, seconds: float = inf, memory: float = inf
    ) -> tuple[Process, bool]:
        """The states, up to a number, a time and bytes, and whether these are all."""

        def explored(game: Resumable) -> tuple[Process, bool]:
            process = Process(self._query, game, params, names=self.names)
            return process, process.explore(most, seconds, memory)

        return self._rewriting.attempt(explored)

    def known(self, word: str, params: Mapping[str, Any]) -> Policy | None:
        """Best play, if it has been found; None before."""
        return self._policies.get((word, *params.values()))

    def policy(self, word: str, params: Mapping[str, Any]) -> Policy:
        """Best (or worst) play, with its proof."""
        if (known := self.known(word, params)) is not None:
            return known
        other = self.known(WORST if word == BEST else BEST, params)
        process = other.process if other else self._explored(params)
        found = policy(process, self.goal if word == BEST else self.goal.flipped(), word)
        if len(self._policies) >= MAX_POLICIES:
            self._policies.pop(next(iter(self._policies)))
        self._policies[word, *params.values()] = found
        return found

    def _explored(self, params: Mapping[str, Any]) -> Process:
        """The whole process, compared with plays of the function."""
        self._query.outside.check()
        waits = patience.get()
        process, is_whole = self._process(params, MAX_STATES, waits.seconds, waits.memory)
        if not is_whole:
            raise too_many(process, MAX_STATES, waits, "or name a strategy and use simulate")
        coupling.check(process, self.plays, coupling.HALF_DRAWS)
        self._query.outside.check()
        return process

    def tried(self, params: Mapping[str, Any], seconds: float) -> Process | None:
        """The states; None if there are too many for a short trial."""
        process, is_whole = self._process(params, TRIED, seconds)
        return process if is_whole else None
