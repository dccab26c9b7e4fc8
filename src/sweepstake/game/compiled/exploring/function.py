"""A game's function that can start at any entry, for numba.

The statements are those of a compiled play, but here states are read and written.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sweepstake.game.cards import Deck
from sweepstake.game.compiled.exploring.kinds import Row
from sweepstake.game.compiled.statements import Statement, Statements
from sweepstake.game.resuming.emitting import AT, ENDED
from sweepstake.game.rewriting.names import assigned, called, method_of
from sweepstake.game.rewriting.refused import RefusedError

if TYPE_CHECKING:
    from sweepstake.game.compiled.exploring.segments import Segments

CELLS = 3
"""The place of the first total or cell in a label."""
UNKNOWN = "raise _0long"
"""The statement in place of code that needs a kind which no plain play has shown."""


class Walks(ast.NodeTransformer):
    """Replaces shuffled cards in loops by a deck to draw from."""

    def __init__(self, draws: frozenset[str]) -> None:
        self._draws = draws

    def visit_Call(self, node: ast.Call) -> ast.Call:  # ast's form
        """`_0walked(draw.shuffled(cards), ...)`."""
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="_0walked"), args=[ast.Call(func=method) as cards, *_]):
                if method_of(self._draws, cards) == "shuffled":
                    method.attr = "deck"  # type: ignore[attr-defined]
        return node


class Writer(Statements, ast.NodeTransformer):
    """Rewrites the function, or a helper."""

    source: Segments
    most = 1_000_000
    ended = -1

    def _framed(self, tree: ast.FunctionDef, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body of the function, after the values of the state from which it goes on."""
        draw, _, _, *params = tree.args.args
        words = ("_0states", "_0n", "_0here", "_0key", "_0label")
        tree.args.args = [draw, *map(ast.arg, words), *params]
        first = [f"{AT} = _0states[_0n]"]
        for number in self.source.entries:
            lines = self.source.restored(number)
            first += [f"if {AT} == {number}:", *("    " + line for line in lines)]
        return [*ast.parse("\n".join(first)).body, *body]

    def _lines(self, node: ast.stmt, lines: Sequence[str]) -> list[ast.stmt]:
        return self._all_at(node, ast.parse("\n".join(lines)).body)

    def visit_Return(self, node: ast.Return) -> Statement:  # ast's form
        """Return to the next entry, or the end."""
        if not self.is_main:
            return super().visit_Return(node)
        assert isinstance(node.value, ast.Tuple)
        number, values, totals, last = node.value.elts
        entry, source = ast.literal_eval(number), self.source
        if entry == ENDED:
            source.ends.append(ast.literal_eval(last))
            labelled = self._lines(node, source.labelled(len(source.ends)))
            return [*labelled, *self._all_at(node, self._ended(self.visit(values)))]
        assert isinstance(values, ast.Tuple)
        assert isinstance(totals, ast.Tuple)
        if ast.unparse(last) != "()" or not all(isinstance(v, ast.Name) for v in values.elts):
            raise RefusedError(node, "draw.state, or a variable that may have no value yet")
        label = source.labelled(0, [f"_0int({ast.unparse(total)})" for total in totals.elts])
        return self._lines(node, [*source.kept(entry), *label, f"return {entry}"])

    def _place(self, k: int) -> ast.expr:
        return ast.Subscript(ast.Name("_0label", ast.Load()), ast.Constant(CELLS + k), ast.Store())

    def visit_Expr(self, node: ast.Expr) -> Statement:
        """A condition that does not hold ends a row of draws."""
        if not self.is_main or self.method(node.value) != "condition":
            return super().visit_Expr(node)
        [test] = node.value.args  # type: ignore[attr-defined]
        lines = ast.parse("\n".join([*self.source.labelled(-1), "return -2"])).body
        return self._all_at(node, [ast.If(ast.UnaryOp(ast.Not(), self.visit(test)), lines, [])])

    def visit_Assign(self, node: ast.Assign) -> Statement:
        """A step of a loop over items; an empty list gets the kind of its variable."""
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            if len(target.elts) == len(value.elts):
                value.elts = [*map(self._empty, target.elts, value.elts)]
        else:
            node.value = self._empty(target, value)
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(now), ast.Name(along), ast.Name(place)])],
                value=ast.Call(func=ast.Name("_0stepped")),
            ):
                return self._lines(node, self._stepped(now, along, place))
            case ast.Assign(
                targets=[ast.Name(along)],
                value=ast.Call(func=ast.Name("_0walked"), args=[items, *_]),
            ):
                kind = self.source.kinds.get(along)
                if not kind:
                    return self._lines(node, [UNKNOWN])
                items = self.items(items)
                if kind.of is Row:
                    items = called("_0listed", items)
                return self._all_at(node, [assigned(along, items)])
        self.generic_visit(node)
        return node

    def _stepped(self, now: str, along: str, place: str) -> list[str]:
        kind = self.source.kinds.get(along)
        if not kind:
            return [UNKNOWN]
        if kind.of is Deck:
            return [f"{now} = {along}.draw()", f"{place} = 0"]
        if kind.of is Row:
            return [f"{now} = {along}[0]", f"{along} = {along}[1:]"]
        return [f"{now} = {along}[{place}]", f"{place} += 1"]

    def _empty(self, target: ast.expr, value: ast.expr) -> ast.expr:
        if not isinstance(target, ast.Name) or not isinstance(value, ast.List) or value.elts:
            return value
        kind = self.source.kinds.get(target.id)
        return called(f"_0empty_{kind.item.__name__ if kind else 'int'}")

    def _called(self, node: ast.Call, name: str) -> ast.expr:
        """Calls of the rewritten function, and cards that are dealt to a list."""
        if name.startswith("_0empty"):
            return node
        if name in ("_0index", "_0len", "_0added"):
            args = [self.visit(arg) for arg in node.args[: 1 + (name == "_0added")]]
            return called({"_0index": "_0int", "_0len": "len"}.get(name, name), *args)
        match node.args:
            case [ast.Call(func=ast.Attribute(value=draw), args=args) as cards] if (
                name in ("list", "tuple") and self.method(cards) == "shuffled"
            ):
                return called("_0dealt", draw, *map(self.items, args))
        return super()._called(node, name)
