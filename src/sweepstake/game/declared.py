"""A game as a puzzle declares it: a function, its parameters and outcomes, and its questions.

Each question has the methods `states`, `bounds`, `paths` and `simulate`, which are derived from the
function.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from textwrap import dedent
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from sweepstake.errors import InputError, NoAnswerError, TooLargeError
from sweepstake.game.drawing.playing import REWRITTEN
from sweepstake.game.reading.decisions import BEST, RANDOM, WORST, check_undecided
from sweepstake.game.reading.goals import Goal
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.puzzle.display import Listing, Plot, Show
from sweepstake.puzzle.method import Method, Size, always
from sweepstake.puzzle.parameter import AnyParameter, Choice, Params, check_tuples
from sweepstake.puzzle.question import Column, Published, Question
from sweepstake.text.shown import listed, raised, shown

if TYPE_CHECKING:
    from sweepstake.game.choosing.listing import PolicyList
    from sweepstake.game.choosing.strategies import Choosing
    from sweepstake.game.simulating.simulated import Simulated
    from sweepstake.game.solving.bounds import Bounds
    from sweepstake.game.solving.paths import Paths
    from sweepstake.game.solving.states import States


PROBING, UNKNOWN = 0.1, 60.0
"""Seconds of a trial that predicts how long best play takes, and the prediction if it fails."""
Listings = Callable[..., Iterator[Listing]]
STRATEGY = "strategy"
"""The parameter by which one says how the player decides."""


@dataclass(frozen=True)
class Ask:
    """One of several questions of a game: some of its outcome columns, given values of others."""

    name: str
    text: str
    outcomes: str | tuple[str, ...]
    given: Mapping[str, object] = field(default_factory=dict)
    published: tuple[Published, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that it asks for."""
        return (self.outcomes,) if isinstance(self.outcomes, str) else self.outcomes


