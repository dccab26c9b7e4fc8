"""What the text of a module imports and what it names, told from its syntax: nothing is run."""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from functools import cache

_ALONE = threading.Lock()
"""CPython 3.11 counts the depth of syntax trees for all threads at once, and fails if two build."""
HOME = "sweepstake.puzzle"
"""Where what declares a puzzle is imported from."""
LATER = "later"
"""The function whose first argument names a module that is imported when it is called."""


@cache
def imported_by(module: str, its_init: bool, text: bytes) -> frozenset[tuple[str, ...]]:
    """What a module, or a package's `__init__`, imports: tuples of names.

    Of each tuple, the first name that is a module is meant.
    """
    package = module if its_init else module.rpartition(".")[0]
    return frozenset(_named(package, its_init, parsed(text)))


def _named(package: str, its_init: bool, tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """What a module of `package` imports, or the package's `__init__` itself."""
    plainly = _plainly_imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name,) for alias in node.names)
        elif isinstance(node, ast.Attribute):  # of `package.module`, which others may import
            name, dot, rest = ast.unparse(node).partition(".") if _is_path(node) else ("", "", "")
            yield (f"{plainly[name]}{dot}{rest}",) if name in plainly else ()
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(package, node)
            yield from ((f"{base}.{alias.name}", base) for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) == LATER:
            named = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "module")]
            yield from ((str(a.value),) for a in named if isinstance(a, ast.Constant))
        elif isinstance(node, ast.Constant) and its_init:  # perhaps in its `__all__`
            said = str(node.value)
            yield (f"{package}.{said}",) if said.isidentifier() else ()


def _plainly_imported(tree: ast.Module) -> dict[str, str]:
    """The modules that `import` statements bind, by the names that they have here."""
    every = [
        alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    ]
    firsts = {alias.name.partition(".")[0] for alias in every if not alias.asname}
    return {
        **{first: first for first in firsts},
        **{alias.asname: alias.name for alias in every if alias.asname},
    }


def _is_path(node: ast.expr) -> bool:
    """Is this names with dots between them, and nothing else?"""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _absolute(package: str, node: ast.ImportFrom) -> str:
    """The module that `from ... import` names; dots count from `package`."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])])


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def tree_of(text: bytes) -> ast.Module:
    """A module's syntax tree."""
    with _ALONE:
        return ast.parse(text)


@cache
def parsed(text: bytes) -> ast.Module:
    """A module; an empty one if it can't be read, as one that is written for a later Python."""
    try:
        return tree_of(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


@cache
def named_by(text: bytes) -> frozenset[str]:
    """What a module may name of others: attributes, imports, texts; all names after `import *`."""
    found, own = set[str](), set[str]()
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Name):
            own.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return frozenset(found | own if "*" in found else found)


@cache
def used_by(text: bytes) -> frozenset[str]:
    """What a module names but to declare a puzzle with it: names, attributes, texts."""
    tree = parsed(text)
    declaring = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(HOME)
        for alias in node.names
    }
    found, todo = set[str](), list[ast.AST]([tree])
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        its = isinstance(node, ast.Call) and _called(node) in declaring
        inner = (n for n in ast.walk(node) if isinstance(n, ast.Lambda))
        todo += inner if its else ast.iter_child_nodes(node)
    return frozenset(found)


def bound_by(part: ast.stmt) -> set[str]:
    """The plain names that a statement binds to a value; none if it is no assignment."""
    targets = part.targets if isinstance(part, ast.Assign) else []
    targets = [part.target] if isinstance(part, ast.AnnAssign) else targets
    every = (node for target in targets for node in ast.walk(target))
    return {node.id for node in every if isinstance(node, ast.Name)}
