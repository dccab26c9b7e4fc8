"""A puzzle: its questions, what it shows, the register, and what an answer depends on.

The file of a puzzle can import all it needs from here.
"""

from __future__ import annotations

from sweepstake.puzzle.display import (
    Lines,
    Listing,
    Map,
    Middle,
    Panel,
    Plot,
    Series,
    Show,
    Spread,
    Table,
)
from sweepstake.puzzle.method import Method, Size
from sweepstake.puzzle.parameter import Choice, ListOf, Parameter, Rational
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Column, Published, Question
from sweepstake.puzzle.story import Finding, Headline

__all__ = [
    "Choice",
    "Column",
    "Finding",
    "Headline",
    "Lines",
    "ListOf",
    "Listing",
    "Map",
    "Method",
    "Middle",
    "Panel",
    "Parameter",
    "Plot",
    "Published",
    "Puzzle",
    "Question",
    "Rational",
    "Series",
    "Show",
    "Size",
    "Spread",
    "Table",
]
