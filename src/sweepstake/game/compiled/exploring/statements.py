"""Statements of whole numbers, truth values, texts and lists of them, as numba compiles them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sweepstake.game.compiled.exploring.items import Items
from sweepstake.game.compiled.exploring.kinds import (
    BOOL,
    CARDS,
    DECKS,
    INT,
    LISTS,
    NONE,
    OF,
    ROWS,
    SIMPLE,
    TUPLE,
    UNKNOWN,
    Typed,
)
from sweepstake.game.rewriting.names import bound, load
from sweepstake.game.rewriting.refused import RefusedError

if TYPE_CHECKING:
    from sweepstake.game.compiled.exploring.helpers import Helper

MAX_ROUNDS = 1_000_000
"""Rounds of the loops of a segment; one without end is left to plain Python: it can be stopped."""
WORDS = frozenset(("int", "len", "min", "max", "range", "float", "complex"))
"""Names of which the text makes use."""


class Statements(Items):
    """Writes statements; RefusedError for those that are not in the list."""

    rounds = "_0rounds"
    """Where the rounds of loops are counted."""

    def __init__(
        self,
        tree: ast.FunctionDef,
        draw: str,
        parameters: Mapping[str, str],
        held: Mapping[str, Any],
    ) -> None:
        self.tree = tree
        super().__init__(draw, parameters, held)
        local = bound(tree.body) - {*parameters}
        if clash := ({*parameters, draw} | local) & WORDS:
            raise RefusedError(0, f"{min(clash)} is a name of the function's own")
        self.kinds |= dict.fromkeys(sorted(local), UNKNOWN)
        self.helpers: dict[tuple[Any, ...], Helper | None] = {}
        """Functions outside, by the kinds of their arguments."""

    def settled(self) -> list[str]:
        """The body, once the kinds of its variables stay as they are."""
        while True:
            before = dict(self.kinds)
            self.body()
            if self.kinds == before:
                break
        self.is_last = True
        return self.body()

    def body(self) -> list[str]:
        """The body, by the kinds that are known."""
        self._fresh = 0
        return self.all(self.tree.body)

    def all(self, statements: Sequence[ast.stmt]) -> list[str]:
        """Some statements."""
        lines = [line for statement in statements for line in self.statement(statement)]
        return lines or ["pass"]

    def _inside(self, statements: list[ast.stmt]) -> list[str]:
        return ["    " + line for line in self.all(statements)]

    def _round(self, statements: list[ast.stmt]) -> list[str]:
        """The body of a loop, of which the rounds are counted."""
        rounds = self.rounds
        count = [f"{rounds} += 1", f"if {rounds} > {MAX_ROUNDS}:", "    raise OverflowError"]
        return [*("    " + line for line in count), *self._inside(statements)]

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of a statement."""
        match node:
            case ast.Pass():
                return []
            case ast.Break():
                return ["break"]
            case ast.Continue():
                return ["continue"]
            case ast.Raise() | ast.Assert():
                unless = f"if not {self.test(node.test)}: " if isinstance(node, ast.Assert) else ""
                return [f"{unless}raise ValueError"]
            case ast.If():
                yes, no = self._inside(node.body), self._inside(node.orelse)
                no = ["else:", *no] if node.orelse else []
                return [f"if {self.test(node.test)}:", *yes, *no]
            case ast.While() if not node.orelse:
                return [f"while {self.test(node.test)}:", *self._round(node.body)]
            case ast.For() if not node.orelse:
                return self._for(node)
            case ast.Assign():
                return self._assign(node)
            case ast.AugAssign():
                return self._more(node)
            case ast.Delete(targets=[ast.Subscript(slice=place) as target]):
                return [f"{self._changed(target)[1]}.pop({self.whole(place)})"]
            case ast.Expr(value=ast.Call() as call):
                return [self.typed(call)[1]]
            case ast.Return():
                return self.returned(node)
        raise RefusedError(node, "this statement isn't explored by compiled code")

    def returned(self, node: ast.Return) -> list[str]:
        """A `return`."""
        raise NotImplementedError

    def set(self, node: ast.AST, name: str, value: Typed) -> str:
        """An assignment; a variable has one kind."""
        kind, text = self.row(value)
        if kind not in (*SIMPLE, *OF, *CARDS):
            raise RefusedError(node, f"{name} is a {kind}")
        if name not in self.kinds or name in self.scope:
            raise RefusedError(node, f"{name} isn't known")
        self.kinds[name] = self.joined(node, self.kinds[name], kind)
        return f"{name} = {text}"

    def _changed(self, target: ast.Subscript) -> Typed:
        """The kind of a list of which an item changes, and its text."""
        kind, text = self.typed(target.value)
        if kind not in (*LISTS.values(), UNKNOWN) or isinstance(target.slice, ast.Slice):
            raise RefusedError(target, f"a {kind} changes")
        return kind, text

    def _put(self, target: ast.expr, value: Typed) -> list[str]:
        """The assignment of something that is computed already."""
        if isinstance(target, ast.Name):
            return [self.set(target, target.id, value)]
        if not isinstance(target, ast.Subscript):
            raise RefusedError(target, "this assignment isn't explored by compiled code")
        (kind, items), (of, text) = self._changed(target), value
        if of not in LISTS:
            raise RefusedError(target, f"a list of {of} isn't explored by compiled code")
        if kind != UNKNOWN:
            self.grows(target.value, kind, LISTS[of])
        item = f"int({text})" if of == BOOL else text
        return [f"_0placed({items}, {self.whole(target.slice)}, {item})"]

    def _held(self, node: ast.expr) -> tuple[str, Typed]:
        """A line that computes a value, and its variable."""
        kind, text = self.typed(node)
        if kind in DECKS.values() and isinstance(node, ast.Name):
            raise RefusedError(node, "a deck has two names")
        name = self.temporary()
        return f"{name} = {text}", (kind, name)

    def _assign(self, node: ast.Assign) -> list[str]:
        first, *others = node.targets
        if isinstance(first, ast.Tuple) and not others:
            return self._parallel(node, first)
        if isinstance(first, ast.Name) and not others and not isinstance(node.value, ast.Name):
            return [self.set(node, first.id, self.typed(node.value))]
        line, held = self._held(node.value)
        if others and held[0] in CARDS:
            raise RefusedError(node, "cards have two names")
        return [line, *(line for target in node.targets for line in self._put(target, held))]

    def _parallel(self, node: ast.Assign, targets: ast.Tuple) -> list[str]:
        """`a, b = b, a`."""
        match node.value:
            case ast.Call(func=ast.Name(id="_0stepped"), args=[ast.Name(id=items), place]):
                return self._stepped(node, [*targets.elts], items, self.whole(place))
            case ast.Tuple(elts=values) if len(values) == len(targets.elts):
                pairs = [self._held(value) for value in values]
                sets = zip(targets.elts, pairs, strict=True)
                return [line for line, _ in pairs] + [
                    line for target, (_, held) in sets for line in self._put(target, held)
                ]
        raise RefusedError(node, "this assignment isn't explored by compiled code")

    def _stepped(
        self, node: ast.Assign, targets: list[ast.expr], items: str, place: str
    ) -> list[str]:
        """A step of a loop: the place in a list moves, of a row there is a shorter rest."""
        (item, _, at), kind = targets, self.kinds[items]
        assert isinstance(at, ast.Name)
        held = self.temporary()
        if kind in DECKS.values():
            of, text = self.read(CARDS[kind], f"{items}.draw()")
            return [f"{held} = {text}", *self._put(item, (of, held)), f"{at.id} = 0"]
        if kind not in OF:
            raise RefusedError(node, f"a {kind} is walked")
        of, text = self.read(OF[kind], f"_0item({items}, {place})")
        is_list = kind in LISTS.values()
        rest = f"{at.id} = {place} + 1" if is_list else f"{items} = {items}[1:]"
        return [f"{held} = {text}", *self._put(item, (of, held)), rest]

    def _more(self, node: ast.AugAssign) -> list[str]:
        """`x += y`: a list grows in place."""
        if isinstance(node.target, ast.Name):
            name = node.target.id
            left = self.typed(ast.copy_location(load(name), node))
            if left[0] in LISTS.values():
                if not isinstance(node.op, ast.Add):
                    raise RefusedError(node, "a list is multiplied in place")
                of, text = self.sequence(node.value)
                self.grows(load(name), left[0], LISTS[of])
                return [f"_0extended({name}, {text})"]
            value = self.operation(node, node.op, left, self.typed(node.value))
            return [self.set(node, name, value)]
        if not isinstance(node.target, ast.Subscript):
            raise RefusedError(node, "this assignment isn't explored by compiled code")
        kind, text = self._changed(node.target)
        items, place, old = (self.temporary() for _ in range(3))
        lines = [
            f"{items} = {text}", f"{place} = {self.whole(node.target.slice)}",
            f"{old} = _0item({items}, {place})",
        ]  # fmt: skip
        left = self.read(OF[kind], old)
        of, new = self.operation(node, node.op, left, self.typed(node.value))
        if of != UNKNOWN:
            self.grows(node.target.value, kind, LISTS[of])
        return [*lines, f"_0placed({items}, {place}, {new})"]

    def _for(self, node: ast.For) -> list[str]:
        """A loop along a range, or by the places of sequences: lists may change meanwhile."""
        along, item, items = node.iter, self.temporary(), ""
        if isinstance(along, ast.Call) and isinstance(along.func, ast.Name):
            name, args = along.func.id, along.args
            known = self.is_builtin(name) and not along.keywords
            if known and name == "range" and len(args) < 4:
                items = f"range({', '.join(self.exactly(INT, arg) for arg in args)})"
            if known and name == "zip" and args and isinstance(node.target, ast.Tuple):
                return self._places(node, args, node.target.elts, item)
            if known and name == "enumerate" and len(args) == 1:
                match node.target:
                    case ast.Tuple(elts=[first, second]):
                        number = self._put(first, (INT, f"({item} - 1)"))
                        return self._places(node, args, [second], item, number)
        if not items and (held := self.taken(along))[0] == TUPLE:
            items = held[1]
        if not items:
            return self._places(node, [along], [node.target], item)
        taken = ["    " + line for line in self._put(node.target, (INT, item))]
        return [f"for {item} in {items}:", *taken, *self._round(node.body)]

    def _places(
        self,
        node: ast.For,
        along: Sequence[ast.expr],
        targets: Sequence[ast.expr],
        place: str,
        more: Sequence[str] = (),
    ) -> list[str]:
        if len(along) != len(targets):
            raise RefusedError(node, "this loop isn't explored by compiled code")
        first, taken, tests = [f"{place} = 0"], list[str](), list[str]()
        for target, source in zip(targets, along, strict=True):
            of, text = self.sequence(source)
            items = self.temporary()
            first.append(f"{items} = {text}")
            tests.append(f"{place} < len({items})")
            value = self.read(of, f"_0item({items}, {place} - 1)")
            taken += self._put(target, value)
        inside = ["    " + line for line in [f"{place} += 1", *more, *taken]]
        return [*first, f"while {' and '.join(tests)}:", *inside, *self._round(node.body)]

    def helper(self, node: ast.Call, name: str, args: list[ast.expr]) -> Typed:
        """A call of a function of the same module."""
        from sweepstake.game.compiled.exploring.helpers import Helper

        if name == "_0walked":
            return self._walked(node, args)
        if name == "_0len":
            return self.built_in(node, "len", args)
        if name in self.kinds or name in self.scope:
            raise RefusedError(node, f"{name} is no function")
        values = [
            (NONE, "") if isinstance(arg, ast.Name) and arg.id == self.draw else self.typed(arg)
            for arg in args
        ]
        kinds = tuple(kind for kind, _ in values)
        if any(UNKNOWN in (kind, OF.get(kind)) for kind in kinds):
            return UNKNOWN, "0"
        if self.scope and not {*kinds} <= {*SIMPLE}:
            raise RefusedError(node, "a comprehension calls what may change something")
        key, self.has_lists = (name, kinds), True
        if key not in self.helpers:
            self.helpers[key] = None
            self.helpers[key] = Helper(self, node, name, kinds)
        if (helper := self.helpers[key]) is None:
            raise RefusedError(node, f"{name} calls itself")
        texts = [text for kind, text in values if kind != NONE]
        return helper.result, f"{helper.name}({', '.join(['_0draw', *texts])})"

    def _walked(self, node: ast.Call, args: list[ast.expr]) -> Typed:
        """What a loop that draws goes along: a list that others know, or what it alone has."""
        along, is_new = args[0], ast.literal_eval(args[2])
        if self.is_dealt(along):
            return self.dealt(along, DECKS, "deck")
        kind, text = self.taken(along)
        if kind in CARDS and not (is_new and kind in DECKS.values()):
            raise RefusedError(node, f"a {kind} is walked under two names")
        if kind in LISTS.values() and is_new:
            return ROWS[OF[kind]], f"_0listed({text})"
        return self.row((kind, text))
