"""Tasks and their results stay within bounds of memory, however slow the one who takes them is."""

import time
from dataclasses import dataclass
from types import SimpleNamespace

import dask
import pytest

from sweepstake.cluster import client
from sweepstake.cluster import tasks as cluster
from sweepstake.cluster.tasks import AHEAD, LARGE, _Ahead

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Task:
    number: int
    chunks: int = 1
    method: str = "exact"
    nbytes: int = 1_000
    cost: float = 1.0

    def __len__(self):
        return self.chunks


@pytest.fixture
def here():
    """No cluster is configured."""
    client.close()
    with dask.config.set({"sweepstake.cluster": None}):
        yield
    client.close()


def result(nbytes, tried=1):
    return SimpleNamespace(nbytes=nbytes, tried=tried)


def fill(ahead, threads, chunks=1, method="exact"):
    """Submit tasks while there is room; how many are submitted."""
    while ahead.has_room(threads):
        ahead.add(object(), Task(0, chunks, method))
    return len(ahead.pending)


def test_little_is_submitted_before_the_first_result_and_much_after_a_small_one():
    ahead = _Ahead(AHEAD)
    assert fill(ahead, threads=1) == AHEAD // LARGE
    ahead.remove(next(iter(ahead.pending)), result(1_000))
    assert 1_000 < fill(ahead, threads=1) < 10_000


def test_a_large_result_leaves_room_for_few_but_each_thread_has_two():
    ahead = _Ahead(AHEAD)
    fill(ahead, threads=1)
    ahead.remove(next(iter(ahead.pending)), result(1_000))
    fill(ahead, threads=1)
    ahead.remove(next(iter(ahead.pending)), result(64 * MEGABYTE))
    assert not ahead.has_room(threads=400)
    while ahead.pending:
        ahead.remove(next(iter(ahead.pending)), None)
    assert ahead.bytes == pytest.approx(0, abs=1)
    assert fill(ahead, threads=1) == AHEAD // (64 * MEGABYTE)
    assert fill(ahead, threads=400) == 800


def test_what_is_expected_grows_with_the_chunks_of_a_task_and_is_of_its_method():
    ahead = _Ahead(AHEAD)
    ahead.add("first", Task(0, 2))
    ahead.remove("first", result(2 * MEGABYTE, tried=2))
    few, many = fill(ahead, 1, chunks=10), fill(_Ahead(AHEAD, rates=ahead.rates), 1, chunks=1)
    assert many > 8 * few
    assert fill(_Ahead(AHEAD, rates=ahead.rates), 1, method="other") == AHEAD // LARGE


def test_sweeps_share_the_bytes_and_each_may_have_a_task():
    with _Ahead(AHEAD) as one:
        assert fill(one, threads=1) == AHEAD // LARGE
        with _Ahead(AHEAD) as other:
            assert not one.has_room(threads=1)
            assert fill(other, threads=1) == AHEAD // LARGE // 2
        small = [_Ahead(1) for _ in range(10)]
        for ahead in small:
            ahead.__enter__()
        assert [fill(ahead, threads=2) for ahead in small] == [1] * 10
        for ahead in small:
            ahead.__exit__()


def test_a_large_answer_of_one_chunk_counts_with_all_its_bytes():
    ahead = _Ahead(AHEAD)
    ahead.add("first", Task(0))
    ahead.remove("first", result(1024 * MEGABYTE))
    assert fill(ahead, threads=1) == 2


def performed(task, order, memory):
    (order / str(task.number)).touch()
    return SimpleNamespace(nbytes=MEGABYTE, tried=1, content=bytes(MEGABYTE))


def test_a_slow_disk_slows_the_workers(tmp_path, here):
    count = taken = 0
    tasks = iter([Task(number) for number in range(60)])
    for returned in cluster.results(performed, tasks, tmp_path, 2, print):
        if returned:
            time.sleep(0.05)  # as long as ten workers take for this many
            count, taken = max(count, len([*tmp_path.iterdir()]) - taken), taken + 1
    assert taken == 60
    assert count <= 2 * cluster.AHEAD_HERE // MEGABYTE + 1


def failing(task, order, memory):
    time.sleep(task.number / 4)
    if task.number == 1:
        raise ArithmeticError("odd")
    return result(1)


def test_results_that_come_with_an_error_are_not_lost(here):
    taken, computing = [], cluster.results(failing, iter(map(Task, range(3))), None, 3, print)

    def take():
        for returned in filter(None, computing):
            taken.append(returned[0].number)
            time.sleep(1)  # the other two come together

    with pytest.raises(ArithmeticError, match="odd"):
        take()
    assert taken == [0, 2]
