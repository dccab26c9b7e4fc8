"""What was loaded: marks, which tell a puzzle's own modules from others of their name, and texts.

A module `odds` that stands beside a puzzle's file is named `odds@3f9c2a`, with the mark of the
loading. Its source is what its file held then, however that is edited later.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

MARK = "@"
"""Between the plain name of a module and its mark."""
_kept: dict[str, Mapping[Path, bytes]] = {}
"""By mark, the source files of a puzzle as they were when it was loaded."""
_given: dict[str, dict[str, str]] = {}
"""By mark, or by the first part of a name, what each module was loaded with, as a hash."""


def mark_of(module: str) -> str:
    """The mark in a module's name; empty if it has none.

    >>> mark_of("odds@3f9c2a.table")
    '3f9c2a'
    """
    return module.partition(".")[0].partition(MARK)[2]


def plain(module: str) -> str:
    """The name by which source means a module: without a mark.

    >>> plain("odds@3f9c2a.table")
    'odds.table'
    """
    first, dot, rest = module.partition(".")
    return f"{first.partition(MARK)[0]}{dot}{rest}"


def keep(mark: str, files: Mapping[Path, bytes]) -> None:
    """Have the modules of `mark` mean these files as they are given."""
    _kept[mark] = files


def text_of(file: Path, mark: str) -> bytes:
    """What a file held when the puzzle of `mark` was loaded, or holds."""
    text = _kept.get(mark, {}).get(file)
    return file.read_bytes() if text is None else text


def note_given(module: str, content: bytes) -> None:
    """Say what the puzzle that `module` declares was loaded with: its data, and all beside it."""
    its = _given.setdefault(_owner(module), {})
    its[plain(module)] = sha256(content).hexdigest()


def given_to(module: str) -> str | None:
    """What was given for the puzzle of `module`, as a text; None if it is still being loaded."""
    its = _given.get(_owner(module), {})
    return None if mark_of(module) and not its else str(sorted(its.items()))


def _owner(module: str) -> str:
    return mark_of(module) or module.partition(".")[0]
