"""A process in which puzzles are computed, edited and computed again."""

import os
import sys

import pyarrow as pa

from edits import EDITS
from sweepstake.config import spec
from sweepstake.errors import FailedPointsError
from sweepstake.plan.plan import plan
from sweepstake.puzzle import register
from sweepstake.run import child
from sweepstake.run.chunk import Limits
from sweepstake.run.compute import Listener, compute
from sweepstake.source import opened
from sweepstake.store.export import Gathering
from sweepstake.store.shards import Store

LIMITS = Limits(60.0, 1 << 32)


def rows(config, results):
    """The rows of the sweep of `config`, stored below `results`, and how many were computed."""
    [sweep] = spec.sweeps(config).values()
    stored = Store(results, sweep.question)
    missing = len(plan(sweep, results).missing)
    try:
        planned = compute(sweep, stored, LIMITS, 1, Listener())
    except FailedPointsError as error:
        raise ValueError(error.first.error) from None
    found = Gathering(stored, planned.shards).rows(pa.concat_tables(planned.parts()))
    return found["_answer"].to_pylist(), missing


def computed(folder, edit, files, environment):
    """The answer of a puzzle at n = 3, and how many points were computed; or why there is none."""
    for path, held in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if held is None:
            file.unlink()
        else:
            file.write_bytes(held if isinstance(held, bytes) else held.encode())
            os.utime(file, (1e9, 1e9))
    os.chdir(folder)
    os.environ |= environment
    register._named.clear()
    block = {"question": "p_q", "points": [{"grid": {"n": [3]}, "methods": ["m"]}]}
    try:
        return rows(
            {"puzzles": [str(folder / edit.puzzle)], "sweeps": {"s": block}},
            folder.parent / "results" / folder.name,
        )
    except ValueError as error:
        return str(error), 0
    finally:
        for name in environment:
            del os.environ[name]


def every(root):
    """By edit, what came before and after it, in a process that has seen all the others."""
    opened.own_process()  # as a run's process does
    sys.path[:0] = ["", str(root / "site")]
    os.environ["HOME"] = str(root / "home")
    found = {}
    for number, edit in enumerate(EDITS):
        folder = root / f"c{number}"
        folder.mkdir()
        if edit.alone:
            child.end()
        before = computed(folder, edit, edit.before, {})
        if edit.environment:
            child.end()
        found[edit.name] = before, computed(folder, edit, edit.after, edit.environment)
    return found
