"""The user's own cache folder, for copies of puzzles and for machine code.

Files there are executed, so no other user may write to it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path

MACHINE_CODE, HASHES, COPIES = "machine-code", "normal", "puzzles"


def user_cache() -> Path | None:
    """The user's cache folder; None if there is no home folder."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111
    return base / "sweepstake" if base.is_absolute() else None


def private(name: str) -> Path | None:
    """A folder in the user's cache; None if we can't write to it, or others can."""
    if (base := user_cache()) is None:
        return None
    folder = base.resolve() / name
    return folder if is_ours(folder.parent) and is_ours(folder) else None


def is_cached(path: str) -> bool:
    """True for a file of machine code or of hashes in the user's cache."""
    base = user_cache()
    folders = [f"{base.resolve()}/{name}/" for name in (MACHINE_CODE, HASHES)] if base else []
    return path.startswith(tuple(folders))


def is_ours(folder: Path) -> bool:
    """True if only this user can write to `folder`, which is made if it is missing."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.stat(follow_symlinks=False)
        if about.st_uid != os.geteuid() or about.st_mode & 0o022:
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def write(file: Path, content: bytes) -> None:
    """Write a file, which is there whole or not at all; another process may do the same."""
    new = file.with_name(f".{file.name[:99]}.{os.getpid()}.{threading.get_ident()}")
    new.write_bytes(content)
    new.replace(file)


@cache
def copies() -> Path:
    """The folder for copies of puzzles: a temporary one if the cache can't be used."""
    if folder := private(COPIES):
        return folder
    folder = Path(tempfile.mkdtemp(prefix="sweepstake-")).resolve()
    # not by `atexit`, which processes that Dask starts as workers don't call
    Finalize(None, shutil.rmtree, (folder,), {"ignore_errors": True}, exitpriority=0)
    return folder
