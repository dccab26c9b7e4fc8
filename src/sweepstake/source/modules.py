"""The modules that a module depends on, and their files and texts.

A module depends on its own text and on the modules that it imports, through as many steps as it
takes, within its puzzle and this package. Other packages are left out: their versions are recorded
instead. Files are found by the names of modules, so nothing is imported in order to be hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

from sweepstake.source.imports import imported_by
from sweepstake.source.loaded import mark_of, plain, text_of

PACKAGE = Path(__file__).parents[1]
LEFT_OUT = ("sweepstake.puzzle.", "sweepstake.source.")
"""What a puzzle is declared by, and what tells hashes: no answer depends on these modules."""


def texts(module: str, file: Path) -> dict[str, bytes]:
    """The text of `module` and of each module that it depends on, by name."""
    return {name: text_of(path, mark_of(module)) for name, path in depends_on(module, file).items()}


def depends_on(module: str, file: Path) -> dict[str, Path]:
    """The file of `module` and of each module that it depends on, by name."""
    mark, module = mark_of(module), plain(module)
    found, queue = {module: file}, [module]
    while queue:
        name = queue.pop()
        its_init = found[name].name == "__init__.py"
        meant = imported_by(name, its_init, text_of(found[name], mark))
        imported = (_first(names, module, file) for names in meant)
        for other, path in chain(*imported, _packages(name, found[name])):
            if other not in found and not f"{other}.".startswith(LEFT_OUT):
                found[other] = path
                queue.append(other)
    return found


def _first(names: Iterable[str], root: str, file: Path) -> list[tuple[str, Path]]:
    """The first of `names` that is a module, with its file; none if none is."""
    files = ((name, _place(name, root, file)) for name in names)
    return next(([(name, path)] for name, path in files if path is not None), [])


def _packages(module: str, file: Path) -> Iterator[tuple[str, Path]]:
    """The packages in which a module stands, which are imported first; ours import no puzzle's."""
    if is_ours(file):
        return
    while "." in module:
        folder = (file.parent if file.name == "__init__.py" else file).parent
        module, file = module.rpartition(".")[0], folder / "__init__.py"
        if file.is_file():
            yield module, file


def is_ours(file: Path) -> bool:
    """Does a file belong to this package?"""
    return file.is_relative_to(PACKAGE)


def _place(module: str, root: str, file: Path) -> Path | None:
    """The file of `module`, if it is this package's or counts for the puzzle of `root`."""
    first = module.partition(".")[0]
    if first == PACKAGE.name:
        return file_of(module, PACKAGE.parent)
    folder = _folder(root, file)
    counts = not _is_installation(folder) or first in _together(root.partition(".")[0])
    return file_of(module, folder) if counts else None


def _folder(module: str, file: Path) -> Path:
    """The folder in which the first part of the name `module` stands."""
    depth = module.count(".") + (file.name == "__init__.py")
    return file.parents[depth]


@cache
def _is_installation(folder: Path) -> bool:
    """Are packages installed in a folder? Then they stand beside each other by chance."""
    return any(folder.glob("*.dist-info"))


@cache
def _together(first: str) -> frozenset[str]:
    """The modules and packages that were installed together with one of them."""
    by = packages_distributions()
    its = {*by.get(first, ())}
    return frozenset({first, *(name for name, owners in by.items() if its & {*owners})})


def file_of(module: str, folder: Path) -> Path | None:
    """The file of a module, if it stands below `folder`."""
    stem = folder.joinpath(*module.split("."))
    files = (stem / "__init__.py", stem.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)
