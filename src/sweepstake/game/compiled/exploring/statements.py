"""A game's function that starts at any entry, as numba compiles it: whole numbers in and out.

It is read from the Python text of `Resumable`. A segment takes the values of a state from a row of
`states`, and writes into `here` the next entry with its values, and into `label` what comes with
the step: the number of the end, or 0, then two places for ways and of, and the running totals or
the cells of the outcome.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

from sweepstake.game.compiled.exploring.expressions import (
    BOOL,
    INT,
    NONE,
    RATIO,
    SIMPLE,
    TUPLE,
    UNKNOWN,
    Expressions,
    Typed,
)
from sweepstake.game.resuming.emitting import AT, ENDED
from sweepstake.game.rewriting.names import bound
from sweepstake.game.rewriting.refused import RefusedError

CELLS = 3
"""The place of the first total or cell in a label."""
MAX_ROUNDS = 1_000_000
"""Rounds of the loops of a segment; one without end is left to plain Python: it can be stopped."""
WORDS = frozenset(("int", "len", "min", "max", "range", "float", "complex"))
"""Names of which the text makes use."""


class End(NamedTuple):
    """What a `return` of the game's function gives."""

    kinds: tuple[str, ...]
    is_tuple: bool
    sites: tuple[int, ...]


class Segments(Expressions):
    """Writes the function; RefusedError if it uses what is not in the list."""

    def __init__(self, code: str, held: Mapping[str, Any], parameters: Mapping[str, str]) -> None:
        [tree] = ast.parse(code).body
        assert isinstance(tree, ast.FunctionDef)
        self._tree = tree
        names = [arg.arg for arg in self._tree.args.args]
        super().__init__(names[0], parameters, held)
        self._parameters = [*parameters]
        local = bound(self._tree.body) - {*parameters}
        if clash := ({*names} | local) & WORDS:
            raise RefusedError(0, f"{min(clash)} is a name of the function's own")
        self.kinds |= {**dict.fromkeys(sorted(local), UNKNOWN), AT: INT}
        self.entries: dict[int, list[str]] = {}
        """The variables of each entry."""
        self.ends: list[End] = []
        self.totals = 0
        self._fresh = 0
        self.text = self._written()

    @property
    def width(self) -> int:
        """The most values of an entry."""
        return max(map(len, self.entries.values()), default=0)

    @property
    def cells(self) -> int:
        """The most totals or cells of a step."""
        return max([self.totals, *(len(end.kinds) for end in self.ends)])

    def _written(self) -> str:
        """The function, once the kinds of its variables stay as they are."""
        while True:
            before = dict(self.kinds)
            self._body()
            if self.kinds == before:
                break
        self.is_last = True
        body = self._body()
        for names in self.entries.values():
            if not {self.kinds[name] for name in names} <= {*SIMPLE}:
                raise RefusedError(0, "a variable is no number, truth value or text")
        zeros = [
            f"{name} = {'False' if kind == BOOL else '0'}"
            for name, kind in self.kinds.items()
            if name not in (*self._parameters, AT)
        ]
        arguments = []
        for name in self._parameters:
            ratio = self.kinds[name] == RATIO
            arguments += [f"{name}_0n", f"{name}_0d"] if ratio else [name]
        handed = "".join(f", {name}" for name in arguments)
        head = f"def _0segment(_0draw, _0states, _0n, _0here, _0label{handed}):"
        first = [*zeros, "_0rounds = 0", f"{AT} = _0states[_0n, 0]"]
        return "\n".join([head, *("    " + line for line in [*first, *body])]) + "\n"

    def _body(self) -> list[str]:
        self.entries, self.ends, self._fresh = {}, [], 0
        return self._all(self._tree.body)

    def _all(self, statements: list[ast.stmt]) -> list[str]:
        lines = [line for statement in statements for line in self._statement(statement)]
        return lines or ["pass"]

    def _inside(self, statements: list[ast.stmt]) -> list[str]:
        return ["    " + line for line in self._all(statements)]

    def _round(self, statements: list[ast.stmt]) -> list[str]:
        """The body of a loop, of which the rounds are counted."""
        count = ["_0rounds += 1", f"if _0rounds > {MAX_ROUNDS}:", "    raise OverflowError"]
        return [*("    " + line for line in count), *self._inside(statements)]

    def _statement(self, node: ast.stmt) -> list[str]:
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
                return [
                    f"if {self.test(node.test)}:",
                    *yes,
                    *(["else:", *no] if node.orelse else ()),
                ]
            case ast.While() if not node.orelse:
                return [f"while {self.test(node.test)}:", *self._round(node.body)]
            case ast.For(target=ast.Name(id=name)) if not node.orelse:
                return self._for(node, name)
            case ast.Assign():
                return self._assign(node)
            case ast.AugAssign(target=ast.Name(id=name)):
                left = self.typed(ast.copy_location(ast.Name(name, ast.Load()), node))
                value = self.operation(node, node.op, left, self.typed(node.value))
                return [self._set(node, name, value)]
            case ast.Expr():
                return self._alone(node.value)
            case ast.Return(value=ast.Tuple() as value):
                return self._return(value)
        raise RefusedError(node, "this statement isn't explored by compiled code")

    def _set(self, node: ast.AST, name: str, value: Typed) -> str:
        """An assignment; a variable has one kind."""
        kind, text = value
        if name == AT:
            return f"{AT} = {text}"
        known = self.kinds.get(name, UNKNOWN)
        if kind != UNKNOWN and (kind not in SIMPLE or known not in (UNKNOWN, kind)):
            raise RefusedError(node, f"{name} is now {known}, now {kind}")
        if known == UNKNOWN:
            self.kinds[name] = kind
        return f"{name} = {text}"

    def _assign(self, node: ast.Assign) -> list[str]:
        first = node.targets[0]
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Subscript(value=ast.Name(id="_0kept"), slice=ast.Constant(value=int(k))),
            ):
                test = " != 0" if self.kinds[name] == BOOL else ""
                return [f"{name} = _0states[_0n, {k + 1}]{test}"]
        if isinstance(first, ast.Tuple) and isinstance(node.value, ast.Tuple):
            return self._parallel(node, first, node.value)
        if not all(isinstance(target, ast.Name) for target in node.targets):
            raise RefusedError(node, "this assignment isn't explored by compiled code")
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        value = self.typed(node.value)
        lines = [self._set(node, names[0], value)]
        return lines + [self._set(node, n, (value[0], names[0])) for n in names[1:]]

    def _parallel(self, node: ast.Assign, targets: ast.Tuple, values: ast.Tuple) -> list[str]:
        """`a, b = b, a`."""
        names = [target.id for target in targets.elts if isinstance(target, ast.Name)]
        if len(node.targets) > 1 or not len(names) == len(targets.elts) == len(values.elts):
            raise RefusedError(node, "this assignment isn't explored by compiled code")
        lines, held = [], list[Typed]()
        for value in values.elts:
            kind, text = self.typed(value)
            name = self._temporary()
            held.append((kind, name))
            lines.append(f"{name} = {text}")
        return lines + [self._set(node, n, v) for n, v in zip(names, held, strict=True)]

    def _for(self, node: ast.For, name: str) -> list[str]:
        along = node.iter
        if isinstance(along, ast.Call) and isinstance(along.func, ast.Name):
            if not (self.is_builtin("range") and along.func.id == "range" and len(along.args) < 3):
                raise RefusedError(node, "this loop isn't explored by compiled code")
            items = f"range({', '.join(self.exactly(INT, arg) for arg in along.args)})"
        else:
            items = self.exactly(TUPLE, along)
        item = self._temporary()
        taken = "    " + self._set(node, name, (INT, item))
        return [f"for {item} in {items}:", taken, *self._round(node.body)]

    def _temporary(self) -> str:
        """A new name: unlike those of the rewriting it does not end with a digit."""
        self._fresh += 1
        return f"_0t{self._fresh}_"

    def _alone(self, node: ast.expr) -> list[str]:
        """A condition."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.draw), attr="condition")):
                if len(node.args) == 1 and not node.keywords:
                    test = self.test(node.args[0])
                    return [f"if not {test}:", *(f"    {line}" for line in self._ended(-1, []))]
        raise RefusedError(node, "this statement isn't explored by compiled code")

    def _return(self, value: ast.Tuple) -> list[str]:
        """To the next entry, or the end."""
        number, values, totals, last = value.elts
        entry = ast.literal_eval(number)
        if entry == ENDED:
            return self._outcome(values, last)
        if not isinstance(last, ast.Tuple) or last.elts:
            raise RefusedError(value, "draw.state isn't explored by compiled code")
        assert isinstance(values, ast.Tuple)
        assert isinstance(totals, ast.Tuple)
        if not all(isinstance(part, ast.Name) for part in values.elts):
            raise RefusedError(value, "a variable may have no value yet")
        self.entries[entry] = [part.id for part in values.elts if isinstance(part, ast.Name)]
        self.totals = len(totals.elts)
        names = [self.typed(part) for part in values.elts]
        held = [f"int({text})" if kind == BOOL else text for kind, text in names]
        return [f"_0here[{k + 1}] = {text}" for k, text in enumerate(held)] + [
            f"for _0k in range({len(held) + 1}, len(_0here)):", "    _0here[_0k] = 0",
            *self._labelled(0, [self.exactly(INT, part) for part in totals.elts]),
            f"return {entry}",
        ]  # fmt: skip

    def _outcome(self, value: ast.expr, sites: ast.expr) -> list[str]:
        is_tuple = isinstance(value, ast.Tuple)
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        cells = [
            (NONE, "0") if isinstance(part, ast.Constant) and part.value is None
            else self.typed(part) for part in parts
        ]  # fmt: skip
        if any(kind not in (*SIMPLE, NONE, UNKNOWN) for kind, _ in cells):
            raise RefusedError(value, "this outcome isn't explored by compiled code")
        kinds = tuple(kind for kind, _ in cells)
        self.ends.append(End(kinds, is_tuple, ast.literal_eval(sites)))
        texts = [f"int({text})" if kind == BOOL else text for kind, text in cells]
        return self._ended(len(self.ends), texts)

    def _ended(self, number: int, cells: list[str]) -> list[str]:
        return [*self._labelled(number, cells), "return -1" if number > 0 else "return -2"]

    def _labelled(self, number: int, cells: list[str]) -> list[str]:
        return [
            f"_0label[0] = {number}",
            *(f"_0label[{CELLS + k}] = {text}" for k, text in enumerate(cells)),
            f"for _0k in range({CELLS + len(cells)}, len(_0label)):", "    _0label[_0k] = 0",
        ]  # fmt: skip
