"""The register: every puzzle, and every question that can be asked."""

from __future__ import annotations

from importlib import import_module

from sweepstake.core.shown import listed, shown
from sweepstake.puzzle.display import Puzzle
from sweepstake.puzzle.question import Question

BUILT_IN = ("war", "coins", "hands", "guess")


def _built_in(name: str) -> Puzzle:
    found: Puzzle = import_module(f"sweepstake.puzzles.{name}").PUZZLE
    return found


PUZZLES: dict[str, Puzzle] = {puzzle.name: puzzle for puzzle in map(_built_in, BUILT_IN)}
QUESTIONS: dict[str, Question] = {q.name: q for p in PUZZLES.values() for q in p.questions}


def question(name: str) -> Question:
    """The question of that name; ValueError in one line if there is none."""
    if name not in QUESTIONS:
        raise ValueError(f"there is no question {shown(name)}; allowed: {listed(QUESTIONS)}")
    return QUESTIONS[name]


def puzzle_of(name: str) -> Puzzle:
    """The puzzle that asks the question `name`."""
    return next(p for p in PUZZLES.values() if any(q.name == name for q in p.questions))
