"""Merges of a store that are killed at random moments."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest

from running import ROOT, some
from stored import EXACT, QUESTION, put, sampled, stored, table
from sweepstake.store import merge
from sweepstake.store.shards import Store

CHUNKS = [EXACT, *(sampled(number, number % 7, 10) for number in range(20))]
LARGEST = {"into one shard": (1 << 30, 10_000), "into many full shards": (1, 7)}
"""The bytes at which a shard is full, and the chunks in a row group."""
FORKED = """
import os, signal, sys
from pathlib import Path
from stored import QUESTION
from sweepstake.store import merge
from sweepstake.store.shards import Store

def kill_before(step):
    left = iter(range(step, -1, -1))
    def look(event, _):
        if event in ("os.rename", "os.remove") and next(left, None) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(look)

merge.FEW = 0
merge.LARGE, merge.GROUP = map(int, sys.argv[1:])
for line in iter(sys.stdin.readline, ""):
    folder, step = line.split()
    child = os.fork()
    if not child:
        kill_before(int(step))
        merge.merge(Store(Path(folder), QUESTION))
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
    for number, one in enumerate(CHUNKS):
        put(store, one, task=f"{number:02}")
    return store


def rows(store):
    """The chunks of every shard, those that stand in two counted twice."""
    return sum(sum(store.sizes(path)) for path in store.paths())


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
    for name, value in (("FEW", 0), ("LARGE", large), ("GROUP", group)):
        monkeypatch.setattr(merge, name, value)
    with subprocess.Popen(
        [sys.executable, "-c", FORKED, str(large), str(group)],
        cwd=ROOT / "tests", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield process


def cut_off(merger, store, rng, seconds):
    """Have `store` merged, and that killed at a random step, or after a random time; was it?"""
    if rng.random() < 0.5:
        begun(merger, store.results, rng.randrange(len(CHUNKS) + 3))
    else:
        child = begun(merger, store.results)
        time.sleep(rng.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
    return ended(merger) == -signal.SIGKILL


@pytest.mark.parametrize("kills", some([8, 40], [8]))
def test_a_merge_that_is_killed_loses_nothing_and_the_next_leaves_each_chunk_once(
    tmp_path, merger, ledger, kills
):
    small, rng, twice = small_shards(tmp_path / "small"), random.Random(1), 0
    told, keys = table(small, *CHUNKS), stored(small)
    began = time.monotonic()
    begun(merger, shutil.copytree(small.results, tmp_path / "undisturbed"))
    assert ended(merger) == 0
    seconds = time.monotonic() - began
    for number in range(kills):
        store = Store(shutil.copytree(small.results, tmp_path / str(number)), QUESTION)
        killed = cut_off(merger, store, rng, seconds)
        assert stored(store) == keys
        assert table(store, *CHUNKS).equals(told)
        twice += rows(store) > len(CHUNKS)
        merge.merge(store)
        assert rows(store) == len(CHUNKS)
        assert table(store, *CHUNKS).equals(told)
        ledger.injected += killed
        ledger.survived += killed
    assert twice  # or no merge was killed between its new shards and its old ones


def test_a_folder_in_place_of_the_manifest_is_put_aside(tmp_path):
    store = small_shards(tmp_path)
    (store.folder / "manifest.json").mkdir()
    merge.merge(store)
    assert rows(store) == len(CHUNKS)
    assert [*merge.manifest(store)] == [path.name for path in store.paths()]
