"""A process of this program is often brief: what it does without.

A command that answers from what is stored takes half a second of processor time. Without this,
the threads of NumPy's linear algebra would wait for work in another eighth of a second, and what
was imported would be looked through for garbage, again and again, for nearly a quarter.

What surrounds a process of this program, and must not decide what it runs or draws.

The current folder may hold a stranger's results, or a file that has the name of a module. A
notebook sets a backend of Matplotlib for all programs that it starts. A container may have no home.
"""

from __future__ import annotations

import atexit
import gc
import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FEW, MANY = 50_000, 200_000
"""New objects after which garbage is looked for, in a run with its large frames and in a command.

Python's own 700 are looked through hundreds of times while pandas is imported.
"""


def be_brief(new_objects: int) -> None:
    """Have this process and its children begin and end quickly; before NumPy is imported.

    Garbage is looked for after so many new objects.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(new_objects)
    atexit.register(gc.freeze)


PLUGINS = ".snakemake/pip-deployments"
"""A folder below the current one from which Snakemake imports whatever it finds there."""
FILES = {"DASK_CONFIG", "SWEEPSTAKE_PUZZLES"}
"""Variables that name files or folders."""
PROC = Path("/proc/self")


def keep_out() -> None:
    """Have this process, and those that it starts, import nothing from the current folder.

    They draw to files only, and those who have no home folder find nothing in it. This comes before
    Matplotlib and Snakemake are imported.
    """
    os.environ |= {"PYTHONSAFEPATH": "1", "MPLBACKEND": "agg"}
    if not Path(os.path.expanduser("~")).is_absolute():  # noqa: PTH111  # Path.home() would raise
        os.environ["HOME"] = os.sep
    try:
        getpass.getuser()
    except (KeyError, OSError):  # a user whom this machine, or container, doesn't know
        os.environ["USER"] = str(os.getuid())
    _choose_profile()
    with suppress(OSError):  # the current folder was deleted
        _clean_paths()


def _clean_paths() -> None:
    """Have nothing looked for in the folder that is the current one then.

    An empty entry of PYTHONPATH, which `export PYTHONPATH=$PYTHONPATH:/more` may leave, means that
    folder. Other relative paths are meant from here, but a run changes to its results' folder.
    """
    sys.path_importer_cache[PLUGINS] = None  # before Snakemake adds it
    sys.path[:] = [folder for folder in sys.path if Path(folder).is_absolute()]
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    meant = [str(Path(folder).absolute()) for folder in named if folder]
    if "" in named and (here := str(Path.cwd())) in sys.path and here not in meant:
        sys.path.remove(here)
    if any(named):
        os.environ["PYTHONPATH"] = os.pathsep.join(meant)
    for name in FILES & {*os.environ}:
        words = os.environ[name].split(os.pathsep)
        os.environ[name] = os.pathsep.join(
            str(Path(word).absolute()) if word and Path(word).exists() else word for word in words
        )


def _choose_profile() -> None:
    """Have SNAKEMAKE_PROFILE name the user's own profile, if there is one of that name.

    Snakemake would look for the name in the current folder first.
    """
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    name = os.environ.get("SNAKEMAKE_PROFILE")
    if name and (own := home / "snakemake" / name).exists():
        os.environ["SNAKEMAKE_PROFILE"] = str(own)


def check_system() -> None:
    """Raise ValueError if Dask could not be imported, because it looks for this process there."""
    if sys.platform == "linux" and not PROC.exists():
        raise ValueError(
            f"{PROC.parent} is not mounted; mount it: mount -t proc proc {PROC.parent}"
        )


@contextmanager
def writable_cache() -> Iterator[None]:
    """Have caches in a temporary folder if the user's can't be written: Snakemake needs one."""
    from tempfile import TemporaryDirectory

    own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snakemake"
    if own.is_absolute() and _is_writable(own):
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
            return True
    except OSError:
        return False
