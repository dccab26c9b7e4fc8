"""Set up a process of this program, before it imports NumPy and Snakemake.

Start-up tuning for short-lived commands: one BLAS thread, fewer garbage collections. A command that
answers from stored results takes half a second of processor time; without the tuning, idle BLAS
threads would add an eighth of a second, and garbage collections nearly a quarter.

The surroundings of a process must not decide what it imports or draws. The current folder may have
somebody else's results, or a file that is named like a module. A notebook sets a Matplotlib backend
for every program that it starts. A container may have no home folder.
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

from sweepstake.errors import InputError

FEW, MANY = 50_000, 200_000
"""New objects between two garbage collections: in a run, whose frames are large, and in a command.

With Python's default of 700, importing pandas alone causes hundreds of collections.
"""
PLUGINS = ".snakemake/pip-deployments"
"""A folder below the current one from which Snakemake imports whatever it finds there."""
FILES = {"DASK_CONFIG", "SWEEPSTAKE_PUZZLES"}
"""Variables that name files or folders."""
PROC = Path("/proc/self")


def start_quickly(new_objects: int) -> None:
    """Make this process and its children start and exit quickly; call it before NumPy is imported.

    Garbage is collected after so many new objects.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(new_objects)
    atexit.register(gc.freeze)


def keep_out() -> None:
    """Make this process and its children import nothing from the current folder.

    They also draw to files only, and get a home folder and a user name if they have none. Call it
    before Matplotlib and Snakemake are imported.
    """
    os.environ |= {"PYTHONSAFEPATH": "1", "MPLBACKEND": "agg"}
    if not Path(os.path.expanduser("~")).is_absolute():  # noqa: PTH111  # Path.home() would raise
        os.environ["HOME"] = os.sep
    try:
        getpass.getuser()
    except (KeyError, OSError):  # the machine or container doesn't know the user
        os.environ["USER"] = str(os.getuid())
    _choose_profile()
    with suppress(OSError):  # the current folder was deleted
        _clean_paths()


def _clean_paths() -> None:
    """Remove the current folder from the import path, and make other paths absolute.

    An empty entry of PYTHONPATH, which `export PYTHONPATH=$PYTHONPATH:/more` may leave, means the
    current folder. Relative paths count from here, but a run changes to the folder of its results.
    """
    sys.path_importer_cache[PLUGINS] = None  # before Snakemake adds it
    sys.path[:] = [folder for folder in sys.path if Path(folder).is_absolute()]
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    absolute = [str(Path(folder).absolute()) for folder in entries if folder]
    if "" in entries and (here := str(Path.cwd())) in sys.path and here not in absolute:
        sys.path.remove(here)
    if any(entries):
        os.environ["PYTHONPATH"] = os.pathsep.join(absolute)
    for name in FILES & {*os.environ}:
        words = os.environ[name].split(os.pathsep)
        os.environ[name] = os.pathsep.join(
            str(Path(word).absolute()) if word and Path(word).exists() else word for word in words
        )


def _choose_profile() -> None:
    """Make SNAKEMAKE_PROFILE the path of the user's profile of that name, if there is one.

    Snakemake would search the current folder for the name first.
    """
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    name = os.environ.get("SNAKEMAKE_PROFILE")
    if name and (profile := home / "snakemake" / name).exists():
        os.environ["SNAKEMAKE_PROFILE"] = str(profile)


def check_system() -> None:
    """Raise ValueError if /proc is not mounted: importing Dask, which reads it, would fail."""
    if sys.platform == "linux" and not PROC.exists():
        raise InputError(
            f"{PROC.parent} is not mounted; mount it: mount -t proc proc {PROC.parent}"
        )


@contextmanager
def writable_cache() -> Iterator[None]:
    """Use a temporary cache folder if the user's can't be written: Snakemake needs one."""
    from tempfile import TemporaryDirectory

    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snakemake"
    if cache.is_absolute() and _is_writable(cache):
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
