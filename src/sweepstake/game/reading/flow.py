"""A function as a control-flow graph: blocks of statements, with jumps between them.

Only statements with an entry inside, or a jump out of them, are lowered to blocks; other statements
stay unchanged inside a block.

A variable is live at a block if it may be read before it is bound again; the future of a play
depends on the live variables only. `live` is the usual backward fixpoint over blocks. In case of
doubt, a variable counts as read and as not bound, so a state may have too many variables, but never
too few.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sweepstake.game.reading.program import Closures, bound, loads


@dataclass
class Jump:
    """Continue at a block."""

    to: int


@dataclass
class Fork:
    """Continue at one of two blocks, depending on `test`."""

    test: ast.expr
    yes: int
    no: int


@dataclass
class Leave:
    """End the play with an outcome."""

    value: ast.expr


@dataclass
class Block:
    """Statements that run one after the other, and the jump or outcome at their end.

    A play can be resumed at a block that is an entry; `line` is its line in the source.
    """

    number: int
    body: list[ast.stmt] = field(default_factory=list)
    end: Jump | Fork | Leave | None = None
    is_entry: bool = False
    line: int = 0
    chooses: bool = False
    """True for an entry at which a player chooses first."""

    @property
    def nexts(self) -> tuple[int, ...]:
        """The successors of the block."""
        if isinstance(self.end, Fork):
            return (self.end.yes, self.end.no)
        return (self.end.to,) if isinstance(self.end, Jump) else ()

    def nodes(self) -> Iterator[ast.AST]:
        """The statements, and the expression at the end."""
        yield from self.body
        if isinstance(self.end, Fork):
            yield self.end.test
        elif isinstance(self.end, Leave):
            yield self.end.value


@dataclass
class Flow:
    """The blocks of a function by number; it begins at 0."""

    blocks: dict[int, Block]
    forgotten: frozenset[str] = frozenset()
    """The piles whose cards are out of the state once a play has passed an entry."""

    @property
    def entries(self) -> list[Block]:
        """The blocks at which a play can be resumed."""
        return [block for block in self.blocks.values() if block.is_entry]

    def nodes(self) -> Iterator[ast.AST]:
        """All statements, and the expressions at the ends."""
        for block in self.blocks.values():
            yield from block.nodes()

    def pruned(self) -> Flow:
        """The graph without the blocks that can't be reached."""
        todo, reached = [0], {0}
        while todo:
            new = [n for n in self.blocks[todo.pop()].nexts if n not in reached]
            reached |= {*new}
            todo += new
        blocks = {number: block for number, block in self.blocks.items() if number in reached}
        return Flow(blocks, self.forgotten)


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
    by_block = {number: _of_block(block, closures) for number, block in flow.blocks.items()}
    alive = {number: set(reads) for number, (reads, _) in by_block.items()}
    changed = True
    while changed:
        changed = False
        for number in sorted(flow.blocks, reverse=True):
            later = set[str]().union(*(alive[after] for after in flow.blocks[number].nexts))
            if not later - by_block[number][1] <= alive[number]:
                alive[number] |= later - by_block[number][1]
                changed = True
    return alive


def _of_block(block: Block, closures: Closures) -> Facts:
    reads, binds = _sequence(block.body, closures)
    ending = [*block.nodes()][len(block.body) :]
    return reads | (loads(ending, closures) - binds), binds


def surely_assigned(flow: Flow, first: set[str], closures: Closures) -> dict[int, set[str]]:
    """By block, the names that are surely bound at its beginning; `first` are from the start."""
    everything = bound(flow.nodes()) | first
    sure = {number: set(everything) for number in flow.blocks}
    sure[0] = set(first)
    changed = True
    while changed:
        changed = False
        for block in flow.blocks.values():
            after = sure[block.number] | _of_block(block, closures)[1]
            for number in block.nexts:
                if not sure[number] <= after:
                    sure[number] &= after
                    changed = True
    return sure
