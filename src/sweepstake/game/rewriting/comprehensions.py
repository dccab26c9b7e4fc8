"""Comprehensions that draw, and `sum`, `any` and `all` of them, as loops."""

from __future__ import annotations

import ast
import copy

from sweepstake.game.rewriting.jumps import Goto
from sweepstake.game.rewriting.names import (
    COMPREHENSIONS,
    Renamed,
    assigned,
    called,
    load,
    targets,
)
from sweepstake.game.rewriting.writing import Writing

FOLDED = ("sum", "any", "all")
CONSUMERS = ("list", "tuple", "sorted", "max", "min", "set", "frozenset")
"""Builtins that take all of a generator before they do anything else."""


class Comprehensions(Writing):
    """Writes comprehensions that draw."""

    def helper_of(self, node: ast.Call) -> ast.FunctionDef | None:
        """The helper that is called here, if it is to be written in place of the call."""
        raise NotImplementedError

    def is_drawing(self, node: ast.AST) -> bool:
        """Is it a comprehension that draws, or a call of a builtin with one?"""
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            return self.draws(node)
        return self._generator(node) is not None

    def can_unroll(self, node: ast.AST) -> bool:
        """Can it be written as a loop?"""
        inside = self._generator(node) or node
        if isinstance(node, ast.GeneratorExp) or not isinstance(inside, COMPREHENSIONS):
            return False
        odd = (ast.NamedExpr, ast.Lambda, ast.Await)
        return not any(isinstance(n, odd) or getattr(n, "is_async", 0) for n in ast.walk(inside))

    def _generator(self, node: ast.AST) -> ast.GeneratorExp | ast.ListComp | None:
        """What a builtin is called with, if that is a comprehension which draws."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            return None
        name, inside = node.func.id, node.args[0]
        if not isinstance(inside, ast.GeneratorExp | ast.ListComp) or not self.draws(inside):
            return None
        alone = len(node.args) == 1 and not node.keywords and name in FOLDED
        taken = (
            isinstance(inside, ast.GeneratorExp)
            and name in CONSUMERS
            and len(node.args) == 1
            and not any(self.draws(keyword) for keyword in node.keywords)
        )
        return inside if (alone or taken) and self.program.means_builtin(name) else None

    def unrolled(self, node: ast.expr, into: str = "") -> ast.expr:
        """Write the loop, and return what stands for the result; a list may have a name."""
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
        """A list, a set or a dict, item by item."""
        name = into or self.fresh("items")
        if isinstance(node, ast.DictComp):
            self.put(assigned(name, ast.Dict([], [])))
            target = ast.Subscript(load(name), node.key, ast.Store())
            key, value = self.fresh("key"), node.value
            target.slice = load(key)
            last: list[ast.stmt] = [
                assigned(key, node.key),
                ast.copy_location(ast.Assign([target], value), node),
            ]
            self._loops(node.generators, last)
            return load(name)
        assert isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp)
        is_set = isinstance(node, ast.SetComp)
        self.put(assigned(name, called("_0set") if is_set else ast.List([], ast.Load())))
        method = ast.Attribute(load(name), "add" if is_set else "append", ast.Load())
        put = ast.Expr(ast.Call(method, [node.elt], []))
        self._loops(node.generators, [ast.copy_location(put, node)])
        return load(name)

    def _summed(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        name = self.fresh("sum")
        self.put(assigned(name, ast.Constant(0)))
        more = called("_0added", load(name), node.elt, ast.Constant(node.lineno))
        self._loops(node.generators, [ast.copy_location(assigned(name, more), node)])
        return load(name)

    def _decided(self, node: ast.GeneratorExp, by: bool) -> ast.expr:
        """`any` and `all`: the first item that is true, or false, decides."""
        name, after, decided = self.fresh("decided"), self.new(), self.new()
        test: ast.expr = node.elt if by else ast.UnaryOp(ast.Not(), node.elt)
        leave = ast.If(test, [ast.copy_location(Goto(decided.number), node)], [])
        self._loops(node.generators, [ast.copy_location(leave, node)])
        self.put(assigned(name, ast.Constant(not by)))
        self.jump(after, decided)
        self.put(assigned(name, ast.Constant(by)))
        self.jump(after, after)
        return load(name)

    def _loops(self, generators: list[ast.comprehension], last: list[ast.stmt]) -> None:
        """Write loops, one in the other, around statements."""
        names = {name for generator in generators for name in targets(generator.target)}
        renamed = Renamed({name: self.fresh(name) for name in names})
        first, body = copy.deepcopy(generators[0].iter), copy.deepcopy(last)
        for generator in reversed(copy.deepcopy(generators)):
            for test in reversed(generator.ifs):
                body = [ast.copy_location(ast.If(test, body, []), test)]
            loop = ast.For(generator.target, generator.iter, body, [])
            body = [ast.copy_location(loop, generator.target)]
        [whole] = [renamed.visit(statement) for statement in body]
        assert isinstance(whole, ast.For)
        whole.iter = first
        self.statements([ast.fix_missing_locations(whole)])
