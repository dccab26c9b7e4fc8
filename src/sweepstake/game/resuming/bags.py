"""Bags: lists whose order no use shows, so states that differ only in that order are the same.

A bag is bound to a new list, appended to, removed from, counted, summed, sorted, tested for a
member, or drawn from by `among`. A list with any other use is not a bag: a second name for it,
`key=`, an index, a loop over it, or an inner function that reads it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sweepstake.game.resuming.totals import hidden_names
from sweepstake.game.rewriting.flow import Flow, Fork
from sweepstake.game.rewriting.names import method_of, parts

METHODS = ("append", "remove", "count", "extend", "clear")
COUNTING = ("len", "sum", "max", "min", "sorted", "any", "all")
MAKING = ("list", "sorted")
Builtin = Callable[[str], bool]
"""True for the name of a builtin that nothing hides."""


@dataclass(frozen=True)
class Uses:
    """Classifies uses of variables by the AST nodes around them."""

    parents: dict[ast.AST, ast.AST]
    tests: frozenset[int]
    """The ids of the expressions that forks test."""
    draw: str
    is_builtin: Builtin

    def hides_order(self, node: ast.Name) -> bool:
        """True if a use of a variable does not show the order of its list."""
        parent = self.parents.get(node)
        if parent is None:
            return id(node) in self.tests
        if isinstance(node.ctx, ast.Store):
            return self._binds(node, parent)
        if isinstance(parent, ast.Attribute):
            call = self.parents.get(parent)
            return parent.attr in METHODS and isinstance(call, ast.Call) and call.func is parent
        if isinstance(parent, ast.Call):
            return self._counts(node, parent)
        if isinstance(parent, ast.Compare):
            ops = all(isinstance(op, ast.In | ast.NotIn) for op in parent.ops)
            return ops and parent.comparators == [node]
        if isinstance(parent, ast.BinOp):
            return self._extends(node, parent)
        truth = isinstance(parent, ast.While | ast.If) and parent.test is node
        return truth or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not))

    def _binds(self, node: ast.Name, parent: ast.AST) -> bool:
        """True if the variable is bound to a new list, or the list is extended."""
        if isinstance(parent, ast.AugAssign):
            return isinstance(parent.op, ast.Add)
        if not isinstance(parent, ast.Assign) or parent.targets != [node]:
            return False
        value = parent.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            return value.func.id in MAKING and self.is_builtin(value.func.id)
        return isinstance(value, ast.List | ast.ListComp) or (
            isinstance(value, ast.BinOp) and self._extends(value.left, value)
        )

    def _counts(self, node: ast.Name, call: ast.Call) -> bool:
        """True if it is the argument of a function that ignores the order."""
        if call.args != [node] or call.keywords:
            return False
        if isinstance(call.func, ast.Name):
            return call.func.id in COUNTING and self.is_builtin(call.func.id)
        return method_of((self.draw,), call) == "among"

    def _extends(self, node: ast.expr, sum_: ast.BinOp) -> bool:
        """True if it is the left operand in `x = x + y`."""
        if not isinstance(sum_.op, ast.Add) or sum_.left is not node:
            return False
        match node, self.parents.get(sum_):
            case ast.Name(id=name), ast.Assign(targets=[ast.Name(id=target)]):
                return name == target
        return False


def bags(flow: Flow, inner: Iterable[ast.AST], draw: str, is_builtin: Builtin) -> frozenset[str]:
    """The variables that are bags."""
    nodes = list(parts(flow.nodes()))
    pairs = [(child, node) for node in nodes for child in ast.iter_child_nodes(node)]
    parents = dict(pairs)
    stands = Counter(id(child) for child, _ in pairs) + Counter(map(id, flow.nodes()))
    ends = [block.end for block in flow.blocks.values()]
    tests = frozenset(id(end.test) for end in ends if isinstance(end, Fork))
    uses = Uses(parents, tests, draw, is_builtin)
    names = [node for node in nodes if isinstance(node, ast.Name)]
    shown = {n.id for n in names if stands[id(n)] > 1 or not uses.hides_order(n)}
    return frozenset({node.id for node in names} - shown - hidden_names(flow, inner))
