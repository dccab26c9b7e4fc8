"""Emits blocks as Python code: a function that starts at any entry and returns at the next one.

    (-1, outcome, (), sites)        the play has ended; `sites` has the total of each column, or -1
    (entry, values, totals, ())     it can be resumed there with these values

Blocks with several predecessors are reached by number; other blocks are inside their predecessor.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sweepstake.game.resuming.totals import Totals
from sweepstake.game.rewriting.flow import Block, Flow, Fork, Jump, Leave
from sweepstake.game.rewriting.names import assigned, called, load

AT, KEPT, ENDED = "_0at", "_0kept", -1


@dataclass(frozen=True)
class Entry:
    """A place where a play can be resumed, with the variables that are live there."""

    number: int
    line: int
    names: tuple[str, ...]
    """The live variables."""
    unsure: frozenset[str]
    """The live variables that may have no value yet."""
    bags: tuple[int, ...] = ()
    """The indices of the variables that are bags."""


@dataclass(frozen=True)
class Emitter:
    """Writes the code of a flow."""

    flow: Flow
    entries: dict[int, Entry]
    totals: Totals

    def function(self, arguments: Sequence[str], inner: Sequence[ast.stmt]) -> ast.FunctionDef:
        """The function; its arguments are draw, the entry, the values, and the parameters."""
        draw, *parameters = arguments
        names = [draw, AT, KEPT, *parameters]
        text = f"def _0game({', '.join(names)}): pass"
        tree = ast.parse(text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        zero: list[ast.stmt] = [
            assigned(name, ast.Constant(0)) for name in (*self.totals.names, *self.totals.unused)
        ]
        loop = ast.While(ast.Constant(True), self._dispatch(), [])
        tree.body = [*inner, *self._restored(), *zero, loop]
        return ast.fix_missing_locations(tree)

    def _restored(self) -> list[ast.stmt]:
        """The statements that restore the variables of the entry where the play is resumed."""
        code: list[ast.stmt] = []
        for entry in self.entries.values():
            body: list[ast.stmt] = [
                self._restore(entry, k, name) for k, name in enumerate(entry.names)
            ]
            code.append(ast.If(_is_at(entry.number), body or [ast.Pass()], []))
        return code

    def _restore(self, entry: Entry, k: int, name: str) -> ast.stmt:
        value = ast.Subscript(load(KEPT), ast.Constant(k), ast.Load())
        if name not in entry.unsure:
            return assigned(name, value)
        test = ast.Compare(value, [ast.IsNot()], [load("_0unset")])
        return ast.If(test, [assigned(name, value)], [])

    def _dispatch(self) -> list[ast.stmt]:
        """The choice among the numbered blocks, the entries first."""
        leads = Counter(n for block in self.flow.blocks.values() for n in block.nexts)
        numbered = {0, *self.entries, *(n for n, count in leads.items() if count > 1)}
        code: list[ast.stmt] = []
        for number in sorted(numbered, key=lambda n: (n in self.entries, -n)):
            body = self._block(self.flow.blocks[number], numbered)
            code = [ast.If(_is_at(number), body, code)]
        return code

    def _block(self, block: Block, numbered: set[int]) -> list[ast.stmt]:
        code = list(block.body)
        if isinstance(block.end, Jump):
            code += self._to(block.end.to, numbered)
        elif isinstance(block.end, Fork):
            yes, no = (self._to(n, numbered) for n in (block.end.yes, block.end.no))
            code.append(ast.If(block.end.test, yes, no))
        elif isinstance(block.end, Leave):
            sites = self.totals.sites.get(block.number, ())
            code.append(_returned(ENDED, block.end.value, (), sites))
        return code

    def _to(self, number: int, numbered: set[int]) -> list[ast.stmt]:
        """The code that continues at a block."""
        if number in self.entries:
            entry = self.entries[number]
            values: list[ast.expr] = [self._kept(entry, name) for name in entry.names]
            return [_returned(number, ast.Tuple(values, ast.Load()), self.totals.names, ())]
        if number in numbered:
            return [assigned(AT, ast.Constant(number)), ast.Continue()]
        return self._block(self.flow.blocks[number], numbered)

    def _kept(self, entry: Entry, name: str) -> ast.expr:
        if name not in entry.unsure:
            return load(name)
        get = ast.Attribute(called("_0locals"), "get", ast.Load())
        return ast.Call(get, [ast.Constant(name), load("_0unset")], [])


def _is_at(number: int) -> ast.expr:
    return ast.Compare(load(AT), [ast.Eq()], [ast.Constant(number)])


def _returned(
    number: int, value: ast.expr, totals: Sequence[str], sites: Sequence[int]
) -> ast.stmt:
    parts = [
        ast.Constant(number),
        value,
        ast.Tuple([load(name) for name in totals], ast.Load()),
        ast.Tuple([ast.Constant(site) for site in sites], ast.Load()),
    ]
    return ast.Return(ast.Tuple([*parts], ast.Load()))
