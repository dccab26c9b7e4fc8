"""One check: what is compared, how far apart it is, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sweepstake.puzzle.question import Question


class Check(NamedTuple):
    """One comparison: how far apart, how far allowed, the verdict, and what it is worth.

    `strength` is "exact", "float" or "sample" (agreement with another method that is such),
    "samples" (of two), "published", "sum" or "approximation".
    """

    question: str
    parameters: str
    methods: str
    compared: str
    difference: float
    bound: float | None
    verdict: str
    strength: str


def parameters(question: Question, values: Sequence[Any]) -> str:
    """Parameters in words, as checks name them."""
    named = zip(question.parameter, values, strict=True)
    return " ".join(f"{name}={value}" for name, value in named)
