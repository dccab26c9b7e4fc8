"""Who computed something: the process, and its versions of Python, packages and source."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("sweepstake", "numpy", "numba", "scipy", "pyarrow", "pandas", "dask", "distributed")


@cache
def versions() -> dict[str, str]:
    """Version by name; `commit` is the git commit of the source, or `none` outside a checkout."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "commit": _commit(),
    }


def worker_name() -> str:
    """This process, as provenance names it: host and process id."""
    return f"{socket.gethostname()}/{os.getpid()}"


def _commit() -> str:
    try:
        said = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40"],  # noqa: S607
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "none"
    return said.stdout.strip() or "none"
