"""Which tasks are on workers, and which of them come back because their workers died."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import dask
from distributed import Future, KilledWorker, as_completed

from sweepstake.cluster.workers import LOOK, Workers

AHEAD = 3
"""Tasks submitted per thread: enough that none waits, few enough that a stop loses little."""
Task = TypeVar("Task")


@dataclass(frozen=True)
class Lost:
    """A task whose worker died each of the `attempts` times that it was tried."""

    attempts: int
    error: str = "its worker died (out of memory, killed or crashed) each time"


@dataclass(frozen=True)
class Sent(Generic[Task]):
    """A task, the workers that it may go to (None for any), and how often it was stranded."""

    task: Task
    only: list[str] | None = None
    stranded: int = 0

    @property
    def alone(self) -> bool:
        """Stranded twice, it may be what its workers died of: it is sent while no other runs."""
        return self.stranded > 1


@dataclass
class Flight(Generic[Task]):
    """The tasks of `queue` on their way to the workers and back; `submit` is given what to send.

    Dask counts how many workers a task kills only as long as it is free to choose the next one. A
    task that was sent to certain workers is stranded once they are all gone; it is called back and
    sent again, and counted here.
    """

    workers: Workers
    queue: deque[Task]
    submit: Callable[[Sent[Task]], Future]
    running: dict[Future, Sent[Task]] = field(default_factory=dict)
    back: deque[Sent[Task]] = field(default_factory=deque)
    landed: as_completed = field(default_factory=as_completed)

    def __bool__(self) -> bool:
        """Is anything still to come?"""
        return bool(self.queue or self.back or self.running)

    def send(self) -> None:
        """Send as many tasks as the workers have use for."""
        while len(self.running) < AHEAD * self.workers.threads and (sent := self._next()):
            sent = replace(sent, only=self.workers.only)
            future = self.submit(sent)
            self.running[future] = sent
            self.landed.add(future)

    def call_back(self) -> list[tuple[Task, Lost]]:
        """Call back what is stranded; return what was stranded too often to be sent again."""
        stranded = [future for future, sent in self.running.items() if self._is_stranded(sent)]
        given_up = []
        for future in stranded:
            sent = self.running.pop(future)
            sent = replace(sent, stranded=sent.stranded + 1)
            future.cancel()
            if sent.stranded == _deaths():
                given_up.append((sent.task, Lost(_deaths())))
            elif sent.alone:
                self.back.append(sent)
            else:
                self.back.appendleft(sent)
        return given_up

    def land(self) -> tuple[Task, Any] | None:
        """A task that came back and what it returned, or Lost; None if none has come."""
        while self.landed.has_ready():
            future = next(self.landed)
            if future not in self.running:
                continue
            try:
                outcome = future.result(timeout=LOOK)
            except TimeoutError:  # lost with its worker; it may have none left to be sent to
                self.landed.add(future)
                return None
            except KilledWorker:
                outcome = Lost(_deaths())
            return self.running.pop(future).task, outcome
        return None

    def _next(self) -> Sent[Task] | None:
        """What is sent next; None if there is nothing to send until something lands."""
        if self.back and (not self.back[0].alone or not (self.queue or self.running)):
            return self.back.popleft()
        return Sent(self.queue.popleft()) if self.queue else None

    def _is_stranded(self, sent: Sent[Task]) -> bool:
        return sent.only is not None and not {*sent.only} & {*self.workers.fit}


def _deaths() -> int:
    """How many workers may die of a task before it is given up."""
    return int(dask.config.get("distributed.scheduler.allowed-failures")) + 1
