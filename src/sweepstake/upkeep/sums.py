"""`SHA256SUMS` in the results: the hash of each file that a run wrote, for `sha256sum -c`, too.

Snakemake checks dates, and pandas few checksums: neither notices a bit that a disk has flipped.
"""

from __future__ import annotations

import errno
import fcntl
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from sweepstake.errors import DamagedFileError
from sweepstake.store import files
from sweepstake.text.shown import MOST_PATH, line, printable

FILE = "SHA256SUMS"
BELOW = re.compile(r"[^/.][^/]*(/[^/.][^/]*)*")
"""Paths that are listed: below the results, and not hidden."""
BLOCK = 1 << 20
DIFFERS, MISSING = "differs from what the run wrote", "is missing"


@contextmanager
def recorded(outputs: Iterable[str]) -> Iterator[None]:
    """List the files `outputs`, which the body writes; they are not listed meanwhile."""
    output = [Path(file) for file in outputs]
    results = next(folder for folder in output[0].parents if folder.name == "results")
    names = [file.relative_to(results).as_posix() for file in output]
    names = [name for name in names if BELOW.fullmatch(name)]
    with _changing(results) as sums:
        for name in names:
            sums.pop(name, None)
    yield
    written = {name: _sum(results / name) for name in names}
    with _changing(results) as sums:
        sums.update(written)


def differing(results: Path) -> dict[str, str]:
    """The listed files that are not as they were written, each with DIFFERS or MISSING."""
    return _differing(results, _hashes(results))


def _differing(results: Path, sums: Mapping[str, str]) -> dict[str, str]:
    states = {name: _state(results / name, digest) for name, digest in sums.items()}
    return {name: state for name, state in states.items() if state}


def mend(results: Path) -> dict[str, str]:
    """Like `differing`, but remove the changed files, and take all of these off the list.

    Snakemake makes missing files again. A file that a link leads to outside the results stays.
    """
    if not differing(results):
        return {}
    with _changing(results) as sums:
        states = _differing(results, sums)
        for name in states:
            if (results / name).parent.resolve().is_relative_to(results.resolve()):
                (results / name).unlink(missing_ok=True)
            del sums[name]
    return states


def in_lines(states: Mapping[str, str], results: Path) -> Iterator[str]:
    """A line for each file that differs, and one for the missing files."""
    missing_files = [name for name, state in states.items() if state == MISSING]
    for name in states:
        if name not in missing_files:
            yield f"{printable(str(results / name))} {DIFFERS}"
    if missing_files:
        others = f" (and {len(missing_files) - 1:,} more)" if missing_files[1:] else ""
        yield f"{printable(str(results / missing_files[0]))}{others} {MISSING}"


def advice(results: Path) -> str:
    """The advice to give if files of `results` differ."""
    folder = line(str(results.parent), MOST_PATH)
    return f"mend this by `sweepstake run CONFIG --directory {folder}`"


def check(results: Path, name: str) -> None:
    """Raise DamagedFileError if the file `name` below `results` is not as it was written."""
    hashes = _hashes(results)
    if name in hashes and _state(results / name, hashes[name]) == DIFFERS:
        raise DamagedFileError(f"{results / name} {DIFFERS}; {advice(results)}")


def count(results: Path) -> int:
    """How many files are listed."""
    return len(_hashes(results))


def _state(file: Path, digest: str) -> str:
    """Empty if a file is as it was written."""
    try:
        return "" if _sum(file) == digest else DIFFERS
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        if error.errno not in (errno.EIO, errno.EISDIR, errno.ELOOP):
            raise
        return DIFFERS


def _sum(file: Path) -> str:
    hashed = sha256()
    with file.open("rb") as stream:
        while block := stream.read(BLOCK):
            hashed.update(block)
    return hashed.hexdigest()


def _hashes(results: Path) -> dict[str, str]:
    """The hash of each file that is listed."""
    try:
        text = (results / FILE).read_bytes().decode(errors="replace")
    except FileNotFoundError:
        return {}
    lines = [row.partition("  ") for row in text.split("\n")]
    return {name: digest for digest, _, name in lines if BELOW.fullmatch(name)}


@contextmanager
def _changing(results: Path) -> Iterator[dict[str, str]]:
    """The listed hashes, for the body to change; one process at a time."""
    points = results / ".points"
    points.mkdir(parents=True, exist_ok=True)
    with (points / ".sums").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        sums = _hashes(results)
        before = sums.copy()
        yield sums
        if sums != before:
            lines = [f"{digest}  {name}\n" for name, digest in sorted(sums.items())]
            files.write(results / FILE, "".join(lines).encode(), points)
