"""What a puzzle is: its questions, what it shows, the register, and what an answer depends on.

What a puzzle's file needs can be imported from here.
"""

from sweepstake.puzzle.display import (
    Finding,
    Listing,
    Panel,
    Plot,
    Puzzle,
    Series,
    Show,
    Table,
)
from sweepstake.puzzle.parameter import Choice, Parameter, Rational
from sweepstake.puzzle.question import Column, Method, Published, Question, Size, later

__all__ = [
    "Choice",
    "Column",
    "Finding",
    "Listing",
    "Method",
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
    "Table",
    "later",
]
