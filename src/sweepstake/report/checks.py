"""Each number compared with the same number found another way: one row a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from sweepstake.puzzle.question import Question
from sweepstake.report import samples
from sweepstake.report.check import FAILS, Check, parameters
from sweepstake.report.comparisons import Comparison, comparisons, furthest
from sweepstake.store import answers

AT_ONCE = 1_000
"""Comparisons judged at a time: a binomial law costs a millisecond, however many counts it has."""


def checks(question: Question, found: Iterable[answers.Answers]) -> Iterator[Check]:
    """Every comparison that the answers `found` allow, parameters in their order."""
    every = chain.from_iterable(_compared(question, *one) for one in found)
    while some := list(islice(every, AT_ONCE)):
        differences = samples.differences([one.difference for _, one in some])
        for (at, one), difference in zip(some, differences, strict=True):
            verdict = "for comparison" if one.bound is None else _verdict(difference, one.bound)
            yield Check(
                question.name,
                at,
                one.methods,
                one.compared,
                difference,
                one.bound,
                verdict,
                one.strength,
                furthest(question, one.pair) if one.pair and verdict == FAILS else "",
            )


def _compared(
    question: Question, values: Sequence[Any], methods: answers.Methods
) -> Iterator[tuple[str, Comparison]]:
    """The parameters in words, with each comparison there."""
    at = parameters(question, values)
    params = question.read(dict(zip(question.parameter, values, strict=True)))
    for comparison in comparisons(question, params, methods):
        yield at, comparison


def _verdict(difference: float, bound: float) -> str:
    return "agrees" if difference <= bound else FAILS
