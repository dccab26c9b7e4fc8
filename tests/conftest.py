"""What several tests share: the published values, and results of the tiny workflow."""

import fcntl
import json
import os
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

from running import ROOT, WALK, snakemake
from sweepstake import cli
from sweepstake.puzzle import register
from sweepstake.source import opened

opened.own_process()  # tests call what commands call
os.environ["SWEEPSTAKE_CACHE"] = "none"  # tests of what is kept name a folder of their own
os.environ[register.VARIABLE] = str(ROOT / "tests" / "toy.py")  # in child processes too
settings.register_profile("any machine", deadline=None)  # a busy one takes its time
settings.load_profile("any machine")

SLOW = (
    "ask", "cli", "cluster", "config/test_precision", "faults", "game/test_compiled",
    "puzzles/coins/test_coins_artefacts", "puzzles/guess/test_guess.py",
    "puzzles/hands/test_hands_artefacts", "puzzles/test_rare",
    "report/test_checks", "report/test_labels", "report/test_page", "report/test_parts",
    "upkeep/test_adopt", "run/test_child", "run/test_compute", "run/test_determinism",
    "test_answers_table", "test_cli", "test_documents", "test_examples",
    "test_from_the_notebooks", "test_hostile_results", "test_identity", "test_kernels",
    "test_notebook", "test_puzzles", "test_screen", "test_source", "test_wheel", "test_workflow",
)  # fmt: skip
"""Tests that start processes or compute for seconds; single tests have the mark `slow`."""
SYSTEM = (
    "run/test_determinism", "test_kernels", "test_wheel",
)  # fmt: skip
"""Tests that start many processes; single tests have the mark `system`."""


def pytest_collection_modifyitems(items):
    """The slow ones are marked, so that `make test-fast` leaves them out, and begin first.

    The first file makes the tiny workflow; others that need it come later, and don't wait.
    """
    for item in items:
        if _in(item.path, SLOW) or _needs(item, "tiny"):
            item.add_marker(pytest.mark.slow)
        if _in(item.path, SYSTEM):
            item.add_marker(pytest.mark.system)
    tiny = [item.path for item in items if _needs(item, "tiny")]
    items.sort(key=lambda item: (_place(item, tiny), item.path.parent != ROOT / "tests"))


def _place(item, tiny):
    """The first of the files `tiny`, slow tests, the others of these files, and all other tests.

    Of each the files that no folder has go first, which are the longest.
    """
    if item.path in tiny:
        return 0 if item.path == tiny[0] else 2
    return 1 if item.get_closest_marker("slow") else 3


def _needs(item, fixture):
    return fixture in getattr(item, "fixturenames", ())


def _in(path, files):
    folder, _, path = path.relative_to(ROOT).as_posix().partition("/")
    return folder == "tests" and path.startswith(files)


def pytest_configure():
    """What a script starts in the background ignores Ctrl-C; the programs under test must not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path, config):
    """Leave out what needs more than .venv has and takes minutes, unless it is named.

    A Slurm or several hosts: `make test-cluster`. A browser: `make test-browser`. `make
    test-system` reads only the files that have such tests, and `make test-fast` no slow ones: all
    others take seconds to import, in each of its processes.
    """
    if config.option.markexpr.startswith("not slow") and _in(collection_path, SLOW):
        return True
    if config.option.markexpr.startswith("system") and collection_path.suffix == ".py":
        return not (_in(collection_path, SYSTEM) or "mark.system" in collection_path.read_text())
    for name in ("real", "browser"):
        asked = any(name in argument for argument in config.args)
        if collection_path == ROOT / "tests" / name and not asked:
            return True
    return None


@pytest.fixture(scope="module", autouse=True)
def no_question_left():
    """Functions that a file's tests ask are no questions of the files after it."""
    before = dict(register._local)
    yield
    register._local.clear()
    register._local.update(before)


@pytest.fixture(scope="session")
def golden():
    return json.loads((ROOT / "tests" / "golden.json").read_text())


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture
def said(capsys, monkeypatch):
    """`said(*words)`: what a command that succeeds prints on 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words):
        assert cli.main([str(word) for word in words]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys, monkeypatch):
    """`refused(*words)`: the one line in which a command says why it does nothing."""
    monkeypatch.setattr(os, "execv", lambda *words: pytest.fail("Snakemake is started"))

    def run(*words):
        assert cli.main([str(word) for word in words]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("sweepstake: ")
        assert printed.err.count("\n") == 1
        return printed.err

    return run


@pytest.fixture(scope="session")
def tiny(tmp_path_factory, worker_id):
    """A folder in which the tiny workflow has run.

    Of several processes that run tests, the first makes it for all.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "tiny"
    with Path(f"{folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _run_tiny(folder)
    return folder


def _run_tiny(folder):
    folder.mkdir()
    snakemake("--configfile", ROOT / "config" / "tiny.yaml", cwd=folder)


@contextmanager
def _forgotten():
    files, functions = dict(register._named), dict(register._local)
    yield
    for now, before in ((register._named, files), (register._local, functions)):
        now.clear()
        now.update(before)


@pytest.fixture
def unregistered():
    """Puzzles that a test registers are forgotten after it."""
    with _forgotten():
        yield


@pytest.fixture
def loaded(tmp_path, unregistered):
    """`loaded(text, (old, new), ...)`: the puzzle of a file with so edited text."""

    def load(text, *edits, name="own"):
        for old, new in edits:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / f"{name}.py").write_text(text)
        [puzzle] = register.load([str(tmp_path / f"{name}.py")])
        return puzzle

    return load


@pytest.fixture(scope="module")
def walk(unregistered_after_module, tmp_path_factory):
    """A question that takes lists."""
    path = tmp_path_factory.mktemp("walk") / "walk.py"
    path.write_text(WALK)
    [puzzle] = register.load([str(path)])
    return puzzle.questions[0]


@pytest.fixture(scope="module")
def unregistered_after_module():
    """Puzzles that a fixture registers are forgotten after the last test of its module."""
    with _forgotten():
        yield
