"""Modules that stand beside a puzzle's file: each puzzle imports its own.

Puzzles of several folders may each import a module `odds` from beside them, and a file that is
edited is loaded again while its old version still computes. So what is loaded with a puzzle's file
has the mark of that loading in its name (`odds@3f9c2a`), and an import statement in it means the
modules of the same mark.
"""

from __future__ import annotations

import builtins
import importlib
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from sweepstake.source import loaded
from sweepstake.source.loaded import MARK, mark_of
from sweepstake.source.modules import depends_on, file_of, is_ours


@dataclass(frozen=True)
class _Loading:
    """One loading of a puzzle's file: its mark, its folder, and what it may import from there."""

    mark: str
    folder: Path
    first: frozenset[str]
    """The first parts of the names of these modules."""

    def marked(self, module: str) -> str:
        """The full name of what `module` means here; itself unless it stands beside the file."""
        first, dot, rest = module.partition(".")
        return f"{first}{MARK}{self.mark}{dot}{rest}" if first in self.first else module


_ALONE = threading.RLock()
_loadings: dict[str, _Loading] = {}
"""By mark."""


def load(file: Path, mark: str, files: Mapping[Path, bytes]) -> ModuleType:
    """A puzzle's file as a module of its own, loaded anew with what stands beside it.

    `files` are these, as they are or were; its modules mean them, however they are edited later.
    """
    names = {file.stem, *(name.partition(".")[0] for name in modules(file))}
    with _ALONE:
        for name in [name for name in [*sys.modules] if mark_of(name) == mark]:
            del sys.modules[name]
        loaded.keep(mark, files)
        loading = _loadings[mark] = _Loading(mark, file.parent, frozenset(names))
        before = {*sys.modules}
        made = importlib.import_module(loading.marked(file.stem))
        _check_names(file.parent, {*sys.modules} - before)
    return made


def _check_names(folder: Path, imported: Iterable[str]) -> None:
    """Raise ImportError if a module of `folder` was imported by the name of a package around it.

    It would not be found when the source is hashed, nor brought to workers.
    """
    for name in imported:
        at = Path(getattr(sys.modules.get(name), "__file__", None) or "/")
        if mark_of(name) or is_ours(at) or not at.is_relative_to(folder):
            continue
        inside = ".".join(at.relative_to(folder).with_suffix("").parts)
        if name.endswith(f".{inside}"):
            raise ImportError(f"{name} stands beside it; import it by its name from there")


def modules(file: Path) -> dict[str, Path]:
    """The modules that a puzzle's file imports from beside it, by name."""
    found = depends_on(file.stem, file)
    return {name: at for name, at in found.items() if at != file and not is_ours(at)}


def meant(module: str, importer: str) -> str:
    """The full name of what `module` means in the module `importer`."""
    loading = _loadings.get(mark_of(importer))
    return loading.marked(module) if loading else module


class _Finder(MetaPathFinder):
    """Finds the modules whose names have a mark."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loading = _loadings.get(mark_of(name))
        if loading is None:
            return None
        plain = loaded.plain(name)
        folder = str(loading.folder.joinpath(*plain.split(".")))
        file = file_of(plain, loading.folder)
        if file is not None:
            inside = [folder] if file.name == "__init__.py" else None
            return spec_from_file_location(
                name, file, loader=_Loader(name, str(file)), submodule_search_locations=inside
            )
        if not Path(folder).is_dir():
            return None
        spec = ModuleSpec(name, None, is_package=True)  # a folder that has modules and is none
        spec.submodule_search_locations = [folder]
        return spec


class _Loader(SourceFileLoader):
    """Loads a module whose import statements mean the modules of its own mark."""

    def get_code(self, fullname: str) -> Any:
        """Compiled from its source as it was loaded: bytecode may be older, a file newer."""
        text = loaded.text_of(Path(self.path), mark_of(fullname))
        return self.source_to_code(text, self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Import statements call the `__import__` that a module's globals name."""
        imports = partial(_import, _loadings[mark_of(module.__name__)])
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": imports}
        super().exec_module(module)


def _import(
    loading: _Loading,
    name: str,
    globals: Mapping[str, object] | None = None,  # noqa: A002  # as `__import__` has them
    locals: Mapping[str, object] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """What `__import__` does, where a name without dots before it may mean a module beside."""
    wanted = name if level else loading.marked(name)
    return builtins.__import__(wanted, globals, locals, fromlist or (), level)


sys.meta_path.insert(0, _Finder())
