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
from sweepstake.text.shown import in_a_line

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
class Inquiry:
    """A worker that has been asked whether it may compute."""

    answer: concurrent.futures.Future[dict[str, Answer | BaseException]]
    since: float
    token: str
    """What tells this worker from others."""


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
    _inquiries: dict[str, Inquiry] = field(default_factory=dict)
    _began: bool = False
    _looked: float = -inf
    _call: Future | None = None
    """A task that nobody can do, while no worker is there: an adaptive cluster starts some then."""
    _told: float = -inf
    _why: str = ""
    _since: float = field(default_factory=time.monotonic)
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
        return list(self.fit) if self._inquiries or self.unfit else None

    def wait_for_some(self) -> None:
        """Return once a worker may compute, and those that are there have had time to answer.

        If none of them can store, those that may compute do so all the same.
        """
        began = time.monotonic()
        while not self.fit or (self._inquiries and time.monotonic() - began < LOOK):
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
        for gone in {*self.fit, *self.unfit, *self._inquiries} - {*threads}:
            for known in (self.fit, self.unfit, self.blind, self._inquiries):
                known.pop(gone, None)
        for address in {*threads} - {*self.fit, *self.unfit, *self._inquiries}:
            self._inquiries[address] = self._inquire(address)
        for address, inquiry in list(self._inquiries.items()):
            self._judge(address, inquiry, threads[address])
        for address in self._heard.newly_silent() & {*self.fit}:
            self.tell(
                f"worker {address} has not been heard of for {SILENT:g} s: it is stopped, hangs or "
                f"can't be reached; Dask gives its tasks to others after some minutes"
            )
        self._looked = time.monotonic()
        self._check_left()
        return True

    def _inquire(self, address: str) -> Inquiry:
        """Ask a worker by a call, not by a task: one that lacks this package would die of it."""
        given, token = (self.needs, self.probe), token_hex(8)
        call = self.client.run(
            _answer, *given, token, workers=[address], on_error="return", asynchronous=True
        )
        told = asyncio.run_coroutine_threadsafe(call, self.client.loop.asyncio_loop)
        return Inquiry(told, time.monotonic(), token)

    def _judge(self, address: str, inquiry: Inquiry, threads: int) -> None:
        """Is the worker fit, unfit, or to be waited for?"""
        if not inquiry.answer.done():
            if time.monotonic() - inquiry.since > self.wait and address not in self.unfit:
                self._leave_out(address, self._silent(address))
            return
        del self._inquiries[address]
        self.unfit.pop(address, None)
        said = inquiry.answer.exception() or inquiry.answer.result()[address]
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
        elif blind := said.blind or self.probe.seen(inquiry.token):
            self.blind[address] = threads
            self._leave_out(address, blind if said.blind else f"worker {said.name}: {blind}")
        else:
            self.fit[address] = threads

    def _leave_out(self, address: str, why: str) -> None:
        self.unfit[address] = why
        self.tell(f"left out: {why}")

    def _check_left(self) -> None:
        """Raise ClusterError if no worker can compute and none is still waited for."""
        if self.fit:
            self._since, self._call = time.monotonic(), None
            return
        self._call_for_some()
        queue = self.queue()
        if queue.waiting and not self._inquiries:  # the time in a queue is not ours to bound
            self._since = time.monotonic()
            self._tell_waiting(queue.waiting)
        elif why := self._hopeless(queue.trouble):
            raise ClusterError(why)

    def _call_for_some(self) -> None:
        """Have an adaptive cluster start workers, if none is there for a while."""
        if self.unfit or self._inquiries:
            self._call = None
        elif self._call is None and time.monotonic() - self._since > DESERTED:
            self._call = self.client.submit(int, pure=False)

    def _hopeless(self, trouble: str) -> str | None:
        """Why no worker will compute; None while one may."""
        silent = [address for address in self._inquiries if address not in self.unfit]
        if self.unfit and not silent and not self._all_blind:
            return f"no worker can be used: {next(iter(self.unfit.values()))}"
        if time.monotonic() - self._since <= self.wait:
            return None
        if silent:
            return f"no worker can be used: {self._silent(silent[0])}"
        why = trouble or "start workers, or raise sweepstake.cluster.wait"
        return f"no worker came within {self.wait:g}s; {why}"

    def _tell_waiting(self, why: str) -> None:
        """Say now and then that workers are waited for, and when it is for another reason."""
        if why != self._why or time.monotonic() - self._told > AGAIN:
            self._told, self._why = time.monotonic(), why
            self.tell(f"waiting for workers: {why}")

    @property
    def _all_blind(self) -> bool:
        """Has the run still to begin, with no workers but such as may compute and can't store?"""
        there = {*self.fit, *self.unfit, *self._inquiries}
        return not self._began and bool(self.blind) and there == {*self.blind}

    def _silent(self, address: str) -> str:
        return (
            f"worker {address} has not answered for {self.wait:g}s; restart it, or raise "
            f"sweepstake.cluster.wait"
        )


def _answer(needs: Needs, probe: Probe, token: str, dask_worker: Worker) -> Answer:
    """The answer of a worker, which is also told when to leave; runs there."""
    leave_in_time(dask_worker)
    return answer(needs, probe, token)
