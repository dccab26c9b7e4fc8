"""Modules that may change another one when they are imported, told from their syntax.

A decorator that registers a function there, a call of its functions, a value that is put there:
then what that module computes depends on who has imported it. What names nothing of others does
nothing to them; nor do imports, definitions, declarations of a puzzle, and plain names for what
others have. All else may.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from sweepstake.source.imports import HOME, bound_by, parsed
from sweepstake.source.loaded import mark_of, text_of
from sweepstake.source.modules import depends_on, is_ours

REACHING = {"builtins", "gc", "importlib", "inspect", "sys"}
"""Modules through which every other one can be reached."""
PURE = {"dict", "float", "frozenset", "int", "len", "list", "max", "min", "range", "set", "sorted"}
PURE |= {"str", "sum", "tuple", "Fraction", "cache", "lru_cache", "partial"}
"""What changes nothing that it is given."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def acts(module: str, file: Path) -> bool:
    """May a module, or one that it imports, change another one of its puzzle when imported?"""
    every = {n: path for n, path in depends_on(module, file).items() if not is_ours(path)}
    firsts = {name.partition(".")[0] for name in every} | REACHING
    return any(_Module(firsts).acts(text_of(path, mark_of(module))) for path in every.values())


class _Module:
    """What the names of a module stand for, as it is imported: some for what others have."""

    def __init__(self, firsts: Iterable[str]) -> None:
        self.firsts = {*firsts}
        """The first names of the modules that it may change."""
        self.theirs: set[str] = set()
        """Names for what others have, or of functions that name it."""
        self.harmless = {*PURE}
        """Names of what may be called with it."""

    def acts(self, text: bytes) -> bool:
        """May it change another module?"""
        return any(map(self._may_act, parsed(text).body))

    def _may_act(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.Import | ast.ImportFrom):
            self._bind(node)
            return False
        if isinstance(node, DEFINITIONS):
            if self._named(node.body):
                self.theirs.add(node.name)
            given = [*node.args.defaults, *node.args.kw_defaults]
            return self._named(node.decorator_list) or any(map(self._calls, given))
        if isinstance(node, ast.ClassDef):
            if self._named([*node.bases, *node.keywords]):  # it may be told of its heirs
                return True
            if self._named(node.body):
                self.theirs.add(node.name)
            return self._named(node.decorator_list) or any(map(self._may_act, node.body))
        if isinstance(node, ast.If) and _is_no_import(node.test):
            return any(map(self._may_act, node.orelse))
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_plain(node):
            if self._named([node.value]):
                self.theirs |= bound_by(node)
            return self._calls(node.value)
        return self._named([node])

    def _bind(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                first = alias.name.partition(".")[0]
                its, bound = first in self.firsts, alias.asname or first
            else:
                first = (node.module or "").partition(".")[0]
                its, bound = bool(node.level) or first in self.firsts, alias.asname or alias.name
                if not node.level and (node.module or "").startswith(HOME):
                    self.harmless.add(bound)
            if its:
                self.theirs.add(bound)
                self.harmless.discard(bound)

    def _calls(self, node: ast.AST | None) -> bool:
        """Does an expression call something with what others have?"""
        for one in _evaluated(node):
            if isinstance(one, ast.Call) and self._named([one]):
                called = one.func.id if isinstance(one.func, ast.Name) else ""
                if called not in self.harmless:
                    return True
            if isinstance(one, ast.NamedExpr | ast.Await) and self._named([one]):
                return True
        return False

    def _named(self, nodes: Iterable[ast.AST | None]) -> bool:
        """Does any of these name what others have?"""
        every = (one for node in nodes if node is not None for one in ast.walk(node))
        return any(isinstance(one, ast.Name) and one.id in self.theirs for one in every)


def _is_plain(node: ast.Assign | ast.AnnAssign) -> bool:
    """Does an assignment bind names only, and no parts of what others have?"""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    parts = (one for target in targets for one in ast.walk(target))
    return not any(isinstance(one, ast.Attribute | ast.Subscript) for one in parts)


def _is_no_import(test: ast.expr) -> bool:
    """Is this what is false when a module is imported?"""
    names = {one.id for one in ast.walk(test) if isinstance(one, ast.Name)}
    return names in ({"__name__"}, {"TYPE_CHECKING"})


def _evaluated(node: ast.AST | None) -> Iterator[ast.AST]:
    """What is evaluated of an expression: the bodies of its lambdas are not."""
    todo = [node] if node is not None else []
    while todo:
        one = todo.pop()
        yield one
        if isinstance(one, ast.Lambda):
            todo += [*one.args.defaults, *filter(None, one.args.kw_defaults)]
        else:
            todo += ast.iter_child_nodes(one)
