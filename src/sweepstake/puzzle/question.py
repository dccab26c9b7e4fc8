"""A question has parameters, outcome columns, and methods that answer it.

A puzzle declares its questions as values of these types. The engine, the store, the checks, the
report and the command line read nothing else, so a new puzzle needs no change in any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from sweepstake.errors import InputError, NoAnswerError, refusal
from sweepstake.puzzle.method import Method, Size, Takes, always
from sweepstake.puzzle.parameter import (
    NAME,
    AnyParameter,
    Params,
    Type,
    check_texts,
    check_tuples,
    read,
    stored,
    unfit,
)
from sweepstake.text.shown import check_among, listed, raised, shown


@dataclass(frozen=True)
class Column:
    """An outcome column: its type, and its meaning (with the unit)."""

    name: str
    type: Type
    meaning: str
    nullable: bool = False
    given: bool = False
    """True if the question asks for the other columns given each value of this one."""
    unit: str = ""
    """What a number counts, as `plays`; by default the name."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The possible texts, each with its words for people: `{"A": "A wins", "tie": "tie"}`."""
    nominal: bool = False
    """True if a whole number only names something, as a seat: it has no mean."""

    @property
    def is_numeric(self) -> bool:
        """True if its values are numbers with a mean; it may still be nullable."""
        return self.type in ("int", "rational") and not self.nominal

    @property
    def is_word(self) -> bool:
        """True if its values name things: texts, or nominal numbers."""
        return self.type == "string" or self.nominal

    @property
    def is_number(self) -> bool:
        """True if it always has a number, and therefore a mean."""
        return self.is_numeric and not self.nullable

    @property
    def counted(self) -> str:
        """What a number counts: the unit, or the name."""
        return self.unit or self.name.replace("_", " ")


@dataclass(frozen=True)
class Published:
    """A number that the puzzle's source prints: a fraction, or a decimal, compared as printed.

    It is the probability of an outcome, or the mean of an outcome column: `Published({}, 3, "0.1")`
    or `Published({}, mean="39.2251")`, with the column's name as outcome if there are several.
    An estimate (from a method that draws) may be off by as many standard errors as the run's rate
    of false alarms allows.
    """

    params: Params
    outcome: object = None
    value: str = ""
    method: str = "exact"
    mean: str = ""

    def __post_init__(self) -> None:
        for text in (self.value, self.mean):
            if not isinstance(text, str):
                raise InputError(
                    f"a published value is {shown(text)}; write it as text, as it is printed"
                )
        if bool(self.value) == bool(self.mean):
            raise InputError("a published number has a value and a mean, or neither; give one")

    @property
    def printed(self) -> str:
        """The number as text."""
        return self.value or self.mean

    @property
    def tolerance(self) -> float:
        """By how much a computed number may differ: 0 from a fraction or a whole number.

        From a decimal, by half a unit of its last digit, or by 1e-12 of it: the source may have
        computed in floats.

        >>> Published({}, mean="39.23").tolerance, Published({}, 1, "3.1E-09").tolerance
        (0.005, 5e-11)
        >>> Published({}, 1, "1/6").tolerance
        0.0
        """
        if "/" in self.printed or self.printed.lstrip("-").isdigit():
            return 0.0
        mantissa, _, exponent = self.printed.lower().partition("e")
        last_digit = float(f"1e{int(exponent or 0) - len(mantissa.partition('.')[2])}")
        return max(last_digit / 2, 1e-12 * abs(float(self.printed)))


