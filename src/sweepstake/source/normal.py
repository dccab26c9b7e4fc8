"""The normal form of a module's text: what it does, and not how it is written down."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from sweepstake.source.imports import tree_of

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
READS = (b"__doc__", b"getdoc")
"""What a module that reads docstrings, perhaps another's, says."""
NO_MATTER = {"ctx", "kind", "type_comment"}
"""Fields of a tree that say nothing of what it does."""
Reduced = Callable[[ast.Module, frozenset[str]], ast.Module | None]
"""Leaves out of a module what does not count, but nothing that has one of the names given.

It may change the tree that it is given, and returns None if all of it counts.
"""


def whole(tree: ast.Module, wanted: frozenset[str]) -> ast.Module:
    """All of a module."""
    return tree


@cache
def normal(text: bytes, reduced: Reduced, wanted: frozenset[str], documented: bool) -> str:
    """What a module says, without comments, and without docstrings unless it is `documented`.

    That is found on a stack of its own: a formula of some thousand terms can't be read, and which
    one can't must not depend on who asks.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_said, text, reduced, wanted, documented).result()


def _said(text: bytes, reduced: Reduced, wanted: frozenset[str], documented: bool) -> str:
    try:
        tree = reduced(tree_of(text), wanted) or tree_of(text)
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and not documented:
                node.body = [part for part in node.body if not _is_text(part)]
        return "".join(_written(tree))
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
