"""What a puzzle imports, told from its text: what its copy can't have is refused by name."""

from __future__ import annotations

import ast
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from sweepstake.source.identity import PACKAGE
from sweepstake.source.normal import parsed
from sweepstake.source.read import INIT, SHOWN, Source

PUZZLES = f"{PACKAGE.name}.puzzles"
RECORDED = {"sweepstake", "numpy", "numba", "llvmlite", "scipy", "pyarrow", "pandas"}
"""Packages whose versions stand in every row of the runs table, or go with one that does."""


class ReachError(ValueError):
    """A puzzle uses something that its answers' identity does not cover; the message says what."""


@cache
def installed() -> tuple[str, ...]:
    """The folders of Python and of installed packages, each with a slash at its end."""
    paths = {*sysconfig.get_paths().values(), site.getusersitepackages(), *site.getsitepackages()}
    paths |= {sys.prefix, sys.base_prefix}
    return tuple(f"{Path(path).resolve()}/" for path in paths)


def check(source: Source) -> None:
    """Raise ReachError if a module of the puzzle imports what its answers do not count."""
    for path, text in source.files:
        tree = parsed(text) if path.endswith(".py") else None
        for node in _evaluated(tree) if tree else ():
            refusal = next(filter(None, _refusals(source, path, node)), None)
            if refusal:
                where = Path(source.original(path)).name if source.is_file else path
                raise ReachError(f"{source.name}: {where}, line {node.lineno}, {refusal}")
        if path == source.declared_in and tree:
            _check_declaration(source, tree)


@cache
def versions(source: Source) -> dict[str, str]:
    """The versions of the packages that a puzzle imports, but of those recorded anyway."""
    trees = (parsed(text) for path, text in source.counted if path.endswith(".py"))
    nodes = [node for tree in trees if tree for node in _evaluated(tree)]
    names = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    names |= {f"{n.module}" for n in nodes if isinstance(n, ast.ImportFrom) and not n.level}
    firsts = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - RECORDED
    owners = metadata.packages_distributions() if firsts else {}
    return {one: metadata.version(one) for first in firsts for one in owners.get(first, ())}


def _evaluated(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements of a module, but those for type checkers."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            todo += node.orelse
        else:
            todo += ast.iter_child_nodes(node)


def _refusals(source: Source, path: str, node: ast.Import | ast.ImportFrom) -> Iterator[str | None]:
    """Why the modules that a statement imports are refused; None for each that is not."""
    if isinstance(node, ast.Import):
        yield from (_absolute(source, alias.name) for alias in node.names)
    elif not node.level:
        names = [node.module or ""]
        if node.module in (PACKAGE.name, PUZZLES):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (_absolute(source, name) for name in names)
    else:
        parts = [node.module] if node.module else [alias.name for alias in node.names]
        yield from (_relative(source, path, node.level, part) for part in parts)


def _relative(source: Source, path: str, level: int, name: str) -> str | None:
    """Why `from ...name import` in the file `path` is refused; None if it is not."""
    folders = PurePosixPath(path).parent.parts
    if level > len(folders) + 1:
        return f"reaches outside of the puzzle's folder; move what it needs into {source.place}"
    base = folders[: len(folders) + 1 - level]
    inside = "/".join([*base, *name.split(".")])
    if source.is_file:
        return _sibling(source, name) if _stands_beside(source, name) else None
    if f"{inside}/".startswith(SHOWN) and path != source.declared_in and not path.startswith(SHOWN):
        return f"imports from {SHOWN}, which answers don't depend on; move what it needs out of it"
    return None


def _absolute(source: Source, name: str) -> str | None:
    """Why the module `name` is refused; None if it is not."""
    first = name.partition(".")[0]
    if source.named and f"{name}.".startswith(f"{source.named}."):
        return _dotted(source, name, source.named)
    if first in sys.stdlib_module_names:
        return None
    if first == PACKAGE.name:
        return (
            f"imports {name} of another puzzle; copy what it needs into its own folder"
            if f"{name}.".startswith(f"{PUZZLES}.")
            else None
        )
    if first == source.name and not source.is_file:
        return _dotted(source, name, first)
    if _stands_beside(source, first):
        return _sibling(source, first)
    if (origin := foreign(first)) is None:
        return None
    return (
        f"imports {first} from {origin}, which is not in the puzzle's folder and not installed; "
        f"move it into the folder, or install it (not as editable)"
    )


def _dotted(source: Source, name: str, own: str) -> str:
    rest = name.removeprefix(own).lstrip(".")
    return (
        f"imports {name} by its full name, but a copy of the puzzle runs under another name; "
        f"write `from .{rest} import ...`"
    )


def _stands_beside(source: Source, name: str) -> bool:
    """Does a module of that name stand beside the puzzle of one file, or in the puzzle's folder?"""
    first = name.partition(".")[0]
    folder = Path(source.place).parent if source.is_file else Path(source.place)
    if any(f"{folder}/".startswith(path) for path in installed()) or name == source.name:
        return False
    return (folder / f"{first}.py").is_file() or (folder / first / INIT).is_file()


def _sibling(source: Source, name: str) -> str:
    first = name.partition(".")[0]
    if not source.is_file:
        return f"imports {first} without dots; write `from . import {first}`"
    stem = source.name
    return (
        f"imports {first}, which stands beside it, and a puzzle of one file has no siblings; make "
        f"a folder of both, {stem}/{INIT} and {stem}/{first}.py, and write `from . import {first}`"
    )


def foreign(name: str) -> str | None:
    """Where a module is that is neither installed nor Python's nor ours; None if it is."""
    try:
        spec = sys.modules[name].__spec__ if name in sys.modules else find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None:
        return None
    paths = [*(spec.submodule_search_locations or ())]
    paths += [spec.origin] if spec.origin and spec.has_location else []
    return next((path for path in paths if not is_known(str(Path(path).resolve()))), None)


def is_known(path: str) -> bool:
    """Is a file, or a folder, Python's, this package's or of one that is installed?"""
    if f"{path}/".startswith(f"{PACKAGE}/"):
        return not path.startswith(f"{PACKAGE}/puzzles/")
    return f"{path}/".startswith(installed())


def _check_declaration(source: Source, tree: ast.Module) -> None:
    """Raise ReachError if the declaration uses `report/` for more than what its puzzle shows."""
    bound = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
        if f"{node.module or alias.name}.".startswith("report.")
    }
    if not bound:
        return
    for node in _outside_of_shown(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in bound:
            raise ReachError(
                f"{source.name}: {source.declared_in}, line {node.lineno}, uses {node.id} of "
                f"{SHOWN}, which answers don't depend on; give it to Puzzle as tables, plots, "
                f"shows or findings only, or move it out of {SHOWN}"
            )


def _outside_of_shown(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of a module but those that a call of `Puzzle` is given as what it shows."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "Puzzle":
            todo += [*node.args[:2], *(k for k in node.keywords if k.arg == "questions")]
        else:
            todo += ast.iter_child_nodes(node)
