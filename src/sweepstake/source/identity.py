"""What an answer depends on, as hashes: same hash, same answer.

Besides its copy, a puzzle may use Python, this package and installed packages. The identity doesn't
cover these, so the versions of the packages are recorded with each answer.
"""

from __future__ import annotations

import json
import re
import site
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from sweepstake.errors import InputError
from sweepstake.source import read as folder
from sweepstake.source import read as form
from sweepstake.source.read import INIT, SHOWN, Files, Source, digest, normal, read

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

    They are cached in the user's folder, because to parse all modules that answers depend on takes
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
        folder.write_whole(cache / key, json.dumps(by_file).encode())
    return by_file


def _normal(files: Files) -> Hashes:
    return _plain((path, normal(held) if path.endswith(".py") else held) for path, held in files)


def _plain(files: Iterable[tuple[str, bytes]]) -> Hashes:
    return {path: sha256(held).hexdigest() for path, held in files}


def _together(by_file: Hashes) -> str:
    return sha256(repr(by_file).encode("utf-8", "surrogateescape")).hexdigest()


RECORDED = {"sweepstake", "numpy", "numba", "llvmlite", "scipy", "pyarrow", "pandas"}
"""Packages whose versions are in every row of the runs table, or follow from one that is."""
IMPORT = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(\w+)", re.M)
OF_REPORT = re.compile(rb"^[ \t]*from[ \t]+\.+(?:report\b|[ \t]*import\b.*\breport\b)", re.M)
PATHS = {*sysconfig.get_paths().values(), site.getusersitepackages(), *site.getsitepackages()}
INSTALLED = tuple(f"{Path(path).resolve()}/" for path in {*PATHS, sys.prefix, sys.base_prefix})
"""The folders of Python and of installed packages."""


class ReachError(InputError):
    """A puzzle uses something that its answers' identity does not cover; the message says what."""


def is_known(path: str) -> bool:
    """True for a file of Python, of an installed package, or of this one without its puzzles."""
    if path.startswith(f"{PACKAGE}/"):
        return not path.startswith(f"{PACKAGE}/puzzles/")
    return path.startswith(INSTALLED)


@cache
def versions(source: Source) -> dict[str, str]:
    """The versions of the packages that a puzzle imports, except those always recorded."""
    texts = [held for path, held in source.counted if path.endswith(".py")]
    names = {name.decode() for text in texts for name in IMPORT.findall(text)}
    names -= sys.stdlib_module_names | RECORDED
    owners = metadata.packages_distributions() if names else {}
    return {owner: metadata.version(owner) for name in names for owner in owners.get(name, ())}


def check_report(source: Source, questions: Iterable[object]) -> None:
    """Raise ReachError if other modules import `report/`, or answers may depend on it.

    Questions in other modules can't depend on what the declaration imports.
    """
    for path, text in source.counted:
        if path != INIT and path.endswith(".py") and OF_REPORT.search(text):
            raise ReachError(
                f"{source.name}: {path} imports from {SHOWN}, which answers don't depend on; move "
                f"what it needs out of it"
            )
    loaded = {name: vars(held) for name, held in sys.modules.items() if source.has(name)}
    if any(source.shows(name) for name in loaded):
        others = [held for name, held in loaded.items() if name != source.module]
        known = {id(value) for held in others for value in held.values()}
        if not {id(question) for question in questions} <= known:
            raise ReachError(
                f"{source.name}: {INIT} imports from {SHOWN} and declares questions "
                f"itself; declare them in another module of its folder"
            )
