"""A chunk as a method gets it, and how it is answered."""

from __future__ import annotations

import time
import traceback
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sweepstake.config.point import stream_name
from sweepstake.puzzle import register
from sweepstake.puzzle.answer import Computed, check, read
from sweepstake.puzzle.method import NoAnswerError, TooLargeError
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Question
from sweepstake.run.limits import OverLimitError
from sweepstake.run.provenance import process_name
from sweepstake.source.opened import Watch
from sweepstake.source.reach import ReachError
from sweepstake.source.read import Source
from sweepstake.text.shown import encodable, message, raised

if TYPE_CHECKING:
    from sweepstake.run.task import Task


class SourceError(RuntimeError):
    """A process has other source than the run; the message names both."""


@dataclass(frozen=True)
class Code:
    """The code for a task's chunks: its question, the run's puzzles, its fingerprint."""

    question: str
    puzzles: tuple[Any, ...]
    """In the form that `register.receive` takes."""
    id: str

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

    @property
    def _is_here(self) -> bool:
        """True if this process has the question, with the same source."""
        known = self.question in register.questions()
        return known and register.fingerprint(self.question) == self.id


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
    place: int = 0
    """Its place in its task."""
    attempts: int = 1
    """How often it was tried."""

    @classmethod
    def of(cls, error: BaseException) -> Failure:
        """The failure of a chunk, from the error being handled."""
        limit = error.limit if isinstance(error, OverLimitError) else ""
        limit = "size" if isinstance(error, TooLargeError) else limit
        limit = "rules" if isinstance(error, NoAnswerError) else limit
        is_plain = isinstance(error, ReachError | OverLimitError | TooLargeError | NoAnswerError)
        line = message(error) if is_plain else raised(error)
        return cls(line, encodable(traceback.format_exc()), process_name(), limit)

    @property
    def is_final(self) -> bool:
        """True if another attempt would only waste as much time again."""
        return self.limit in ("seconds", "size", "rules")


def answer(chunk: Chunk, registered: tuple[Question, Source] | None = None) -> Computed:
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
