"""Which stored points no config asks for any more."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sweepstake import puzzles
from sweepstake.store import Key, PointStore
from sweepstake.sweep import engine, spec
from sweepstake.sweep.lock import held
from sweepstake.sweep.point import pieces


@dataclass(frozen=True)
class Unasked:
    """The stored pieces of one question that nobody asks for."""

    stored: PointStore
    keys: frozenset[Key]

    @property
    def points(self) -> int:
        """How many points they belong to, wholly or in part."""
        return len({point for point, _, _ in self.keys})


def unasked(configs: Iterable[spec.Config], results: Path) -> list[Unasked]:
    """By question, what is stored below `results` and none of `configs` asks for."""
    wanted: dict[str, set[Key]] = {}
    for config in configs:
        for sweep in spec.sweeps(config).values():
            points = engine.plan(sweep, results).sweep.points
            keys = {piece.key for point in points for piece in pieces(point)}
            wanted.setdefault(sweep.question.name, set()).update(keys)
    return [
        Unasked(stored, frozenset(stored.index()) - wanted.get(question.name, set()))
        for question in puzzles.QUESTIONS.values()
        for stored in [PointStore(results, question)]
    ]


def remove(found: Iterable[Unasked], configs: Iterable[spec.Config], results: Path) -> None:
    """Remove what was found, while no sweep of `configs` is running."""
    with ExitStack() as stack:
        for name in {name for config in configs for name in spec.sweeps(config)}:
            stack.enter_context(held(results, name))
        for one in found:
            one.stored.remove(one.keys)
