"""A point is one question, one method and one set of parameters; its pieces are what is computed.

An exact point is one piece. A simulated one is cut into chunks whose size depends on the point
alone, so raising `trials` adds chunks and leaves those already computed as they are. Only the
last chunk may be short.

A point's id is the SHA-256 of its canonical JSON and of the source code that computes it: the
room's and the core's, less what only displays (the folder `report` of each). Same id, same answer,
on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from sweepstake import puzzles
from sweepstake.core.question import Method, Question
from sweepstake.sweep.precision import Until

CHUNK_SECONDS = 1.0
LEAST_SECONDS = 1e-9
MOST_TRIALS = 10**12
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Point:
    """What is asked once. `trials`, `seed` and `until` are None unless the method samples.

    A sampled point has `trials`, or says in `until` when there are enough.
    """

    question: str
    method: str
    params: tuple[tuple[str, int], ...]
    trials: int | None = None
    seed: int | None = None
    until: Until | None = None

    @cached_property
    def id(self) -> str:
        """64 hexadecimal digits that name the answer (not how many trials are wanted of it)."""
        asked = {
            "code": code_hash(puzzles.room_of(self.question).name),
            "method": self.method,
            "params": dict(self.params),
            "question": self.question,
            "seed": self.seed,
        }
        return sha256(json.dumps(asked, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    @property
    def asks(self) -> Question:
        """The question itself."""
        return puzzles.question(self.question)

    @property
    def by(self) -> Method:
        """The method itself."""
        return self.asks.methods[self.method]

    @property
    def cost(self) -> float:
        """Predicted seconds on one core; for a sampled point, seconds a trial."""
        return max(self.by.cost(**dict(self.params)), LEAST_SECONDS)

    def __str__(self) -> str:
        params = " ".join(f"{name}={value}" for name, value in self.params)
        return f"{self.question} {params} {self.method}"


@dataclass(frozen=True)
class Piece:
    """Chunk number `chunk` of a point, with that many trials; (0, None) for all of an exact one."""

    point: Point
    chunk: int = 0
    trials: int | None = None

    @property
    def key(self) -> tuple[str, int, int]:
        """What this piece is stored under: point id, chunk, trials (0 for an exact one)."""
        return self.point.id, self.chunk, self.trials or 0


def chunk_size(point: Point) -> int:
    """The trials in a whole chunk: a power of two that takes about a second.

    >>> chunk_size(Point("war_sweep", "simulate", (("ranks", 13), ("suits", 4)), 10, 1)).bit_count()
    1
    """
    trials = max(CHUNK_SECONDS / point.cost, 1024)
    return int(1 << int(trials).bit_length() - 1)


@cache
def code_hash(room: str) -> str:
    """The SHA-256 of the source that computes the answers of `room`."""
    return _hash(room, lambda name: "report" not in name.parts)


@cache
def display_hash(room: str) -> str:
    """The SHA-256 of all source that makes the tables and plots of `room`."""
    return _hash(room, lambda name: True)


def _hash(room: str, counts: Callable[[Path], bool]) -> str:
    root = Path(puzzles.__file__).parent
    digest = sha256()
    for folder in (root.parent / "core", root / room):
        names = (path.relative_to(folder) for path in sorted(folder.rglob("*.py")))
        for name in filter(counts, names):
            digest.update(f"{folder.name}/{name.as_posix()}\0".encode())
            digest.update((folder / name).read_bytes())
    return digest.hexdigest()