@dataclass(frozen=True)
class Game:
    """Rules, as a function of `draw` and the parameters that returns the outcome.

    Without `asks` it asks one question, with the function's name and, as its text, the function's
    docstring. `methods` are added to the derived methods; the other fields are a question's.
    """

    play: Callable[..., Any]
    parameters: tuple[AnyParameter, ...]
    outcomes: tuple[Column, ...]
    asks: tuple[Ask, ...] = ()
    methods: Mapping[str, Method] = field(default_factory=dict)
    objection: Callable[..., str | None] = always
    small: tuple[Params, ...] = ()
    size: Size | None = None
    published: tuple[Published, ...] = ()
    unit: str = ""
    setting: str = ""
    goal: Goal | None = None
    """What the player wants who takes options at `draw.choose`: `most("won")`, `least("turns")`."""
    strategies: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Functions of what the player sees, by name, beside best play, worst play and chance."""

    def __post_init__(self) -> None:
        check_tuples(
            self.play.__name__,
            parameters=(self.parameters, AnyParameter),
            outcomes=(self.outcomes, Column),
            asks=(self.asks, Ask),
            published=(self.published, Published),
        )
        _check_signature(self.play, [p.name for p in self.parameters])
        self._check_choices()
        self._check_objection()
        names = [column.name for column in self.outcomes]
        for ask in self.asks:
            if unknown := [name for name in (*ask.columns, *ask.given) if name not in names]:
                raise InputError(
                    f"{ask.name} asks for {shown(unknown[0])}; allowed: outcomes of the game, "
                    f"{listed(names)}"
                )
            self._check_given(ask)
        if self.asks and self.published:
            raise InputError(f"{self.play.__name__} has `asks`; publish numbers with one of them")

    def __getstate__(self) -> dict[str, Any]:
        """Without its questions, which are made anew in another process."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def _check_choices(self) -> None:
        """ValueError unless there is a goal and fit strategies if, and only if, someone chooses."""
        names = [p.name for p in self.parameters]
        if self._choosing:
            self._choosing.check()
            if STRATEGY in names:
                raise InputError(
                    f"{self.play.__name__} has a parameter {STRATEGY}, which is how its player "
                    f"decides; rename it"
                )
        elif self.strategies:
            raise InputError(f"{self.play.__name__} has strategies; give it a goal, too")
        else:
            check_undecided(self.play)

    @cached_property
    def _choosing(self) -> Choosing | None:
        """How the player decides; None if nobody chooses."""
        if self.goal is None:
            return None
        from sweepstake.game.choosing.strategies import Choosing  # importing it takes a while

        return Choosing(self.play, self.outcomes, self.goal, self.strategies)

    @property
    def _taken(self) -> tuple[AnyParameter, ...]:
        """The parameters of the questions: those of the function, and the strategy."""
        if self._choosing is None:
            return self.parameters
        strategy = Choice(STRATEGY, "how the player decides", self._choosing.all, default=BEST)
        return (*self.parameters, strategy)

    def _check_given(self, ask: Ask) -> None:
        """ValueError if a text is given for a column that isn't text, or the reverse."""
        types = {c.name: c.type for c in self.outcomes}
        for name, value in ask.given.items():
            if value is not None and isinstance(value, str) != (types[name] == "string"):
                raise InputError(
                    f"{ask.name}: the given {name} is {shown(value)}; allowed: {types[name]}"
                )

    def _check_objection(self) -> None:
        """ValueError unless `objection` takes the parameters by name."""
        names = [p.name for p in self.parameters]
        try:
            inspect.signature(self.objection).bind(**dict.fromkeys(names))
        except TypeError as error:
            raise InputError(
                f"objection of {self.play.__name__} can't be called with {listed(names)} by name: "
                f"{error}"
            ) from None

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The questions that the game asks."""
        asks = self.asks or (self._whole(),)
        questions = tuple(map(self._question, asks))
        return (*questions, self._policy(asks[0])) if self._choosing else questions

    def _whole(self) -> Ask:
        """The question for all outcomes."""
        names = tuple(column.name for column in self.outcomes)
        return Ask(self.play.__name__, _text(self.play), names, published=self.published)

    @cached_property
    def shows(self) -> tuple[Show, ...]:
        """The shows of a play and of the chain of states."""
        from sweepstake.game.showing import chains, plays  # importing them takes a while

        names = [column.name for column in self.outcomes]
        query = self._query(tuple(range(len(names))))
        text = " ".join(ask.text for ask in self.asks) or _text(self.play)

        def by_strategy(listings: Callable[[Query], Listings]) -> Listings:
            if self._choosing is None:
                return listings(query(""))
            return lambda rng, strategy, **params: listings(query(strategy))(rng, **params)

        play = by_strategy(lambda query: plays.listings(query, names, text, self.parameters))
        states = by_strategy(lambda query: chains.listings(query, names))
        objection = self._undecided(self.objection)
        shows = (
            Show("play", "a play, draw by draw", self._taken, play, objection),
            Show("states", "the states, and what comes after each", self._taken, states, objection),
        )
        if self._choosing is None:
            return shows
        from sweepstake.game.showing import policies

        policy = policies.listings(self._rows, self.play.__name__)
        how = Choice(STRATEGY, "best or worst play", (BEST, WORST), default=BEST)
        taken = (*self.parameters, how)
        return (*shows, Show("policy", "what best play does", taken, policy, objection))

    def _query(
        self, columns: tuple[int, ...], given: tuple[tuple[int, object], ...] = ()
    ) -> Callable[[str], Query]:
        """The query for some columns, by the name of a strategy."""

        @cache
        def query(strategy: str) -> Query:
            decider = self._choosing.decider(strategy) if self._choosing else None
            return Query(
                self.play,
                len(self.outcomes),
                columns,
                given,
                self.outcomes,
                decider,
                self.strategies.get(strategy),
            )

        return query

    def _question(self, ask: Ask) -> Question:
        names = [column.name for column in self.outcomes]
        columns = tuple(map(names.index, ask.columns))
        given = tuple((names.index(name), value) for name, value in ask.given.items())
        query = self._query(columns, given)
        outcomes = tuple(self.outcomes[column] for column in columns)
        has_numbers = any(column.type in ("int", "rational") for column in outcomes)
        by_strategy = cache(lambda strategy: derived(query(strategy), has_numbers))
        proved = self._choosing.proved if self._choosing else ""
        found = decided(by_strategy, proved) if proved else by_strategy("")
        methods = {**self.methods, **found}
        published = [
            replace(p, method="states") if p.method == "exact" and "exact" not in methods else p
            for p in ask.published
        ]
        return Question(
            ask.name,
            ask.text,
            self._taken,
            outcomes,
            methods,
            replace(self.size, of=self._undecided(self.size.of)) if self.size else None,
            self.small,
            self._undecided(self.objection),
            tuple(published),
            unit=self.unit,
            setting=self.setting,
        )

    @cached_property
    def plots(self) -> tuple[Plot, ...]:
        """The chart of the policy, if there is one."""
        if self._choosing is None:
            return ()
        from sweepstake.game.showing import policies

        return policies.plots(self._rows, self.questions[-1].name)

    @cached_property
    def _rows(self) -> PolicyList:
        """The policy of best play as a list."""
        from sweepstake.game.choosing.listing import PolicyList

        assert self._choosing is not None
        return PolicyList(self._choosing, self.parameters)

    def _policy(self, ask: Ask) -> Question:
        """The question for the policy of best play."""
        assert self._choosing is not None
        rows = self._rows
        best = self._query((0,))(BEST)
        decider = self._choosing.decider(BEST)
        return Question(
            f"{ask.name}_policy",
            f"What does best play do, for {self.goal}?",
            self.parameters,
            rows.columns,
            {
                "states": Method(
                    blaming(best, "states", rows.answer),
                    "exact",
                    lambda **at: decider.seconds(at, PROBING) or UNKNOWN,
                    says="policy iteration, proved by Bellman's inequalities",
                    rules=best.name,
                )
            },
            self.size,
            tuple({n: v for n, v in at.items() if n != STRATEGY} for at in self.small),
            self.objection,
            listing=True,
        )

    def _undecided(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of the game's parameters, for those of its questions."""
        if self._choosing is None or function is always:
            return function
        return lambda strategy, **params: function(**params)


