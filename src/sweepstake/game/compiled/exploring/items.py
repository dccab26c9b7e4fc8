"""Expressions of lists, rows (tuples in variables), decks and shuffled cards, as numba has them.

Two names of a list are one list in compiled code too. What is in it has one kind.
"""

from __future__ import annotations

import ast

from sweepstake.game.compiled.exploring.expressions import Expressions
from sweepstake.game.compiled.exploring.kinds import (
    BOOL,
    CARDS,
    DECKS,
    INT,
    LISTS,
    NONE,
    OF,
    ROWS,
    SHUFFLED,
    SIMPLE,
    TEXTS,
    TUPLE,
    UNKNOWN,
    Typed,
)
from sweepstake.game.rewriting.names import method_of
from sweepstake.game.rewriting.refused import RefusedError

FOLDED = ("sum", "any", "all", "min", "max")
READING = ("count", "index", "copy")
"""Methods of lists that change nothing; in comprehensions there are no others."""


class Items(Expressions, ast.NodeVisitor):
    """Writes them."""

    _fresh = 0
    has_lists = False
    """Is there more than numbers and tuples that do not change?"""

    def typed(self, node: ast.expr) -> Typed:
        """The kind and the text of an expression; RefusedError if it is not in the list."""
        kind, text = super().typed(node)
        self.has_lists |= kind in CARDS or (kind in OF and kind not in (TUPLE, TEXTS, UNKNOWN))
        return kind, text

    def temporary(self) -> str:
        """A new name: unlike those of the rewriting it does not end with a digit."""
        self._fresh += 1
        return f"_0t{self._fresh}_"

    def row(self, value: Typed) -> Typed:
        """A tuple as it is kept in a variable."""
        kind, text = value
        if kind not in (TUPLE, TEXTS):
            return value
        self.has_lists = True
        return ROWS[OF[kind]], f"_0listed({text})"

    def visit_List(self, node: ast.List) -> Typed:  # ast's form
        """A new list."""
        kind = UNKNOWN
        for part in node.elts:
            kind = self.joined(part, kind, self.typed(part)[0])
        if kind not in LISTS:
            raise RefusedError(node, f"a list of these isn't explored by compiled code: {kind}")
        parts = ", ".join(self.stored(kind, part) for part in node.elts)
        return LISTS[kind], f"[{parts}]" if parts else "_0empty()"

    def visit_Tuple(self, node: ast.Tuple) -> Typed:
        """The empty tuple is a row."""
        return super().visit_Tuple(node) if node.elts else (ROWS[UNKNOWN], "_0empty()")

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> Typed:
        """A new list; its names are others than those of the function."""
        outer, words = self.scope, ""
        self.scope = {**outer}
        for generator in node.generators:
            of, text = self._along(generator.iter)
            if not isinstance(generator.target, ast.Name):
                raise RefusedError(node, "a comprehension takes apart what it goes along")
            name = self.temporary()
            self.scope[generator.target.id] = self.read(of, name)
            tests = "".join(f" if {self.test(test)}" for test in generator.ifs)
            words += f" for {name} in {text}{tests}"
        kind = self.typed(node.elt)[0]
        if kind not in LISTS:
            raise RefusedError(node, f"a list of {kind} isn't explored by compiled code")
        item = self.stored(kind, node.elt)
        self.scope = outer
        return LISTS[kind], f"[{item}{words}]"

    def _along(self, node: ast.expr) -> Typed:
        """What a comprehension, or `list`, goes along: what lies in it, and its text."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            is_range = node.func.id == "range" and self.is_builtin("range")
            if is_range and not node.keywords and len(node.args) < 4:
                return INT, f"range({', '.join(self.exactly(INT, arg) for arg in node.args)})"
        if isinstance(node, ast.GeneratorExp):
            kind, text = self.visit_ListComp(node)
            return OF[kind], text
        if isinstance(node, ast.Constant) and type(node.value) is str and node.value:
            node = ast.Tuple([ast.Constant(letter) for letter in node.value], ast.Load())
        return self.sequence(node)

    def visit_Subscript(self, node: ast.Subscript) -> Typed:
        """An item or a slice."""
        is_part = isinstance(node.slice, ast.Slice)
        kind, text = (self.typed if is_part else self.taken)(node.value)
        if not isinstance(node.slice, ast.Slice):
            if kind not in SHUFFLED.values():
                of, text = self.sequence(node.value)
                return self.read(of, f"_0item({text}, {self.whole(node.slice)})")
            self._changes(node)
            return self.read(CARDS[kind], f"_0looked_at({text}, {self.whole(node.slice)})")
        ends = (node.slice.lower, node.slice.upper, node.slice.step)
        texts = [self.whole(end) if end else "None" for end in ends]
        if kind in SHUFFLED.values():
            self._changes(node)
            return LISTS[CARDS[kind]], f"_0part({text}, _0slice({', '.join(texts)}))"
        kind, text = self.row((kind, text))
        if kind not in OF:
            raise RefusedError(node, f"a part of a {kind} isn't explored by compiled code")
        return kind, f"{text}[{':'.join(t if t != 'None' else '' for t in texts)}]"

    def visit_Attribute(self, node: ast.Attribute) -> Typed:
        """How many cards are left of each kind."""
        kind, text = self.typed(node.value)
        if node.attr != "left" or kind not in (*DECKS.values(), UNKNOWN):
            raise RefusedError(node, f".{node.attr} of a {kind} isn't explored by compiled code")
        return ROWS[INT], f"{text}.left"

    def operation(self, node: ast.AST, op: ast.operator, left: Typed, right: Typed) -> Typed:
        """A new list, or an operation of numbers."""
        left, right = self.row(left), self.row(right)
        if UNKNOWN not in (left[0], right[0]) and left[0] in OF:
            if isinstance(op, ast.Add):
                return self.joined(node, left[0], right[0]), f"({left[1]} + {right[1]})"
            if isinstance(op, ast.Mult) and right[0] == INT:
                return left[0], f"({left[1]} * {right[1]})"
        return super().operation(node, op, left, right)

    def visit_Compare(self, node: ast.Compare) -> Typed:
        """Lists are equal or not, and hold an item or not."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._within(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides = [self.row(self.typed(side)) for side in (node.left, node.comparators[0])]
            if any(kind == UNKNOWN for kind, _ in sides):
                return BOOL, "False"
            if all(kind in OF for kind, _ in sides):
                self.joined(node, sides[0][0], sides[1][0])
                word = "==" if isinstance(node.ops[0], ast.Eq) else "!="
                return BOOL, f"({sides[0][1]} {word} {sides[1][1]})"
        return super().visit_Compare(node)

    def _within(self, node: ast.Compare) -> Typed:
        of, items = self.sequence(node.comparators[0])
        text = self.stored(of if of != UNKNOWN else self.typed(node.left)[0], node.left)
        word = "not " if isinstance(node.ops[0], ast.NotIn) else ""
        return BOOL, f"({word}_0within({text}, {items}))"

    def visit_Call(self, node: ast.Call) -> Typed:
        """`sorted(x, reverse=True)`, or a draw, a builtin or a method, without keywords."""
        match node:
            case ast.Call(
                func=ast.Name(id="sorted"),
                args=[along],
                keywords=[ast.keyword(arg="reverse", value=ast.Constant(value=bool(reverse)))],
            ) if self.is_builtin("sorted"):
                kind, text = self._sorted(along)
                return kind, f"{text}[::-1]" if reverse else text
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            raise RefusedError(node, f"{ast.unparse(node.func)}() isn't explored by compiled code")
        func, args = node.func, node.args
        if isinstance(func, ast.Attribute):
            if isinstance(func.value, ast.Name) and func.value.id == self.draw:
                return self.drawn(node, func.attr, args)
            return self.method(node, func, args)
        if not isinstance(func, ast.Name):
            raise RefusedError(node, "this call isn't explored by compiled code")
        if func.id == "_0index":
            return INT, self.exactly(INT, args[0])
        if func.id == "_0added":
            return INT, f"_0added({self.whole(args[0])}, {self.whole(args[1])})"
        if self.is_builtin(func.id):
            return self.built_in(node, func.id, args)
        return self.helper(node, func.id, args)

    def helper(self, node: ast.Call, name: str, args: list[ast.expr]) -> Typed:
        """A function outside."""
        raise NotImplementedError

    def _sorted(self, along: ast.expr) -> Typed:
        of, text = self._along(along)
        if of not in (INT, BOOL, UNKNOWN):
            raise RefusedError(along, "only numbers are sorted in compiled code")
        return LISTS[of], f"_0sorted(_0listed({text}))"

    def built_in(self, node: ast.Call, name: str, args: list[ast.expr]) -> Typed:
        """A builtin of a sequence, or of numbers."""
        if len(args) != 1 or name not in ("len", "list", "tuple", "sorted", *FOLDED):
            return super().built_in(node, name, args)
        if name == "sorted":
            return self._sorted(args[0])
        if name in ("list", "tuple"):
            if self.is_dealt(args[0]):
                return self.dealt(args[0], ROWS if name == "tuple" else LISTS)
            of, text = self._along(args[0])
            return (ROWS if name == "tuple" else LISTS)[of], f"_0listed({text})"
        if name == "len" and (held := self.taken(args[0]))[0] in CARDS:
            return INT, f"len({held[1]})"
        of, text = self._along(args[0])
        if name == "len":
            return INT, f"len({text})"
        if name in ("any", "all") and of in (INT, BOOL, UNKNOWN):
            return BOOL, f"_0has({text}, True)" if name == "any" else f"(not _0has({text}, False))"
        if of not in (INT, UNKNOWN) and (name, of) != ("sum", BOOL):
            raise RefusedError(node, f"{name} of these isn't explored by compiled code")
        return INT, f"_0{name}({text})"

    def drawn(self, node: ast.Call, method: str, args: list[ast.expr]) -> Typed:
        """A deck, shuffled cards, or a draw of numbers."""
        if method in ("deck", "shuffled") and len(args) == 1:
            kinds = DECKS if method == "deck" else SHUFFLED
            return self.dealt(node, kinds, method)
        return super().drawn(node, method, args)

    def is_dealt(self, node: ast.expr) -> bool:
        """Is it a call of `draw.shuffled`?"""
        is_shuffled = method_of((self.draw,), node) == "shuffled"
        return is_shuffled and len(node.args) == 1 and not node.keywords  # type: ignore[attr-defined]

    def dealt(self, node: ast.expr, kinds: dict[str, str], method: str = "dealt") -> Typed:
        """The text of a call of `draw.shuffled` or `draw.deck`."""
        assert isinstance(node, ast.Call)
        self._changes(node)
        of, cards = self._along(node.args[0])
        return kinds[of], f"_0{method}(_0draw, _0listed({cards}))"

    def _changes(self, node: ast.AST) -> None:
        """What changes something does not stand in a comprehension."""
        if self.scope:
            raise RefusedError(node, "a comprehension changes something")

    def method(self, node: ast.Call, func: ast.Attribute, args: list[ast.expr]) -> Typed:
        """A method of a list or of cards."""
        kind, text = self.typed(func.value)
        name = func.attr
        if kind == UNKNOWN:
            return UNKNOWN, "0"
        if name not in READING:
            self._changes(node)
        if kind in DECKS.values():
            if name == "draw" and not args:
                return self.read(CARDS[kind], f"{text}.draw()")
            if name == "put" and len(args) == 1:
                return NONE, f"{text}.put({self.stored(CARDS[kind], args[0])})"
        elif kind in LISTS.values() or (kind in ROWS.values() and name in READING[:2]):
            return self._of_list(node, func.value, (kind, text), name, args)
        raise RefusedError(node, f".{name} of a {kind} isn't explored by compiled code")

    def _of_list(
        self, node: ast.Call, held: ast.expr, items: Typed, name: str, args: list[ast.expr]
    ) -> Typed:
        kind, text = items
        of = OF[kind]
        match name, args:
            case "copy", []:
                return kind, f"_0listed({text})"
            case "clear" | "reverse", []:
                return NONE, f"{text}.{name}()"
            case "sort", [] if of in (INT, BOOL, UNKNOWN):
                return NONE, f"{text}.sort()"
            case "pop", [] | [_]:
                return self.read(of, f"{text}.pop({', '.join(map(self.whole, args))})")
            case "extend", [along] if self.is_dealt(along):
                of, cards = self._along(along.args[0])  # type: ignore[attr-defined]
                self.grows(held, kind, LISTS[of])
                return NONE, f"_0extend(_0draw, {text}, {cards})"
            case "extend", [along]:
                of, more = self._along(along)
                self.grows(held, kind, LISTS[of])
                return NONE, f"_0extended({text}, {more})"
            case "insert", [place, item]:
                return NONE, f"{text}.insert({self.whole(place)}, {self._own(held, kind, item)})"
            case "append", [item]:
                return NONE, f"{text}.append({self._own(held, kind, item)})"
            case "remove" | "count" | "index", [item]:
                return (NONE if name == "remove" else INT), (
                    f"{text}.{name}({self._own(held, kind, item)})"
                )
        raise RefusedError(node, f".{name} isn't explored by compiled code")

    def _own(self, held: ast.expr, kind: str, item: ast.expr) -> str:
        """The text of an item of a list, of which the kind may become known by it."""
        of = self.typed(item)[0]
        if of not in (*SIMPLE, UNKNOWN):
            raise RefusedError(item, f"a list of {of} isn't explored by compiled code")
        if kind in LISTS.values():
            self.grows(held, kind, LISTS[of])
        elif OF[kind] != of:
            raise RefusedError(item, f"a {of} is sought in a {kind}")
        return self.stored(of, item)

    def grows(self, held: ast.expr, kind: str, more: str) -> None:
        """Something lies in a list by now."""
        new = self.joined(held, kind, more)
        if isinstance(held, ast.Name) and held.id in self.kinds:
            self.kinds[held.id] = new
