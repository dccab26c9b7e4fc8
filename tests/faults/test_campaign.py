"""The campaign of random faults, a short one and a long one, and what it can tell."""

import os
from collections import Counter
from random import Random

import pyarrow.parquet as pq
import pytest

from faults.campaign import chunks, damage, disk, made
from faults.campaign.place import Place, Truth
from faults.campaign.plan import AMID, DAMAGES, LAST, MADE, SIZE, planned
from faults.campaign.spread import spread_anew
from running import ROOT, python
from stored import POINTS, QUESTION, SAMPLED, origin, partition, paths, put, rows, sampled, stored
from sweepstake.plan.chunks import with_params
from sweepstake.store.rows import answers as answered
from sweepstake.store.shards import Store
from sweepstake.upkeep import sums


def injected(folder, faults, seed, *more):
    """The faults of a campaign as `make test-campaign` runs it, its folders below `folder`."""
    path = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    words = ("-m", "faults.campaign", "--faults", faults, "--seed", seed, *more)
    where = {"PYTHONPATH": path, "TMPDIR": str(folder)}
    total = python(*words, cwd=folder, timeout=None, **where).stdout.splitlines()[-1]
    return int(total.split()[1])


@pytest.mark.system
def test_a_round_of_random_faults_is_survived(tmp_path):
    """It has every kind of edit, a second run, a full disk and a failing one."""
    assert injected(tmp_path, "13", "59", "--round", "1") > 8


@pytest.mark.long
def test_a_hundred_random_faults_are_survived(tmp_path):
    assert injected(tmp_path, "100", "2") > 70


def test_every_kind_of_fault_comes_about_as_often():
    rounds = [planned("1", number) for number in range(1, 51)]
    often = Counter(fault.kind for one in rounds for fault in one.faults)
    assert often.total() == 50 * SIZE
    assert often.keys() == {*DAMAGES, *MADE, *AMID[False], *AMID[True], *LAST[False], *LAST[True]}
    assert max(often.values()) <= 2 * min(often.values())


@pytest.fixture
def place(tmp_path):
    """A round in whose store two shards stand, with two chunks and with one."""
    store = Store(tmp_path / "results", QUESTION)
    put(store, sampled(0, 3, 10), sampled(2, 5, 30), task="one")
    put(store, sampled(1, 4, 20), task="two")
    found = chunks.computed(tmp_path / "results")
    digests = {key: next(iter(by_digest)) for key, by_digest in found.items()}
    return Place(tmp_path, Truth(tmp_path, {}, digests))


def store(place):
    return Store(place.results, QUESTION)


def after(place, act):
    """How many chunks are lost, and how many computed twice, if `act` is all that happens."""
    whole = place.whole()
    place.note(True, whole, whole)
    act()
    place.found.append(place.whole())
    return len(place.lost(0)), len(place.twice(0))


def shard(place, chunks):
    """The shard with so many chunks."""
    [path] = [path for path in paths(store(place)) if pq.read_metadata(path).num_rows == chunks]
    return path


def with_other_rows(place):
    shard(place, 1).unlink()
    put(store(place), sampled(1, 5, 20), task="two")


def from_another_worker(place):
    by, again = origin("three") | {"worker": "there/2"}, sampled(1, 4, 20)
    answers = answered(QUESTION, [again[1]])
    partition(store(place), SAMPLED).write(with_params(POINTS, rows([again])), answers, by)


@pytest.mark.parametrize(
    ("act", "lost_and_twice"),
    [(lambda place: shard(place, 2).unlink(), (2, 0)), (with_other_rows, (1, 0)),
     (from_another_worker, (0, 1)), (lambda place: stored(store(place)), (0, 0))],
    ids=["a file is gone", "other rows", "another worker", "nothing"],
)  # fmt: skip
def test_chunks_that_are_lost_or_computed_twice_are_counted(place, act, lost_and_twice):
    assert after(place, lambda: act(place)) == lost_and_twice


@pytest.mark.parametrize("seed", range(5))
def test_chunks_that_are_laid_out_anew_are_neither_lost_nor_computed_twice(place, seed):
    def laid_out_anew():
        for _ in range(3):  # some shards have the name of one that was there
            spread_anew(chunks.shards(place.results), place.results, Random(seed))

    assert after(place, laid_out_anew) == (0, 0)
    assert len(stored(store(place))) == 3


@pytest.mark.parametrize("kind", damage.STORED)
def test_every_damage_leaves_another_store(place, kind):
    def content():
        return {
            path.name: path.read_bytes() if path.is_file() else "a folder"
            for folder in chunks.folders(place.results)
            for path in folder.iterdir()
        }

    before = content()
    touched = damage.STORED[kind](Random(1), chunks.shards(place.results))
    after = content()
    assert {path.name for path in touched} == {
        name for name in before | after if before.get(name) != after.get(name)
    }


@pytest.mark.parametrize("write", [
    "pathlib.Path('results/answer').write_text('42')",
    "pyarrow.parquet.write_table(pyarrow.table({'answer': [42]}), 'results/answer')",
])  # fmt: skip
def test_a_failing_disk_takes_nothing_until_it_is_mended(write, tmp_path):
    def error():
        code = f"import pathlib, pyarrow.parquet; {write}"
        return python("-c", code, cwd=tmp_path, code=None, **environment).stderr

    (tmp_path / "results").mkdir()
    if not (environment := disk.failing(tmp_path)):
        pytest.skip("no C compiler")
    assert not error()
    assert disk.fail(tmp_path)
    assert "[Errno 5]" in error()
    disk.mend(tmp_path)
    assert not error()


def test_damage_that_verify_does_not_name_is_noticed(place):
    checks = place.results / "checks.csv"
    with sums.recorded([str(checks)]):
        checks.write_text("verdict")
    assert made.unnamed(place, ()) == ""
    assert made.unnamed(place, {checks}) == "verify does not name 1 files"
    checks.write_text("Verdict")
    assert made.unnamed(place, {checks}) == ""
