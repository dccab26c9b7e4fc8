"""What an answer depends on, as hashes: same hash, same answer."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from sweepstake.source.normal import normal
from sweepstake.source.read import Files, Source, digest, read

PACKAGE = Path(__file__).parents[1]
GAME = re.compile(rb"sweepstake\s*\.\s*game\b|from\s+sweepstake\s+import\b.*\bgame\b", re.DOTALL)
"""Where a module imports `sweepstake.game`, or may do so."""


@cache
def of_source(source: Source) -> str:
    """The identity of a puzzle's answers: 64 hexadecimal digits.

    If a module may read a module's text, all modules count to the letter.
    """
    derived = of_game() if _imports_game(source) else ""
    return sha256(f"{digest(_counted(source))} {of_core()}{derived}".encode()).hexdigest()


def parts(source: Source) -> dict[str, str]:
    """The hash of each file that a puzzle's answers depend on, of the core and of games."""
    own = {path: sha256(held).hexdigest() for path, held in _counted(source)}
    game = {"sweepstake.game": of_game()} if _imports_game(source) else {}
    return own | {"sweepstake.core": of_core()} | game


def _counted(source: Source) -> Files:
    """The files that answers depend on, modules in their normal form unless their text counts."""
    return source.counted if source.reads_text else _normal(source.counted)


def _imports_game(source: Source) -> bool:
    return any(GAME.search(held) for _, held in source.counted)


def _normal(files: Files) -> Files:
    return tuple((path, normal(held) if path.endswith(".py") else held) for path, held in files)


@cache
def of_core() -> str:
    """The hash of `sweepstake.core`, which every answer depends on."""
    return digest(_normal(read(PACKAGE / "core").files))


@cache
def of_game() -> str:
    """The hash of `sweepstake.game`, which derives methods; what shows games is left out."""
    files = read(PACKAGE / "game").files
    return digest(_normal(tuple(file for file in files if not file[0].startswith("showing/"))))


@cache
def of_package() -> str:
    """The hash of all files of this package except the puzzles': they show the answers."""
    files = read(PACKAGE).files
    return digest(tuple(file for file in files if not file[0].startswith("puzzles/")))
