"""Expressions of a game as numba compiles them."""

from __future__ import annotations

import ast
import math
from fractions import Fraction

from sweepstake.game.compiled.closed import assigned_by
from sweepstake.game.compiled.source import FLOATS, Source
from sweepstake.game.rewriting.names import called, load, method_of
from sweepstake.game.rewriting.program import Function
from sweepstake.game.rewriting.refused import RefusedError

METHODS = {
    "below": 1, "die": 1, "dice": 2, "among": 1, "pick": 1, "counts": 2, "deck": 1, "shuffled": 1,
}  # fmt: skip
"""The methods of draw, and their numbers of arguments."""
BUILTINS = {"abs": "_0magnitude", "pow": "_0power", "sum": "_0sum"}
"""Builtins that would overflow unnoticed, and what replaces them."""
OPERATIONS = {
    ast.Add: "_0added", ast.Sub: "_0less", ast.Mult: "_0times", ast.Pow: "_0power",
    ast.LShift: "_0shifted", ast.RShift: "_0halved", ast.FloorDiv: "_0quotient",
}  # fmt: skip


class Expressions(ast.NodeTransformer):
    """Rewrites the expressions of a function; `draws` are the names of draw in it."""

    def __init__(self, source: Source, of: Function, draws: frozenset[str], is_main: bool) -> None:
        self.source, self.draws, self.is_main = source, draws, is_main
        self.stored = {
            n.id
            for n in ast.walk(of.tree)
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
        }
        self._locals = self.stored | {*of.arguments}
        self.decks = assigned_by(of.tree, lambda node: self.method(node) == "deck")
        self._new = 0

    def fresh(self) -> str:
        """A new variable."""
        self._new += 1
        return f"_0v{self._new}"

    def method(self, node: ast.AST) -> str:
        """The method of draw that is called; empty for anything else."""
        return method_of(self.draws, node)

    def is_deck(self, node: ast.AST) -> bool:
        """True if the expression is a deck."""
        return self.method(node) == "deck" or (isinstance(node, ast.Name) and node.id in self.decks)

    def draw_in(self, node: ast.AST) -> bool:
        """True if something may be drawn here."""
        return any(
            isinstance(n, ast.Name) and n.id in self.draws | self.decks for n in ast.walk(node)
        )

    def visit_Name(self, node: ast.Name) -> ast.expr:  # ast's form
        """A name from outside is replaced by its value."""
        if node.id in self._locals or not isinstance(node.ctx, ast.Load):
            return node
        return self.source.outside(node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A text is replaced by its number."""
        if isinstance(node.value, str | int | float) and not isinstance(node.value, bool):
            return ast.copy_location(self.source.constant(node.value, node), node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Sums, differences and products notice an overflow."""
        self.generic_visit(node)
        self.check_operation(node)
        if name := OPERATIONS.get(type(node.op)):
            return ast.copy_location(called(name, node.left, node.right), node)
        return node

    def check_operation(self, node: ast.BinOp | ast.AugAssign) -> None:
        """RefusedError for operations that numba does in another way than Python."""
        if isinstance(node.op, ast.Div):
            raise RefusedError(node, FLOATS)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """-x is 0 - x, and ~x is -1 - x: numba's ~ of a truth value is another one."""
        self.generic_visit(node)
        if isinstance(node.op, ast.USub | ast.Invert) and not isinstance(
            node.operand, ast.Constant
        ):
            first = ast.Constant(-1 if isinstance(node.op, ast.Invert) else 0)
            return ast.copy_location(called("_0less", first, node.operand), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Calls of draw, of helpers, and of builtins that numba has in another form."""
        method = self.method(node)
        if method:
            new = self._drawn(node, method)
        elif isinstance(node.func, ast.Name) and node.func.id not in self._locals:
            new = self._called(node, node.func.id)
        else:
            new = self._of_value(node)
        return ast.fix_missing_locations(ast.copy_location(new, node))

    def _drawn(self, node: ast.Call, method: str) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        draw = node.func.value
        if method == "chance":
            return self._chance(node, draw)
        if method not in METHODS or node.keywords or len(node.args) != METHODS[method]:
            raise RefusedError(node, f"draw.{method} of these arguments isn't compiled here")
        taken = method in ("among", "deck", "shuffled")
        args = [self.items(arg) if taken else self.visit(arg) for arg in node.args]
        if method == "die":
            return ast.BinOp(called("_0below", draw, *args), ast.Add(), ast.Constant(1))
        return called(f"_0{method}", draw, *args)

    def _chance(self, node: ast.Call, draw: ast.expr) -> ast.expr:
        """A draw that is true with a probability. Fractions that are written here are reduced."""
        if node.keywords or not 1 <= len(node.args) <= 2:
            raise RefusedError(node, "write draw.chance(1, 6)")
        p, *of = node.args
        if isinstance(p, ast.Call) and isinstance(p.func, ast.Name) and self._is_fraction(p.func):
            if of or len(p.args) != 2:
                raise RefusedError(node, "write draw.chance(1, 6)")
            p, *of = p.args
        if isinstance(p, ast.Name) and not of:
            p = self.visit(p)
            parts = [ast.Attribute(p, name, ast.Load()) for name in ("numerator", "denominator")]
            return called("_0is_below", draw, *parts)
        values = [part.value for part in (p, *of) if isinstance(part, ast.Constant)]
        if len(values) == 1 + len(of) and type(values[-1]) in (int, str):
            share = Fraction(*values) if type(values[0]) is int else Fraction(values[0])  # type: ignore[arg-type]
            return called("_0is_below", draw, *map(ast.Constant, share.as_integer_ratio()))
        if not of or (isinstance(p, ast.Constant) and type(p.value) is not int):
            raise RefusedError(node, "a chance is compiled as chance(1, 6) or chance(p)")
        return called("_0reduced", draw, self.visit(p), self.visit(of[0]))

    def _is_fraction(self, name: ast.Name) -> bool:
        return name.id not in self._locals and self.source.program.value(name.id) is Fraction

    def items(self, node: ast.expr) -> ast.expr:
        """A sequence whose items are used; a text becomes a tuple of its letters."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            letters = [self.source.constant(letter, node) for letter in node.value]
            return ast.Tuple(letters, ast.Load())
        new: ast.expr = self.visit(node)
        return new

    def _called(self, node: ast.Call, name: str) -> ast.expr:
        """A helper, or a builtin."""
        program = self.source.program
        if not program.is_builtin(name):
            if program.value(name) is math.gcd:
                node.func = load("_0gcd")
            else:
                node.func = load(self.source.helper(node, name, self.draws))
            node.args = [arg if self._is_draw(arg) else self.visit(arg) for arg in node.args]
            for keyword in node.keywords:
                if not self._is_draw(keyword.value):
                    keyword.value = self.visit(keyword.value)
            return node
        if name in ("any", "all", "sum", "min", "max", "list", "sorted", "tuple") and node.args:
            node.args[0] = self._listed(node.args[0], name)
        args = [self.visit(arg) for arg in node.args]
        if name == "sorted" and [keyword.arg for keyword in node.keywords] == ["reverse"]:
            args += [ast.Constant(None), self.visit(node.keywords[0].value)]
        elif node.keywords:
            raise RefusedError(
                node, f"{name}({node.keywords[0].arg}=...) isn't compiled; write a loop"
            )
        if name in BUILTINS:
            if len(args) != 1 + (name == "pow"):
                raise RefusedError(node, f"{name}() of these arguments isn't compiled")
            return called(BUILTINS[name], *args)
        if name in ("float", "complex"):
            raise RefusedError(node, FLOATS)
        if name in ("dict", "isinstance"):  # of truth values, numba says otherwise
            raise RefusedError(node, f"{name} isn't compiled")
        return ast.Call(node.func, args, [])

    def _listed(self, node: ast.expr, name: str) -> ast.expr:
        """A generator as a list, if that draws the same."""
        if not isinstance(node, ast.GeneratorExp):
            return node
        if name in ("any", "all") and self.draw_in(node):
            raise RefusedError(node, f"{name}() stops drawing early; write a loop")
        return ast.copy_location(ast.ListComp(node.elt, node.generators), node)

    def _is_draw(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.draws

    def _of_value(self, node: ast.Call) -> ast.expr:
        """A method of a value: `to.extend(draw.shuffled(cards))` is a loop without a copy."""
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "extend"
            and len(node.args) == 1
        ):
            [cards] = node.args
            if self.method(cards) == "shuffled":
                assert isinstance(cards, ast.Call)
                assert isinstance(cards.func, ast.Attribute)
                to = self.visit(node.func.value)
                return called("_0extend", cards.func.value, to, *map(self.items, cards.args))
        if ast.unparse(node.func) == "math.gcd" and self.source.program.value("math") is math:
            node.func = load("_0gcd")
        self.generic_visit(node)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """Letters are a tuple."""
        for generator in node.generators:
            if self.is_deck(generator.iter):
                raise RefusedError(node, "a deck in a comprehension isn't compiled; write a loop")
            generator.iter = self.items(generator.iter)
            generator.ifs = [self.visit(test) for test in generator.ifs]
        node.elt = self.visit(node.elt)
        return node
