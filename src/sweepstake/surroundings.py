"""What surrounds a process of this program, and must not decide what it runs or draws.

The current folder may hold a stranger's results, or a file that has the name of a module. A
notebook sets a backend of Matplotlib for all programs that it starts. A container may have no home.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PLUGINS = ".snakemake/pip-deployments"
"""A folder below the current one from which Snakemake imports whatever it finds there."""


def keep_out() -> None:
    """Have this process, and those that it starts, import nothing from the current folder.

    They draw to files only, and those who have no home folder find nothing in it. This comes before
    Matplotlib and Snakemake are imported.
    """
    os.environ |= {"PYTHONSAFEPATH": "1", "MPLBACKEND": "agg"}
    if not Path(os.path.expanduser("~")).is_absolute():  # noqa: PTH111  # Path.home() would raise
        os.environ["HOME"] = os.sep
    _clean_path()


def _clean_path() -> None:
    """Remove from the module search path what is looked for in the current folder.

    An empty entry of PYTHONPATH, which `export PYTHONPATH=$PYTHONPATH:/more` may leave, means it.
    """
    sys.path_importer_cache[PLUGINS] = None  # before Snakemake adds it
    sys.path[:] = [folder for folder in sys.path if Path(folder).is_absolute()]
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if "" in named:
        meant = [folder for folder in named if folder]
        os.environ["PYTHONPATH"] = os.pathsep.join(meant)
        with suppress(OSError, ValueError):  # it was deleted, or is not there
            if (here := str(Path.cwd())) not in map(os.path.abspath, meant):
                sys.path.remove(here)


@contextmanager
def writable_cache() -> Iterator[None]:
    """Have caches in a temporary folder if the user's can't be written: Snakemake needs one."""
    from tempfile import TemporaryDirectory

    own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snakemake"
    if _is_writable(own):
        yield
        return
    with TemporaryDirectory(prefix="sweepstake-", ignore_cleanup_errors=True) as folder:
        os.environ |= {"XDG_CACHE_HOME": folder, "MPLCONFIGDIR": folder}
        yield


def _is_writable(folder: Path) -> bool:
    from tempfile import TemporaryFile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder.is_absolute()
    except OSError:
        return False
