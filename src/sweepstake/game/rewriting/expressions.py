"""Hoists parts of expressions into statements: calls of helpers, and comprehensions that draw.

Values that Python evaluates before such a part are kept in variables first, so the order of
evaluation does not change. A part that can't be hoisted (inside a lambda or a chained comparison)
stays, without an entry inside. Comprehensions that draw, and `sum`, `any` and `all` of them, are
written as loops.
"""

from __future__ import annotations

import ast
import copy
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from sweepstake.game.rewriting.names import (
    COMPREHENSIONS,
    Renamed,
    assigned,
    bound,
    called,
    load,
)
from sweepstake.game.rewriting.writing import Writing

FOLDED = ("sum", "any", "all")
CONSUMERS = ("list", "tuple", "sorted", "max", "min", "set", "frozenset")
"""Builtins that consume a whole generator and then return."""
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
OPEN = (
    *(ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Tuple, ast.List),
    *(ast.Set, ast.Subscript, ast.Attribute),
)
"""Expressions whose parts can be evaluated before them, in the order of their fields."""


class Expressions(Writing):
    """Writes the parts of an expression that must be computed before it."""

    @abstractmethod
    def statements(self, statements: Sequence[ast.stmt], line: int = 0) -> None:
        """Write statements; with `line`, put an entry before the first one that draws."""

    @abstractmethod
    def helper_of(self, node: ast.Call) -> ast.FunctionDef | None:
        """The helper that is called here, if the call is to be inlined."""

    @abstractmethod
    def inlined(self, call: ast.Call) -> ast.expr:
        """Write the body of a helper, and return the variable of its result."""

    def hoisted(self, expression: ast.expr) -> ast.expr:
        """Write the parts that must be computed first, and return the rest of the expression."""
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
        """True if a statement or a target contains a part that may be hoisted."""
        return any(self.is_drawing(part) or self._is_helper(part) for part in ast.walk(node))

    def wants(self, expression: ast.expr) -> bool:
        """True if there are parts to hoist, and all of them can be hoisted."""
        parts = list(self._hoistable(expression))
        return bool(parts) and None not in parts

    def _hoistable(self, node: ast.AST) -> Iterator[ast.AST | None]:
        """The parts to hoist; None for a part that can't be hoisted."""
        if self.is_drawing(node):
            yield node if self.can_unroll(node) else None
            return
        if self._is_helper(node):
            yield node
        if isinstance(node, OPEN):
            parts = [part for held, k in _places(node) for part in self._hoistable(held[k])]
            is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
            yield from [None] if parts and is_chain else parts
        elif self.has_hoistable(node):
            yield None

    def _is_helper(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self.helper_of(node) is not None

    def _parts_first(self, expression: ast.expr) -> ast.expr:
        """Evaluate the parts in their order, up to the last one that is hoisted."""
        places = list(_places(expression))
        last = max(n for n, (held, k) in enumerate(places) if self.wants(held[k]))
        for n, (held, k) in enumerate(places[: last + 1]):
            part = self.hoisted(held[k])
            held[k] = part if n == last else self._early(part, k == "func")
        return expression

    def _early(self, part: ast.expr, is_called: bool) -> ast.expr:
        """A variable for a part that is evaluated early; the part itself, if nothing changes it."""
        if isinstance(part, ast.Constant):
            return part
        if isinstance(part, ast.Name) and part.id not in self.rebound:
            return part
        if is_called and isinstance(part, ast.Attribute):  # so that no bound method is kept
            return ast.copy_location(
                ast.Attribute(self._early(part.value, False), part.attr, ast.Load()), part
            )
        return self.kept_in("early", part)

    def _either(self, expression: ast.BoolOp) -> ast.expr:
        """`and` and `or`: evaluate the next value only if the previous one does not decide."""
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

    def is_drawing(self, node: ast.AST) -> bool:
        """True if it is a comprehension that draws, or a call of a builtin with one."""
        inside = isinstance(node, COMPREHENSIONS) and self.draws(node)
        return inside or self._generator(node) is not None

    def can_unroll(self, node: ast.AST) -> bool:
        """True if it can be written as a loop."""
        inside = self._generator(node) or node
        if isinstance(node, ast.GeneratorExp) or not isinstance(inside, COMPREHENSIONS):
            return False
        odd = (ast.NamedExpr, ast.Lambda, ast.Await)
        return not any(isinstance(n, odd) or getattr(n, "is_async", 0) for n in ast.walk(inside))

    def _generator(self, node: ast.AST) -> ast.GeneratorExp | ast.ListComp | None:
        """The comprehension that a builtin is called with, if it draws."""
        match node:
            case ast.Call(
                func=ast.Name(id=name), args=[ast.GeneratorExp() | ast.ListComp() as inside]
            ):
                alone = not node.keywords and name in FOLDED
                taken = isinstance(inside, ast.GeneratorExp) and name in CONSUMERS
                taken = taken and not any(map(self.draws, node.keywords))
                if (alone or taken) and self.draws(inside) and self.program.means_builtin(name):
                    return inside
        return None

    def unrolled(self, node: ast.expr, into: str = "") -> ast.expr:
        """Write the loop, and return its result; a list may be built in the variable `into`."""
        inside = self._generator(node)
        if inside is None:
            return self._collected(node, into)
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "sum":
            return self._summed(inside)
        if name in FOLDED and isinstance(inside, ast.GeneratorExp):
            return self._decided(inside, name == "any")
        new = copy.copy(node)
        new.args = [self._collected(inside, "")]
        return new

    def _collected(self, node: ast.expr, into: str) -> ast.expr:
        """Build a list, a set or a dict, item by item."""
        name = into or self.fresh("items")
        assert isinstance(node, COMPREHENSIONS)
        if isinstance(node, ast.DictComp):
            self.put(assigned(name, ast.Dict([], [])))
            method, values = "__setitem__", [node.key, node.value]
        elif isinstance(node, ast.SetComp):
            self.put(assigned(name, called("_0set")))
            method, values = "add", [node.elt]
        else:
            self.put(assigned(name, ast.List([], ast.Load())))
            method, values = "append", [node.elt]
        put = ast.Call(ast.Attribute(load(name), method, ast.Load()), values, [])
        self._loops(node, ast.Expr(put))
        return load(name)

    def _summed(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        name = self.fresh("sum")
        self.put(assigned(name, ast.Constant(0)))
        more = called("_0added", load(name), node.elt, ast.Constant(node.lineno))
        self._loops(node, assigned(name, more))
        return load(name)

    def _decided(self, node: ast.GeneratorExp, by: bool) -> ast.expr:
        """`any` and `all`: the first item that is true, or false, decides."""
        test = node.elt if by else ast.UnaryOp(ast.Not(), node.elt)
        self.begin(self.frame.name)
        self._loops(node, ast.If(test, [ast.Return(ast.Constant(by))], []))
        return self.returned(ast.Constant(not by))

    def _loops(self, node: Comprehension, last: ast.stmt) -> None:
        """Write the nested loops of a comprehension around a statement."""
        names = bound(generator.target for generator in node.generators)
        renamed = Renamed({name: self.fresh(name) for name in names})
        first = copy.deepcopy(node.generators[0].iter)
        body = copy.deepcopy(ast.copy_location(last, node))
        for generator in reversed(copy.deepcopy(node.generators)):
            for test in reversed(generator.ifs):
                body = ast.copy_location(ast.If(test, [body], []), test)
            loop = ast.For(generator.target, generator.iter, [body], [])
            body = ast.copy_location(loop, generator.target)
        whole = renamed.visit(body)
        whole.iter = first
        self.statements([ast.fix_missing_locations(whole)])


def _places(node: ast.AST) -> Iterator[tuple[Any, Any]]:
    """The places of the parts of an expression, in the order of their evaluation.

    Each place is a list and an index, or the fields of a node and a name.
    """
    for name, value in ast.iter_fields(node) if isinstance(node, OPEN) else ():
        if isinstance(value, ast.expr):
            yield vars(node), name
        for k, part in enumerate(value if isinstance(value, list) else ()):
            if isinstance(part, ast.keyword):
                yield vars(part), "value"
            elif isinstance(part, ast.expr):
                yield value, k
