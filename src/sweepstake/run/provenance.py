"""Who computes: the process, and its versions of Python, packages and source."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("sweepstake", "numpy", "numba", "scipy", "pyarrow", "pandas", "dask", "distributed")


def process_name(pid: int | None = None) -> str:
    """The name `host/pid` of a process of this host, by default of this process."""
    return f"{socket.gethostname()}/{pid or os.getpid()}"


@cache
def versions() -> dict[str, str]:
    """Version by name; `commit` is the git commit of the source, or `none` outside a checkout."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "commit": _commit() or "none",
    }


def _commit() -> str:
    root = Path(__file__).parents[3]
    if not (root / ".git").exists():  # installed; another project's repository may be around it
        return ""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
    try:
        ended = subprocess.run(words, cwd=root, capture_output=True, text=True, timeout=10)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.strip()
