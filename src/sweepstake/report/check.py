"""One check: the two numbers compared, their difference, and how much their agreement proves."""

from __future__ import annotations

from typing import NamedTuple

FAILS, AGREES, UNJUDGED = "fails", "agrees", "for comparison"
"""The verdicts: the numbers disagree, they agree, or they need not agree."""


class Check(NamedTuple):
    """One comparison: the difference, the largest one allowed, the verdict, and its strength.

    `strength` is "exact", "float" or "sample" (comparison with another method of that kind),
    "samples" (two samples), "bound" (the sample is too small to confirm the number or to be
    judged), "published", "sum" or "approximation". If the check fails, `furthest` is the outcome
    at which two methods disagree most, with the number of each.
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
        """A text that says how the check failed."""
        furthest = f"; furthest apart at {self.furthest}" if self.furthest else ""
        return (
            f"({self.methods}): {self.compared}: difference {self.difference:.6g}, "
            f"at most {self.bound or 0:.6g} allowed{furthest}"
        )
