"""The copy of a puzzle, and its import as a module of its own name.

Tracebacks and breakpoints have the path of the original; `__file__` is that of the copy.
"""

from __future__ import annotations

import importlib
import linecache
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from sweepstake.source import read
from sweepstake.source.read import Source

_known: dict[str, Source] = {}
"""The sources whose copies can be imported here, by the name of the module."""


def source_of(module: str) -> Source | None:
    """The source of the copy that `module` belongs to; None if it isn't in one."""
    return _known.get(module.partition(".")[0])


def place(source: Source) -> Path:
    """The folder of a copy."""
    return read.copies() / source.module


def write(source: Source) -> None:
    """Write the files that the copy lacks, or that were damaged."""
    _known[source.module] = source
    for path, held in source.files:
        file = place(source) / path
        if not file.is_file() or file.read_bytes() != held:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            read.write_whole(file, held)
    if _is_installed() and str(read.copies()) not in sys.path:
        sys.path.append(str(read.copies()))  # child processes of a method import from there
    importlib.invalidate_caches()


def forget(is_meant: Callable[[str], bool]) -> None:
    """Forget imported modules, so that the next import loads them anew."""
    for name in [*filter(is_meant, sys.modules)]:
        del sys.modules[name]


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module that belongs to a copy; else None."""
        source = source_of(fullname)
        if source is None:
            return None
        spec = PathFinder.find_spec(fullname, path or [str(read.copies())], target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path, source)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module of a copy."""

    def __init__(self, fullname: str, path: str, source: Source) -> None:
        super().__init__(fullname, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of a module, in which the file's path is that of the original.

        If a puzzle may read its own text, the path is that of the copy.
        """
        code = super().get_code(fullname)
        if code is None or self._source.reads_text:
            return code
        path = os.path.relpath(self.path, place(self._source))
        original = self._source.original(path)
        lines = dict(self._source.files)[path].decode("utf-8", "replace").splitlines(keepends=True)
        linecache.cache[original] = (len(lines), None, lines, original)  # None: not checked again
        return _at(code, original)


def _at(code: CodeType, path: str) -> CodeType:
    """The same code, as if it came from the file `path`."""
    inner = (_at(held, path) if isinstance(held, CodeType) else held for held in code.co_consts)
    return code.replace(co_filename=path, co_consts=tuple(inner))


_finder = _Finder()


def install() -> None:
    """Have this process import copies from now on, whatever imports them."""
    if not _is_installed():
        sys.meta_path.insert(0, _finder)


def _is_installed() -> bool:
    return _finder in sys.meta_path


@contextmanager
def importable() -> Iterator[None]:
    """Have copies imported meanwhile; a user's process keeps no finder of ours."""
    if _is_installed():
        yield
        return
    sys.meta_path.insert(0, _finder)
    try:
        yield
    finally:
        sys.meta_path.remove(_finder)
