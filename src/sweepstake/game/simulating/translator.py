"""The functions of a game, translated for numba.

`Source` has the translated functions, and replaces outside values by constants. `Expressions` and
`Statements` translate a function: operations notice an overflow, texts become numbers, and calls of
draw become calls of `chance`. `return` writes the cells of the outcome and returns 0; a condition
that does not hold returns 1, as an exception raised in compiled code would leak the play's lists.
"""

from __future__ import annotations

import ast
import copy
import math
from collections.abc import Sequence
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any

from sweepstake.game.drawing.draw import Site
from sweepstake.game.reading.decisions import CHOOSE, FORM
from sweepstake.game.reading.program import (
    MISSING,
    Function,
    Program,
    RefusedError,
    assigned,
    called,
    load,
    method_of,
)
from sweepstake.game.simulating.compilable import assigned_by, check, check_lists, unset, with_flags

LARGEST = 1 << 62
"""Whole numbers in a source must not be larger."""
MAX_TABLE = 200
"""Most values of an outside list or tuple that is compiled in."""
MAIN, PLAYER = "_0play", "_0player"
FLOATS = "floats are played in plain Python"
"""Numba compares them with whole numbers in another way: beyond 2^53 different ones are equal."""
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
Statement = ast.stmt | list[ast.stmt]
MAX_STEPS = 1 << 27
"""Most steps of loops without a draw between before a play is left to plain Python."""
COUNTED = "_0left -= 1\nif _0left == 0: raise _0long"
AGAIN = """_0left -= 1
if _0left == 0:
    if {draw} == _0word: raise _0long
    _0left, _0word = {most}, {draw}
"""


