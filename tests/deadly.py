"""Tasks for workers, some of which kill them; workers find this file where tests do."""

import os
import time

KILLER = 7


def perform(task, limits, seconds):
    """Double a number after a while; the killer ends its process."""
    if task == KILLER:
        os._exit(1)
    time.sleep(seconds)
    return 2 * task
