"""Loops along something, as a test and a step.

Of a range, the next number is kept; of a list that others know, the list and the place in it, for
it may change on the way; of all else what is left of it.
"""

from __future__ import annotations

import ast

from sweepstake.game.rewriting.flow import Block
from sweepstake.game.rewriting.names import assigned, called, load, method_of
from sweepstake.game.rewriting.writing import Writing

NEW = (ast.List, ast.Tuple, ast.ListComp, ast.BinOp, ast.Constant)
"""Expressions of which the value is made here, so that nothing else can change it."""
MAKERS = ("list", "sorted", "tuple")
DEALERS = ("deck", "shuffled", "dice", "counts")


class Loops(Writing):
    """Writes `for`."""

    def for_loop(self, loop: ast.For) -> None:
        """Write a loop along something."""
        test, item, steps = self._source(loop.iter)
        head, body, orelse, after = self.new(), self.new(), self.new(), self.new()
        self.jump(head, head)
        self.fork(test, body, orelse)
        line = loop.lineno
        if self.draws(loop.iter):  # it may be a deck, so that its step draws
            self.entry(line)
            line = 0
        self.put(*steps, ast.copy_location(ast.Assign([loop.target], item), loop))
        self.body(loop, head, after, line)
        self.now = orelse
        self.statements(loop.orelse)
        self.jump(after, after)

    def body(self, loop: ast.For | ast.While, head: Block, after: Block, line: int) -> None:
        """Write the body of a loop, and the jump back to its head."""
        self.frame.loops.append((after, head))
        self.statements(loop.body, line)
        self.frame.loops.pop()
        self.jump(head)

    def _source(self, along: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        """The test, the item, and the steps before it; what comes before the loop is written."""
        if isinstance(along, ast.Call) and isinstance(along.func, ast.Name):
            name, args = along.func.id, [*along.args, *_start(along)]
            odd = any(isinstance(arg, ast.Starred) for arg in args)
            odd = odd or len(args) < len(along.args) + len(along.keywords)
            known = self.program.means_builtin(name) and not odd
            if known and name == "range" and len(args) < 3:
                return self._range(args)
            if known and name == "enumerate" and args:
                return self._enumerate(args)
            if known and name == "zip" and args:
                return self._zip(args)
        return self._along(along)

    def _range(self, args: list[ast.expr]) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        low = args[0] if len(args) > 1 else ast.Constant(0)
        place = self.kept_in("place", self._whole(self.hoisted(low)))
        high = self._whole(self.hoisted(args[-1]))
        end = high if isinstance(high, ast.Constant) else self.kept_in("end", high)
        now = self.fresh("now")
        steps: list[ast.stmt] = [assigned(now, place), _more(place)]
        return ast.Compare(place, [ast.Lt()], [end]), load(now), steps

    def _whole(self, value: ast.expr) -> ast.expr:
        known = isinstance(value, ast.Constant) and type(value.value) is int
        return value if known else called("_0index", value)

    def _enumerate(self, args: list[ast.expr]) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        test, item, steps = self._source(args[0])
        first = self.hoisted(args[1]) if len(args) > 1 else ast.Constant(0)
        number, now = self.kept_in("number", self._whole(first)), self.fresh("now")
        pair = ast.Tuple([load(now), item], ast.Load())
        return test, pair, [*steps, assigned(now, number), _more(number)]

    def _zip(self, args: list[ast.expr]) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        sources = [self._source(arg) for arg in args]
        test = ast.BoolOp(ast.And(), [test for test, _, _ in sources])
        items = ast.Tuple([item for _, item, _ in sources], ast.Load())
        steps = [step for _, _, own in sources for step in own]
        return test if len(args) > 1 else sources[0][0], items, steps

    def _along(self, along: ast.expr) -> tuple[ast.expr, ast.expr, list[ast.stmt]]:
        fresh = ast.Constant(self._is_new(along))
        value = called("_0walked", self.hoisted(along), ast.Constant(along.lineno), fresh)
        items, place, now = self.kept_in("along", value), self.fresh("place"), self.fresh("now")
        self.put(assigned(place, ast.Constant(0)))
        names = [ast.Name(name, ast.Store()) for name in (now, items.id, place)]
        step = ast.Assign(
            [ast.Tuple([*names], ast.Store())], called("_0stepped", items, load(place))
        )
        length = called("_0len", items)
        return ast.Compare(load(place), [ast.Lt()], [length]), load(now), [step]

    def _is_new(self, along: ast.expr) -> bool:
        """Is it made here, so that nothing else can change it?"""
        if isinstance(along, ast.Subscript):
            return isinstance(along.slice, ast.Slice)
        if not isinstance(along, ast.Call):
            return isinstance(along, NEW)
        if isinstance(along.func, ast.Name):
            return along.func.id in MAKERS and self.program.means_builtin(along.func.id)
        return method_of((self.program.draw,), along) in DEALERS


def _start(call: ast.Call) -> list[ast.expr]:
    """The start of `enumerate(x, start=1)`."""
    named = [keyword.arg for keyword in call.keywords] == ["start"] and len(call.args) == 1
    return [call.keywords[0].value] if named else []


def _more(name: ast.Name) -> ast.stmt:
    return ast.AugAssign(ast.Name(name.id, ast.Store()), ast.Add(), ast.Constant(1))
