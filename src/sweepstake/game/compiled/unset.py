"""A variable that is read before it has a value raises an error, as in Python.

Numba would read arbitrary memory. So each variable that may be unset has a flag.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from sweepstake.game.resuming.liveness import facts
from sweepstake.game.rewriting.names import assigned, bound, called, load
from sweepstake.game.rewriting.program import Function
from sweepstake.game.rewriting.refused import RefusedError


def unset(of: Function, tree: ast.FunctionDef) -> set[str]:
    """The variables of a function that may be read before they have a value."""
    reads, _ = facts(ast.If(ast.Constant(True), tree.body, []), {})
    names = (reads & bound(tree.body)) - {*of.arguments}
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension) and (twice := bound(node.target) & names):
            raise RefusedError(of.tree, f"{min(twice)} may have no value; name items otherwise")
    return names


def with_flags(tree: ast.FunctionDef, names: Iterable[str]) -> ast.FunctionDef:
    """The function, in which each of these variables is read only if its flag is set."""
    if not names:
        return tree
    flags = _Flags({name: f"_0set_{name}" for name in sorted(names)})
    body = [part for node in tree.body for part in flags.replaced(node)]
    tree.body = [*flags.all(False), *body]
    return ast.fix_missing_locations(tree)


class _Flags(ast.NodeTransformer):
    def __init__(self, flags: dict[str, str]) -> None:
        self._flags = flags

    def replaced(self, node: ast.stmt) -> list[ast.stmt]:
        """The statements that replace a statement."""
        new = self.visit(node)
        return new if isinstance(new, list) else [new]

    def all(self, value: bool, names: Iterable[str] | None = None) -> list[ast.stmt]:
        """Set the flags of some variables, or of all."""
        chosen = self._flags if names is None else sorted({*names} & self._flags.keys())
        return [assigned(self._flags[name], ast.Constant(value)) for name in chosen]

    def visit_Name(self, node: ast.Name) -> ast.expr:  # ast's form
        """Check the flag of a variable that is read."""
        if isinstance(node.ctx, ast.Store) or node.id not in self._flags:
            return node
        return ast.copy_location(called("_0set", node, load(self._flags[node.id])), node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        """Set the flags of variables that get a value."""
        self.generic_visit(node)
        return [node, *self.all(True, bound(node.targets))]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        """A variable whose value changes is read first."""
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return [node]
        return [ast.Expr(self.visit(load(node.target.id))), node]

    def visit_For(self, node: ast.For) -> ast.For:
        """Set the flags of the loop's variables in each round."""
        self.generic_visit(node)
        node.body = [*self.all(True, bound(node.target)), *node.body]
        return node
