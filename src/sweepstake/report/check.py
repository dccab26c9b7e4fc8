"""One check: what is compared, how far apart it is, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sweepstake.puzzle.question import Question

FAILS = "fails"
"""The verdict on numbers that disagree."""


class Check(NamedTuple):
    """One comparison: how far apart, how far allowed, the verdict, and what it is worth.

    `strength` is "exact", "float" or "sample" (agreement with another method that is such),
    "samples" (of two), "bound" (by a sample that is too small to confirm it, or to be judged),
    "published", "sum" or "approximation". `furthest` is the outcome where two methods disagree
    most, with what each says, if the check fails.
    """

    question: str
    parameters: str
    methods: str
    compared: str
    difference: float
    bound: float | None
    verdict: str
    strength: str
    furthest: str = ""

    @property
    def disagreement(self) -> str:
        """How a check fails, in words."""
        furthest = f"; furthest apart at {self.furthest}" if self.furthest else ""
        return (
            f"({self.methods}): {self.compared}: difference {self.difference:.6g}, "
            f"at most {self.bound or 0:.6g} allowed{furthest}"
        )


def parameters(question: Question, values: Sequence[Any]) -> str:
    """Parameters in words, as checks name them."""
    named = zip(question.parameter, values, strict=True)
    return " ".join(f"{name}={value}" for name, value in named)