class Source:
    """A game rewritten for numba: `functions`, each after those that it calls."""

    def __init__(self, program: Program, width: int) -> None:
        self.program = program
        self.width = width
        self.texts: list[str] = []
        self.sites: dict[Site, tuple[int, bool]] = {}
        """By where a choice stands, its number, and whether its options are constants."""
        self.functions: dict[str, ast.FunctionDef] = {}
        self._begun: set[str] = set()
        self._write(program.main, frozenset({program.draw}), MAIN)

    @property
    def parameters(self) -> list[str]:
        """The names of the game's parameters."""
        return self.program.parameters

    def _write(self, of: Function, draws: frozenset[str], name: str) -> None:
        self._begun.add(name)
        tree = _Seen(draws).visit(copy.deepcopy(of.tree))
        writer = Statements(self, of, draws, of is self.program.main)
        self._check(of, tree, draws)
        names = unset(of, tree)
        self.functions[name] = with_flags(writer.function(tree, name), names)

    def _check(self, of: Function, tree: ast.FunctionDef, draws: frozenset[str]) -> None:
        """RefusedError for what can't be compiled."""
        check(tree, draws)
        outside = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - of.locals
        check_lists(tree, {name for name in outside if type(self.program.value(name)) is list})

    def helper(self, call: ast.Call, name: str, draws: frozenset[str]) -> str:
        """The new name of a helper that is called, once it is written."""
        helper = self.program.helper(name)
        if helper is None or not helper.is_plain:
            raise RefusedError(call, f"{name} is no plain function of the same file")
        if any(isinstance(default, ast.Constant) and isinstance(default.value, str)
               for default in helper.tree.args.defaults):  # fmt: skip
            raise RefusedError(call, f"{name} has a text as a default; hand it over")
        pairs = [*zip(helper.arguments, call.args, strict=False)]
        pairs += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
        handed = {arg for arg, v in pairs if isinstance(v, ast.Name) and v.id in draws}
        new = "_".join(("_0f", name, *(arg for arg in helper.arguments if arg in handed)))
        if new not in self.functions:
            if new in self._begun:
                raise RefusedError(call, f"{name} calls itself; use a loop")
            self._write(helper, frozenset(handed), new)
        return new

    def outside(self, node: ast.Name) -> ast.expr:
        """The expression for a name from outside of a function."""
        value = self.program.value(node.id)
        if value is MISSING or self.program.is_builtin(node.id):
            return node
        if isinstance(value, FunctionType | ModuleType | type | dict | set):
            kind = "class" if isinstance(value, type) else type(value).__name__
            raise RefusedError(node, f"{node.id}, a {kind}, can't be named in compiled plays")
        return ast.copy_location(self.constant(value, node), node)

    def constant(self, value: Any, at: ast.expr) -> ast.expr:
        """The expression for a constant."""
        if isinstance(value, str):
            return called("_0text", ast.Constant(self.number(value)))
        if isinstance(value, int) and abs(value) > LARGEST:
            raise RefusedError(at, f"{value} needs more than 64 bits")
        if isinstance(value, Fraction):
            return called("_0ratio", *map(ast.Constant, (value.numerator, value.denominator)))
        if type(value) in (tuple, list) and 0 < len(value) <= MAX_TABLE:
            return ast.Tuple([self.constant(part, at) for part in value], ast.Load())
        if value is None or isinstance(value, int):
            return ast.Constant(value)
        if isinstance(value, float):
            raise RefusedError(at, FLOATS)
        raise RefusedError(at, f"a {type(value).__name__} of this size or kind isn't compiled")

    def site(self, of: Function, line: int, is_constant: bool) -> int:
        """The number of a choice."""
        site = of.of.__code__.co_filename, line
        self.sites.setdefault(site, (len(self.sites), is_constant))
        return self.sites[site][0]

    def number(self, text: str) -> int:
        """The number of a text."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)


class Expressions(ast.NodeTransformer):
    """Rewrites the expressions of a function; `draws` are the names of draw in it."""

    def __init__(self, source: Source, of: Function, draws: frozenset[str], is_main: bool) -> None:
        self.source, self.of, self.draws, self.is_main = source, of, draws, is_main
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
        if method == CHOOSE:
            return self._choice(node, draw)
        if method not in METHODS or node.keywords or len(node.args) != METHODS[method]:
            raise RefusedError(node, f"draw.{method} of these arguments isn't compiled here")
        taken = method in ("among", "deck", "shuffled")
        args = [self.items(arg) if taken else self.visit(arg) for arg in node.args]
        if method == "die":
            return ast.BinOp(called("_0below", draw, *args), ast.Add(), ast.Constant(1))
        return called(f"_0{method}", draw, *args)

    def _choice(self, node: ast.Call, draw: ast.expr) -> ast.expr:
        """A choice of the player, whose table is handed on as `PLAYER`."""
        match node:
            case ast.Call(args=[offered], keywords=[ast.keyword(value=ast.Tuple() as sees), *more]):
                options = self.items(offered)
                parts = [self._seen(part) for part in (*sees.elts, *(k.value for k in more))]
            case _:
                raise RefusedError(node, FORM)
        options = ast.Tuple(options.elts, ast.Load()) if isinstance(options, ast.List) else options
        names = {part.id for part in ast.walk(options) if isinstance(part, ast.Name)}
        is_constant = isinstance(options, ast.Tuple) and names <= {"_0text"}
        site = ast.Constant(self.source.site(self.of, node.lineno, is_constant))
        name = "_0chosen" if is_constant else "_0chosen_of"
        return called(name, draw, load(PLAYER), options, site, ast.Tuple(parts, ast.Load()))

    def _seen(self, node: ast.expr) -> ast.expr:
        """A value that the player sees."""
        if isinstance(node, ast.Attribute) and node.attr == "counts":
            return called("_0left", self.visit(node.value))
        new: ast.expr = self.visit(node)
        return new

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
            gets_draw = any(map(self._is_draw, (*node.args, *(k.value for k in node.keywords))))
            args = [arg if self._is_draw(arg) else self.visit(arg) for arg in node.args]
            node.args = [load(PLAYER), *args] if gets_draw else args
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
        if self.draws:
            tree.args.args.insert(0, ast.arg(PLAYER))
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
            ast.Assign([_cell(2 * column + k)], called(f"_0{name}", cell))
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
        items, index = self.fresh(), self.fresh()
        target: Any = ast.Subscript(load(items), load(index), ast.Store())
        old: Any = ast.Subscript(load(items), load(index), ast.Load())
        first = [
            assigned(items, self.visit(node.target.value)),
            assigned(index, self.visit(node.target.slice)),
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


class _Seen(ast.NodeTransformer):
    """Writes what a player sees as a tuple of values, without names."""

    def __init__(self, draws: frozenset[str]) -> None:
        self._draws = draws

    def visit_Call(self, node: ast.Call) -> ast.Call:  # ast's form
        """A choice, with a tuple."""
        self.generic_visit(node)
        if method_of(self._draws, node) == CHOOSE:
            for keyword in node.keywords:
                if isinstance(sees := keyword.value, ast.Dict):
                    keyword.value = ast.copy_location(ast.Tuple(sees.values, ast.Load()), sees)
        return node


def _cell(k: int) -> ast.expr:
    """The target `_0out[k]`."""
    return ast.Subscript(load("_0out"), ast.Constant(k), ast.Store())
