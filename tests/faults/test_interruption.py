"""Snakemake and its children, interrupted at random moments by real signals."""

import json
import os
import random
import re
import signal
import time
from itertools import product

import pytest

import waiting
from faults.campaign.processes import end, family, gone, members
from running import MODULE, ROOT, WARS_CONFIG, python, snakemake, some, started, sweepstake
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.store import tables
from sweepstake.store.shards import Store

INT, TERM, KILL = signal.SIGINT, signal.SIGTERM, signal.SIGKILL
STOPS = [("snakemake", INT), ("snakemake", TERM), ("snakemake", KILL), ("terminal", INT)]
"""Faults that end a run; a child is started again. At any moment they come in the campaign."""
CHUNKS = 400
"""20 seconds of two workers, who mostly wait; what they have done is stored every two seconds."""
TRIALS = CHUNKS // 4 * waiting.CHUNK
"""Of each of the four points."""
NAME, TARGET = "waits", "results/data/waits.parquet"
pytestmark = pytest.mark.usefixtures("unregistered")


@pytest.fixture(autouse=True)
def none_left(tmp_path):
    """A test that fails leaves no process behind."""
    yield
    end(tmp_path)


def ask(folder, chunks=CHUNKS):
    """Have `folder` ask for a sweep that lasts."""
    (folder / "config.yaml").write_text(json.dumps(waiting.config(chunks, NAME)))


def asked(folder):
    return next(iter(spec.sweeps(read_config(folder / "config.yaml")).values()))


def stored(folder):
    sweep = asked(folder)
    return {
        (partition.folder.name, *row.values())
        for partition in Store(folder / "results", sweep.question).partitions()
        for _, chunks in partition.contents()
        for row in chunks.to_pylist()
    }


def content(folder):
    return (folder / TARGET).read_bytes()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    ask(folder)
    snakemake(TARGET, "--configfile", "config.yaml", cwd=folder)
    return content(folder)


def run_of(folder):
    words = ("-s", ROOT / "Snakefile", "--directory", folder, TARGET)
    return started("-m", "snakemake", *words, "--configfile", "config.yaml", cwd=folder)


def victim(folder, name, stored_before=frozenset()):
    """The process to hit, once it is there and more is stored."""
    for _ in range(300):
        time.sleep(0.1)
        if stored(folder) > stored_before and (found := members(name, folder)):
            return found[0]
    raise AssertionError(f"no {name} to hit")


def interrupted(folder, name, sent, stored_before):
    """Start a run and hit it; what was stored before and after, for the run that goes on."""
    run = run_of(folder)
    hit = victim(folder, "child" if name == "terminal" else name, stored_before)
    time.sleep(random.Random(0).uniform(0, 1))
    before = stored(folder)
    if name == "terminal":
        os.killpg(run.pid, sent)
    else:
        os.kill(hit.pid, sent)
    run.wait(300)
    assert gone(folder), [process.cmdline() for process in family(folder)]
    after = stored(folder)
    if (name, sent) == ("snakemake", KILL):  # otherwise it leaves no lock
        snakemake("--configfile", "config.yaml", "--unlock", cwd=folder)
    return before, after


def ended(folder, undisturbed):
    """Every trial was counted once, and the results are those of a run that nothing hit."""
    frame = tables.load(NAME, folder / "results").query("method == 'simulate'")
    counted = frame.groupby("coins")["count"].sum()
    assert set(counted) == {TRIALS}
    assert content(folder) == undisturbed


@pytest.mark.system
def test_a_sweep_that_is_stopped_again_and_again_ends_in_the_same_bytes(tmp_path, undisturbed):
    ask(tmp_path)
    kept = set()
    for name, sent in STOPS:
        before, after = interrupted(tmp_path, name, sent, kept)
        assert kept < before <= after
        kept = after
    said = (tmp_path / "said").read_text()  # of the last, a Ctrl-C: it reaches everybody
    assert re.search(r"^stopped; \d of 8 answers are stored; run again to go on$", said, re.M)
    assert "Traceback" not in said
    run = run_of(tmp_path)
    for name in ("child", "child"):
        victim(tmp_path, name, kept).kill()
    assert run.wait(300) == 0
    assert kept < stored(tmp_path)
    ended(tmp_path, undisturbed)


THREADS = ((), ("--force-use-threads",))
IN_TURN = [*zip((INT, TERM), THREADS, strict=True)]
"""Processes are stopped by one signal, and threads by the other."""


@pytest.mark.system
@pytest.mark.parametrize(("sent", "words"), some([*product((INT, TERM), THREADS)], IN_TURN))
def test_a_stop_of_snakemake_alone_ends_a_module_too_be_its_rules_threads_or_processes(
    tmp_path, sent, words
):
    (tmp_path / "config.yaml").write_text(WARS_CONFIG.replace("TRIALS", "30_000_000"))
    (tmp_path / "Snakefile").write_text(MODULE)
    words = ("--cores", "2", "own_all", *words, "--configfile", "config.yaml")
    run = started("-m", "snakemake", *words, cwd=tmp_path)
    while not list((tmp_path / "within/results/.points").glob("*/*/*.parquet")):
        assert run.poll() is None
        time.sleep(0.1)
    run.send_signal(sent)
    assert run.wait(60) == 1
    assert gone(tmp_path, seconds=30)
    said = (tmp_path / "said").read_text()
    assert "stopped; run again" in said
    assert "Traceback" not in said


def locks(folder):
    """Snakemake's, which a killed run leaves."""
    return sorted(path.name for path in (folder / ".snakemake/locks").glob("*"))


@pytest.mark.system
def test_locks_are_respected_while_their_run_lives_and_removed_once_it_was_killed(
    tmp_path, undisturbed
):
    ask(tmp_path, chunks=2_000)
    run = run_of(tmp_path)
    victim(tmp_path, "child")
    held = locks(tmp_path)
    assert held
    second = sweepstake("run", "config.yaml", "-d", ".", cwd=tmp_path, code=1)
    assert "Directory cannot be locked" in second.stderr
    beside = snakemake(TARGET, "--nolock", "--configfile", "config.yaml", cwd=tmp_path, code=1)
    assert "sweep waits in results is held by" in beside.stderr
    assert locks(tmp_path) == held
    run.kill()
    run.wait(300)
    assert gone(tmp_path)
    ask(tmp_path)  # what is left of so many trials is soon computed
    plain = snakemake(TARGET, "--configfile", "config.yaml", cwd=tmp_path, code=1)
    assert "can be removed with the --unlock argument" in plain.stderr
    sweepstake("run", "config.yaml", "-d", ".", "-n", cwd=tmp_path)
    assert locks(tmp_path) == held  # looking has changed nothing
    again = sweepstake("run", "config.yaml", TARGET, "-d", ".", cwd=tmp_path)
    assert "a killed run left . locked" in again.stderr
    ended(tmp_path, undisturbed)


LOCKED = """
import os, signal, threading
from sweepstake.snakemake import stop

stop.stop_when_told()
lock = threading.Lock()

def exit_gracefully(*_):
    with lock:
        pass

signal.signal(signal.SIGINT, exit_gracefully)
with lock:
    os.kill(os.getpid(), signal.SIGINT)
    while True:
        signal.pause()
"""


def test_a_signal_that_comes_while_snakemake_holds_its_lock_ends_the_run():
    """Snakemake's handler waits for a lock that the main thread, in which it runs, may hold."""
    python("-c", LOCKED, timeout=300, code=1)
