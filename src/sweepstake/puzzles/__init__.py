"""The register: every room, and every question that can be asked."""

from __future__ import annotations

from sweepstake.core.question import Question
from sweepstake.core.report.artefact import Room
from sweepstake.core.report.shown import listed, shown
from sweepstake.puzzles.coins import ROOM as COINS
from sweepstake.puzzles.guess import ROOM as GUESS
from sweepstake.puzzles.hands import ROOM as HANDS
from sweepstake.puzzles.war import ROOM as WAR

ROOMS: dict[str, Room] = {room.name: room for room in (WAR, COINS, HANDS, GUESS)}
QUESTIONS: dict[str, Question] = {q.name: q for room in ROOMS.values() for q in room.questions}


def question(name: str) -> Question:
    """The question of that name; ValueError in one line if there is none."""
    if name not in QUESTIONS:
        raise ValueError(f"there is no question {shown(name)}; allowed: {listed(QUESTIONS)}")
    return QUESTIONS[name]


def room_of(name: str) -> Room:
    """The room that asks the question `name`."""
    return next(room for room in ROOMS.values() if any(q.name == name for q in room.questions))
