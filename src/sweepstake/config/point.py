"""A point is one question, one method and one set of parameters; its pieces are what is computed.

An exact point is one piece. A simulated one is cut into chunks whose size depends on the point
alone, so raising `trials` adds chunks and leaves those already computed as they are. Only the
last chunk may be short.

A point's id is the SHA-256 of its canonical JSON and of the fingerprint of the source that computes
it. Same id, same answer, on every machine. Its random streams are named by the JSON alone, so that
the same sample is drawn when the source is changed but not what it does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from sweepstake.config.precision import Until
from sweepstake.puzzle import fingerprint, register
from sweepstake.puzzle.question import Method, Question

CHUNK_SECONDS = 1.0
LEAST_SECONDS = 1e-9
MOST_TRIALS = 10**12
MOST_POINTS = 10**7
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
        source = fingerprint.of_method(self.question, self.method)
        return sha256(f"{source} {self.stream}".encode()).hexdigest()

    @cached_property
    def stream(self) -> str:
        """The name of the random streams that are drawn from, and the same for any source."""
        asked = {
            "method": self.method,
            "params": dict(self.params),
            "question": self.question,
            "seed": self.seed,
        }
        return json.dumps(asked, sort_keys=True, separators=(",", ":"))

    @property
    def asks(self) -> Question:
        """The question itself."""
        return register.question(self.question)

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
