"""Who computes: the process, and its versions of Python, packages and source."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("sweepstake", "numpy", "numba", "scipy", "pyarrow", "pandas", "dask", "distributed")


def process_name(pid: int | None = None) -> str:
    """A process of this host, this one unless another is given, as `host/pid`."""
    return f"{socket.gethostname()}/{pid or os.getpid()}"


@cache
def versions() -> dict[str, str]:
    """Version by name; `commit` is the git commit of the source, or `none` outside a checkout."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "commit": _commit(),
    }


@cache
def package() -> str:
    """A hash of this package's source, which decides how answers are stored."""
    folder, found = Path(__file__).parents[1], sha256()
    for file in sorted(folder.rglob("*.py")):
        found.update(f"{file.relative_to(folder)} {sha256(file.read_bytes()).hexdigest()}".encode())
    return found.hexdigest()


def _commit() -> str:
    """The commit of this package, unless it is installed inside a repository of another project."""
    if not _git("ls-files", Path(__file__).name):
        return "none"
    return _git("describe", "--always", "--dirty", "--abbrev=40") or "none"


def _git(*words: str) -> str:
    """What git says of the folder of this file; nothing if it fails."""
    try:
        said = subprocess.run(  # noqa: S603
            ["git", *words],  # noqa: S607
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.strip()
