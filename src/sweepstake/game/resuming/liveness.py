"""Live variables: the future of a play depends on those that may be read before they are bound.

The usual fixpoint on blocks. In case of doubt, a variable counts as read and as not bound, so a
state may have too many variables, but never too few.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from sweepstake.game.rewriting.flow import Block, Flow
from sweepstake.game.rewriting.names import Closures, bound, loads

Facts = tuple[set[str], set[str]]
"""Names that are read before they are bound, and names that are surely bound."""


def facts(statement: ast.stmt, closures: Closures) -> Facts:
    """The names that a statement reads, and the names that it surely binds."""
    if isinstance(statement, ast.Assign):
        return loads(statement, closures), bound(statement.targets)
    if isinstance(statement, ast.AugAssign):
        named = bound(statement.target)
        return loads(statement, closures) | named, named
    if isinstance(statement, ast.If):
        yes, no = (_sequence(part, closures) for part in (statement.body, statement.orelse))
        return loads(statement.test, closures) | yes[0] | no[0], yes[1] & no[1]
    if isinstance(statement, ast.For | ast.While):
        inside, after = (
            _sequence(part, closures)[0] for part in (statement.body, statement.orelse)
        )
        if isinstance(statement, ast.While):
            return loads(statement.test, closures) | inside | after, set()
        outside = loads([statement.iter, statement.target], closures)
        return outside | (inside - bound(statement.target)) | after, set()
    reads = loads(statement, closures)
    if isinstance(statement, ast.Try):  # what it binds may keep its old value
        reads |= bound(statement)
    return reads, set()


def _sequence(statements: Sequence[ast.stmt], closures: Closures) -> Facts:
    reads, binds = set[str](), set[str]()
    for statement in statements:
        more_reads, more_binds = facts(statement, closures)
        reads |= more_reads - binds
        binds |= more_binds
    return reads, binds


def live(flow: Flow, closures: Closures) -> dict[int, set[str]]:
    """By block, the names that are live at its beginning."""
    own = {number: _of_block(block, closures) for number, block in flow.blocks.items()}
    at = {number: set(reads) for number, (reads, _) in own.items()}
    changed = True
    while changed:
        changed = False
        for number in sorted(flow.blocks, reverse=True):
            later = set[str]().union(*(at[after] for after in flow.blocks[number].nexts))
            if not later - own[number][1] <= at[number]:
                at[number] |= later - own[number][1]
                changed = True
    return at


def _of_block(block: Block, closures: Closures) -> Facts:
    reads, binds = _sequence(block.body, closures)
    ending = [*block.nodes()][len(block.body) :]
    return reads | (loads(ending, closures) - binds), binds


def assigned(flow: Flow, first: set[str], closures: Closures) -> dict[int, set[str]]:
    """By block, the names that are surely bound at its beginning; `first` are from the start."""
    everything = bound(flow.nodes()) | first
    at = {number: set(everything) for number in flow.blocks}
    at[0] = set(first)
    changed = True
    while changed:
        changed = False
        for block in flow.blocks.values():
            after = at[block.number] | _of_block(block, closures)[1]
            for number in block.nexts:
                if not at[number] <= after:
                    at[number] &= after
                    changed = True
    return at
