"""A process of ours does the same whatever its current folder, its variables and its home are."""

import getpass
import os
import pwd
import sys
from pathlib import Path

import pytest

from running import GOOD
from sweepstake import process


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
    process.keep_out()
    assert environ["PYTHONPATH"] == "/elsewhere"
    assert str(tmp_path) not in sys.path
    assert all(map(os.path.isabs, sys.path))


def test_paths_are_meant_from_here_whatever_folder_a_run_changes_to(environ, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.py").touch()
    environ |= {"PYTHONPATH": "src", "SWEEPSTAKE_PUZZLES": f"coin.py{os.pathsep}package.module"}
    process.keep_out()
    assert environ["PYTHONPATH"] == f"{tmp_path}/src"
    assert environ["SWEEPSTAKE_PUZZLES"] == f"{tmp_path}/coin.py{os.pathsep}package.module"


def test_a_profile_of_the_user_s_comes_before_one_of_the_current_folder(
    environ, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for profile in ("slurm", "home/snakemake/slurm"):
        (tmp_path / profile).mkdir(parents=True)
    environ |= {"XDG_CONFIG_HOME": str(tmp_path / "home"), "SNAKEMAKE_PROFILE": "slurm"}
    process.keep_out()
    assert environ["SNAKEMAKE_PROFILE"] == f"{tmp_path}/home/snakemake/slurm"


def test_a_system_without_proc_is_told_in_one_line(monkeypatch, tmp_path, refused):
    (tmp_path / "war.yaml").write_text(GOOD)
    monkeypatch.setattr(process, "PROC", tmp_path / "proc" / "self")
    assert "proc is not mounted" in refused("run", tmp_path / "war.yaml")


def test_a_current_folder_that_is_named_is_meant(environ, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    environ["PYTHONPATH"] = os.pathsep.join((".", ""))
    sys.path.insert(0, str(tmp_path))
    process.keep_out()
    assert str(tmp_path) in sys.path


def test_a_user_whom_nobody_knows_has_a_number_and_no_home_in_the_current_folder(
    environ, monkeypatch
):
    def unknown(uid):
        raise KeyError(uid)

    for name in ("LOGNAME", "USER", "LNAME", "USERNAME", "HOME"):
        environ.pop(name, None)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    process.keep_out()
    assert getpass.getuser() == str(os.getuid())
    assert environ["HOME"] == os.sep


def test_a_cache_that_can_be_written_is_used(environ, tmp_path):
    environ["XDG_CACHE_HOME"] = str(tmp_path)
    with process.writable_cache():
        assert environ["XDG_CACHE_HOME"] == str(tmp_path)


@pytest.mark.parametrize("home", ["/proc/none", "file/below"])
def test_without_a_home_that_can_be_written_the_cache_is_temporary(environ, tmp_path, home):
    (tmp_path / "file").touch()
    environ.pop("XDG_CACHE_HOME", None)
    environ["HOME"] = str(tmp_path / home)
    with process.writable_cache():
        cache = Path(environ["XDG_CACHE_HOME"])
        (cache / "written").touch()
    assert not cache.exists()
