"""What all parts of the lowering share: the program, where jumps lead to, new variables."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from sweepstake.game.rewriting.flow import Block, Writer
from sweepstake.game.rewriting.names import assigned, load, rebound
from sweepstake.game.rewriting.program import Program


@dataclass
class Frame:
    """Where jumps lead to in the function that is written: the whole, or a helper inside it."""

    name: str
    loops: list[tuple[Block, Block]] = field(default_factory=list)
    """What comes after each loop, and where it goes on."""
    result: str = ""
    after: Block | None = None
    """Of a helper: the variable of what it returns, and what comes then."""


class Writing(Writer):
    """Writes the blocks of a program."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program
        self.frames = [Frame(program.main.tree.name)]
        self.rebound = rebound(program.main.tree)
        """Names that may be bound while an expression is evaluated."""
        self.aliases: dict[str, str] = {}
        """By new names those outside that helpers mean, where the function has its own."""

    @abstractmethod
    def statements(self, statements: Sequence[ast.stmt], line: int = 0) -> None:
        """Write statements; with `line` have an entry before the first that draws."""

    @abstractmethod
    def hoisted(self, expression: ast.expr) -> ast.expr:
        """Write what has to be computed before an expression, and what is left of it."""

    @abstractmethod
    def inlined(self, call: ast.Call) -> ast.expr:
        """Write the body of a helper, and return what stands for its result."""

    @property
    def frame(self) -> Frame:
        """That of the function which is written."""
        return self.frames[-1]

    def draws(self, node: ast.AST | list[ast.stmt]) -> bool:
        """May something be drawn here?"""
        return self.program.draws(node, self.program.draw)

    def kept_in(self, stem: str, value: ast.expr) -> ast.Name:
        """A new variable of a value."""
        name = self.fresh(stem)
        self.put(assigned(name, value))
        return load(name)
