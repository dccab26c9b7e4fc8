"""A puzzle whose methods do what no method should, each at a parameter of that name."""

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from sweepstake.puzzle import Choice, Column, Method, Puzzle, Question

WAVERED = []
HOME = Path.cwd()


class UnprintableError(Exception):
    def __str__(self):
        raise RuntimeError


def answers():
    return 7


def is_dear():
    return 7


def crashes():
    ctypes.string_at(0)


def exits():
    os._exit(3)


def quits():
    sys.exit(3)


def interrupts():
    raise KeyboardInterrupt


def kills():
    os.kill(os.getpid(), signal.SIGKILL)


def kills_by_number():
    os.kill(os.getpid(), 40)


def sleeps():
    time.sleep(10_000)


def loops():
    while True:
        pass


def holds():
    pow(3, 10**9)  # holds the interpreter's lock for hours


def recurses():
    return recurses()


def raises():
    raise ArithmeticError("odd")


def raises_unprintable():
    raise UnprintableError


def raises_base():
    raise BaseException("odd")


def lies():
    return "seven"


def hoards():
    held = []
    while True:
        held.append(os.urandom(1) * 300_000_000)
        time.sleep(0.02)


def reserves():
    return len(bytearray(10**13))


def unpicklable():
    return lambda: None


def moves():
    os.chdir("/")
    return 7


def starts_thread():
    threading.Thread(target=time.sleep, args=(10_000,), daemon=True).start()
    return 7


def starts_process():
    subprocess.Popen(["sleep", "10000"])
    return 7


def forks():
    os.fork()  # returns in both processes
    return 7


def forks_unseen():
    ctypes.CDLL(None).fork()  # no Python of the fork is told
    return 7


def removes_folder():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
    sys.stdout = None
    return 7


def dies_before_its_fork():
    if os.fork() == 0:
        time.sleep(10_000)
    os.kill(os.getpid(), signal.SIGKILL)


def writes_everywhere():
    for file in range(3, 1024):
        with suppress(OSError):
            os.write(file, b"garbage" * 10)
    time.sleep(10_000)


def writes_a_little():
    for file in range(3, 1024):
        with suppress(OSError):
            os.write(file, b"garbage")
    return 7


def closes_everything():
    os.closerange(3, 1024)
    return 7


def ignores_signals():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return 7


def wavers():
    """Raise the first time."""
    WAVERED.append(1)
    if len(WAVERED) == 1:
        raise ArithmeticError("odd")
    return 7


def prints():
    sys.stdout.write("seven\n")
    return 7


def prints_forever():
    while True:
        sys.stdout.write("seven\n" * 1000)


def looks():
    assert Path.cwd() == HOME
    assert threading.active_count() == 1
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    return 7


DEEDS = {deed.__name__: deed for deed in (
    answers, is_dear, crashes, exits, quits, interrupts, kills, kills_by_number, sleeps, loops,
    holds, recurses,
    raises, raises_unprintable, raises_base, lies, hoards, reserves, unpicklable, moves,
    starts_thread, starts_process, forks, forks_unseen, removes_folder, dies_before_its_fork,
    writes_everywhere, writes_a_little, closes_everything, ignores_signals, wavers, prints,
    prints_forever, looks,
)}  # fmt: skip


def exact(deed):
    seen = DEEDS[deed]()
    return seen if callable(seen) else {seen: 1}


PUZZLE = Puzzle(
    "deadly",
    (
        Question(
            "deadly_deed",
            "What does it do?",
            (Choice("deed", "what the method does", tuple(DEEDS)),),
            (Column("seen", "int", "seven"),),
            {"exact": Method(exact, "exact", lambda deed: 1e4 if deed == "is_dear" else 1e-3)},
        ),
    ),
)
