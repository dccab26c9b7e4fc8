"""Checks an answer against its method and question, and converts it to rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import fsum, isfinite
from numbers import Integral, Rational, Real
from typing import Any, NamedTuple

import numpy as np

from sweepstake.core.bounded import Bounded, Interval, down, short, up
from sweepstake.core.distribution import Distribution, as_distribution, log10, measured
from sweepstake.core.weighted import Weighted
from sweepstake.errors import InputError
from sweepstake.puzzle.method import Kind, Method
from sweepstake.puzzle.parameter import LARGEST, PYTHON_TYPES, Type
from sweepstake.puzzle.question import Column, Question
from sweepstake.text.shown import is_encodable, shown

OUTCOME_TYPES: Mapping[Type, Any] = {
    **PYTHON_TYPES, "int": Integral, "bool": bool | np.bool_, "rational": Rational
}  # fmt: skip
"""The types that outcomes may have, by the type of their column."""
ANSWERS = (dict, Distribution, Weighted, Bounded, Mapping)
Answered = Distribution | Weighted | Bounded
"""An answer, as a method may return it."""
ROUNDING = 1e-9
"""How far from 1 the sum of float probabilities may be."""
FAR = 8.0
"""Standard errors by which a mean weight may lie outside 0 to 1."""
UNSEEN = 20.0
"""All trials miss an outcome of probability `UNSEEN / trials` with a probability of about 2e-9."""


class Computed(NamedTuple):
    """A chunk's answer as it is stored, and the seconds that it took."""

    rows: list[tuple[Any, ...]]
    """The cells of each outcome, then its measures: probability, exact, common logarithm, count,
    low, high, weight, spread; None for a measure that does not apply."""
    seconds: float
    left_out: str | None = None
    """The probability that the rows leave out, as a fraction; None if they leave nothing out."""
    means: tuple[str | None, ...] = ()
    """The mean of each outcome column as a fraction, None if the answer doesn't state it; () if it
    states none."""
    mean_bounds: tuple[tuple[float, float] | None, ...] = ()
    """The bounds of each outcome column's mean, None if the answer has none; () without any."""

    @classmethod
    def of(cls, question: Question, kind: Kind, answer: Answered, seconds: float) -> Computed:
        """The answer of a method of `kind` to `question`."""
        measures = _measures(kind, answer)
        rows = [(*question.cells(outcome), *measures(outcome)) for outcome in answer]
        if isinstance(answer, Weighted):
            return cls(rows, seconds)
        if isinstance(answer, Bounded):
            left_out = str(short(answer.left_out)) if answer.left_out else None
            ends = tuple(mean and (down(mean.low), up(mean.high)) for mean in answer.means)
            return cls(rows, seconds, left_out, mean_bounds=ends)
        means = tuple(None if mean is None else str(Fraction(mean)) for mean in answer.means)
        return cls(rows, seconds, str(answer.left_out) if answer.rest else None, means)


def read(returned: object) -> Answered:
    """The value that a method returned, as an answer; ValueError if it isn't one."""
    if not isinstance(returned, ANSWERS):
        raise InputError(
            f"a method has returned {shown(returned)}; allowed: a mapping from outcomes to "
            f"probabilities or counts, a Distribution, Weighted, or Bounded"
        )
    return returned if isinstance(returned, Weighted | Bounded) else as_distribution(returned)


def check(question: Question, method: Method, answer: Answered, trials: int | None) -> None:
    """ValueError, in one line, unless `answer` fits `question`, `method` and its `trials`."""
    kind = method.kind
    weighted = isinstance(answer, Weighted)
    if weighted and kind != "rare":
        raise InputError(f"a method of kind {kind} has returned weights; allowed: kind rare")
    if kind == "rare" and not weighted:
        raise InputError(
            "a method of kind rare has returned counts or probabilities; allowed: "
            "sweepstake.core.weighted.Weighted"
        )
    if isinstance(answer, Bounded) != method.proves:
        returned = "no bounds" if method.proves else "bounds"
        raise InputError(f"the method returned {returned}; allowed: Bounded, if it has proves=True")
    rest = None
    if isinstance(answer, Distribution):
        rest = answer.rest
    elif isinstance(answer, Bounded):
        rest = answer.left_out
    if not len(answer) and not question.listing and not rest:
        raise InputError("the answer has no outcome; allowed: one or more")
    _check_outcomes(question, [*answer])
    if isinstance(answer, Weighted):
        _check_trials(answer.total, trials)
        for outcome in answer:
            _check_weight(answer, outcome)
        return
    if isinstance(answer, Bounded):
        _check_bounds(question, method, answer)
        return
    _check_remainder(question, method, answer)
    if not (_are_whole(answer) and min(answer.counts.values(), default=0) >= 0):
        for count in answer.counts.values():
            _check_count(kind, count)
    if kind == "exact":
        _check_sum(question, answer)
    if kind == "float" and not question.listing:
        _check_floats(answer)
    if kind == "sampled" and not question.listing:
        _check_trials(sum(answer.counts.values()), trials)


