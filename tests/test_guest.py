"""A user's process stays as it was, and nothing of a user's game runs in it."""

import ctypes
import importlib
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import dask
import psutil
import pytest

import sweepstake
from running import python
from sweepstake.puzzle import register
from sweepstake.run import child

STATE = """
import asyncio, gc, locale, logging, os, random, signal, sys, threading, warnings
import matplotlib, numba, numpy, pandas, pyarrow, scipy.special  # what they change is not ours
import numba.core.imputils
from numba.core.extending import overload_method

hooks_added = []
sys.addaudithook(lambda event, args: event == "sys.addaudithook" and hooks_added.append(args))
del hooks_added[:]

def state():
    registry = numba.core.imputils.builtin_registry
    pool = pyarrow.default_memory_pool()
    return {
        "audit hooks": [*hooks_added],
        "finders": ([*sys.meta_path], [*sys.path_hooks], [*sys.path]),
        "numba": (len(registry.functions), len(registry.getattrs), len(registry.casts)),
        "digits": sys.get_int_max_str_digits(),
        "handlers": [signal.getsignal(number) for number in signal.valid_signals()],
        "timers": [signal.getitimer(kind) for kind in range(3)],
        "hooks": (sys.excepthook, sys.unraisablehook, sys.displayhook, threading.excepthook),
        "tracing": (sys.gettrace(), sys.getprofile(), sys.getrecursionlimit()),
        "matplotlib": dict(matplotlib.rcParams.copy()),
        "environment": dict(os.environ),
        "folder": (os.getcwd(), os.umask(0o022)),
        "garbage": (gc.get_threshold(), gc.isenabled(), [*gc.callbacks]),
        "warnings": [*warnings.filters],
        "locale": locale.setlocale(locale.LC_ALL),
        "chance": (random.getstate(), numpy.random.get_state()[1].tolist()),
        "numpy": (numpy.geterr(), numpy.get_printoptions()),
        "pandas": pandas.get_option("display.max_rows"),
        "memory": pool.backend_name,
        "logging": (logging.root.level, [*logging.root.handlers]),
        "threads": threading.enumerate(),
        "loop": asyncio._get_running_loop(),
    }

def differences():
    return [name for name, value in state().items() if value != before[name]]

os.umask(0o022)
before = state()
"""
USED = f"""{STATE}
import sweepstake, sweepstake.game, sweepstake.puzzle
assert not differences(), differences()

def pig(draw, hold):
    total = 0
    while total < hold:
        face = draw.die(6)
        if face == 1:
            return 0
        total += face
    return total

from sweepstake.run import compute
for compute.SHORT in (5.0, 0.0):  # by one child, and by several
    frame = sweepstake.answer("war_sweep", ranks=13, suits=4)
    sampled = sweepstake.answer("guess_win", cards=9, method="simulate", trials=5_000)
for hold in (20, 21):
    frame = sweepstake.answer(pig, hold=hold)
    sampled = sweepstake.answer(pig, hold=hold, method="simulate", trials=5_000)
swept = sweepstake.sweep("guess_win", cards=[2, 3, 4])
assert swept.table()["won"].tolist()[0] and swept._repr_html_() and swept._repr_latex_()
assert len(sweepstake.sweep(pig, hold=[2, 3]).frame) > 2
sweepstake.summary(frame)
sweepstake.plot(frame)
sweepstake.plot(swept.frame)
assert sweepstake.load("guess_win", sys.argv[1]).size
assert not differences(), differences()
assert "sweepstake.game.simulating.lists" not in sys.modules
assert "distributed" not in sys.modules
"""
LONG = """
import io, sys
import sweepstake
from sweepstake.core.distribution import Distribution

def rare(draw, digits):
    return draw.chance(1, 10**digits)

assert sys.get_int_max_str_digits() == 4300
answers = sweepstake.sweep(rare, digits=[5000, 6000])
exact = answers.frame.exact.tolist()
assert sweepstake.fraction(exact[1]).denominator == 10**5000, len(exact[1])
assert sweepstake.summary(answers.frame).size
answers.frame.to_csv(io.StringIO())
str(answers), repr(answers.frame), answers._repr_html_(), answers._repr_latex_()
assert answers.first("outcome", at_most=0.5).params == [{"digits": 5000}]
repr(Distribution({True: 1, False: 10**5000 - 1}, 10**5000))
"""


def test_a_process_is_as_it_was_after_all_of_python_s_functions(tiny, tmp_path):
    python("-c", USED, tiny / "results", cwd=tmp_path, SWEEPSTAKE_CACHE="none", MPLBACKEND="agg")


