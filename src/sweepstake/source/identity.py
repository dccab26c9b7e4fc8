"""What an answer depends on, as hashes: same hash, same answer."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from sweepstake.source import folder
from sweepstake.source import normal as form
from sweepstake.source.normal import normal
from sweepstake.source.read import Files, Source, digest, read

PACKAGE = Path(__file__).parents[1]
GAME = re.compile(rb"sweepstake\s*\.\s*game\b|from\s+sweepstake\s+import\b.*\bgame\b", re.DOTALL)
"""A pattern for modules that import `sweepstake.game`, or may do so."""

Hashes = dict[str, str]
"""A hash in hexadecimal for each file."""


@cache
def of_source(source: Source) -> str:
    """The identity of a puzzle's answers: 64 hexadecimal digits."""
    return _together(parts(source))


def parts(source: Source) -> Hashes:
    """The hashes of all that answers depend on: the puzzle's files, the core, and games if used.

    If a module may read a module's text, every byte of all modules counts.
    """
    own = _plain(source.counted) if source.reads_text else hashes(source.counted)
    derived = any(GAME.search(held) for _, held in source.counted)
    game = {"sweepstake.game": of_game()} if derived else {}
    return own | {"sweepstake.core": of_core()} | game


@cache
def of_core() -> str:
    """The hash of `sweepstake.core`, which every answer depends on."""
    return _together(hashes(read(PACKAGE / "core").files))


@cache
def of_game() -> str:
    """The hash of `sweepstake.game`, which derives methods, without `showing/`."""
    files = read(PACKAGE / "game").files
    return _together(hashes(tuple(f for f in files if not f[0].startswith("showing/"))))


@cache
def of_package() -> str:
    """The hash of what stores, checks and shows answers: this package without its puzzles."""
    others = ("puzzles/", "workflow/")  # the workflow lies elsewhere in a clone
    return digest(tuple(file for file in read(PACKAGE).files if not file[0].startswith(others)))


def hashes(files: Files) -> Hashes:
    """The hash of each file, of modules in their normal form.

    They are kept in the user's cache, because to parse all modules that answers depend on takes
    longer than a quick answer.
    """
    rule = sha256(Path(form.__file__).read_bytes()).hexdigest()
    key = sha256(f"{sys.version} {rule} {digest(files)}".encode()).hexdigest()
    if (cache := folder.private(folder.HASHES)) is None:
        return _normal(files)
    try:
        return dict(json.loads((cache / key).read_bytes()))
    except (OSError, ValueError, TypeError):  # not there, or damaged
        by_file = _normal(files)
    with suppress(OSError):
        folder.write(cache / key, json.dumps(by_file).encode())
    return by_file


def _normal(files: Files) -> Hashes:
    return _plain((path, normal(held) if path.endswith(".py") else held) for path, held in files)


def _plain(files: Iterable[tuple[str, bytes]]) -> Hashes:
    return {path: sha256(held).hexdigest() for path, held in files}


def _together(by_file: Hashes) -> str:
    return sha256(repr(by_file).encode("utf-8", "surrogateescape")).hexdigest()
