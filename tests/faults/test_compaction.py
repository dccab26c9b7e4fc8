"""Merges of a store that are killed at random moments."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pyarrow.parquet as pq
import pytest

from running import ROOT, some
from stored import MANY, QUESTION, compacted, paths, put, stored, table
from sweepstake.store import compaction, rows, shards
from sweepstake.store.shards import Store

LARGEST = {"into one shard": (1 << 30, 100_000), "into many shards": (1, 14)}
"""The bytes at which a shard is full, and the outcomes in a row group."""
FORKED = """
import os, signal, sys
from pathlib import Path
from stored import MANY, QUESTION, compacted
from sweepstake.store import compaction, rows, shards

def kill_before(step):
    left = iter(range(step, -1, -1))
    def look(event, _):
        if event in ("os.rename", "os.remove") and next(left, None) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(look)

compaction.FEW = 0
shards.FULL, rows.GROUP = map(int, sys.argv[1:])
for line in iter(sys.stdin.readline, ""):
    folder, step = line.split()
    child = os.fork()
    if not child:
        kill_before(int(step))
        compacted(shards.Store(Path(folder), QUESTION), MANY)
        os._exit(0)
    print(child, flush=True)
    sys.stdin.readline()  # until it is waited for, its id is nobody else's
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Merges each store that it is told of in a process of its own, whose id it says.

The process kills itself before it renames or removes a file for the so many'th time.
"""
NEVER = 10**6


def small_shards(folder):
    """A store of one small shard a chunk."""
    store = Store(folder, QUESTION)
    for number, one in enumerate(MANY):
        put(store, one, task=f"{number:02}")
    return store


def stored_twice(store):
    """The chunks of every shard, those that stand in two counted twice."""
    return sum(pq.read_metadata(path).num_rows for path in paths(store))


def begun(merger, folder, step=NEVER):
    """Have the store in `folder` merged up to a `step`; the process that does it."""
    _say(merger, f"{folder} {step}")
    return int(merger.stdout.readline())


def ended(merger):
    """The exit code of the merge that was begun, once it has ended."""
    _say(merger, "")
    return int(merger.stdout.readline())


def _say(merger, line):
    merger.stdin.write(f"{line}\n")
    merger.stdin.flush()


@pytest.fixture(params=LARGEST)
def merger(request, monkeypatch):
    """A process that merges, into shards of the same size as this one does."""
    large, group = LARGEST[request.param]
    monkeypatch.setattr(compaction, "FEW", 0)
    monkeypatch.setattr(shards, "FULL", large)
    monkeypatch.setattr(rows, "GROUP", group)
    with subprocess.Popen(
        [sys.executable, "-c", FORKED, str(large), str(group)],
        cwd=ROOT / "tests", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield process


def cut_off(merger, store, rng, seconds):
    """Have `store` merged, and that killed at a random step, or after a random time."""
    if rng.random() < 0.5:
        begun(merger, store.results, rng.randrange(len(MANY) + 3))
    else:
        child = begun(merger, store.results)
        time.sleep(rng.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
    assert ended(merger) in (0, -signal.SIGKILL)


@pytest.mark.parametrize("kills", some([8, 40], [8]))
def test_a_merge_that_is_killed_loses_nothing_and_the_next_leaves_each_chunk_once(
    tmp_path, merger, kills
):
    small, rng, twice = small_shards(tmp_path / "small"), random.Random(1), 0
    told, keys = table(small, *MANY), stored(small)
    began = time.monotonic()
    begun(merger, shutil.copytree(small.results, tmp_path / "undisturbed"))
    assert ended(merger) == 0
    seconds = time.monotonic() - began
    for number in range(kills):
        store = Store(shutil.copytree(small.results, tmp_path / str(number)), QUESTION)
        cut_off(merger, store, rng, seconds)
        assert stored(store) == keys
        assert table(store, *MANY).equals(told)
        twice += stored_twice(store) > len(MANY)
        compacted(store, MANY)
        assert stored_twice(store) == len(MANY)
        assert table(store, *MANY).equals(told)
    assert twice  # or no merge was killed between its new shards and its old ones
