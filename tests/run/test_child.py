"""Whatever a method does in a child, only its own point fails, and nothing is left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pyarrow as pa
import pytest

from sweepstake.puzzle import register
from sweepstake.run import child
from sweepstake.run.chunk import Chunk, Code, Failure, Limits, SourceError

FILE = Path(__file__).parents[1] / "deadly.py"
LIMITS = Limits(seconds=1.0, memory=600e6)
FAULTS = {
    "crashes": "its process died (SIGSEGV)",
    "exits": "its process died (exit code 3)",
    "quits": "SystemExit: 3",
    "interrupts": "KeyboardInterrupt",
    "kills": "its process died (SIGKILL",
    "kills_by_number": "its process died (signal 40)",
    "sleeps": "took longer than the limit of 1 s",
    "loops": "took longer than the limit of 1 s",
    "holds": "took longer than the limit of 1 s",
    "recurses": "RecursionError",
    "raises": "ArithmeticError: odd",
    "raises_unprintable": "UnprintableError",
    "raises_base": "BaseException: odd",
    "lies": "ValueError: seen is 'seven'",
    "reserves": "MemoryError",
    "unpicklable": "a method has returned",
    "dies_before_its_fork": "its process died (SIGKILL",
    "writes_everywhere": "the method wrote into the channel",
    "writes_a_little": "the method wrote into the channel",
    "closes_everything": "the method has closed the channel",
}
REPORTING = """
from sweepstake.puzzle import Column, Method, Puzzle, Question
from sweepstake.puzzle.method import report

def half():
    report("table: half of it\\x1b")
    return {1: 1}

COLUMNS = (Column("many", "int", "how many"),)
METHODS = {"table": Method(half, "exact")}
PUZZLE = Puzzle("halves", (Question("halves", "How?", (), COLUMNS, METHODS),))
"""
LEFT = {
    "moves": "another current folder",
    "starts_thread": "threads",
    "starts_process": "processes",
    "forks": "processes",
    "forks_unseen": "processes",
    "removes_folder": "another current folder",
    "ignores_signals": "other signal handlers",
}
"""What leaves something behind that the next point must not see."""
PARENT = """
from sweepstake.run.chunk import Limits
from sweepstake.puzzle import register
from sweepstake.run import child
from sweepstake.run.chunk import Chunk, Code

register.load([{file!r}])
for deed in ("answers", {deed!r}):
    chunk = Chunk("deadly_deed", "exact", dict(deed=deed), 0, None, 1)
    [*child.outcomes(Code.of("deadly_deed"), (chunk,), Limits())]
