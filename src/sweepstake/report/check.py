"""One check: what is compared, how far apart it is, and what that is worth."""

from __future__ import annotations

from typing import NamedTuple

FAILS, AGREES, UNJUDGED = "fails", "agrees", "for comparison"
"""The verdicts: on numbers that disagree, that agree, and that need not."""


class Check(NamedTuple):
    """One comparison: how far apart, how far allowed, the verdict, and what it is worth.

    `strength` is "exact", "float" or "sample" (agreement with another method of that kind),
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
