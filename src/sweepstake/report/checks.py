"""Every number against another way to it: one row a comparison.

Exact methods must give the same rationals. A float method must be good to 1e-9 of each
probability. A simulation must lie within five standard errors: of the exact binomial law for each
outcome (so that a count of 1 where 0.003 is expected is judged fairly), or, where outcomes are
many, of the chi-square law for all of them together. An approximation is compared, not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from fractions import Fraction
from math import expm1, log
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from sweepstake.core.question import Kind, Published, Question
from sweepstake.core.report.goodness import chi_square

ROUNDING = 1e-9
STANDARD_ERRORS = 5.0
MANY = 20
"""Outcomes beyond which a sample is judged as a whole."""


@dataclass(frozen=True)
class Check:
    """One comparison: how far apart, how far allowed, and the verdict."""

    question: str
    parameters: str
    methods: str
    compared: str
    difference: float
    bound: float | None
    verdict: str


@dataclass(frozen=True)
class Found:
    """What one method says at one set of parameters, by outcome."""

    kind: Kind
    rows: Mapping[Any, Mapping[str, Any]]

    def probability(self, outcome: Any) -> Fraction | float:
        """A Fraction where it is known exactly."""
        row = self.rows.get(outcome)
        if row is None:
            return Fraction(0)
        return Fraction(row["exact"]) if isinstance(row["exact"], str) else row["probability"]


def checks(question: Question, frame: pd.DataFrame) -> Iterator[Check]:
    """Every comparison that the rows of `question` allow."""
    names = list(question.parameter)
    for values, rows in frame.groupby(names, sort=True):
        params = {name: int(value) for name, value in zip(names, values, strict=True)}  # type: ignore[call-overload]
        at = " ".join(f"{name}={value}" for name, value in params.items())
        found = _found(question, rows)
        for methods, compared, difference, bound in _comparisons(question, params, found):
            verdict = "for comparison" if bound is None else _verdict(difference, bound)
            yield Check(question.name, at, methods, compared, difference, bound, verdict)


def as_frame(rows: list[Check]) -> pd.DataFrame:
    """The checks as `results/checks.csv` has them."""
    return pd.DataFrame(
        [astuple(row) for row in rows], columns=[field.name for field in fields(Check)]
    )


Comparison = tuple[str, str, float, float | None]


def _comparisons(
    question: Question, params: Mapping[str, int], found: dict[str, Found]
) -> Iterator[Comparison]:
    if not question.listing:
        for method, one in found.items():
            yield _sum_to_one(method, one)
    for published in question.published:
        if published.params == params and published.method in found:
            yield _as_published(published, found[published.method])
    reference = next(
        (m for kind in ("exact", "float") for m, one in found.items() if one.kind == kind), None
    )
    for method in found:
        if reference is not None and method != reference:
            yield _against(reference, found[reference], method, found[method])


def _found(question: Question, rows: pd.DataFrame) -> dict[str, Found]:
    outcomes = [column.name for column in question.outcomes]
    found = {}
    for method in (m for m in question.methods if m in set(rows["method"])):
        records: list[dict[str, Any]] = rows[rows["method"] == method].to_dict(orient="records")  # type: ignore[assignment]
        by_outcome = {tuple(_plain(row[name]) for name in outcomes): row for row in records}
        found[method] = Found(question.methods[method].kind, by_outcome)
    return found


def _sum_to_one(method: str, one: Found) -> Comparison:
    total = sum((one.probability(outcome) for outcome in one.rows), Fraction(0))
    bound = 0.0 if one.kind == "exact" else ROUNDING
    return method, "probabilities sum to 1", _size(total - 1), bound


def _as_published(published: Published, one: Found) -> Comparison:
    outcome = published.outcome if isinstance(published.outcome, tuple) else (published.outcome,)
    ours = one.probability(outcome)
    theirs = Fraction(published.value)
    if "/" in published.value or "." not in published.value:
        bound = 0.0
    else:
        bound = max(_last_place(published.value) / 2, 1e-12 * float(theirs))
    return published.method, "published value", _size(ours - theirs), bound


def _last_place(decimal: str) -> float:
    """The value of one unit in the last place printed.

    >>> _last_place("0.01799"), _last_place("3.13e-09")
    (1e-05, 1e-11)
    """
    mantissa, _, exponent = decimal.partition("e")
    return float(f"1e{int(exponent or 0) - len(mantissa.partition('.')[2])}")


def _against(known: str, truth: Found, method: str, other: Found) -> Comparison:
    methods = f"{known}, {method}"
    if other.kind == "exact":
        difference = _largest(
            lambda o: abs(truth.probability(o) - other.probability(o)), truth, other
        )
        return methods, "every probability", difference, 0.0
    if other.kind == "sampled":
        return methods, *_sample(truth, other), STANDARD_ERRORS
    difference = _largest(lambda o: _relative(truth, other, o), truth, other)
    bound = ROUNDING if other.kind == "float" else None
    return methods, "every probability, relatively", difference, bound


def _relative(truth: Found, other: Found, outcome: Any) -> float:
    """By what share of the truth the other is off, by logarithms: they do not underflow."""
    ours = _plain(truth.rows.get(outcome, {}).get("log10_probability"))
    theirs = _plain(other.rows.get(outcome, {}).get("log10_probability"))
    if ours is None or theirs is None:
        return _size(other.probability(outcome) - truth.probability(outcome))
    return abs(expm1((theirs - ours) * log(10)))


def _sample(truth: Found, sample: Found) -> tuple[str, float]:
    """What is compared, and by how many standard errors the sample is off."""
    trials = int(sum(row["count"] for row in sample.rows.values()))
    outcomes = {**truth.rows, **sample.rows}
    expected = np.array([float(truth.probability(outcome)) for outcome in outcomes])
    counts = np.array([int(sample.rows[o]["count"]) if o in sample.rows else 0 for o in outcomes])
    if len(outcomes) <= MANY:
        return "each outcome, standard errors", float(_binomial(counts, trials, expected).max())
    return "chi-square of all outcomes, standard errors", _chi_square(counts, expected)


def _binomial(counts: Any, trials: int, probabilities: Any) -> Any:
    """The two-sided binomial tail of each count, as the normal deviate of the same tail."""
    law = stats.binom(trials, np.clip(probabilities, 0.0, 1.0))
    tail = np.minimum(law.cdf(counts), law.sf(counts - 1))
    return stats.norm.isf(np.clip(tail, 0.0, 0.5))


def _chi_square(counts: Any, probabilities: Any) -> float:
    """How unlikely the counts are, the common outcomes first, as the normal deviate of the tail."""
    order = np.argsort(-probabilities, kind="stable")
    law = dict(enumerate(probabilities[order]))
    return float(max(stats.norm.isf(chi_square(dict(enumerate(counts[order])), law)), 0.0))


def _largest(distance: Callable[[Any], Any], truth: Found, other: Found) -> float:
    return float(max(distance(outcome) for outcome in {**truth.rows, **other.rows}))


def _size(difference: Fraction | float) -> float:
    return abs(float(difference))


def _verdict(difference: float, bound: float) -> str:
    return "agrees" if difference <= bound else "fails"


def _plain(value: Any) -> Any:
    """A value as Python has it; every kind of missing is None."""
    if value is None or value is pd.NA or value != value:
        return None
    return value.item() if isinstance(value, np.generic) else value
