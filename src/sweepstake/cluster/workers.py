"""Which workers of a cluster may compute: each is asked first, late joiners too."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from distributed import Client, Worker

from sweepstake.cluster.connection import Queue
from sweepstake.cluster.leaving import leave_in_time
from sweepstake.cluster.preflight import refusal
from sweepstake.cluster.settings import ClusterError
from sweepstake.core.shown import in_a_line

LOOK, POLL = 1.0, 0.005
"""Seconds after which workers that came or went are noticed, and those between two looks."""

AGAIN = 60.0
"""Seconds after which it is said again that workers are waited for."""

Tell = Callable[[str], None]
Answer = concurrent.futures.Future[dict[str, Any]]


@dataclass
class Workers:
    """Which workers may compute: those that were asked and have what this run needs.

    A worker that differs, or does not answer, is left out and named; the others go on.
    """

    client: Client
    needs: Mapping[str, str]
    wait: float
    tell: Tell
    queue: Callable[[], Queue] = Queue
    fit: dict[str, int] = field(default_factory=dict)
    """The threads of each worker that may compute, by address."""
    unfit: dict[str, str] = field(default_factory=dict)
    """Why a worker is left out, by address."""
    _asked: dict[str, tuple[Answer, float]] = field(default_factory=dict)
    _looked: float = -inf
    _told: float = -inf
    _there: float = field(default_factory=time.monotonic)

    @property
    def threads(self) -> int:
        """The threads that may compute."""
        return sum(self.fit.values())

    @property
    def only(self) -> list[str] | None:
        """The workers that tasks must go to; None while any worker will do."""
        return list(self.fit) if self._asked or self.unfit else None

    def wait_for_some(self) -> None:
        """Return once a worker may compute, and those that are there have had time to answer."""
        began = time.monotonic()
        while not self.fit or (self._asked and time.monotonic() - began < LOOK):
            self.look(now=True)
            time.sleep(POLL)

    def look(self, *, now: bool = False) -> bool:
        """Notice who came and went, at most every second; ClusterError if none is left."""
        if not now and time.monotonic() - self._looked < LOOK:
            return False
        threads = self.client.nthreads()
        for gone in {*self.fit, *self.unfit, *self._asked} - {*threads}:
            self.fit.pop(gone, None), self.unfit.pop(gone, None), self._asked.pop(gone, None)
        for address in {*threads} - {*self.fit, *self.unfit, *self._asked}:
            self._asked[address] = self._ask(address), time.monotonic()
        for address, (asked, since) in list(self._asked.items()):
            self._judge(address, asked, since, threads[address])
        self._looked = time.monotonic()
        self._check_left()
        return True

    def _ask(self, address: str) -> Answer:
        """Ask a worker by a call, not by a task: one that lacks this package would die of it."""
        call = self.client.run(
            _asked, self.needs, workers=[address], on_error="return", asynchronous=True
        )
        return asyncio.run_coroutine_threadsafe(call, self.client.loop.asyncio_loop)

    def _judge(self, address: str, asked: Answer, since: float, threads: int) -> None:
        """Is the worker fit, unfit, or to be waited for?"""
        if not asked.done():
            if time.monotonic() - since > self.wait and address not in self.unfit:
                self._leave_out(address, self._silent(address))
            return
        del self._asked[address]
        self.unfit.pop(address, None)
        said = asked.exception() or asked.result()[address]
        if isinstance(said, BaseException):
            said = (
                f"worker {address} can't run sweepstake: {in_a_line(said)}; install the same "
                f"version there"
            )
        if said:
            self._leave_out(address, said)
        else:
            self.fit[address] = threads

    def _leave_out(self, address: str, why: str) -> None:
        self.unfit[address] = why
        self.tell(f"left out: {why}")

    def _check_left(self) -> None:
        """Raise ClusterError if no worker can compute and none is still waited for."""
        silent = [address for address in self._asked if address not in self.unfit]
        waited = time.monotonic() - self._there > self.wait
        queue = self.queue() if not self.fit else Queue()
        if self.fit:
            self._there = time.monotonic()
        elif queue.waiting and not self._asked:  # the time in a queue is not ours to bound
            self._there = time.monotonic()
            self._tell_waiting(queue.waiting)
        elif self.unfit and not silent:
            raise ClusterError(f"no worker can be used: {next(iter(self.unfit.values()))}")
        elif silent and waited:
            raise ClusterError(f"no worker can be used: {self._silent(silent[0])}")
        elif waited:
            raise ClusterError(
                f"no worker came within {self.wait:g}s; "
                + (queue.trouble or "start workers, or raise sweepstake.cluster.wait")
            )

    def _tell_waiting(self, why: str) -> None:
        """Say now and then that workers are waited for."""
        if time.monotonic() - self._told > AGAIN:
            self._told = time.monotonic()
            self.tell(f"waiting for workers: {why}")

    def _silent(self, address: str) -> str:
        return (
            f"worker {address} has not answered for {self.wait:g}s; restart it, or raise "
            f"sweepstake.cluster.wait"
        )


def _asked(needs: Mapping[str, str], dask_worker: Worker) -> str | None:
    """Why a worker must not compute; one that may is also told when to leave. Runs there."""
    leave_in_time(dask_worker)
    return refusal(needs)
