"""A way to answer a question and what it may cost; and the check of parameters (`Takes`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, Literal, get_args

from sweepstake.errors import InputError
from sweepstake.puzzle.parameter import AnyParameter
from sweepstake.text.shown import check_among

Answer = Callable[..., Any]
LEAST_SECONDS = 1e-9
PLAIN, PLAIN_TRIAL = 1e-2, 1e-4
"""Assumed seconds of an answer, and of a trial, if nothing predicts them."""

# `exact` answers are rationals; `float` answers are right up to rounding, or between proved bounds;
# `sampled` answers count trials and `rare` answers weight them, so both are estimates;
# `approximate` answers are inexact.
Kind = Literal["exact", "float", "sampled", "rare", "approximate"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds, the best first."""


reports: list[Callable[[str], object]] = []
"""Callbacks that get a line on how far a method is, from `report`."""


def report(line: str) -> None:
    """Say how far a method is, as `states: 4,000 explored`."""
    for tell in reports:
        tell(line)


@dataclass(frozen=True)
class Patience:
    """When a method leaves the answer to another one; never in a run: its answers would vary."""

    seconds: float = inf
    """The most seconds of exploring."""
    memory: float = inf
    """The most bytes of memory with which it goes on exploring."""
    digits: float = inf
    """The most digits of the denominators of the fractions that solve a chain's equations."""


patience = ContextVar("patience", default=Patience())  # noqa: B039  # it is frozen
"""The patience with the method that this thread calls."""


def always(**params: Any) -> None:
    """No objection."""


@dataclass(frozen=True)
class Method:
    """One way to answer: `answer(**params)`, or `answer(stream, trials, **params)` if it draws.

    The answer is a `Distribution`, or a mapping from each outcome to its probability (for a sampled
    method, to its number of trials); a rare method returns `Weighted`, and one that proves bounds
    `Bounded`. `cost(**params)` predicts seconds on one core (for a method that draws, seconds for
    each trial): it sets the size of chunks and tasks, and a chunk that would take too long is
    refused. `most` is the largest size of the question that the method can answer.
    """

    answer: Answer
    kind: Kind
    cost: Callable[..., float] | None = None
    most: int | None = None
    says: str = ""
    objection: Callable[..., str | None] = always
    """Returns why it can't answer at some parameters, in one line; None if it can."""
    leaves_out: bool = False
    """True if its answers may leave out outcomes; then they give the remainder and the means."""
    rules: str = ""
    """The name of the rules from which it is derived; methods with the same rules share errors."""
    code: str = ""
    """The name of a kernel or recurrence that decides; methods that share it share errors."""
    theorems: Mapping[str, str] = field(default_factory=dict, hash=False)
    """By outcome column, the name of the theorem that gives it instead of a computation."""
    proves: bool = False
    """True if its answers are `Bounded`: floats between bounds that are proved."""

    def __post_init__(self) -> None:
        check_among("a method is of kind", self.kind, KINDS)
        if self.proves and self.kind != "float":
            raise InputError(f"a method of kind {self.kind} proves bounds; allowed: kind float")
        if self.leaves_out and self.kind != "exact" and not self.proves:
            raise InputError(f"a method of kind {self.kind} leaves out a rest; allowed: kind exact")

    @property
    def limited(self) -> bool:
        """True if it may be unable to answer at some parameters."""
        return self.most is not None or self.objection is not always

    @property
    def draws(self) -> bool:
        """True if it answers by random trials."""
        return self.kind in ("sampled", "rare")

    def seconds(self, /, **params: Any) -> float:
        """The seconds that `cost` predicts; without `cost`, a guess for plain Python."""
        if self.cost is None:
            return PLAIN_TRIAL if self.draws else PLAIN
        if not 0 <= (seconds := self.cost(**params)) < inf:
            raise InputError(f"it is {seconds}; allowed: seconds, 0 or more")
        return max(seconds, LEAST_SECONDS)


@dataclass(frozen=True)
class Size:
    """The number that a method's `most` bounds: its name, and a function of the parameters."""

    name: str
    of: Callable[..., int]


class Takes:
    """Checks the parameters that a value of this class declares."""

    name: str
    parameters: tuple[AnyParameter, ...]
    objection: Callable[..., str | None]

    @cached_property
    def parameter(self) -> Mapping[str, AnyParameter]:
        """The parameters by name."""
        return {parameter.name: parameter for parameter in self.parameters}

    def checked(self, params: Mapping[str, object]) -> dict[str, Any]:
        """`params` complete, in declared order and within bounds, or ValueError in one line.

        If there are several mistakes, the message names the first in `params`, else a missing one.
        """
        checked = {name: self.checked_value(name, value) for name, value in params.items()}
        missing = {p.name: self.default(p) for p in self.parameters if checked.get(p.name) is None}
        values = {name: (checked | missing)[name] for name in self.parameter}
        if objection := self.objection(**values):
            raise InputError(objection)
        return values

    def checked_value(self, name: str, value: object) -> Any:
        """`value` of the parameter `name`, checked; None, which means the default, stays None."""
        check_among(f"{self.name} has no parameter", name, self.parameter)
        return None if value is None else self.parameter[name].checked(value)

    def default(self, parameter: AnyParameter) -> Any:
        """The default of a parameter, or ValueError in one line if it has none."""
        if parameter.default is None:
            raise InputError(
                f"{self.name} needs {parameter.name} ({parameter.meaning}); "
                f"allowed: {parameter.allowed}"
            )
        return parameter.checked(parameter.default)
