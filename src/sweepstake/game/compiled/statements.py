"""Statements of a game as numba compiles them.

`return` writes the cells of the outcome and returns 0. A condition that does not hold returns 1: an
exception that is raised in compiled code would leak the lists that a play holds.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from sweepstake.game.compiled.expressions import OPERATIONS, Expressions
from sweepstake.game.rewriting.names import assigned, called, load
from sweepstake.game.rewriting.refused import RefusedError

Statement = ast.stmt | list[ast.stmt]
MAX_STEPS = 1 << 27
"""Most steps of loops without a draw between before a play is left to plain Python."""
COUNTED = "_0left -= 1\nif _0left == 0: raise _0long"
AGAIN = """_0left -= 1
if _0left == 0:
    if {draw} == _0word: raise _0long
    _0left, _0word = {most}, {draw}
"""


class Statements(Expressions, ast.NodeTransformer):
    """Rewrites a function."""

    counts = False
    """True if steps of loops are counted."""

    def function(self, tree: ast.FunctionDef, name: str) -> ast.FunctionDef:
        """The rewritten function, with a new name."""
        body = [part for node in tree.body for part in self._visited(node)]
        if self.is_main:
            tree.args.args.insert(1, ast.arg("_0out"))
            body += self._all_at(tree.body[-1], self._ended(ast.Constant(None)))
        if self.counts:
            moved = f"; _0word = {min(self.draws)}[0]" if self.draws else ""
            begun = ast.parse(f"_0left = {MAX_STEPS}{moved}").body
            body = [*self._all_at(tree.body[0], begun), *body]
        tree.name, tree.body = name, body
        return ast.fix_missing_locations(tree)

    def _visited(self, node: ast.stmt) -> list[ast.stmt]:
        new = self.visit(node)
        return new if isinstance(new, list) else [new]

    def _all_at(self, node: ast.stmt, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Statements, with the line of the statement that they replace."""
        for new in statements:
            for part in ast.walk(new):
                if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
                    ast.copy_location(part, node)
        return [*statements]

    def visit_Return(self, node: ast.Return) -> Statement:  # ast's form
        """In the game's function, write the outcome."""
        value = self.visit(node.value) if node.value else ast.Constant(None)
        return self._all_at(node, self._ended(value) if self.is_main else [ast.Return(value)])

    def _ended(self, value: ast.expr) -> list[ast.stmt]:
        width, first = self.source.width, list[ast.stmt]()
        if isinstance(value, ast.Tuple) and len(value.elts) == width > 1:
            names = [self.fresh() for _ in value.elts]
            first = [assigned(name, part) for name, part in zip(names, value.elts, strict=True)]
            cells: list[ast.expr] = [load(name) for name in names]
        else:
            whole = load(self.fresh())
            first = [assigned(whole.id, value)]
            cells = [ast.Subscript(whole, ast.Constant(k), ast.Load()) for k in range(width)]
            cells = cells if width > 1 else [whole]
        written = [
            ast.Assign([_place(2 * column + k)], called(f"_0{name}", cell))
            for column, cell in enumerate(cells)
            for k, name in enumerate(("number_in", "kind_of"))
        ]
        return [*first, *written, ast.Return(ast.Constant(0))]

    def visit_Raise(self, node: ast.Raise) -> Statement:
        """Which error is raised doesn't matter: plain Python raises it again."""
        return self._all_at(node, [ast.Raise(load("AssertionError"))])

    def visit_Assert(self, node: ast.Assert) -> Statement:
        """Like `raise`."""
        return self._all_at(node, self._unless(node.test, ast.Raise(load("AssertionError"))))

    def _unless(self, test: ast.expr, last: ast.stmt) -> list[ast.stmt]:
        return [ast.If(ast.UnaryOp(ast.Not(), self.visit(test)), [last], [])]

    def visit_Expr(self, node: ast.Expr) -> Statement:
        """A condition that does not hold returns."""
        if self.method(node.value) == "condition":
            if not self.is_main:
                raise RefusedError(
                    node, "draw.condition stands in a helper; write it in the game's function"
                )
            [test] = node.value.args  # type: ignore[attr-defined]
            return self._all_at(node, self._unless(test, ast.Return(ast.Constant(1))))
        self.generic_visit(node)
        return node

    def visit_Delete(self, node: ast.Delete) -> Statement:
        """`del items[k]` takes the item away."""
        pops = list[ast.stmt]()
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise RefusedError(node, "`del` is compiled for items only")
            pop = ast.Attribute(self.visit(target.value), "pop", ast.Load())
            pops.append(ast.Expr(ast.Call(pop, [self.visit(target.slice)], [])))
        return self._all_at(node, pops)

    def visit_AugAssign(self, node: ast.AugAssign) -> Statement:
        """`x += y` notices an overflow; a list grows in place, as it does in Python."""
        self.check_operation(node)
        name, value = OPERATIONS.get(type(node.op)), self.visit(node.value)
        if name is None:
            node.value = value
            return node
        name = "_0added_to" if name == "_0added" else name
        if isinstance(node.target, ast.Name):
            return self._all_at(
                node, [assigned(node.target.id, called(name, load(node.target.id), value))]
            )
        if not isinstance(node.target, ast.Subscript) or isinstance(node.target.slice, ast.Slice):
            raise RefusedError(node, "only names and items are added to in compiled plays")
        items, place = self.fresh(), self.fresh()
        target: Any = ast.Subscript(load(items), load(place), ast.Store())
        old: Any = ast.Subscript(load(items), load(place), ast.Load())
        first = [
            assigned(items, self.visit(node.target.value)),
            assigned(place, self.visit(node.target.slice)),
        ]
        return self._all_at(node, [*first, ast.Assign([target], called(name, old, value))])

    def visit_While(self, node: ast.While) -> Statement:
        """Steps without a draw between are counted."""
        self.counts = True
        self.generic_visit(node)
        text = AGAIN.format(most=MAX_STEPS, draw=f"{min(self.draws)}[0]") if self.draws else COUNTED
        node.body = [*self._all_at(node.body[0], ast.parse(text).body), *node.body]
        return node

    def visit_For(self, node: ast.For) -> Statement:
        """Cards are drawn one by one; letters are a tuple."""
        if self.is_deck(node.iter):
            return self._for_cards(node)
        node.iter, node.target = self.items(node.iter), self.visit(node.target)
        node.body = [part for s in node.body for part in self._visited(s)]
        node.orelse = [part for s in node.orelse for part in self._visited(s)]
        return node

    def _for_cards(self, node: ast.For) -> Statement:
        cards = self.fresh()
        first = assigned(cards, self.visit(node.iter))
        test = ast.Compare(called("len", load(cards)), [ast.Gt()], [ast.Constant(0)])
        item = ast.Call(ast.Attribute(load(cards), "draw", ast.Load()), [], [])
        taken: ast.stmt = ast.Assign([node.target], item)
        body = [part for s in node.body for part in self._visited(s)]
        after = [part for s in node.orelse for part in self._visited(s)]
        return self._all_at(node, [first, ast.While(test, [taken, *body], after)])


def _place(k: int) -> ast.expr:
    """The target `_0out[k]`."""
    return ast.Subscript(load("_0out"), ast.Constant(k), ast.Store())
