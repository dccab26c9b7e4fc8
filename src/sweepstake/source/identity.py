"""What an answer depends on, as hashes: same hash, same answer."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from sweepstake.source.read import Source, digest, read
from sweepstake.source.remembered import in_normal_form, normal_digest

PACKAGE = Path(__file__).parents[1]
GAME = re.compile(rb"sweepstake\s*\.\s*game\b|from\s+sweepstake\s+import\b.*\bgame\b", re.DOTALL)
"""A pattern for modules that import `sweepstake.game`, or may do so."""


@cache
def of_source(source: Source) -> str:
    """The identity of a puzzle's answers: 64 hexadecimal digits.

    If a module may read a module's text, every byte of all modules counts.
    """
    derived = of_game() if _imports_game(source) else ""
    own = digest(source.counted) if source.reads_text else normal_digest(source.counted)
    return sha256(f"{own} {of_core()}{derived}".encode()).hexdigest()


def parts(source: Source) -> dict[str, str]:
    """The hashes of all that answers depend on: the puzzle's files, the core, and games if used."""
    files = source.counted if source.reads_text else in_normal_form(source.counted)
    own = {path: sha256(held).hexdigest() for path, held in files}
    game = {"sweepstake.game": of_game()} if _imports_game(source) else {}
    return own | {"sweepstake.core": of_core()} | game


def _imports_game(source: Source) -> bool:
    return any(GAME.search(held) for _, held in source.counted)


@cache
def of_core() -> str:
    """The hash of `sweepstake.core`, which every answer depends on."""
    return normal_digest(read(PACKAGE / "core").files)


@cache
def of_game() -> str:
    """The hash of `sweepstake.game`, which derives methods, without `showing/`."""
    files = read(PACKAGE / "game").files
    return normal_digest(tuple(file for file in files if not file[0].startswith("showing/")))


@cache
def of_package() -> str:
    """The hash of what stores, checks and shows answers: this package without its puzzles."""
    others = ("puzzles/", "workflow/")  # the workflow lies elsewhere in a clone
    return digest(tuple(file for file in read(PACKAGE).files if not file[0].startswith(others)))
