"""What declares a puzzle and no answer depends on: texts, costs, published values, what it shows.

A puzzle may stand in one file, its methods beside its declarations. As these are left out, a better
text or a better prediction of cost does not have anything computed again.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set
from dataclasses import fields
from itertools import takewhile
from typing import Any, TypeGuard

from sweepstake.puzzle.display import Finding, Plot, Puzzle, Show, Table
from sweepstake.puzzle.parameter import Choice, Parameter, Rational
from sweepstake.puzzle.question import Column, Method, Published, Question
from sweepstake.source.imports import HOME, bound_by

LEFT_OUT: Mapping[type[Any], set[str]] = {
    Question: {"text", "published", "small"},
    Method: {"cost", "says"},
    **{kind: {"meaning"} for kind in (Parameter, Choice, Rational)},
    Column: {"meaning", "given"},
    Puzzle: {"title", "source", "tables", "plots", "shows", "findings"},
    **{
        kind: {field.name for field in fields(kind)}
        for kind in (Published, Table, Plot, Show, Finding)
    },
}


REACHING = {"eval", "exec", "globals", "locals", "vars"}
"""Functions that reach whatever a module has."""


def without_texts_and_costs(tree: ast.Module, wanted: Set[str]) -> ast.Module | None:
    """`tree`, changed in place, without what its declarations say and how they predict costs.

    The functions that only these name are dropped too, but for those of the names `wanted`. None if
    a declaration is named elsewhere than in others: all that it says might be read there, as in a
    table of published values that a method looks at.
    """
    declaring = _Declaring(tree)
    if declaring.kinds:
        declaring.visit(tree)
        _drop_unused(tree, declaring.left_out, wanted)
        if _is_read(tree, declaring.kinds.keys(), wanted):
            return None
    return tree


def _is_read(tree: ast.Module, kinds: Set[str], wanted: Set[str]) -> bool:
    """Is something that is declared named but to declare, here or, by `wanted`, elsewhere?"""
    declared, others = set[str](), list[ast.AST]()
    for part in tree.body:
        value = part.value if isinstance(part, ast.Assign | ast.AnnAssign) else None
        if value is not None and _named(value) & (kinds | declared):
            declared |= bound_by(part)
            others += [node for node in ast.walk(value) if isinstance(node, ast.Lambda)]
            others += [node for node in ast.walk(value) if isinstance(node, ast.Attribute)]
        else:
            others.append(part)
    named = {name for node in others for name in _named(node)}
    return bool(declared & (named | wanted) or named & REACHING)


def _named(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


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
        self.left_out: set[str] = set()
        """The names in what was taken away."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call without the arguments that are left out."""
        self.generic_visit(node)
        kind = self.kinds.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if kind is not None:
            out, names = LEFT_OUT[kind], [field.name for field in fields(kind) if field.init]
            plain = takewhile(lambda arg: not isinstance(arg, ast.Starred), [*node.args])
            for place, (name, _) in enumerate(zip(names, plain, strict=False)):
                if name in out:
                    self.left_out |= _names(node.args[place])
                    node.args[place] = ast.Constant(None)
            for keyword in [keyword for keyword in node.keywords if keyword.arg in out]:
                self.left_out |= _names(keyword.value)
                node.keywords.remove(keyword)
        return node


def _drop_unused(tree: ast.Module, left_out: set[str], wanted: Set[str]) -> None:
    """Drop the functions of the names `left_out`, those of costs, that nothing names any more.

    Also those that only such functions name. Other modules may call all others.
    """
    while True:
        named = _names(tree) | wanted
        unused = [part for part in tree.body if _droppable(part) and part.name in left_out - named]
        if not unused:
            return
        for part in unused:
            tree.body.remove(part)
            left_out |= _names(part)


def _droppable(part: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(part, ast.FunctionDef) and not part.decorator_list


def _names(tree: ast.AST) -> set[str]:
    """The names in a part of a module, those in texts too."""
    nodes = list(ast.walk(tree))
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return texts | attributes | {node.id for node in nodes if isinstance(node, ast.Name)}
