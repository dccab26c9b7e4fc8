"""Hashes of files in their normal form, remembered by what the files say to the letter.

To parse all modules that answers depend on takes longer than a quick answer.
"""

from __future__ import annotations

import re
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from sweepstake.source import folder
from sweepstake.source import normal as form
from sweepstake.source.normal import normal
from sweepstake.source.read import Files, digest

KEPT = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{64})")


def in_normal_form(files: Files) -> Files:
    """Files, of which modules are in their normal form."""
    return tuple((path, normal(held) if path.endswith(".py") else held) for path, held in files)


def normal_digest(files: Files) -> str:
    """The hash of `files` in their normal form."""
    rule = sha256(Path(form.__file__).read_bytes()).hexdigest()
    key = sha256(f"{sys.version} {rule} {digest(files)}".encode()).hexdigest()
    kept = folder.normal_forms()
    if kept is None or not (folder.is_ours(kept.parent) and folder.is_ours(kept)):
        return digest(in_normal_form(files))
    place = kept / key
    with suppress(OSError, UnicodeDecodeError):
        found = KEPT.fullmatch(place.read_text())
        if found and found[2] == _seal(key, found[1]):
            return found[1]
    made = digest(in_normal_form(files))
    with suppress(OSError):
        _write(place, f"{made} {_seal(key, made)}")
    return made


def _seal(key: str, made: str) -> str:
    """A seal stored beside a hash, so that a damaged hash is not taken for that of other source."""
    return sha256(f"{key} {made}".encode()).hexdigest()


def _write(place: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    with tempfile.NamedTemporaryFile("w", dir=place.parent, delete=False) as file:
        file.write(text)
    Path(file.name).replace(place)
