"""What workers do in tests, some of them to themselves; they find this file where tests do."""

import asyncio
import os
import time

from distributed import Scheduler, SpecCluster
from distributed.deploy.spec import ProcessInterface

KILLERS = (3, 7)
SUBMITTED = set()


def perform(task, limits, seconds):
    """Double a number after a while; killers end their process."""
    if task in KILLERS:
        os._exit(1)
    time.sleep(seconds)
    return 2 * task


def slept(task, limits, scale):
    """Sleep as long as a task is predicted to take, times `scale`."""
    time.sleep(scale * task.cost)


class Anything:
    """A probe that asks for nothing."""

    def tried(self, mark):
        return None

    def seen(self, mark):
        return None


class Submitted(ProcessInterface):
    """A job that takes long to submit."""

    async def start(self):
        await asyncio.sleep(3)
        await super().start()
        SUBMITTED.add(self)

    async def close(self):
        SUBMITTED.discard(self)
        await super().close()


class Slow(SpecCluster):
    """A cluster of such jobs."""

    def __init__(self):
        where = {"host": "127.0.0.1", "port": 0, "dashboard_address": "127.0.0.1:0"}
        super().__init__(
            scheduler={"cls": Scheduler, "options": where}, worker={"cls": Submitted, "options": {}}
        )

    @property
    def plan(self):
        return {"a job"}