def decided(by_strategy: Callable[[str], dict[str, Method]], proved: str) -> dict[str, Method]:
    """The methods of a game in which a player chooses: those of each strategy, as one.

    `proved` says in words what `states` proves of best play.
    """

    def of(method: str, field: str) -> Callable[..., Any]:
        def call(*drawn: Any, strategy: str, **params: Any) -> Any:
            return getattr(by_strategy(strategy)[method], field)(*drawn, **params)

        return call

    return {
        name: replace(
            method,
            says=f"{method.says}; {proved}" if name in ("states", "bounds") else method.says,
            answer=of(name, "answer"),
            cost=of(name, "seconds"),
            objection=of(name, "objection"),
        )
        for name, method in by_strategy(RANDOM).items()
    }


def _text(play: Callable[..., Any]) -> str:
    """The first paragraph of the function's docstring, in one line."""
    text = docstring(play)
    if not text:
        raise InputError(f"{play.__name__} has no docstring; write there what is asked")
    return " ".join(text.partition("\n\n")[0].split())


def docstring(play: Callable[..., Any]) -> str:
    """The docstring of a function; empty without one. `python -OO` has it only in the source."""
    text = inspect.getdoc(play)
    if text is None:
        with suppress(OSError, TypeError, SyntaxError, ValueError):
            [tree] = ast.parse(dedent(inspect.getsource(play))).body
            text = ast.get_docstring(tree) if isinstance(tree, ast.FunctionDef) else None
    return text or ""


