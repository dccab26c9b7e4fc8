"""What an answer depends on, as hashes: same hash, same answer."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from sweepstake.source.normal import normal
from sweepstake.source.read import Files, Source, digest

PACKAGE = Path(__file__).parents[1]
CORE = PACKAGE / "core"
SUFFIXES = {".py", ".css", ".jinja", ".js", ".rst", ".smk", ".txt", ".yaml"}
"""The suffixes of this package's files."""


@cache
def of_source(source: Source) -> str:
    """The identity of a puzzle's answers: 64 hexadecimal digits.

    If a module may read the text of one, all modules count to the letter.
    """
    files = source.counted if source.reads_text else _normal(source.counted)
    return sha256(f"{digest(files)} {of_core()}".encode()).hexdigest()


def _normal(files: Files) -> Files:
    """Files, of which modules are in their normal form."""
    return tuple((path, normal(held) if path.endswith(".py") else held) for path, held in files)


@cache
def of_core() -> str:
    """The hash of `sweepstake.core`, which every answer depends on."""
    return digest(_normal(tuple((p.name, p.read_bytes()) for p in sorted(CORE.glob("*.py")))))


@cache
def of_package() -> str:
    """The hash of all files of this package but the puzzles': by these, answers are shown."""
    found = sha256()
    for path in sorted(PACKAGE.rglob("*.*")):
        inside = path.relative_to(PACKAGE)
        ours = path.suffix in SUFFIXES and not path.name.startswith(".")
        if ours and path.is_file() and not {"puzzles", "__pycache__"} & {*inside.parts[:-1]}:
            found.update(f"{inside.as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()
