"""How the answers of two methods to one question are compared, and how far apart they may be.

Exact methods must give the same rationals. A float method must be good to 1e-9 of each probability.
A simulation must lie within five standard errors: of the exact binomial law for the worst of its
outcomes (so that a count of 1 where 0.003 is expected is judged fairly), or, where outcomes are
many, of the chi-square law for all of them together. Where there are samples alone, they must be
alike by the same law. A sample of which fewer than five trials are expected to end in any way but
the commonest bounds the rest, and can't confirm it, unless the commonest is certain. Weighted
trials must lie within five of their own standard errors, by Student's law; where few of them carry
the weight (`stats.interval`) they are compared, not judged. The bound is the same probability for
all of these, `BY_CHANCE`: that of a normal number more than five standard deviations off. So often
a right simulation fails, however many outcomes it has; by the binomial law at most, by the others
about. An approximation is compared, not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import expm1, hypot, inf, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr

from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Published, Question
from sweepstake.report import samples
from sweepstake.report.answer import Answer, size
from sweepstake.stats.goodness import FEWEST
from sweepstake.store import answers
from sweepstake.store.answers import Outcome

ROUNDING = 1e-9
STANDARD_ERRORS = 5.0
BY_CHANCE = 2 * float(ndtr(-STANDARD_ERRORS))
"""How likely a comparison with a right simulation fails."""
LARGEST = 700.0
"""The largest power of e that a float holds, or nearly."""
MANY = 20
"""Outcomes beyond which a sample is judged as a whole."""


class Comparison(NamedTuple):
    """A check before its verdict; `pair` is what it compares, if both answer here."""

    methods: str
    compared: str
    difference: float | samples.Sample
    bound: float | None
    strength: str
    pair: tuple[Answer, Answer] | None = None


def comparisons(
    question: Question, params: Params, methods: answers.Methods
) -> Iterator[Comparison]:
    """Every comparison that the answers of `methods` at `params` allow."""
    found = {
        name: Answer(method.kind, methods[name])
        for name, method in question.methods.items()
        if name in methods
    }
    if not question.listing:
        for method, one in found.items():
            yield _sum_to_one(method, one)
    for published in question.published:
        if published.params == params and published.method in found:
            yield _as_published(question, published, found[published.method])
    reference = next(
        (m for kind in ("exact", "float") for m, one in found.items() if one.kind == kind), None
    )
    if reference is None:
        yield from _samples(found)
        return
    for method, one in found.items():
        if method != reference and not (one.kind == "rare" and one.trials < 2):
            its = found[reference], found[method]
            yield _against(f"{reference}, {method}", *its)._replace(pair=its)


def _samples(found: dict[str, Answer]) -> Iterator[Comparison]:
    """Samples against the largest of them, a counted one if there is any: nothing else is known."""
    drawn = {
        name: one
        for name, one in found.items()
        if one.kind == "sampled" or (one.kind == "rare" and one.trials > 1)
    }
    largest = max(
        drawn, key=lambda name: (drawn[name].kind == "sampled", drawn[name].trials), default=""
    )
    for name, one in drawn.items():
        if name != largest:
            both_counted = one.kind == drawn[largest].kind == "sampled"
            compare = _two_samples if both_counted else _two_estimates
            its = drawn[largest], one
            yield compare(f"{largest}, {name}", *its)._replace(pair=its)


def _two_samples(methods: str, one: Answer, other: Answer) -> Comparison:
    # sorted: rare outcomes share cells with those beside them, whichever sample has met them
    outcomes = sorted({**one.rows, **other.rows}, key=_place)
    counts = [np.array([sample.row(o).count or 0 for o in outcomes]) for sample in (one, other)]
    compared = "two samples by chi-square, standard errors"
    return Comparison(methods, compared, samples.alike(*counts), STANDARD_ERRORS, "samples")


def _place(outcome: Outcome) -> list[tuple[bool, Any]]:
    """Where an outcome stands among others of its question; what has no value is last."""
    return [(value is None, value) for value in outcome]


def _two_estimates(methods: str, one: Answer, other: Answer) -> Comparison:
    """By how many standard errors two estimates differ, of which one is of weights at least."""
    outcomes = list({**one.rows, **other.rows})

    def apart(outcome: Outcome) -> float:
        pair = [float(each.probability(outcome)) for each in (one, other)]
        error = hypot(_error(one, outcome, pair), _error(other, outcome, pair))
        off = abs(pair[0] - pair[1])
        return 0.0 if off <= ROUNDING * max(pair) else off / error if error else inf

    fewest = min(one.trials, other.trials) - 1
    difference = samples.among_many(max(map(apart, outcomes)), len(outcomes), fewest)
    compared = "two estimates of each outcome, standard errors"
    found = Comparison(methods, compared, difference, STANDARD_ERRORS, "samples")
    return found if one.tells and other.tells else _unjudged(found)


def _error(one: Answer, outcome: Outcome, likely: Sequence[float]) -> float:
    """A standard error; of counts as if the outcome were as likely as one of these, the largest."""
    if one.kind == "sampled":
        return sqrt(max(p * max(0.0, 1.0 - p) for p in likely) / one.trials)
    if one.is_known(outcome):
        return one.error(outcome)
    return max(one.known_errors, default=0.0)


def _unjudged(comparison: Comparison) -> Comparison:
    """A comparison with weighted trials of which few carry all."""
    says = f"{comparison.compared}, of too few effective trials"
    return comparison._replace(compared=says, bound=None, strength="bound")


def _sum_to_one(method: str, one: Answer) -> Comparison:
    if one.kind == "rare" and size(one.total() - 1) > ROUNDING:  # then it is so on average only
        error = sum(one.known_errors)
        off = size(one.total() - 1) / error if error else inf
        compared = "probabilities sum to 1, standard errors"
        found = Comparison(method, compared, off, STANDARD_ERRORS, "sum")
        return found if one.tells else _unjudged(found)
    bound = 0.0 if one.kind == "exact" else ROUNDING
    return Comparison(method, "probabilities sum to 1", size(one.total() - 1), bound, "sum")


def _as_published(question: Question, published: Published, one: Answer) -> Comparison:
    outcome, theirs = question.cells(published.outcome), Fraction(published.value)
    off, rounded = size(one.probability(outcome) - theirs), 0.0
    if "/" not in published.value and not published.value.isdigit():
        rounded = _last_place(published.value) / 2
    if one.kind in ("sampled", "rare"):
        beyond, error = max(0.0, off - rounded), one.error(outcome)
        errors = beyond / error if error else inf if beyond else 0.0
        compared = "published value, standard errors"
        found = Comparison(published.method, compared, errors, STANDARD_ERRORS, "published")
        return found if one.is_known(outcome) else _unjudged(found)
    bound = max(rounded, 1e-12 * float(theirs)) if rounded else 0.0
    return Comparison(published.method, "published value", off, bound, "published")


def _last_place(decimal: str) -> float:
    """The value of one unit in the last place printed.

    >>> _last_place("0.01799"), _last_place("3.13E-09")
    (1e-05, 1e-11)
    """
    mantissa, _, exponent = decimal.lower().partition("e")
    return float(f"1e{int(exponent or 0) - len(mantissa.partition('.')[2])}")


def _against(methods: str, truth: Answer, other: Answer) -> Comparison:
    if other.kind == "exact":
        difference = _largest(_apart, truth, other)
        return Comparison(methods, "every probability", difference, 0.0, "exact")
    if other.kind == "sampled":
        return _sample(methods, truth, other)
    if other.kind == "rare":
        worst, many = _largest(_weighed, truth, other), len({**truth.rows, **other.rows})
        difference = samples.among_many(worst, many, other.trials - 1)
        compared = "each outcome, standard errors"
        found = Comparison(methods, compared, difference, STANDARD_ERRORS, "sample")
        return found if other.tells or len(_may_be(truth)) == 1 else _unjudged(found)
    bound, strength = (ROUNDING, "float") if other.kind == "float" else (None, "approximation")
    difference = _largest(_relative, truth, other)
    return Comparison(methods, "every probability, relatively", difference, bound, strength)


def _apart(truth: Answer, other: Answer, outcome: Outcome) -> float:
    """How far apart two exact probabilities are; the same words are the same number."""
    if truth.row(outcome).exact == other.row(outcome).exact:
        return 0.0
    return size(truth.probability(outcome) - other.probability(outcome))


def _relative(truth: Answer, other: Answer, outcome: Outcome) -> float:
    """By what share of the truth the other is off, by logarithms: they do not underflow.

    What one of them says can't be, and the other can, is all of it, however small that is.
    """
    ours, theirs = (one.row(outcome).log10_probability for one in (truth, other))
    if ours is None or theirs is None:
        return float(ours is not theirs)
    exponent = (theirs - ours) * log(10)
    return abs(expm1(exponent)) if exponent < LARGEST else inf


def _weighed(truth: Answer, sample: Answer, outcome: Outcome) -> float:
    """By how many standard errors weighted trials are off, beyond what is lost by rounding.

    An outcome that too few trials carry has no error of its own: the largest of all is taken.
    """
    expected = truth.nearest(outcome)
    off = abs(float(sample.probability(outcome)) - expected)
    if off <= ROUNDING * expected:
        return 0.0
    error = _error(sample, outcome, ())
    return off / error if error else inf


def _sample(methods: str, truth: Answer, sample: Answer) -> Comparison:
    """By how many standard errors the sample is off, each outcome alone or all together."""
    outcomes = list({**truth.rows, **sample.rows})
    expected = [truth.nearest(outcome) for outcome in outcomes]
    counts = [sample.row(outcome).count or 0 for outcome in outcomes]
    rare = sum(counts) * sum(sorted(expected)[:-1])
    strength = "sample" if len(_may_be(truth)) == 1 or rare >= FEWEST else "bound"
    if len(outcomes) <= MANY:
        few = samples.Sample(counts, sum(counts), expected)
        return Comparison(methods, "each outcome, standard errors", few, STANDARD_ERRORS, strength)
    difference = samples.all_together(np.array(counts), np.array(expected))
    compared = "chi-square of all outcomes, standard errors"
    return Comparison(methods, compared, difference, STANDARD_ERRORS, strength)


def _may_be(truth: Answer) -> list[Outcome]:
    """The outcomes that are possible, however unlikely."""
    return [o for o in truth.rows if truth.probability(o) or truth.row(o).log10_probability]


def furthest(question: Question, pair: tuple[Answer, Answer]) -> str:
    """The outcome at which two answers are furthest apart for its size, with both probabilities."""
    one, other = pair

    def apart(outcome: Outcome) -> float:
        low, high = sorted(size(each.probability(outcome)) for each in pair)
        return (high - low) / sqrt(high) if high else 0.0

    worst = max({**one.rows, **other.rows}, key=apart)
    named = zip(question.outcomes, worst, strict=True)
    at = " ".join(f"{column.name}={its}" for column, its in named)
    return f"{at}: {' and '.join(f'{size(each.probability(worst)):.12g}' for each in pair)}"


def _largest(
    distance: Callable[[Answer, Answer, Outcome], float], truth: Answer, other: Answer
) -> float:
    every = {**truth.rows, **other.rows}
    return float(max((distance(truth, other, outcome) for outcome in every), default=0.0))
