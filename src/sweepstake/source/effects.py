"""Modules that change another one when they are imported, told from their syntax.

A decorator of a module beside it, a call of its functions, or a value that is put into it: then
what that module computes depends on who has imported it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

from sweepstake.source.imports import parsed
from sweepstake.source.loaded import mark_of, text_of
from sweepstake.source.modules import depends_on, is_ours


@cache
def acts(module: str, file: Path) -> bool:
    """Does a module, or one that it imports, change another one of its puzzle when imported?"""
    every = {n: path for n, path in depends_on(module, file).items() if not is_ours(path)}
    firsts = {name.partition(".")[0] for name in every}
    return any(_acts(text_of(path, mark_of(module)), firsts) for path in every.values())


def _acts(text: bytes, firsts: Set[str]) -> bool:
    tree = parsed(text)
    theirs = {*_bound(tree, firsts)}
    return any(_touches(node, theirs) for node in _at_import(tree))


def _bound(tree: ast.Module, firsts: Set[str]) -> Iterator[str]:
    """The names that stand for modules of those first names, or for what is theirs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                yield from (alias.asname or first,) if first in firsts else ()
        elif isinstance(node, ast.ImportFrom):
            its = node.level or (node.module or "").partition(".")[0] in firsts
            yield from (alias.asname or alias.name for alias in node.names if its)


def _at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated when a module is imported: bodies of functions are not."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += [
                *node.decorator_list,
                *node.args.defaults,
                *filter(None, node.args.kw_defaults),
            ]
        elif not isinstance(node, ast.Lambda):
            todo += ast.iter_child_nodes(node)


def _touches(node: ast.AST, theirs: Set[str]) -> bool:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return any(_root(one) in theirs for one in node.decorator_list)
    if isinstance(node, ast.Call):
        return _root(node.func) in theirs
    stored = isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store)
    return stored and _root(node) in theirs


def _root(node: ast.AST) -> str:
    """The name that an expression begins with; empty if with none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
