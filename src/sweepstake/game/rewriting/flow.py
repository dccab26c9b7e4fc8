"""A function as a control-flow graph: blocks of statements, with jumps between them.

Only statements with an entry inside, or a jump out of them, are lowered; other statements stay
unchanged inside a block.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field


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
        return Flow({number: block for number, block in self.blocks.items() if number in reached})
