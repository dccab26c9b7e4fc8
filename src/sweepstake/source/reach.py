"""What a puzzle may use besides its copy: Python, this package and installed packages."""

from __future__ import annotations

import re
import site
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from sweepstake.source.identity import PACKAGE
from sweepstake.source.read import INIT, SHOWN, Source

RECORDED = {"sweepstake", "numpy", "numba", "llvmlite", "scipy", "pyarrow", "pandas"}
"""Packages whose versions are in every row of the runs table, or follow from one that is."""
IMPORT = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(\w+)", re.M)
OF_REPORT = re.compile(rb"^[ \t]*from[ \t]+\.+(?:report\b|[ \t]*import\b.*\breport\b)", re.M)
PATHS = {*sysconfig.get_paths().values(), site.getusersitepackages(), *site.getsitepackages()}
INSTALLED = tuple(f"{Path(path).resolve()}/" for path in {*PATHS, sys.prefix, sys.base_prefix})
"""The folders of Python and of installed packages."""


class ReachError(ValueError):
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