@dataclass(frozen=True)
class Question(Takes):
    """A question about a game, and every method that answers it."""

    name: str
    text: str
    parameters: tuple[AnyParameter, ...]
    outcomes: tuple[Column, ...]
    methods: Mapping[str, Method]
    size: Size | None = None
    """The number that a method's `most` bounds."""
    small: tuple[Params, ...] = ()
    """Parameters at which methods are tried and must agree."""
    objection: Callable[..., str | None] = always
    published: tuple[Published, ...] = ()
    listing: bool = False
    """True if the rows of an answer are a list of certain facts, not alternatives."""
    unit: str = ""
    """What a probability is a share of, as `games`; for a listing, what its rows are."""
    setting: str = ""
    """A template of the parameters in words, as `{ranks} × {suits} cards`."""

    def __post_init__(self) -> None:
        check_tuples(
            self.name,
            parameters=(self.parameters, AnyParameter),
            outcomes=(self.outcomes, Column),
            small=(self.small, Mapping),
            published=(self.published, Published),
        )
        names = [p.name for p in self.parameters] + [column.name for column in self.outcomes]
        if self.size is None and any(m.most is not None for m in self.methods.values()):
            raise InputError(f"{self.name} has a method with `most` and no size; declare `size`")
        if not NAME.fullmatch(self.name):
            raise InputError(f"a question is called {self.name!r}; use a-z, 0-9 and _")
        for name in names:
            if why := unfit(name, names):
                raise InputError(f"{self.name} can't have a column {name!r}: {why}")
        for name in self.methods:
            if not NAME.fullmatch(name):
                raise InputError(f"{self.name} has a method {name!r}; use a-z, 0-9 and _")
        for name, method in self.methods.items():
            for column_name in method.theorems:
                columns = [column.name for column in self.outcomes]
                check_among(f"{self.name}: a theorem of {name} gives", column_name, columns)
        outcomes = [column.name for column in self.outcomes]
        for name in outcomes:
            bounded = name.removesuffix("_low").removesuffix("_high")
            if bounded != name and bounded in outcomes:  # in results: mean_x_low
                raise InputError(
                    f"{self.name} can't have a column {name!r} beside {bounded!r}: it would read "
                    f"as a bound of its mean"
                )
        for column in self.outcomes:
            check_among(f"{self.name}: {column.name} is of type", column.type, get_args(Type))
            if column.nominal and column.type != "int":
                raise InputError(f"{self.name}: {column.name} is nominal; allowed: of type int")
        check_texts(self.name, self)
        object.__setattr__(self, "published", tuple(map(self._completed, self.published)))

    def _completed(self, published: Published) -> Published:
        """The published number with its outcome, and a value for every parameter."""
        try:
            outcome = self._mean_of(published) if published.mean else self._outcome_of(published)
            self.method(published.method)
            return replace(published, params=self.checked(published.params), outcome=outcome)
        except ValueError as error:
            raise InputError(f"a published number of {self.name}: {error}") from None

    def _outcome_of(self, published: Published) -> object:
        """The outcome whose probability is published; ValueError unless it fits the columns."""
        outcome, count = published.outcome, len(self.outcomes)
        fits = isinstance(outcome, tuple) and len(outcome) == count
        if not (fits if count > 1 else isinstance(outcome, Hashable)):
            names = listed(column.name for column in self.outcomes)
            allowed = f"a tuple of {names}" if count > 1 else f"a value of {names}"
            raise InputError(f"its outcome is {shown(outcome)}; allowed: {allowed}")
        return outcome

    def _mean_of(self, published: Published) -> str:
        """The name of the column whose mean is published."""
        names = [column.name for column in self.outcomes if column.is_numeric]
        name = names[0] if len(names) == 1 and published.outcome is None else published.outcome
        check_among("a mean is of", name, names)
        return str(name)

    def read(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters in a row of a table, as methods get them."""
        return {name: p.read(row[name]) for name, p in self.parameter.items()}

    def stored(self, params: Params) -> dict[str, Any]:
        """Parameters as tables store them."""
        return {name: self.parameter[name].stored(value) for name, value in params.items()}

    def in_words(self, params: Params) -> str:
        """Parameters as on the command line."""
        return " ".join(f"{name}={value}" for name, value in self.stored(params).items())

    def outcome(self, cells: Sequence[Any]) -> Any:
        """The outcome, from the cells of its columns."""
        values = [read(c.type, value) for c, value in zip(self.outcomes, cells, strict=True)]
        return values[0] if len(values) == 1 else tuple(values)

    def cells(self, outcome: object) -> tuple[Any, ...]:
        """The cells of an outcome in its columns."""
        values: Any = outcome if len(self.outcomes) > 1 else (outcome,)
        return tuple(map(stored, values))

    def method(self, name: str, params: Params | None = None) -> Method:
        """The method of that name, able to answer at `params`, or ValueError in one line."""
        check_among(f"{self.name} has no method", name, self.methods)
        if params is not None and (objection := self._objection_to(name, params)):
            raise refusal(objection)
        return self.methods[name]

    def share_rules(self, *methods: str) -> bool:
        """True if all these methods are derived from the same rules, or share their code."""
        rules = {self.methods[name].rules for name in methods}
        code = {self.methods[name].code for name in methods}
        return any(len(names) == 1 and "" not in names for names in (rules, code))

    def theorem(self, column: str, *methods: str) -> str:
        """The theorem that gives a column in all these methods; empty if they share none."""
        names = {self.methods[name].theorems.get(column, "") for name in methods}
        return names.pop() if len(names) == 1 else ""

    def _objection_to(self, name: str, params: Params) -> str | None:
        """Why a method can't answer at `params`, in one line; None if it can."""
        method = self.methods[name]
        if method.most is not None and self.size is not None:
            size = self.size.of(**params)
            if size > method.most:
                allowed = f"allowed for method {name}: at most {method.most}"
                return f"{self.size.name} is {size}; {allowed}"
        return method.objection(**params)

    def seconds(self, method: str, params: Params, trials: int = 1) -> float:
        """The seconds that a method's cost predicts at `params`, for `trials` if it draws.

        ValueError if the cost fails.
        """
        try:
            seconds = self.methods[method].seconds(**params)
        except NoAnswerError:
            raise
        except Exception as error:
            where = f"the cost of {self.name} {method} fails at {self.in_words(params)}"
            raise InputError(f"{where}: {raised(error)}") from error
        return seconds * trials if trials > 1 and self.methods[method].draws else seconds

    def able(self, params: Params) -> list[str]:
        """The methods that can answer at `params`."""
        return [name for name in self.methods if not self._objection_to(name, params)]