def test_long_numbers_are_read_and_written_although_python_refuses_them(tmp_path):
    python("-c", LONG, cwd=tmp_path, SWEEPSTAKE_CACHE="none")


@pytest.fixture(autouse=True)
def forgotten():
    yield
    register._local.clear()


def die(draw, sides=6):
    """What does a die show?"""
    return draw.die(sides)


def outcomes(play, **params):
    return sweepstake.answer(play, **params)["outcome"].tolist()


def crashes(draw):
    ctypes.string_at(0)
    return draw.die(6)


def leaves(draw):
    os._exit(3)


def exits(draw):
    sys.exit("enough")


def spins(draw):
    return sum(1 for _ in iter(int, 1))


def eats(draw):
    eaten = []
    while True:
        eaten.append(bytearray(1 << 26))


LOCK = threading.Lock()


def locks(draw):
    with LOCK:
        return draw.die(6)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (crashes, r"crashes: its process died \(SIGSEGV\)"),
        (leaves, r"leaves: its process died \(exit code 3\)"),
        (exits, "SystemExit: enough"),
        (spins, "spins: took longer than the limit of 2 s"),
        (locks, r"locks can't be sent .*: LOCK \(TypeError: cannot pickle '_thread.lock' object\)"),
    ],
)
def test_what_a_function_does_to_its_process_is_an_error_of_a_line(play, message, capfd):
    with pytest.raises((RuntimeError, ValueError), match=message) as raised:
        sweepstake.answer(play, limit=2)
    assert "\n" not in str(raised.value)
    assert not capfd.readouterr().err
    assert outcomes(die) == [1, 2, 3, 4, 5, 6]


def test_a_function_that_takes_all_memory_is_an_error_of_a_line():
    with (
        dask.config.set({"sweepstake.limits.memory": "1 GB"}),
        pytest.raises((RuntimeError, ValueError), match=r"over the limit of 1.00 GB|MemoryError"),
    ):
        sweepstake.answer(eats)


def test_an_error_in_a_function_shows_where_it_was_raised():
    def fails(draw):
        return {}[draw.die(6)]

    with pytest.raises(
        ValueError, match=r"fails fails: KeyError: .* \(test_guest.py, line "
    ) as got:
        sweepstake.answer(fails)
    assert "return {}[draw.die(6)]" in str(got.value.__cause__)


@pytest.fixture
def default_handler():
    """Ctrl-C is handled as in a user's process; a command that was called here has changed that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def sampled(deck):
    return sweepstake.answer("war_length", **deck, method="simulate", trials=10**9, limit="none")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sweepstake.answer(spins, limit="none"),
        lambda: sampled({"ranks": 13, "suits": 4, "down": 3}),
    ],
)
@pytest.mark.usefixtures("default_handler")
def test_ctrl_c_ends_the_answer_and_the_children(ask):
    before = {process.pid for process in psutil.Process().children()}
    timer = threading.Timer(4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert time.monotonic() - began < 120
    assert {process.pid for process in psutil.Process().children()} <= before
    assert not [thread for thread in threading.enumerate() if "sweepstake" in thread.name]


SIDES = 4


@lru_cache
def cached(n):
    return n + SIDES


class Rules:
    def sides(self):
        return cached(1)


RULES = Rules()


def indirect(draw):
    return draw.die(RULES.sides())


def test_a_function_is_sent_with_what_it_refers_to_as_it_is_now(monkeypatch):
    assert outcomes(indirect) == [1, 2, 3, 4, 5]
    monkeypatch.setitem(globals(), "SIDES", 2)
    assert outcomes(indirect) == [1, 2, 3]


HELPERS = """
from dataclasses import dataclass
SIDES = 2

@dataclass(frozen=True)
class Die:
    sides: int = 2
    names: tuple = ()

def made():
    return Die(SIDES)
"""


@pytest.fixture
def helpers(tmp_path, monkeypatch):
    """A file of the user's, and the module that it is."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "helpers_of_dice.py").write_text(HELPERS)
    yield tmp_path / "helpers_of_dice.py", importlib.import_module("helpers_of_dice")
    sys.modules.pop("helpers_of_dice", None)


def test_a_module_is_sent_as_it_is_in_memory(helpers):
    file, dice = helpers
    Die = dice.Die  # noqa: N806

    def thrown(draw):
        die = dice.made()
        return draw.die(die.sides) if isinstance(die, Die) else 0

    assert outcomes(thrown) == [1, 2]
    dice.SIDES = 3
    assert outcomes(thrown) == [1, 2, 3]
    file.write_text("SIDES = 4")
    assert outcomes(thrown) == [1, 2, 3]


