"""Hashes of files in their normal form, cached by the files' bytes.

Parsing all modules that answers depend on takes longer than a quick answer.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from sweepstake.source import folder
from sweepstake.source import normal as form
from sweepstake.source.normal import normal
from sweepstake.source.read import Files, digest


def in_normal_form(files: Files) -> Files:
    """The files, with modules in their normal form."""
    return tuple((path, normal(held) if path.endswith(".py") else held) for path, held in files)


def normal_digest(files: Files) -> str:
    """The hash of `files` in their normal form."""
    rule = sha256(Path(form.__file__).read_bytes()).hexdigest()
    key = sha256(f"{sys.version} {rule} {digest(files)}".encode()).hexdigest()
    kept = folder.normal_forms()
    if kept is None or not (folder.is_ours(kept.parent) and folder.is_ours(kept)):
        return digest(in_normal_form(files))
    with suppress(OSError, UnicodeDecodeError):
        value, _, seal = (kept / key).read_text().partition(" ")
        if seal == _seal(key, value):
            return value
    value = digest(in_normal_form(files))
    with suppress(OSError):  # the file is written whole or not at all
        with tempfile.NamedTemporaryFile("w", dir=kept, delete=False) as file:
            file.write(f"{value} {_seal(key, value)}")
        Path(file.name).replace(kept / key)
    return value


def _seal(key: str, value: str) -> str:
    """A checksum stored beside a hash, so that a damaged hash is noticed."""
    return sha256(f"{key} {value}".encode()).hexdigest()
