"""Expressions of whole numbers, truth values and texts, as numba computes them.

What is in a list is one of these too (`items` has what is done with lists alone).

It is a closed list: each expression has one kind, by Python's rules, and what has none is refused.
An operation that needs more than 64 bits, or that Python refuses, raises.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sweepstake.game.compiled.exploring.kinds import (
    BOOL,
    CARDS,
    HOLDING,
    INT,
    LISTS,
    NUMBERS,
    OF,
    RATIO,
    SIMPLE,
    TEXT,
    TEXTS,
    TUPLE,
    UNKNOWN,
    Typed,
)
from sweepstake.game.compiled.source import LARGEST, MAX_TABLE
from sweepstake.game.rewriting.program import MISSING
from sweepstake.game.rewriting.refused import RefusedError

OPERATIONS = {
    ast.Add: "_0added({}, {})", ast.Sub: "_0less({}, {})", ast.Mult: "_0times({}, {})",
    ast.Pow: "_0power({}, {})", ast.LShift: "_0shifted({}, {})", ast.RShift: "_0halved({}, {})",
    ast.FloorDiv: "_0quotient({}, {})", ast.Mod: "_0modulo({}, {})",
    ast.BitAnd: "({} & {})", ast.BitOr: "({} | {})", ast.BitXor: "({} ^ {})",
}  # fmt: skip
COMPARISONS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


class Expressions(ast.NodeVisitor):
    """Writes expressions; `kinds` has those of variables, as far as they are known."""

    def __init__(self, draw: str, parameters: Mapping[str, str], held: Mapping[str, Any]) -> None:
        self.draw, self.held = draw, held
        self.kinds: dict[str, str] = dict(parameters)
        self.texts: list[str] = []
        self.scope: dict[str, Typed] = {}
        """What the names of the comprehension around mean."""
        self.is_last = False
        """Are the kinds of all variables known by now?"""

    def typed(self, node: ast.expr) -> Typed:
        """The kind and the text of an expression; RefusedError if it is not in the list."""
        both: Typed = self.visit(node)
        if self.is_last and both[0] == UNKNOWN:
            raise RefusedError(node, "this has no kind")
        return both

    def generic_visit(self, node: ast.AST) -> Typed:
        """All others are refused."""
        raise RefusedError(node, f"{type(node).__name__} isn't explored by compiled code")

    def whole(self, node: ast.expr) -> str:
        """The text of a number; True is 1."""
        kind, text = self.typed(node)
        if kind not in NUMBERS:
            raise RefusedError(node, f"a {kind} is no number")
        return f"int({text})" if kind == BOOL else text

    def exactly(self, kind: str, node: ast.expr) -> str:
        """The text of an expression of a kind."""
        own, text = self.typed(node)
        if own not in (kind, UNKNOWN):
            raise RefusedError(node, f"a {own} is no {kind}")
        return text

    def test(self, node: ast.expr) -> str:
        """The text of an expression of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            word = " and " if isinstance(node.op, ast.And) else " or "
            return f"({word.join(map(self.test, node.values))})"
        kind, text = self.typed(node)
        if kind in (OF.keys() | CARDS) - {UNKNOWN}:
            return f"(len({text}) != 0)"
        if kind not in NUMBERS:
            raise RefusedError(node, f"a {kind} is no test")
        return text if kind == BOOL else f"({text} != 0)"

    def sequence(self, node: ast.expr) -> Typed:
        """What lies in a sequence, and its text."""
        kind, text = self.taken(node)
        if kind not in OF:
            raise RefusedError(node, f"a {kind} is no sequence")
        return OF[kind], text

    def taken(self, node: ast.expr) -> Typed:
        """The same of what is only taken apart, as a list of outside may be, too."""
        name = node.id if isinstance(node, ast.Name) else ""
        if name and name not in self.scope and name not in self.kinds:
            return self._value(node, self.held.get(name, MISSING))
        return self.typed(node)

    def read(self, of: str, text: str) -> Typed:
        """What is read from a sequence."""
        return of, f"({text} != 0)" if of == BOOL else text

    def stored(self, of: str, node: ast.expr) -> str:
        """What is put into a sequence, or compared with its items."""
        text = self.exactly(of, node)
        return f"int({text})" if of == BOOL else text

    def number(self, text: str) -> int:
        """The number that stands for a text."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def visit_Constant(self, node: ast.Constant) -> Typed:  # ast's form
        """A number, a truth value or a text."""
        return self._value(node, node.value)

    def _value(self, node: ast.AST, value: Any) -> Typed:
        kind = type(value)
        if kind is int and abs(value) <= LARGEST:
            return INT, f"({value})"
        if kind is bool:
            return BOOL, str(value)
        if kind is str:
            return TEXT, str(self.number(value))
        if kind is Fraction and max(map(abs, value.as_integer_ratio())) <= LARGEST:
            return RATIO, f"{value.numerator}, {value.denominator}"
        if kind in (tuple, list) and 0 < len(value) <= MAX_TABLE:
            return self._joined(node, [self._value(node, part) for part in value])
        raise RefusedError(node, f"a {kind.__name__} isn't explored by compiled code")

    def _joined(self, node: ast.AST, parts: list[Typed]) -> Typed:
        kinds = {kind for kind, _ in parts} - {UNKNOWN}
        if not parts or len(kinds) > 1 or not kinds <= {INT, TEXT}:
            raise RefusedError(node, "a tuple of these isn't explored by compiled code")
        return (TEXTS if kinds == {TEXT} else TUPLE), f"({', '.join(text for _, text in parts)},)"

    def visit_Tuple(self, node: ast.Tuple) -> Typed:
        """A tuple of numbers, or of texts."""
        return self._joined(node, list(map(self.typed, node.elts)))

    def visit_Name(self, node: ast.Name) -> Typed:
        """A variable, a parameter, or a value from outside."""
        if node.id in self.scope:
            return self.scope[node.id]
        if node.id in self.kinds:
            kind = self.kinds[node.id]
            if UNKNOWN in (kind, OF.get(kind), CARDS.get(kind)) and self.is_last:
                raise RefusedError(node, f"{node.id} has no value")
            return kind, f"{node.id}_0n, {node.id}_0d" if kind == RATIO else node.id
        value = self.held.get(node.id, MISSING)
        if type(value) is list:  # which is equal to no tuple
            raise RefusedError(node, f"the list {node.id} is more than taken apart; use a tuple")
        return self._value(node, value)

    def visit_BinOp(self, node: ast.BinOp) -> Typed:
        """An operation of numbers."""
        left, right = self.typed(node.left), self.typed(node.right)
        return self.operation(node, node.op, left, right)

    def operation(self, node: ast.AST, op: ast.operator, left: Typed, right: Typed) -> Typed:
        """The text of an operation; of two truth values, &, | and ^ give a truth value."""
        text = OPERATIONS.get(type(op))
        if UNKNOWN in (left[0], right[0]):
            return UNKNOWN, "0"
        if text is None or left[0] not in NUMBERS or right[0] not in NUMBERS:
            raise RefusedError(node, "this operation isn't explored by compiled code")
        if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor) and BOOL in (left[0], right[0]):
            raise RefusedError(node, "a truth value is combined by bits")
        a, b = (f"int({value})" if kind == BOOL else value for kind, value in (left, right))
        return INT, text.format(a, b)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Typed:
        """`not`, or a sign."""
        if isinstance(node.op, ast.Not):
            return BOOL, f"(not {self.test(node.operand)})"
        text = self.whole(node.operand)
        if isinstance(node.op, ast.UAdd):
            return INT, text
        return INT, f"_0less({'0' if isinstance(node.op, ast.USub) else '-1'}, {text})"

    def visit_Compare(self, node: ast.Compare) -> Typed:
        """A comparison of numbers; texts are equal or not."""
        sides = [self.typed(side) for side in (node.left, *node.comparators)]
        kinds = {kind for kind, _ in sides} - {UNKNOWN}
        equal = all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
        alike = kinds <= {INT, BOOL} or (kinds == {TEXT} and equal)
        if not alike or any(type(op) not in COMPARISONS for op in node.ops):
            raise RefusedError(node, "this comparison isn't explored by compiled code")
        first, *texts = [f"int({text})" if kind == BOOL else text for kind, text in sides]
        pairs = zip(node.ops, texts, strict=True)
        return BOOL, f"({first}{''.join(f' {COMPARISONS[type(op)]} {b}' for op, b in pairs)})"

    def visit_BoolOp(self, node: ast.BoolOp) -> Typed:
        """`and` and `or` of truth values, or of numbers."""
        kinds = {self.typed(value)[0] for value in node.values} - {UNKNOWN}
        if not kinds:
            return UNKNOWN, "0"
        if kinds == {BOOL}:
            return BOOL, self.test(node)
        if kinds != {INT}:
            raise RefusedError(node, "`and` and `or` of these values isn't explored compiled")
        word = " and " if isinstance(node.op, ast.And) else " or "
        return INT, f"({word.join(self.typed(value)[1] for value in node.values)})"

    def visit_IfExp(self, node: ast.IfExp) -> Typed:
        """One of two values of the same kind."""
        test, yes, no = self.test(node.test), self.typed(node.body), self.typed(node.orelse)
        kind = self.joined(node, yes[0], no[0])
        if kind not in (*SIMPLE, *LISTS.values(), UNKNOWN):
            raise RefusedError(node, f"a value is now {yes[0]}, now {no[0]}")
        return kind, f"({yes[1]} if {test} else {no[1]})"

    def joined(self, node: ast.AST, kind: str, other: str) -> str:
        """The kind of what has two; of an empty list it becomes known."""
        if kind == other or other == UNKNOWN:
            return kind
        if kind == UNKNOWN:
            return other
        for kinds in HOLDING:
            if {kind, other} <= {*kinds.values()} and kinds[UNKNOWN] in (kind, other):
                return other if kind == kinds[UNKNOWN] else kind
        raise RefusedError(node, f"a value is now {kind}, now {other}")

    def is_builtin(self, name: str) -> bool:
        """Does a name mean a builtin?"""
        held = name in self.kinds or name in self.held or name in self.scope
        return not held and name in vars(builtins)

    def built_in(self, node: ast.Call, name: str, args: list[ast.expr]) -> Typed:
        """A builtin of numbers."""
        if name in ("min", "max") and len(args) > 1:
            return INT, f"{name}({', '.join(self.exactly(INT, arg) for arg in args)})"
        if len(args) == 1:
            if name == "abs":
                return INT, f"_0magnitude({self.whole(args[0])})"
            if name == "int":
                return INT, self.whole(args[0])
            if name == "bool":
                return BOOL, self.test(args[0])
        raise RefusedError(node, f"{name} of these isn't explored by compiled code")

    def drawn(self, node: ast.Call, method: str, args: list[ast.expr]) -> Typed:
        """A draw."""
        draw = "_0draw"
        if self.scope:
            raise RefusedError(node, "a comprehension draws")
        if method in ("die", "below") and len(args) == 1:
            drawn = f"_0below({draw}, {self.exactly(INT, args[0])})"
            return INT, f"({drawn} + 1)" if method == "die" else drawn
        if method == "chance" and 1 <= len(args) <= 2:
            return BOOL, f"_0chance({draw}, {self._share(node, args)})"
        if method == "among" and len(args) == 1:
            if isinstance(args[0], ast.Constant) and type(args[0].value) is str:
                args = [ast.Tuple([ast.Constant(letter) for letter in args[0].value], ast.Load())]
            of, items = self.sequence(args[0])
            return self.read(of, f"_0among({draw}, {items})")
        if method == "pick" and len(args) == 1:
            of, items = self.sequence(args[0])
            if of in (INT, UNKNOWN):
                return INT, f"_0pick({draw}, {items})"
        raise RefusedError(node, f"draw.{method} isn't explored by compiled code")

    def _share(self, node: ast.Call, args: list[ast.expr]) -> str:
        """The numerator and the denominator of a probability."""
        [p, *of] = args
        if isinstance(p, ast.Constant) and type(p.value) in (int, str):
            d = of[0] if of else ast.Constant(1)
            if not isinstance(d, ast.Constant) or type(d.value) is not int or d.value < 1:
                return f"{self.exactly(INT, p)}, {self.exactly(INT, d)}"
            share = Fraction(p.value) / d.value  # type: ignore[arg-type]
            return self._value(node, share)[1]
        if isinstance(p, ast.Call) and isinstance(p.func, ast.Name) and not of:
            known = self.held.get(p.func.id) is Fraction and p.func.id not in self.kinds
            if known and len(p.args) == 2 and not p.keywords:
                return f"{self.exactly(INT, p.args[0])}, {self.exactly(INT, p.args[1])}"
        kind, text = self.typed(p)
        if kind == RATIO and not of:
            return text
        return f"{self.exactly(INT, p)}, {self.exactly(INT, of[0] if of else ast.Constant(1))}"
