"""What declares a puzzle and no answer depends on: texts, costs, published values, what it shows.

A puzzle may stand in one file, its methods beside its declarations. As these are left out, a better
text or a better prediction of cost does not have anything computed again.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from sweepstake.puzzle.display import Finding, Plot, Puzzle, Show, Table
from sweepstake.puzzle.question import Column, Method, Parameter, Published, Question

LEFT_OUT: Mapping[type[Any], set[str]] = {
    Question: {"text", "published", "small"},
    Method: {"cost", "says"},
    Parameter: {"meaning"},
    Column: {"meaning"},
    Puzzle: {"title", "source", "tables", "plots", "shows", "findings"},
    **{
        kind: {field.name for field in fields(kind)}
        for kind in (Published, Table, Plot, Show, Finding)
    },
}
HOME = "sweepstake.puzzle"


def without_texts_and_costs(tree: ast.Module) -> ast.Module:
    """`tree`, changed in place, without what its declarations say and how they predict costs."""
    declaring = _Declaring(tree)
    if declaring.kinds:
        declaring.visit(tree)
        _drop_unused(tree)
    return tree


class _Declaring(ast.NodeTransformer):
    """Takes the arguments in `LEFT_OUT` from the calls of the classes that a module imports."""

    def __init__(self, tree: ast.Module) -> None:
        known = {kind.__name__: kind for kind in LEFT_OUT}
        self.kinds = {
            alias.asname or alias.name: known[alias.name]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(HOME)
            for alias in node.names
            if alias.name in known
        }

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call without the arguments that are left out."""
        self.generic_visit(node)
        kind = self.kinds.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if kind is not None:
            out, names = LEFT_OUT[kind], [field.name for field in fields(kind) if field.init]
            for place, name in enumerate(names[: len(node.args)]):
                if name in out:
                    node.args[place] = ast.Constant(None)
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in out]
        return node


def _drop_unused(tree: ast.Module) -> None:
    """Drop the functions that nothing names any more, not even in a text: those of costs."""
    while True:
        nodes = list(ast.walk(tree))
        named = {node.id for node in nodes if isinstance(node, ast.Name)}
        named |= {
            n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)
        }
        kept = [part for part in tree.body if not _unused(part, named)]
        if len(kept) == len(tree.body):
            return
        tree.body = kept


def _unused(part: ast.stmt, named: set[str]) -> bool:
    if not isinstance(part, ast.FunctionDef) or part.decorator_list:
        return False
    return part.name not in named
