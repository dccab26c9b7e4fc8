"""Which workers of a cluster may compute: each is asked first, late joiners too."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from secrets import token_hex

from distributed import Client, Future, Worker

from sweepstake.cluster.connection import Queue
from sweepstake.cluster.heard import SILENT, Heard
from sweepstake.cluster.leaving import leave_in_time
from sweepstake.cluster.preflight import Answer, Needs, Probe, answer
from sweepstake.cluster.settings import ClusterError
from sweepstake.core.shown import in_a_line

LOOK, POLL = 1.0, 0.005
"""Seconds after which workers that came or went are noticed, and those between two looks."""

PATIENCE = 5.0
"""Seconds for which a run waits for a worker that can store when others can't."""
DESERTED = 3.0
"""Seconds without any worker after which an adaptive cluster is called for one."""
AGAIN = 60.0
"""Seconds after which it is said again that workers are waited for."""

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Asked:
    """A worker that has been asked whether it may compute."""

    answer: concurrent.futures.Future[dict[str, Answer | BaseException]]
    since: float
    mark: str


@dataclass
class Workers:
    """Which workers may compute: those that were asked and have what this run needs.

    A worker that differs, or does not answer, is left out and named; the others go on.
    """

    client: Client
    needs: Needs
    probe: Probe
    wait: float
    tell: Tell
    queue: Callable[[], Queue] = Queue
    fit: dict[str, int] = field(default_factory=dict)
    """The threads of each worker that may compute, by address."""
    unfit: dict[str, str] = field(default_factory=dict)
    """Why a worker is left out, by address."""
    blind: dict[str, int] = field(default_factory=dict)
    """The threads of each worker that may compute but can't store, by address; all are unfit."""
    none_stores: bool = False
    """No worker could store when the run began: all that may compute are fit."""
    _asked: dict[str, Asked] = field(default_factory=dict)
    _began: bool = False
    _looked: float = -inf
    _call: Future | None = None
    """A task that nobody can do, while no worker is there: an adaptive cluster starts some then."""
    _told: float = -inf
    _why: str = ""
    _there: float = field(default_factory=time.monotonic)
    _heard: Heard = field(init=False)

    def __post_init__(self) -> None:
        self._heard = Heard(self.client)

    @property
    def threads(self) -> int:
        """The threads that may compute."""
        return sum(self.fit.values())

    @property
    def only(self) -> list[str] | None:
        """The workers that tasks must go to; None while any worker will do."""
        return list(self.fit) if self._asked or self.unfit else None

    def wait_for_some(self) -> None:
        """Return once a worker may compute, and those that are there have had time to answer.

        If none of them can store, those that may compute do so all the same.
        """
        began = time.monotonic()
        while not self.fit or (self._asked and time.monotonic() - began < LOOK):
            self.look(now=True)
            if self._all_blind and time.monotonic() - began > PATIENCE:
                self._use_blind()
            time.sleep(POLL)
        self._began = True

    def _use_blind(self) -> None:
        self.none_stores, self.fit = True, dict(self.blind)
        for address in self.fit:
            del self.unfit[address]
        self.tell(
            "no worker can store results, so their answers travel through the scheduler; let "
            "workers see the folder of the run if these are large"
        )

    def look(self, *, now: bool = False) -> bool:
        """Notice who came and went, at most every second; ClusterError if none is left."""
        if not now and time.monotonic() - self._looked < LOOK:
            return False
        threads = self.client.nthreads()
        for gone in {*self.fit, *self.unfit, *self._asked} - {*threads}:
            for known in (self.fit, self.unfit, self.blind, self._asked):
                known.pop(gone, None)
        for address in {*threads} - {*self.fit, *self.unfit, *self._asked}:
            self._asked[address] = self._ask(address)
        for address, asked in list(self._asked.items()):
            self._judge(address, asked, threads[address])
        for address in self._heard.newly_silent() & {*self.fit}:
            self.tell(
                f"worker {address} has not been heard of for {SILENT:g} s: it is stopped, hangs or "
                f"can't be reached; Dask gives its tasks to others after some minutes"
            )
        self._looked = time.monotonic()
        self._check_left()
        return True

    def _ask(self, address: str) -> Asked:
        """Ask a worker by a call, not by a task: one that lacks this package would die of it."""
        given, mark = (self.needs, self.probe), token_hex(8)
        call = self.client.run(
            _asked, *given, mark, workers=[address], on_error="return", asynchronous=True
        )
        told = asyncio.run_coroutine_threadsafe(call, self.client.loop.asyncio_loop)
        return Asked(told, time.monotonic(), mark)

    def _judge(self, address: str, asked: Asked, threads: int) -> None:
        """Is the worker fit, unfit, or to be waited for?"""
        if not asked.answer.done():
            if time.monotonic() - asked.since > self.wait and address not in self.unfit:
                self._leave_out(address, self._silent(address))
            return
        del self._asked[address]
        self.unfit.pop(address, None)
        said = asked.answer.exception() or asked.answer.result()[address]
        if isinstance(said, BaseException):
            self._leave_out(
                address,
                f"worker {address} can't run sweepstake: {in_a_line(said)}; install the same "
                f"version there",
            )
        elif said.refusal:
            self._leave_out(address, said.refusal)
        elif self.none_stores:
            self.fit[address] = threads
        elif blind := said.blind or self.probe.seen(asked.mark):
            self.blind[address] = threads
            self._leave_out(address, blind if said.blind else f"worker {said.name}: {blind}")
        else:
            self.fit[address] = threads

    def _leave_out(self, address: str, why: str) -> None:
        self.unfit[address] = why
        self.tell(f"left out: {why}")

    def _check_left(self) -> None:
        """Raise ClusterError if no worker can compute and none is still waited for."""
        silent = [address for address in self._asked if address not in self.unfit]
        there = {*self.fit, *self.unfit, *self._asked}
        waited = time.monotonic() - self._there > self.wait
        queue = self.queue() if not self.fit else Queue()
        if there:
            self._call = None
        elif self._call is None and time.monotonic() - self._there > DESERTED:
            self._call = self.client.submit(int, pure=False)
        if self.fit:
            self._there = time.monotonic()
        elif queue.waiting and not self._asked:  # the time in a queue is not ours to bound
            self._there = time.monotonic()
            self._tell_waiting(queue.waiting)
        elif self.unfit and not silent and not self._all_blind:
            raise ClusterError(f"no worker can be used: {next(iter(self.unfit.values()))}")
        elif silent and waited:
            raise ClusterError(f"no worker can be used: {self._silent(silent[0])}")
        elif waited:
            raise ClusterError(
                f"no worker came within {self.wait:g}s; "
                + (queue.trouble or "start workers, or raise sweepstake.cluster.wait")
            )

    def _tell_waiting(self, why: str) -> None:
        """Say now and then that workers are waited for, and when it is for another reason."""
        if why != self._why or time.monotonic() - self._told > AGAIN:
            self._told, self._why = time.monotonic(), why
            self.tell(f"waiting for workers: {why}")

    @property
    def _all_blind(self) -> bool:
        """Has the run still to begin, with no workers but such as may compute and can't store?"""
        there = {*self.fit, *self.unfit, *self._asked}
        return not self._began and bool(self.blind) and there == {*self.blind}

    def _silent(self, address: str) -> str:
        return (
            f"worker {address} has not answered for {self.wait:g}s; restart it, or raise "
            f"sweepstake.cluster.wait"
        )


def _asked(needs: Needs, probe: Probe, mark: str, dask_worker: Worker) -> Answer:
    """The answer of a worker, which is also told when to leave; runs there."""
    leave_in_time(dask_worker)
    return answer(needs, probe, mark)
