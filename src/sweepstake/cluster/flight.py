"""Which tasks are on workers, and which of them come back because their workers died."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

import dask
from distributed import Future, KilledWorker, as_completed

from sweepstake.cluster.workers import LOOK, Workers

Task = TypeVar("Task")

AHEAD = 3
"""Tasks submitted per thread: enough that none waits, few enough that a stop loses little."""
SUSPECT, PROOF = 2, 2
"""The deaths after which a task is sent alone, and those while alone for which it is given up."""


@dataclass(frozen=True)
class Lost:
    """A task whose worker died each of the `attempts` times that it was tried."""

    attempts: int
    error: str = "its worker died (out of memory, killed or crashed) each time"


@dataclass(frozen=True)
class Sent(Generic[Task]):
    """A task, the workers that it may go to (None for any), and what became of those."""

    task: Task
    only: list[str] | None = None
    deaths: int = 0
    """How many workers died while they had it."""
    alone_deaths: int = 0
    """How many of these had nothing else from this run."""

    @property
    def alone(self) -> bool:
        """Must it be sent while nothing else runs? It may be what its workers died of."""
        return self.deaths >= SUSPECT


@dataclass
class Flight(Generic[Task]):
    """The tasks of `queue` on their way to the workers and back; `submit` is given what to send.

    Dask counts all tasks that a dead worker had, and gives up those that it has counted too often.
    It counts only as long as a task is free to go to any worker: one that was sent to certain
    workers is stranded once these are gone. Here either kind is sent again, alone, so that the
    task is found of which the workers die, and the others are computed.
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
            one = list(self.workers.fit)[:1]
            sent = replace(sent, only=one if sent.alone else self.workers.only)
            future = self.submit(sent)
            self.running[future] = sent
            self.landed.add(future)

    def call_back(self) -> list[tuple[Task, Lost]]:
        """Call back what is stranded; return what is given up."""
        given_up = []
        for future in [future for future, sent in self.running.items() if self._stranded(sent)]:
            sent = self.running.pop(future)
            future.cancel()
            sent = replace(
                sent, deaths=sent.deaths + 1, alone_deaths=sent.alone_deaths + sent.alone
            )
            if sent.alone_deaths == PROOF:
                given_up.append((sent.task, Lost(sent.deaths)))
            else:
                self._send_again(sent)
        return given_up

    def land(self) -> list[tuple[Task, Any]]:
        """The tasks that came back, each with what it returned."""
        ready = []
        while self.landed.has_ready():
            if (future := next(self.landed)) in self.running:
                ready.append(future)
        try:
            if len(ready) > 1:  # at once, or each would cost a call of its own
                fetch, client = partial(self._fetched, ready), self.workers.client
                outcomes = client.sync(fetch, callback_timeout=LOOK)
                return [(self.running.pop(f).task, o) for f, o in outcomes.items()]
        except Exception:  # noqa: S110  # one of them is the matter: which?
            pass
        return [landed for future in ready if (landed := self._landed(future))]

    async def _fetched(self, futures: list[Future]) -> dict[Future, Any]:
        """What tasks returned."""
        return dict(zip(futures, await self.workers.client._gather(futures), strict=True))

    def _landed(self, future: Future) -> tuple[Task, Any] | None:
        """A task and what it returned; None if it has to be waited for or sent again."""
        try:
            outcome = future.result(timeout=LOOK)
        except TimeoutError:  # lost with its worker; it may have none left to be sent to
            self.landed.add(future)
            return None
        except KilledWorker:
            sent = self.running.pop(future)
            allowed = int(dask.config.get("distributed.scheduler.allowed-failures"))
            self._send_again(replace(sent, deaths=max(sent.deaths, SUSPECT) + allowed + 1))
            return None
        return self.running.pop(future).task, outcome

    def _send_again(self, sent: Sent[Task]) -> None:
        """Have what may be sent beside others sent next, and anything else last."""
        (self.back.append if sent.alone else self.back.appendleft)(sent)

    def _next(self) -> Sent[Task] | None:
        """What is sent next; None if there is nothing to send until something lands."""
        if self.back and (not self.back[0].alone or not (self.queue or self.running)):
            return self.back.popleft()
        return Sent(self.queue.popleft()) if self.queue else None

    def _stranded(self, sent: Sent[Task]) -> bool:
        return sent.only is not None and not {*sent.only} & {*self.workers.fit}
