"""A results folder on a small disk of its own that can be filled up, or on one that fails."""

import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

FAILING = Path(__file__).with_name("failing.c")
SPACE = 64_000_000
"""Bytes that the disk has when it is not full."""


@contextmanager
def small_disk(results):
    """`results` on a disk of its own; false if this user can't mount one."""
    results.mkdir(parents=True)
    made = _mounted(f"size={SPACE}", "-t", "tmpfs", "tmpfs", results)
    try:
        yield made
    finally:
        if made:
            subprocess.run(["umount", "-l", results], check=True)


def resize(results, size):
    """Give the disk `size` bytes; it can't have fewer than it holds."""
    return _mounted(f"remount,rw,size={size}", results)


def protect(results):
    """Let nothing be written to the disk; false if something just is."""
    return _mounted("remount,ro", results)


def used(results):
    """Bytes on the disk of `results`."""
    return shutil.disk_usage(results).used


def _mounted(options, *what):
    said = subprocess.run(["mount", "-o", options, *what], capture_output=True, check=False)
    return said.returncode == 0


def failing(folder):
    """The environment of a run whose disk `fail` breaks; empty without a C compiler."""
    library, compiler = folder / "failing.so", shutil.which("cc")
    if compiler is None:
        return {}
    words = [compiler, "-shared", "-fPIC", "-o", library, FAILING, "-ldl"]
    subprocess.run(words, check=True)
    return {
        "LD_PRELOAD": str(library),
        "FAILS_BELOW": f"{folder.resolve() / 'results'}/",
        "FAILS_WHILE": str(folder / "failing"),
    }


def fail(folder):
    """Let every write below the results of `folder` fail; false if it can't be."""
    (folder / "failing").touch()
    return (folder / "failing.so").exists()


def mend(folder):
    """Let writes be as they were."""
    (folder / "failing").unlink(missing_ok=True)