def _measures(kind: Kind, answer: Answered) -> Callable[[Any], tuple[Any, ...]]:
    """A function from an outcome to its measures."""
    unknown = (None,) * 4
    if isinstance(answer, Weighted):
        return lambda outcome: (*unknown, None, None, *answer.sums[outcome])
    if isinstance(answer, Bounded):
        return lambda outcome: _bounds(answer[outcome])
    if kind == "sampled":
        return lambda outcome: (None, None, None, int(answer.counts[outcome]), *unknown)

    if kind == "exact" and _are_whole(answer):
        return lambda outcome: (
            *measured(answer.counts[outcome], answer.total),
            None,
            *unknown,
        )

    def measures(outcome: Any) -> tuple[Any, ...]:
        chance = answer[outcome]
        exact = str(chance) if kind == "exact" else None
        return float(chance), exact, log10(chance), None, *unknown

    return measures


def _bounds(bounds: Interval) -> tuple[Any, ...]:
    """The measures of a probability that lies within bounds; it is said to be in the middle."""
    middle, (low, high) = bounds.middle, bounds
    return float(middle), None, log10(middle), None, down(low), up(high), None, None


def _check_trials(total: int, trials: int | None) -> None:
    if trials not in (None, total):
        raise InputError(f"{total:,} trials are in the answer; allowed: {trials:,}, as asked")


def _check_weight(answer: Weighted, outcome: object) -> None:
    """ValueError if a mean weight can't be a probability or an estimate of a probability."""
    mean, error = answer.probability(outcome), answer.standard_error(outcome)
    beyond = max(-mean, mean - 1.0)
    by_chance = FAR * error + UNSEEN / answer.total * max(1.0, abs(mean))
    if not isfinite(mean) or beyond > by_chance:
        raise InputError(
            f"the mean weight of an outcome is {mean:.6g} ± {error:.2g}; allowed: what may "
            f"estimate a probability, from 0 to 1"
        )


def _check_floats(answer: Distribution) -> None:
    if not abs((total := fsum(answer[outcome] for outcome in answer)) - 1) <= ROUNDING:
        raise InputError(f"the probabilities sum to {total:.12g}; allowed: 1, to {ROUNDING:g}")


def _check_bounds(question: Question, method: Method, answer: Bounded) -> None:
    """ValueError unless bounds of probabilities, and of means, can be right."""
    for low, high in answer.bounds.values():
        if not 0 <= low <= high <= 1:
            raise InputError(f"bounds are {low} and {high}; allowed: from 0 to 1, the lower first")
    if not question.listing:
        low = sum((bounds.low for bounds in answer.bounds.values()), Fraction(0))
        high = sum((bounds.high for bounds in answer.bounds.values()), Fraction(0))
        if not low <= 1 <= high + answer.left_out:
            raise InputError(
                f"the probabilities sum to {float(low):.12g} to {float(high):.12g}; allowed: 1"
            )
    if (answer.left_out or answer.means) and question.listing:
        raise InputError("the answer has a rest, or means; allowed: none of a listing")
    if answer.left_out and not method.leaves_out:
        raise InputError("the answer has a rest; allowed: declare leaves_out=True")
    _check_means(question, answer.means, Interval, "an Interval")


