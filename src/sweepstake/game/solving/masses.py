"""Outcomes with their probabilities, and what running totals add to them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sweepstake.game.solving.exploring import Step

Totals = tuple[int, ...]
Masses = Mapping[tuple[object, ...], Fraction]
"""The probability of each outcome, by its cells."""


def summed(totals: Totals, more: Totals) -> Totals:
    """Running totals, after a step.

    >>> summed((1, 2), (0, 3))
    (1, 5)
    """
    return tuple([a + b for a, b in zip(totals, more, strict=True)]) if totals else totals


def with_totals(step: Step, totals: Totals) -> tuple[object, ...]:
    """The outcome of an end to which a play has come with running totals."""
    if not totals:
        return step.cells
    return tuple(
        [
            cell + totals[k] if k >= 0 else cell  # type: ignore[operator]
            for cell, k in zip(step.cells, step.sites, strict=True)
        ]
    )
