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

    If a module may read the text of one, all modules count to the letter.
    """
    files = source.counted if source.reads_text else _normal(source.counted)
    derived = of_game() if any(GAME.search(held) for _, held in source.counted) else ""
    return sha256(f"{digest(files)} {of_core()}{derived}".encode()).hexdigest()


def parts(source: Source) -> dict[str, str]:
    """The hash of each file that a puzzle's answers depend on, of the core and of games."""
    counted = source.counted if source.reads_text else _normal(source.counted)
    own = {path: sha256(held).hexdigest() for path, held in counted}
    core = {"sweepstake.core": of_core()}
    derived = any(GAME.search(held) for _, held in source.counted)
    return own | core | ({"sweepstake.game": of_game()} if derived else {})


def _normal(files: Files) -> Files:
    """Files, of which modules are in their normal form."""
    return tuple((path, normal(held) if path.endswith(".py") else held) for path, held in files)


@cache
def of_core() -> str:
    """The hash of `sweepstake.core`, which every answer depends on."""
    return digest(_normal(read(PACKAGE / "core").files))


@cache
def of_game() -> str:
    """The hash of `sweepstake.game`, which derives the methods of games."""
    return digest(_normal(read(PACKAGE / "game").files))


@cache
def of_package() -> str:
    """The hash of all files of this package but the puzzles': by these, answers are shown."""
    files = read(PACKAGE).files
    return digest(tuple(file for file in files if not file[0].startswith("puzzles/")))
