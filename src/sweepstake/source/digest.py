"""The source that a module depends on, as one hash; and that of this package.

Comments are left out, and docstrings unless some module reads them. The folders in which files
stand make no difference.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path

from sweepstake.source.imports import bound_by, named_by, parsed, used_by
from sweepstake.source.loaded import plain
from sweepstake.source.modules import PACKAGE, texts
from sweepstake.source.normal import READS, Reduced, normal, whole

SUFFIXES = {".py", ".css", ".jinja", ".js", ".rst", ".smk", ".txt", ".yaml"}
"""Those of this package's files."""


@cache
def fingerprint(module: str, file: Path, reduced: Reduced = whole, kept: str = "") -> str:
    """The SHA-256, in hexadecimal, of all source that `module`, which stands in `file`, depends on.

    `reduced` leaves out of each module what does not count, but not the function `kept`, and
    nothing that another module names.

    >>> len(fingerprint("sweepstake.core.stream", PACKAGE / "core" / "stream.py"))
    64
    """
    its, digest = texts(module, file), sha256()
    named = Counter(name for text in its.values() for name in named_by(text))
    used = Counter(name for text in its.values() for name in used_by(text))
    documented = any(word in text for text in its.values() for word in READS)
    wanted = {name: _wanted(text, named, used, kept) for name, text in its.items()}
    parts = [
        (_place_of(name, module), normal(text, reduced, wanted[name], documented))
        for name, text in its.items()
    ]
    for name, text in sorted(parts):
        digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()


def _place_of(module: str, root: str) -> str:
    """A module's name, from the package of `root` on; nothing of `root`'s, which nobody names."""
    module, root = plain(module), plain(root)
    return "" if module == root else module.removeprefix(f"{root.rpartition('.')[0]}.")


def _wanted(text: bytes, named: Counter[str], used: Counter[str], kept: str) -> frozenset[str]:
    """The functions of a module that others name and the values that they use, and `kept`.

    How many modules name and use each is given.
    """
    names, uses, wanted = named_by(text), used_by(text), {kept}
    for part in parsed(text).body:
        if isinstance(part, ast.FunctionDef) and named[part.name] > (part.name in names):
            wanted.add(part.name)
        wanted |= {name for name in bound_by(part) if used[name] > (name in uses)}
    return frozenset(wanted)


@cache
def of_package() -> str:
    """What `read_package` gave when this process first asked."""
    return read_package()


def read_package() -> str:
    """The SHA-256, in hexadecimal, of all files of this package but its puzzles'."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.*")):
        inside = path.relative_to(PACKAGE)
        ours = path.suffix in SUFFIXES and not path.name.startswith(".")  # but no editor's
        if ours and path.is_file() and not {"puzzles", "__pycache__"} & {*inside.parts[:-1]}:
            digest.update(f"{inside.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()
