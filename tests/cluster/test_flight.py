"""Tasks whose workers die: workers that answer late make Dask lose count, so they are slow here."""

from collections import deque

import dask
import pytest

from deadly import KILLERS, Anything, perform
from sweepstake.cluster.flight import Lost
from sweepstake.cluster.pool import pool

LATE = """
import threading, time
from sweepstake.cluster import preflight

def late(asked):
    def refusal(needs):
        if threading.current_thread() is threading.main_thread():
            time.sleep({seconds})
        return asked(needs)
    return refusal

if preflight.refusal.__module__ == "sweepstake.cluster.preflight":
    preflight.refusal = late(preflight.refusal)
"""
"""Makes a worker answer late whether it may compute; tasks are asked at once."""


@pytest.mark.alone
@pytest.mark.parametrize("seconds", [0.0, 2.5])
def test_only_the_tasks_that_kill_their_workers_are_given_up(tmp_path, seconds):
    late = tmp_path / "late.py"
    late.write_text(LATE.replace("{seconds}", str(seconds)))
    options = {
        "n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "preload": [str(late)],
        "dashboard_address": "127.0.0.1:0",
    }  # fmt: skip
    settings = {"class": "distributed.LocalCluster", "options": options}
    with dask.config.set({"sweepstake.cluster": settings}), pool(2, print, Anything()) as its:
        came = dict(its.each(perform, deque(range(12)), 0.1))
    assert len(came) == 12
    assert all(isinstance(came[k], Lost) for k in KILLERS)
    assert {k: came[k] for k in came if k not in KILLERS} == {
        k: 2 * k for k in range(12) if k not in KILLERS
    }
