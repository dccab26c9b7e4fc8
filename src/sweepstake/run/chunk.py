"""A chunk as a worker computes it: its code, answer or failure, limits, and who computed it.

A process first checks that it has the same source as the run (`Code`). A chunk may take so many
seconds and its process so much memory (`Limits`). The points of chunks that failed get no further
attempt in a run (`Failed`). The names of the process and the versions of packages are stored with
each answer.
"""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import psutil
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake import errors
from sweepstake.config import valid
from sweepstake.config.points import Points, stream_name
from sweepstake.errors import (
    InputError,
    NoAnswerError,
    OverLimitError,
    SweepstakeError,
    TooLargeError,
)
from sweepstake.plan.chunks import KEY
from sweepstake.puzzle import register
from sweepstake.puzzle.answer import Computed, check, read
from sweepstake.puzzle.method import Patience
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Question
from sweepstake.source.identity import ReachError
from sweepstake.source.opened import Watch
from sweepstake.source.read import Source
from sweepstake.store.columns import taken
from sweepstake.text.shown import encodable, message, raised

if TYPE_CHECKING:
    from sweepstake.run.task import Task

PACKAGES = ("sweepstake", "numpy", "numba", "scipy", "pyarrow", "pandas", "dask", "distributed")
"""The packages whose versions are stored with each answer."""
SHARE = 0.8
"""The share of the memory that a process may use if no limit is set."""


class SourceError(SweepstakeError, RuntimeError):
    """A process has other source than the run; the message names both."""


@dataclass(frozen=True)
class Code:
    """The code for a task's chunks: its question, the run's puzzles, its fingerprint."""

    question: str
    puzzles: tuple[Any, ...]
    """In the form that `register.receive` takes."""
    id: str
    is_local = False

    @classmethod
    def of(cls, question: str) -> Code:
        """The code of a question in this process."""
        return cls(question, register.brought(), register.fingerprint(question))

    def load(self) -> Question:
        """The question, loaded in this process; SourceError if its source differs from the run's.

        The puzzles that the run named come with a task. Other puzzles and this package must be
        installed here.
        """
        if not self._is_here:
            register.receive(self.puzzles)
        if not self._is_here:
            raise SourceError(
                f"{process_name()} has another version of {self.question}, or none; install the "
                f"same on all hosts and restart the workers"
            )
        return register.question(self.question)

    def registered(self) -> tuple[Question, Source]:
        """The question and the source of its puzzle, as `load` does it."""
        return self.load(), register.source_of(self.question)

    @property
    def _is_here(self) -> bool:
        """True if this process has the question, with the same source."""
        is_registered = self.question in register.questions()
        return is_registered and register.fingerprint(self.question) == self.id


class Chunk(NamedTuple):
    """A point's question, method and parameters, and the trials to draw."""

    question: str
    method: str
    params: Params
    number: int
    trials: int | None
    seed: int


Chunks: TypeAlias = "Task | tuple[Chunk, ...]"


@dataclass(frozen=True)
class Failure:
    """A chunk that could not be computed, and why."""

    error: str
    traceback: str
    worker: str
    limit: str = ""
    """The limit that it exceeds: `seconds`, `memory` or a method's own `size`; or `rules`, if the
    rules are at fault, so that no method can answer; otherwise empty."""
    position: int = 0
    """Its position in its task."""
    attempts: int = 1
    """How often it was tried."""
    kind: str = ""
    """The name of the error's class in `sweepstake.errors`, if it is there."""

    @classmethod
    def of(cls, error: BaseException) -> Failure:
        """The failure of a chunk, from the error being handled."""
        limit = error.limit if isinstance(error, OverLimitError) else ""
        limit = "size" if isinstance(error, TooLargeError) else limit
        limit = "rules" if isinstance(error, NoAnswerError) else limit
        is_plain = isinstance(error, ReachError | OverLimitError | TooLargeError | NoAnswerError)
        line = message(error) if is_plain else raised(error)
        text = encodable(traceback.format_exc())
        return cls(line, text, process_name(), limit, kind=errors.kind(error))

    @property
    def nbytes(self) -> int:
        """Bytes of its texts, about."""
        return len(self.error) + len(self.traceback)

    @property
    def is_final(self) -> bool:
        """True if another attempt would only waste as much time again."""
        return self.limit in ("seconds", "size", "rules")


def answer(chunk: Chunk, registered: tuple[Question, Source | None] | None = None) -> Computed:
    """The answer to one chunk; ValueError if it does not fit its question.

    ReachError if the method reads a file or imports a module that its identity doesn't cover.
    `registered` is the result of `register.question_of`, which is then not called for each chunk.
    """
    question, source = registered or register.question_of(chunk.question)
    method = question.methods[chunk.method]
    began = time.perf_counter()
    with Watch(source) if source else nullcontext():
        distribution = read(method.answer(*_drawn(question, chunk), **chunk.params))
    seconds = time.perf_counter() - began
    check(question, method, distribution, chunk.trials)
    return Computed.of(question, method.kind, distribution, seconds)


def _drawn(question: Question, chunk: Chunk) -> tuple[Any, ...]:
    """The stream and the trials of a chunk whose method samples; else ()."""
    if chunk.trials is None:
        return ()
    from sweepstake.core.stream import stream

    name = stream_name(question, chunk.method, chunk.params, chunk.seed)
    return stream(chunk.seed, name, chunk.number), chunk.trials