def _check_count(kind: Kind, count: object) -> None:
    if kind == "sampled" and not isinstance(count, Integral):
        raise InputError(f"{count!r} trials ended in an outcome; allowed: whole numbers")
    if kind == "exact" and not isinstance(count, Rational):
        raise InputError(
            f"a method of kind exact has returned {count!r}; allowed: whole numbers and fractions"
        )
    if not isinstance(count, Real) or not count >= 0:  # type: ignore[operator]  # refuses NaN too
        raise InputError(f"an outcome has the count or probability {count!r}; allowed: 0 or more")


def _check_sum(question: Question, answer: Distribution) -> None:
    """ValueError unless the exact probabilities sum to 1, or in a listing are all 1."""
    ways = [*answer.counts.values()]
    if not answer.total and not question.listing:
        raise InputError("the answer counts no case; allowed: one or more")
    if question.listing and any(count != answer.total for count in ways):
        off = next(count for count in ways if count != answer.total)
        raise InputError(
            f"an outcome of a listing has the probability {Fraction(off, answer.total)}; allowed: "
            f"Fraction(1), for each is certain"
        )
    if not question.listing and sum(ways) + answer.rest != answer.total:
        total = shown(str(Fraction(sum(ways) + answer.rest, answer.total)))[1:-1]
        rest = " and the rest" if answer.rest else ""
        raise InputError(f"the probabilities{rest} sum to {total}; allowed: 1")


def _check_remainder(question: Question, method: Method, answer: Distribution) -> None:
    """ValueError unless the answer may have a remainder and means, and they are valid."""
    rest, means = answer.rest, answer.means
    if rest == 0 and not means:  # nearly always
        return
    if (rest or means) and (not method.leaves_out or question.listing):
        allowed = "none of a listing" if question.listing else "declare leaves_out=True"
        raise InputError(f"the answer has a rest, or means; allowed: {allowed}")
    if not isinstance(rest, Rational) or not 0 <= Fraction(rest) <= answer.total:
        raise InputError(f"the rest is {shown(rest)}; allowed: from 0 to the total, {answer.total}")
    _check_means(question, means, Rational, "a whole number or Fraction")


def _check_means(question: Question, means: Sequence[Any], of: type, says: str) -> None:
    """ValueError unless there is no mean, or one of each column of numbers."""
    columns = question.outcomes
    if len(means) not in (0, len(columns)):
        raise InputError(f"{len(means)} means are in the answer; allowed: {len(columns)}, or none")
    for mean, column in zip(means, columns, strict=bool(means)):
        has_mean = column.is_numeric or column.nominal  # that of a nominal number isn't stored
        if mean is not None and not (has_mean and isinstance(mean, of)):
            allowed = says if has_mean else "None, it is no number"
            raise InputError(f"the mean of {column.name} is {shown(mean)}; allowed: {allowed}")


def _are_whole(answer: Distribution) -> bool:
    """True if all counts and the total are plain Python ints, as nearly always."""
    return {*map(type, answer.counts.values()), type(answer.total)} == {int}


def _check_outcomes(question: Question, outcomes: list[Any]) -> None:
    """ValueError unless the outcomes fit the question's columns."""
    columns, several = question.outcomes, len(question.outcomes) > 1
    for outcome in outcomes if several else ():
        if not isinstance(outcome, tuple) or len(outcome) != len(columns):
            raise InputError(
                f"an outcome is {shown(outcome)}; allowed: tuples of {len(columns)} values"
            )
    for k, column in enumerate(columns):
        values = [outcome[k] for outcome in outcomes] if several else outcomes
        if column.type != "string" and {*map(type, values)} == {PYTHON_TYPES[column.type]}:
            values = [] if column.type != "int" else [max(values), min(values)]  # nearly always
        for value in values:
            if (value is not None or not column.nullable) and (allowed := _unlike(value, column)):
                kind = type(value).__name__
                raise InputError(
                    f"{column.name} is {shown(value)}, of type {kind}; allowed: {allowed}"
                )


def _unlike(value: Any, column: Column) -> str:
    """The values that a column may hold, if `value` isn't one; otherwise empty."""
    is_bool = isinstance(value, bool | np.bool_)
    if is_bool != (column.type == "bool") or not isinstance(value, OUTCOME_TYPES[column.type]):
        return column.type
    if column.type == "int" and abs(int(value)) > LARGEST:
        return "whole numbers from -(2^63 - 1) to 2^63 - 1"
    if column.type == "string" and not is_encodable(value):
        return "text that UTF-8 can write"
    return ""