def test_a_module_that_a_function_imports_is_imported_anew_if_it_has_changed(helpers):
    def thrown(draw):
        import helpers_of_dice

        return draw.die(helpers_of_dice.SIDES)

    assert outcomes(thrown) == [1, 2]
    helpers[0].write_text("SIDES = 3")
    assert outcomes(thrown) == [1, 2, 3]


@dataclass(frozen=True)
class Place:
    at: int

    def next(self):
        return Place(self.at + 1)


def test_a_class_is_known_to_states_as_in_its_own_process():
    def walk(draw):
        place = Place(0)
        while place.at < 3 and draw.chance(1, 2):
            place = place.next()
        return place.at

    rows = sweepstake.answer(walk, method="states")
    assert rows["exact"].tolist() == ["1/2", "1/4", "1/8", "1/8"]


def test_what_a_function_prints_reaches_the_user(capfd):
    def talks(draw):
        print("a word")  # noqa: T201
        return draw.die(6)

    sweepstake.answer(talks)
    assert "a word" in capfd.readouterr().err


def test_threads_answer_functions_of_the_same_name():
    def asked(sides):
        def thrown(draw):
            return draw.die(sides)

        return outcomes(thrown)

    with ThreadPoolExecutor(3) as pool:
        answers = [*pool.map(asked, [2, 3, 4, 2, 3, 4])]
    assert [len(values) for values in answers] == [2, 3, 4, 2, 3, 4]


def test_threads_answer_questions_of_puzzles_and_functions_at_once():
    jobs = [("war_sweep", {"ranks": 5, "suits": 2}), (die, {}), ("guess_win", {"cards": 5})]
    with ThreadPoolExecutor(3) as pool:
        frames = [*pool.map(lambda job: sweepstake.answer(job[0], **job[1]), jobs)]
    assert [len(frame) for frame in frames] == [2, 6, 2]


FORKED = """
import multiprocessing, sweepstake
from sweepstake.run import child

def die(draw, sides=6):
    return draw.die(sides)

def asked(sides):
    outcomes = sweepstake.answer(die, sides=sides)["outcome"].tolist()
    return outcomes, child._child(is_local=True).process.pid

first, pid = asked(6)
context = multiprocessing.get_context("fork")
ours, theirs = context.Pipe()
forked = context.Process(target=lambda: theirs.send(asked(2)))
forked.start()
second, other = ours.recv()
forked.join()
third, again = asked(3)
print(first, second, third, other != pid, again == pid)
"""


def test_a_forked_process_has_a_child_of_its_own(tmp_path):
    file = tmp_path / "forked.py"
    file.write_text(FORKED)
    assert python(str(file)).stdout == "[1, 2, 3, 4, 5, 6] [1, 2] [1, 2, 3] True True\n"


DIES = """
import os, signal, sweepstake
from sweepstake.run import child

def die(draw):
    return draw.die(6)

sweepstake.answer(die)
print(child._child(is_local=True).process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when it next reads")
def test_a_child_ends_with_its_parent():
    pid = int(python("-c", DIES, code=-signal.SIGKILL).stdout)
    with suppress(psutil.NoSuchProcess):
        psutil.Process(pid).wait(120)
    assert not psutil.pid_exists(pid)


def test_the_second_answer_starts_no_process():
    child.end()
    times = []
    for sides in (5, 6, 7):
        began = time.perf_counter()
        outcomes(die, sides=sides)
        times.append(time.perf_counter() - began)
    assert min(times[1:]) < times[0] / 2


def test_an_answer_is_remembered_unless_something_has_changed(monkeypatch):
    computed = []
    outcomes_of = child.outcomes

    def counted(code, chunks, within):
        computed.extend(chunk.params["sides"] for chunk in chunks)
        return outcomes_of(code, chunks, within)

    monkeypatch.setattr(child, "outcomes", counted)
    plus = 1

    def rolled(draw, sides):
        return draw.die(sides) + plus

    for sides in (2, 2, 3, 2):
        assert max(outcomes(rolled, sides=sides)) == sides + plus
    assert computed == [2, 3]
    plus = 5
    assert outcomes(rolled, sides=2) == [6, 7]
    assert computed == [2, 3, 2]
    for seed in (1, 2, 2):  # the first says that it was compiled
        sweepstake.answer(rolled, sides=2, method="simulate", seed=seed)
    assert len(computed) == 5
