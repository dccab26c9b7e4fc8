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
    is_ours = _git("ls-files", Path(__file__).name)  # else it is another project's commit
    commit = _git("describe", "--always", "--dirty", "--abbrev=40") if is_ours else ""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "commit": commit or "none",
    }


def _git(*words: str) -> str:
    """The output of git in the folder of this file; empty if it fails."""
    try:
        ended = subprocess.run(  # noqa: S603
            ["git", *words],  # noqa: S607
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.strip()
