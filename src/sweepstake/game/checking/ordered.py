"""Sets have no order: code that would depend on their order is refused while a play runs.

If a game uses sets, each set that its functions make, or that they reach outside, is of a kind that
can't be iterated (`sets`). Plain plays have the same sets; nothing else in the function and its
helpers is changed. A function whose text can't be read, or that binds names of its module, is
played unchanged.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from types import FunctionType
from typing import Any

from sweepstake.game.checking.sets import (
    BUILTINS,
    MADE,
    Set,
    holds_set,
    unordered,
    unordered_inside,
)
from sweepstake.game.rewriting.names import bound, called, parts
from sweepstake.game.rewriting.program import Program, makes_set
from sweepstake.game.rewriting.refused import RefusedError


def _is_of_sets(node: ast.AST) -> bool:
    """True if it makes a set, or a view of a dict, from which sets can be made."""
    named = isinstance(node, ast.Name) and node.id in ("set", "frozenset")
    return named or isinstance(node, ast.Set | ast.SetComp) or _is_view(node)


def _is_view(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="keys" | "items")):
            return True
    return False


class Unordering(ast.NodeTransformer):
    """Rewrites functions so that the sets which they make are sets of a play.

    Functions of the names `making` may return a set; variables `views` may hold views of dicts.
    """

    def __init__(self, making: Collection[str], views: Collection[str]) -> None:
        self._making, self._views = making, views

    def visit(self, node: ast.AST) -> Any:
        """The node, with calls that make its sets those of a play."""
        self.generic_visit(node)
        match node:
            case ast.Set() | ast.SetComp():
                return _wrapped(node)
            case ast.Call(func=ast.Name(id=name)) if name in self._making:
                return _wrapped(node)
            case ast.BinOp():
                node.left, node.right = map(self._operand, (node.left, node.right))
        return node

    def _operand(self, node: ast.expr) -> ast.expr:
        """An operand; a view of a dict is made a set, as the operator would do."""
        is_view = isinstance(node, ast.Name) and node.id in self._views
        return _wrapped(node) if is_view or _is_view(node) else node


def _wrapped(node: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(called(MADE, node), node))


def careful(play: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with sets that raise RefusedError when they are iterated."""
    try:
        program = Program(play)
    except RefusedError:
        return play
    nodes = parts(program.trees.values())
    if any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes):
        return play
    trees, names = checked(program)
    if not trees:
        return play
    return program.compiled([*trees.values()], play.__code__.co_name, names)


def checked(program: Program) -> tuple[dict[str, ast.FunctionDef], dict[str, Any]]:
    """The functions' trees by name, with sets of a play, and the outside names that these change.

    Both are empty if there are no sets.
    """
    trees = program.trees
    nodes = list(parts(trees.values()))
    outside = {node.id: program.value(node.id) for node in nodes if isinstance(node, ast.Name)}
    making = {name for name, value in outside.items() if name not in trees and _makes_set(value)}
    if not (making or any(map(_is_of_sets, nodes)) or any(map(holds_set, outside.values()))):
        return {}, {}
    views = {
        name
        for node in nodes
        if isinstance(node, ast.Assign) and any(map(_is_view, ast.walk(node.value)))
        for name in bound(node.targets)
    }
    unordering = Unordering(making, views)
    names = {name: unordered_inside(value) for name, value in outside.items() if holds_set(value)}
    names |= {name: own for name, own in BUILTINS.items() if program.is_builtin(name)}
    rewritten = {name: unordering.visit(tree) for name, tree in trees.items()}
    return rewritten, {**names, MADE: unordered, "_0set": Set}


def _makes_set(value: Any) -> bool:
    value = getattr(value, "__wrapped__", value)
    return isinstance(value, FunctionType) and makes_set(value)