def parameters_of(play: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters of a function after `draw`; ValueError if `draw` is not the first."""
    draw, *others = inspect.signature(play).parameters.values() or (None,)
    if draw is None or draw.kind not in (draw.POSITIONAL_ONLY, draw.POSITIONAL_OR_KEYWORD):
        raise InputError(f"{play.__name__} takes no draw; write `def {play.__name__}(draw, ...)`")
    return others


def _check_signature(play: Callable[..., Any], names: list[str]) -> None:
    """ValueError unless the function takes `draw` and parameters of these names."""
    taken = [parameter.name for parameter in parameters_of(play)]
    if sorted(taken) != sorted(names):
        draw = next(iter(inspect.signature(play).parameters))
        if draw in names:
            raise InputError(
                f"{play.__name__} takes no draw; write `def {play.__name__}(draw, ...)`"
            )
        raise InputError(
            f"{play.__name__} takes {listed(taken) or 'nothing'} after {draw}, and the game "
            f"declares {listed(names) or 'no parameter'}; give both the same names"
        )


def blaming(query: Query, method: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The answer of a method, whose errors tell whether another method may answer.

    NoAnswerError if the rules themselves raise; TooLargeError if a play is too deep or too large
    for this method.
    """

    def blamed(*drawn: Any, **params: Any) -> Any:
        try:
            return answer(*drawn, **params)
        except (RecursionError, MemoryError) as error:
            why = "out of memory" if isinstance(error, MemoryError) else raised(error)
            raise TooLargeError(f"{method}: {why}") from error
        except (TooLargeError, NoAnswerError):
            raise
        except Exception as error:
            if not is_of_rules(error, query.play):
                raise
            why = str(error) if isinstance(error, RefusedError) else raised(error)
            raise NoAnswerError(why) from error

    return blamed


def is_of_rules(error: BaseException, play: Callable[..., Any]) -> bool:
    """True if the function, as it is or rewritten, was playing when the error was raised."""
    of = getattr(play, "__code__", None)
    codes = (frame.f_code for frame, _ in walk_tb(error.__traceback__))
    return of is not None and any(
        code.co_filename == of.co_filename and code.co_name in (of.co_name, REWRITTEN)
        for code in codes
    )


@dataclass(frozen=True, eq=False)
class _Solvers:
    """What solves a query, imported on first use, because that takes a while."""

    query: Query

    def __reduce__(self) -> tuple[Any, ...]:
        return _Solvers, (self.query,)

    @cached_property
    def paths(self) -> Paths:
        from sweepstake.game.solving.paths import Paths

        return Paths(self.query)

    @cached_property
    def states(self) -> States:
        from sweepstake.game.solving.states import States

        return States(self.query)

    @cached_property
    def bounds(self) -> Bounds:
        from sweepstake.game.solving.bounds import Bounds

        return Bounds(self.states)

    @cached_property
    def simulated(self) -> Simulated:
        from sweepstake.game.simulating.simulated import Simulated

        return Simulated(self.query)


def derived(query: Query, has_numbers: bool) -> dict[str, Method]:
    """The methods by name, the exact ones first; `has_numbers` if a column is of numbers.

    `paths` plays the rules literally, so it can confirm the other methods: it has no `rules`.
    """
    solvers = _Solvers(query)

    def seconds_of_a_play(**params: Any) -> float:
        if never := solvers.states.never(**params):
            raise NoAnswerError(never)
        return solvers.simulated.seconds(**params)

    return {
        "states": Method(
            blaming(query, "states", lambda **at: solvers.states.answer(**at)),
            "exact",
            lambda **at: solvers.states.seconds(**at),
            says="merged states",
            objection=lambda **at: solvers.states.objection(**at),
            leaves_out=has_numbers,
            rules=query.name,
        ),
        "bounds": Method(
            blaming(query, "bounds", lambda **at: solvers.bounds.answer(**at)),
            "float",
            lambda **at: solvers.bounds.seconds(**at),
            says="merged states in floats, proved",
            objection=lambda **at: solvers.bounds.objection(**at),
            leaves_out=True,
            rules=query.name,
            proves=True,
        ),
        "paths": Method(
            blaming(query, "paths", lambda **at: solvers.paths.answer(**at)),
            "exact",
            lambda **at: solvers.paths.seconds(**at),
            says="every row of draws",
            objection=lambda **at: solvers.states.endless(**at) or solvers.paths.objection(**at),
        ),
        "simulate": Method(
            blaming(query, "simulate", lambda *drawn, **at: solvers.simulated.answer(*drawn, **at)),
            "sampled",
            seconds_of_a_play,
            says="the game played at random",
            objection=(lambda **at: solvers.states.never(**at)) if query.may_lack else always,
            rules=query.name,
        ),
    }