@dataclass
class Failed:
    """Why chunks failed, by their keys."""

    by_key: dict[tuple[Any, ...], Failure] = field(default_factory=dict)

    def due(self, chunks: pa.Table, limits: Limits) -> pa.Table:
        """The chunks of points that have not failed.

        Chunks that are predicted to take too long fail here, without being tried.
        """
        for row in chunks.filter(pc.greater(chunks["_cost"], limits.seconds)).to_pylist():
            if error := limits.refusal(row["_cost"]):
                self._add(row, Failure(str(error), "", "", error.limit, 0, 0, errors.kind(error)))
        if not self.by_key:
            return chunks
        return chunks.filter(pa.array(~np.isin(chunks["_place"].to_numpy(), self.points)))

    def landed(self, chunks: pa.Table, failures: Iterable[Failure]) -> pa.Table:
        """The chunks of a finished task that have answers; the others are recorded as failed."""
        failed = {failure.position: failure for failure in failures}
        for position, failure in failed.items():
            self._add(chunks.slice(position, 1).to_pylist()[0], failure)
        return taken(chunks, np.setdiff1d(np.arange(len(chunks)), [*failed]))

    @property
    def points(self) -> list[int]:
        """The indices of the points that failed."""
        return sorted({index for index, _, _ in self.by_key})

    def records(self, points: Points) -> Iterator[dict[str, Any]]:
        """The records of failures to store, one for each failed chunk."""
        for (index, chunk, _), failure in self.by_key.items():
            point = points[index]
            yield {
                "failed_point": str(point),
                **point.stored,
                "method": point.method,
                "trials": point.trials,
                "chunk": chunk,
                "error": failure.error,
                "traceback": failure.traceback,
                "attempts": failure.attempts,
                "worker": failure.worker,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
            }

    def _add(self, row: dict[str, Any], failure: Failure) -> None:
        self.by_key[tuple(row[name] for name in KEY)] = failure


def process_name(pid: int | None = None) -> str:
    """The name `host/pid` of a process of this host, by default of this process."""
    return f"{socket.gethostname()}/{pid or os.getpid()}"


@cache
def versions() -> dict[str, str]:
    """Version by name; `commit` is the git commit of the source, or `none` outside a checkout."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "commit": _commit() or "none",
    }


def _commit() -> str:
    root = Path(__file__).parents[3]
    if not (root / ".git").exists():  # installed; another project's repository may be around it
        return ""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
    try:
        completed = subprocess.run(words, cwd=root, capture_output=True, text=True, timeout=10)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return completed.stdout.strip()


EXPLORING = Patience(20.0, 2e9)
"""The seconds and the bytes that a method may take to explore if another one can answer."""


@dataclass(frozen=True)
class Limits:
    """The seconds that a chunk may take, and the bytes of memory that its process may use.

    Infinite if there is no limit. A `memory` of None means `SHARE` of the machine's memory.
    """

    seconds: float = 600.0
    memory: float | None = None
    patience: Patience = field(default_factory=Patience)
    """When a method that explores leaves the answer to another one."""
    exploring: Patience = EXPLORING
    """The patience of an answer whose method isn't named."""

    def here(self, worker_memory: float | None = None) -> Limits:
        """These limits with `memory` set: by default, a share of the worker's or the machine's."""
        share = SHARE * (worker_memory or psutil.virtual_memory().total)
        return self if self.memory is not None else replace(self, memory=share)

    def refusal(self, cost: float) -> OverLimitError | None:
        """The error for a chunk with that predicted cost; None if it is within the limit."""
        if cost <= self.seconds:
            return None
        return _over(
            f"predicted to take {cost:,.0f} s, over the limit of {self.seconds:,g} s", "seconds"
        )

    def excess(self, seconds: float, memory: float) -> OverLimitError | None:
        """The error of a chunk at so many seconds and bytes; None if it is within the limits."""
        if seconds > self.seconds:
            return _over(f"took longer than the limit of {self.seconds:,g} s", "seconds")
        if self.memory is not None and memory > self.memory:
            limit = f"{self.memory / 1e9:.2f} GB"
            return _over(f"its process grew over the limit of {limit}", "memory")
        return None


def _over(how: str, limit: str) -> OverLimitError:
    message = f"{how}; to raise it, set DASK_SWEEPSTAKE__LIMITS__{limit.upper()}"
    return OverLimitError(message, limit)


def configured() -> Limits:
    """The limits that Dask's configuration sets under `sweepstake.limits`."""
    from sweepstake.cluster import settings  # not in children, which have nothing to look up

    at = "sweepstake.limits"
    values = valid.mapping(at, settings.section("limits") or {})
    valid.check_keys(at, values, (*READ, "exploring"))
    exploring = valid.mapping(f"{at}.exploring", values.get("exploring") or {})
    valid.check_keys(f"{at}.exploring", exploring, (*READ,))
    patience = replace(EXPLORING, **_read(f"{at}.exploring", exploring))
    return replace(Limits(exploring=patience), **_read(at, values))


def _read(at: str, values: Mapping[str, object]) -> dict[str, Any]:
    return {name: READ[name](f"{at}.{name}", values[name]) for name in READ if name in values}


def seconds(at: str, value: object) -> float:
    """A limit in seconds; infinite if it is lifted."""
    try:
        return inf if _is_lifted(value) else valid.number(at, value)
    except ValueError:
        raise InputError(f"{at} is {value!r}; allowed: a number above 0, or none") from None


def _memory(at: str, value: object) -> float:
    from sweepstake.cluster import settings

    try:
        size = inf if _is_lifted(value) else settings.size(value)
    except (ValueError, TypeError, AttributeError):
        size = 0.0
    if size <= 0 or isinstance(value, bool):
        raise InputError(f"{at} is {value!r}; write it as 4 GB, or none")
    return size


READ = {"seconds": seconds, "memory": _memory}
"""The function that reads each limit."""


def _is_lifted(value: object) -> bool:
    return str(value).lower() in ("none", "null", "inf", ".inf")
