"""The source that a module depends on, as one hash.

A module depends on its own text and on the modules that it imports, through as many steps as it
takes, within its puzzle and this package. Other packages are left out: their versions are recorded
instead. Comments and docstrings are left out too. The folders in which files stand make no
difference. Files are found by the names of modules, so nothing is imported in order to be hashed.
"""

from __future__ import annotations

import ast
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

from sweepstake.core.imports import imported_by, named_by, parsed
from sweepstake.core.marks import held, mark_of, plain

_PACKAGE = Path(__file__).parents[1]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
READS = (b"__doc__", b"getdoc")
"""What a module that reads docstrings says."""
NO_MATTER = {"ctx", "kind", "type_comment"}
"""Fields of a tree that say nothing of what it does."""
_ALONE = threading.RLock()
"""CPython 3.11 counts the depth of syntax trees for all threads at once, and fails if two build."""
DECLARING = "sweepstake.puzzle."
"""The modules that say what a puzzle is."""
Reduced = Callable[[ast.Module, frozenset[str]], ast.Module]
"""Leaves out of a module what does not count, but nothing that has one of the names given.

It may change the tree that it is given.
"""


def whole(tree: ast.Module, wanted: frozenset[str]) -> ast.Module:
    """All of a module."""
    return tree


@cache
def fingerprint(module: str, file: Path, reduced: Reduced = whole, asked: str = "") -> str:
    """The SHA-256, in hexadecimal, of all source that `module`, which stands in `file`, depends on.

    `reduced` leaves out of each module what does not count, but not `asked`, and nothing that
    another module names.

    >>> len(fingerprint("sweepstake.core.stream", _PACKAGE / "core" / "stream.py"))
    64
    """
    digest = sha256()
    with _ALONE:
        its = texts(module, file)
        named = Counter(name for text in its.values() for name in named_by(text))
        parts = [
            (_place_of(name, module), _normal(text, reduced, _wanted(text, named, asked)))
            for name, text in its.items()
        ]
        for name, text in sorted(parts):
            digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()


def _place_of(module: str, root: str) -> str:
    """A module's name, from the package of `root` on; nothing of `root`'s, which nobody names."""
    module, root = plain(module), plain(root)
    return "" if module == root else module.removeprefix(f"{root.rpartition('.')[0]}.")


def texts(module: str, file: Path) -> dict[str, bytes]:
    """The text of `module` and of each module that it depends on, by name."""
    with _ALONE:
        return {
            name: held(path, mark_of(module)) for name, path in depends_on(module, file).items()
        }


@cache
def of_package() -> str:
    """The SHA-256, in hexadecimal, of all files of this package but its puzzles'."""
    digest = sha256()
    for path in sorted(_PACKAGE.rglob("*.*")):
        inside = path.relative_to(_PACKAGE)
        hidden = path.name.startswith(".")  # an editor's, perhaps
        if path.is_file() and not hidden and not {"puzzles", "__pycache__"} & {*inside.parts[:-1]}:
            digest.update(f"{inside.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def depends_on(module: str, file: Path) -> dict[str, Path]:
    """The file of `module` and of each module that it depends on, by name."""
    mark, module = mark_of(module), plain(module)
    found, queue = {module: file}, [module]
    while queue:
        name = queue.pop()
        its_init = found[name].name == "__init__.py"
        meant = imported_by(name, its_init, held(found[name], mark))
        imported = (_first(names, module, file) for names in meant)
        for other, path in chain(*imported, _packages(name, found[name])):
            if other not in found and not _declaring(other):
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
    return file.is_relative_to(_PACKAGE)


def _declaring(module: str) -> bool:
    """Does a module say what a puzzle is? What a method computes does not depend on that."""
    return f"{module}.".startswith(DECLARING)


def _place(module: str, root: str, file: Path) -> Path | None:
    """The file of `module`, if it is this package's or counts for the puzzle of `root`."""
    first = module.partition(".")[0]
    if first == _PACKAGE.name:
        return file_of(module, _PACKAGE.parent)
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


def _wanted(text: bytes, named: Counter[str], asked: str) -> frozenset[str]:
    """The functions of a module that others name, by how many modules name each, and `asked`."""
    own = named_by(text)
    functions = {part.name for part in parsed(text).body if isinstance(part, ast.FunctionDef)}
    return frozenset(f for f in functions if f == asked or named[f] > (f in own))


@cache
def _normal(text: bytes, reduced: Reduced, wanted: frozenset[str]) -> str:
    """What a module says, without comments, and without docstrings unless it reads them.

    That is found on a stack of its own: a formula of some thousand terms can't be read, and which
    one can't must not depend on who asks.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_said, text, reduced, wanted).result()


def _said(text: bytes, reduced: Reduced, wanted: frozenset[str]) -> str:
    try:
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and not any(word in text for word in READS):
                node.body = [part for part in node.body if not _is_text(part)]
        return "".join(_written(reduced(tree, wanted)))
    except (SyntaxError, ValueError, RecursionError):  # too long a formula, or no Python
        return str(text)


def _written(tree: ast.AST) -> Iterator[str]:
    """A tree in words that are the same in every version of Python, unlike `ast.unparse`'s.

    What is empty is left out: later versions have more fields.
    """
    todo: list[object] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, _Mark):
            yield node
        elif isinstance(node, ast.AST):
            yield f"{type(node).__name__}("
            todo.append(_Mark(")"))
            for name, value in reversed([*ast.iter_fields(node)]):
                if isinstance(node, ast.JoinedStr):  # 3.12 has empty texts in some
                    value = [part for part in value if getattr(part, "value", part) != ""]
                if name not in NO_MATTER and value not in (None, []):
                    todo += [value, _Mark(f"{name}=")]
        elif isinstance(node, list):
            yield "["
            todo += [_Mark("]"), *reversed(node)]
        else:
            yield f"{node!r},"


class _Mark(str):
    """A word that is written as it stands."""


def _is_text(node: ast.stmt) -> bool:
    """Is this a text that stands by itself: a docstring?"""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
