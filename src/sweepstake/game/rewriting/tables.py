"""Lists and dicts that are built before the first entry and only read after it: tables.

A state refers to a table by a `Fixed`, which is compared by a number and never copied. So a sieve
or a board of a thousand squares costs a state no more than a number does. Tables of equal content
have one number. What has items that could be changed is no table, and is stored as it is.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sweepstake.game.drawing.keys import key
from sweepstake.game.drawing.values import Fixed
from sweepstake.game.reading.flow import Flow
from sweepstake.game.reading.program import Program, parts, words
from sweepstake.game.rewriting.closed import COPIERS, READERS, TAKERS, is_table
from sweepstake.game.rewriting.totals import hidden_names

NEW = (ast.List, ast.Dict, ast.ListComp, ast.DictComp)
MAKERS = ("list", "dict", "sorted")
BUILDING = words("append extend insert remove pop sort reverse clear update setdefault") | READERS
"""Methods that may be called while a table is built; none returns the table."""


def tables(flow: Flow, inner: Iterable[ast.AST], program: Program) -> frozenset[str]:
    """The variables that are bound to a new list or dict, and only read after the first entry."""
    late = _after_entries(flow)
    hidden = hidden_names(flow, inner)
    found, refused = set[str](), hidden
    for block in flow.blocks.values():
        is_late = block.number in late
        nodes = [*parts(block.nodes())]
        parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        names = [node for node in nodes if isinstance(node, ast.Name)]
        places = Counter(map(id, names))  # a node in two places has one parent here
        refused |= {name.id for name in names if places[id(name)] > 1}
        for name in names:
            if isinstance(name.ctx, ast.Store):
                fits = not is_late and _binds_new(name, parents, program)
                found |= {name.id} if fits else set()
            else:
                fits = name not in parents or _only_reads(name, parents, program)
                fits = fits or (not is_late and _builds(name, parents))
            if not fits:
                refused.add(name.id)
    return frozenset(found - refused)


def _after_entries(flow: Flow) -> set[int]:
    """The blocks that can be reached from an entry."""
    late = {block.number for block in flow.entries}
    todo = [*late]
    while todo:
        new = [n for n in flow.blocks[todo.pop()].nexts if n not in late]
        late |= {*new}
        todo += new
    return late


def _binds_new(node: ast.Name, parents: dict[ast.AST, ast.AST], program: Program) -> bool:
    """True if a variable is bound to a new list or dict, to which nothing else refers."""
    match parents[node]:
        case ast.Assign(targets=[target], value=value):
            return target is node and _is_new(value, program)
    return False


def _is_new(value: ast.expr, program: Program) -> bool:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in MAKERS and program.means_builtin(value.func.id)
    if isinstance(value, ast.BinOp):
        return isinstance(value.left, NEW) or isinstance(value.right, NEW)
    return isinstance(value, NEW)


def _only_reads(node: ast.Name, parents: dict[ast.AST, ast.AST], program: Program) -> bool:
    """True if a use reads an item, counts or copies; an item is no table."""
    match parents[node]:
        case ast.Subscript(value=of, ctx=ast.Load()):
            return of is node
        case ast.Attribute(attr=attr) as method:
            call = parents.get(method)
            return attr in READERS and isinstance(call, ast.Call) and call.func is method
        case ast.Call(func=ast.Name(id=name), args=args):
            return node in args and name in COPIERS and program.means_builtin(name)
        case ast.Call(func=ast.Attribute(attr=attr), args=args):
            return node in args and attr in TAKERS
        case ast.Compare():
            return True
        case ast.comprehension(iter=along) | ast.For(iter=along):
            return along is node
    return False


def _builds(node: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    """True if a use changes an item, or calls a method that builds a list or a dict."""
    match parents[node]:
        case ast.Subscript(value=of):
            return of is node
        case ast.Attribute(attr=attr) as method:
            call = parents.get(method)
            return attr in BUILDING and isinstance(call, ast.Call) and call.func is method
    return False


class Tables:
    """The tables of a game, by content."""

    def __init__(self) -> None:
        self._by_key: dict[object, Fixed] = {}
        self._by_id: dict[int, Fixed] = {}

    def fixed(self, value: Any) -> Any:
        """What a state stores of a table."""
        known = self._by_id.get(id(value))
        if known is not None and known.value is value:
            return known
        if not is_table(value):
            return value
        name = key((value,))
        known = self._by_key.setdefault(name, Fixed(len(self._by_key), value))
        self._by_id[id(known.value)] = known
        return known


def table(value: Any) -> Any:
    """A table, by what a state stores of it."""
    return value.value if type(value) is Fixed else value
