"""A process of ours does the same whatever its current folder, its variables and its home are."""

import os
import sys
from pathlib import Path

import pytest

from sweepstake import surroundings


@pytest.fixture
def environ(monkeypatch):
    """Variables and a module search path that a test may change."""
    environ = {**os.environ}
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return environ


def test_an_empty_entry_of_the_path_does_not_mean_the_current_folder(
    environ, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    environ["PYTHONPATH"] = f"/elsewhere{os.pathsep}"
    sys.path[:0] = ["", str(tmp_path), "relative"]
    surroundings.keep_out()
    assert environ["PYTHONPATH"] == "/elsewhere"
    assert str(tmp_path) not in sys.path
    assert all(map(os.path.isabs, sys.path))


def test_a_current_folder_that_is_named_is_meant(environ, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    environ["PYTHONPATH"] = os.pathsep.join((".", ""))
    sys.path.insert(0, str(tmp_path))
    surroundings.keep_out()
    assert str(tmp_path) in sys.path


def test_without_a_home_nothing_is_looked_for_in_the_current_folder(environ, monkeypatch):
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as without a known user
    surroundings.keep_out()
    assert environ["HOME"] == os.sep


def test_a_cache_that_can_be_written_is_used(environ, tmp_path):
    environ["XDG_CACHE_HOME"] = str(tmp_path)
    with surroundings.writable_cache():
        assert environ["XDG_CACHE_HOME"] == str(tmp_path)


@pytest.mark.parametrize("home", ["/proc/none", "file/below"])
def test_without_a_home_that_can_be_written_the_cache_is_temporary(environ, tmp_path, home):
    (tmp_path / "file").touch()
    environ.pop("XDG_CACHE_HOME", None)
    environ["HOME"] = str(tmp_path / home)
    with surroundings.writable_cache():
        cache = Path(environ["XDG_CACHE_HOME"])
        (cache / "written").touch()
    assert not cache.exists()