"""


@pytest.fixture(scope="module", autouse=True)
def _registered(unregistered_after_module):
    register.load([str(FILE)])
    yield
    child.end()


@pytest.fixture(autouse=True)
def _nothing_printed():
    """What a test leaves of a child, which takes a second to start, is used by the next."""
    yield
    child.printed()


def chunks(*deeds):
    return tuple(Chunk("deadly_deed", "exact", {"deed": deed}, 0, None, 1) for deed in deeds)


def outcomes(*deeds, limits=LIMITS):
    some = child.outcomes(Code.of("deadly_deed"), chunks(*deeds), limits)
    return [one for outcome in some for one in _each(outcome)]


def _each(outcome):
    """What becomes of each chunk."""
    if isinstance(outcome, Failure):
        return [outcome]
    return [outcome.slice(k, 1) for k in range(len(outcome))]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_fails_its_own_point_and_no_other(fault):
    found = outcomes("answers", fault, "answers")
    assert [*map(type, found)] == [pa.RecordBatch, Failure, pa.RecordBatch]
    assert FAULTS[fault] in found[1].error


@pytest.mark.parametrize("fault", ["crashes", "writes_a_little"])
def test_a_fault_is_blamed_on_its_point_where_many_come_back_together(fault):
    outcomes(*["answers"] * 100)
    found = outcomes(*["answers"] * 50, fault, fault, *["answers"] * 50)
    failed = [place for place, one in enumerate(found) if isinstance(one, Failure)]
    assert (len(found), failed) == (102, [50, 51])
    assert isinstance(outcomes(fault)[0], Failure)


def test_a_crash_says_where_it_was():
    [failed] = outcomes("crashes")
    assert 'deadly.py", line' in failed.traceback


@pytest.mark.parametrize("deed", LEFT)
def test_what_a_method_leaves_behind_is_named_and_does_not_reach_the_next_point(deed):
    first, second, third = outcomes(deed, "looks", "answers")
    assert all(isinstance(one, pa.RecordBatch) for one in (first, second, third))
    [line] = child.printed().splitlines()
    assert line.startswith("deadly_deed exact: ")
    assert line.endswith(f"behind: {LEFT[deed]}")


def test_what_a_method_prints_is_kept_apart():
    outcomes("prints", "answers")
    assert child.printed() == "seven\n"
    assert child.printed() == ""


def test_a_method_that_prints_without_end_does_not_fill_the_disk(monkeypatch):
    shrank = []
    bound = child.Child._bound_output

    def size(own):
        return os.fstat(own.output.fileno()).st_size

    def looked(own):
        before = size(own)
        bound(own)
        shrank.append(size(own) < before)

    monkeypatch.setattr(child.Child, "_bound_output", looked)
    [failed] = outcomes("prints_forever")
    assert failed.limit == "seconds"
    assert len(failed.traceback) <= child.MAX_REPORTED
    assert any(shrank)


def test_a_thread_has_one_child_that_is_used_again():
    outcomes("answers")
    first = child.name()
    outcomes("answers")
    assert child.name() == first


def test_who_waits_is_not_blamed_for_the_memory_of_another_thread():
    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(outcomes, "sleeps", "answers", limits=LIMITS)
        unhurried = replace(LIMITS, seconds=60.0)
        hoarding = threads.submit(outcomes, "hoards", "answers", limits=unhurried)
        failed, after = waiting.result()
        hoarder, other = hoarding.result()
    assert (failed.limit, hoarder.limit) == ("seconds", "memory")
    assert "over the limit of 0.60 GB" in hoarder.error
    assert all(isinstance(one, pa.RecordBatch) for one in (after, other))


def test_a_child_ends_with_the_thread_that_started_it():
    def compute():
        outcomes("answers")
        seen.extend(psutil.Process().children())

    before, seen = {*psutil.Process().children()}, []
    thread = threading.Thread(target=compute)
    thread.start()
    thread.join()
    [own] = {*seen} - before
    assert own.wait(60) is not None or not own.is_running()


@pytest.mark.parametrize("deed", ["sleeps", "holds"])
def test_a_child_ends_with_its_parent_whatever_it_does(deed):
    parent = subprocess.Popen([sys.executable, "-c", PARENT.format(file=str(FILE), deed=deed)])
    watched = psutil.Process(parent.pid)
    while not (started := watched.children()) or started[0].cpu_times().user < 0.1:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    assert psutil.wait_procs(started, 10)[1] == []


def test_a_child_of_other_source_is_named():
    other = Code("deadly_deed", register.brought(), "0" * 64)
    with pytest.raises(SourceError, match="has another version of deadly_deed"):
        [*child.outcomes(other, chunks("answers"), LIMITS)]


def test_a_signal_to_this_process_group_does_not_reach_a_child():
    handler = signal.getsignal(signal.SIGINT)
    outcomes("answers")
    own = int(child.name().partition("/")[2])
    assert os.getpgid(own) == own
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_method_says_how_far_it_is(loaded):
    question = loaded(REPORTING).questions[0].name
    chunks = (Chunk(question, "table", {}, 0, None, 1),)
    outcomes = child.outcomes(Code.of(question), chunks, Limits())
    next(outcomes)
    assert child.report() == r"table: half of it\x1b"
    assert [*outcomes] == []
    assert child.report() == ""
