"""Expressions of which a part is written before them: a helper, or a comprehension that draws.

The values that Python evaluates before that part are kept in variables first, so the order stays.
If a part can't be taken out (inside a lambda or a chained comparison), it stays, and is played as a
whole.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from sweepstake.game.rewriting.comprehensions import Comprehensions
from sweepstake.game.rewriting.names import assigned, load

Place = tuple[ast.AST, str, int | None]
"""A node, its field, and the index there."""


class Expressions(Comprehensions):
    """Writes what has to be computed before an expression."""

    def hoisted(self, expression: ast.expr) -> ast.expr:
        """Write what has to be computed before an expression, and return what is left of it."""
        if not self.wants(expression):
            return expression
        if self.is_drawing(expression):
            return self.unrolled(expression)
        if isinstance(expression, ast.Call) and self.helper_of(expression):
            return self.inlined(expression)
        if isinstance(expression, ast.BoolOp):
            return self._either(expression)
        if isinstance(expression, ast.IfExp):
            return self._conditional(expression)
        return self._parts_first(expression)

    def has_hoistable(self, node: ast.AST) -> bool:
        """Is there something in a statement or a target that may be written before it?"""
        return any(self.is_drawing(part) or self._is_helper(part) for part in ast.walk(node))

    def wants(self, expression: ast.expr) -> bool:
        """Is there such a part, and can all of them be taken out?"""
        parts = list(self._hoistable(expression))
        return bool(parts) and None not in parts

    def _hoistable(self, node: ast.AST) -> Iterator[ast.AST | None]:
        """The parts that are to be taken out; None for one that can't be."""
        if self.is_drawing(node):
            yield node if self.can_unroll(node) else None
            return
        if self._is_helper(node):
            yield node
        if type(node) in FIELDS:
            parts = [part for place in _places(node) for part in self._hoistable(_at(place))]
            is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
            yield from [None] if parts and is_chain else parts
        elif self.has_hoistable(node):
            yield None

    def _is_helper(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self.helper_of(node) is not None

    def _parts_first(self, expression: ast.expr) -> ast.expr:
        """Evaluate the parts in their order, up to the last that is taken out."""
        new = copy.copy(expression)
        for name, value in ast.iter_fields(new):
            if isinstance(value, list):
                setattr(
                    new, name, [copy.copy(v) if isinstance(v, ast.keyword) else v for v in value]
                )
        places = list(_places(new))
        last = max(k for k, place in enumerate(places) if self.wants(_at(place)))
        for k, place in enumerate(places[: last + 1]):
            part = self.hoisted(_at(place))
            _put(place, part if k == last else self._early(part, place[1] == "func"))
        return new

    def _early(self, part: ast.expr, is_called: bool) -> ast.expr:
        """A variable of what is evaluated early; itself, if nothing on the way changes it."""
        if isinstance(part, ast.Constant):
            return part
        if isinstance(part, ast.Name) and part.id not in self.rebound:
            return part
        if is_called and isinstance(part, ast.Attribute):  # no bound method lives on
            return ast.copy_location(
                ast.Attribute(self._early(part.value, False), part.attr, ast.Load()), part
            )
        return self.kept_in("early", part)

    def _either(self, expression: ast.BoolOp) -> ast.expr:
        """`and` and `or`: the next value only if the one before does not decide."""
        name, after = self.fresh("either"), self.new()
        for k, value in enumerate(expression.values):
            self.put(assigned(name, self.hoisted(value)))
            if k + 1 < len(expression.values):
                more = self.new()
                if isinstance(expression.op, ast.And):
                    self.fork(load(name), more, after)
                else:
                    self.fork(ast.UnaryOp(ast.Not(), load(name)), more, after)
        self.jump(after, after)
        return load(name)

    def _conditional(self, expression: ast.IfExp) -> ast.expr:
        name, yes, no, after = self.fresh("chosen"), self.new(), self.new(), self.new()
        self.fork(self.hoisted(expression.test), yes, no)
        self.put(assigned(name, self.hoisted(expression.body)))
        self.jump(after, no)
        self.put(assigned(name, self.hoisted(expression.orelse)))
        self.jump(after, after)
        return load(name)


FIELDS = {
    ast.Call: ("func", "args", "keywords"),
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.Compare: ("left", "comparators"),
    ast.BoolOp: ("values",),
    ast.IfExp: ("test", "body", "orelse"),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
    ast.Set: ("elts",),
    ast.Subscript: ("value", "slice"),
    ast.Attribute: ("value",),
}
"""Expressions of which the parts can be evaluated before them, and these in their order."""


def _places(node: ast.AST) -> Iterator[Place]:
    """Where the parts of an expression stand, in the order in which they are evaluated."""
    for name in FIELDS.get(type(node), ()):
        value = getattr(node, name)
        if not isinstance(value, list):
            yield node, name, None
            continue
        for k, part in enumerate(value):
            yield (part, "value", None) if isinstance(part, ast.keyword) else (node, name, k)


def _at(place: Place) -> ast.expr:
    node, name, k = place
    value = getattr(node, name)
    part: ast.expr = value if k is None else value[k]
    return part


def _put(place: Place, part: ast.expr) -> None:
    node, name, k = place
    if k is None:
        setattr(node, name, part)
    else:
        getattr(node, name)[k] = part
