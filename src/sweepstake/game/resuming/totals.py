"""Running totals: variables that are set once, only added to, and only returned.

The rest of a play does not depend on them, so they are left out of the state; each step says what
it adds. A column of the outcome is `total`, or that plus or minus something; nothing else reads it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sweepstake.game.resuming.columns import columns
from sweepstake.game.rewriting.flow import Flow, Leave
from sweepstake.game.rewriting.names import SCOPES, loads, parts


@dataclass(frozen=True)
class Totals:
    """The running totals of a function."""

    names: tuple[str, ...]
    unused: tuple[str, ...]
    """Totals that no asked column adds."""
    sites: dict[int, tuple[int, ...]]
    """By block that ends a play, the total that each column adds, or -1."""


def totals(flow: Flow, inner: Iterable[ast.AST], width: int) -> Totals:
    """The running totals of a function whose outcome has `width` columns."""
    ends = {n: block.end for n, block in flow.blocks.items() if isinstance(block.end, Leave)}
    by_end = {number: columns(end.value, width) for number, end in ends.items()}
    hidden = hidden_names(flow, inner)
    stands = Counter(node.id for node in parts(flow.nodes()) if isinstance(node, ast.Name))
    begun = sorted(_begun(flow) - hidden)
    names = [name for name in begun if _uses(flow, name, by_end) == stands[name]]
    names = _one_a_column(names, by_end)
    added = {
        name for expressions in by_end.values() for part in expressions for name in loads(part)
    }
    unused = [name for name in names if name not in added]
    names = [name for name in names if name in added]
    sites = {
        number: tuple(_site(expression, names) for expression in expressions)
        for number, expressions in by_end.items()
    }
    return Totals(tuple(names), tuple(unused), sites if names else {})


def hidden_names(flow: Flow, inner: Iterable[ast.AST]) -> set[str]:
    """Names that inner functions read or bind."""
    return {
        name
        for node in [*inner, *parts(flow.nodes())]
        if isinstance(node, SCOPES)
        for name in _named(node)
    }


def _begun(flow: Flow) -> set[str]:
    """Names that are set to a whole number at the very beginning."""
    if any(0 in block.nexts for block in flow.blocks.values()):
        return set()
    return {
        target.id
        for statement in flow.blocks[0].body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Constant)
        and type(statement.value.value) is int
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def _named(node: ast.AST) -> set[str]:
    nonlocals = {name for n in ast.walk(node) if isinstance(n, ast.Nonlocal) for name in n.names}
    return nonlocals | {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _uses(flow: Flow, name: str, by_end: dict[int, list[ast.expr]]) -> int:
    """How often a name stands where a running total may."""
    count = 1 if _set_once(flow, name) else 0
    for node in parts(flow.nodes()):
        if isinstance(node, ast.AugAssign) and _is(node.target, name):
            count += isinstance(node.op, ast.Add | ast.Sub) and name not in loads(node.value)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            count += 2 * (_is(node.targets[0], name) and is_linear(node.value, name))
    for expressions in by_end.values():
        count += sum(is_linear(expression, name) for expression in expressions)
    return count


def _set_once(flow: Flow, name: str) -> bool:
    """Is there one statement that sets it, at the very beginning?"""
    setting = [
        node
        for node in parts(flow.nodes())
        if isinstance(node, ast.Assign)
        and any(_is(target, name) for target in node.targets)
        and not is_linear(node.value, name)
    ]
    return len(setting) == 1 and setting[0] in flow.blocks[0].body


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_linear(value: ast.expr, name: str) -> bool:
    """Is it the variable, or that plus or minus what does not read it?

    >>> [is_linear(ast.parse(e).body[0].value, "t") for e in ("t", "t - 1", "2 + t", "1 - t")]
    [True, True, True, False]
    """
    if not isinstance(value, ast.BinOp):
        return _is(value, name)
    left, right = value.left, value.right
    if isinstance(value.op, ast.Add | ast.Sub) and is_linear(left, name):
        return name not in loads(right)
    return isinstance(value.op, ast.Add) and is_linear(right, name) and name not in loads(left)


def _one_a_column(names: list[str], by_end: dict[int, list[ast.expr]]) -> list[str]:
    """Those that share no column with another: which of them it adds depends on the end."""
    by_column: dict[int, set[str]] = {}
    for expressions in by_end.values():
        for column, expression in enumerate(expressions):
            by_column.setdefault(column, set()).update(
                name for name in names if name in loads(expression)
            )
    shared = {name for held in by_column.values() if len(held) > 1 for name in held}
    return [name for name in names if name not in shared]


def _site(expression: ast.expr, names: list[str]) -> int:
    return next((k for k, name in enumerate(names) if is_linear(expression, name)), -1)
