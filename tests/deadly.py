"""What workers do in tests, some of them to themselves; they find this file where tests do."""

import os
import time

KILLERS = (3, 7)


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
