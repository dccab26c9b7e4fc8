"""The base of the lowering: the program, the targets of jumps, new blocks and variables."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from sweepstake.game.rewriting.flow import Block, Fork, Jump, Leave
from sweepstake.game.rewriting.names import assigned, load, rebound
from sweepstake.game.rewriting.program import Program


@dataclass
class Frame:
    """The targets of jumps in the function that is being written: the game's, or an inlined one."""

    name: str
    loops: list[tuple[Block, Block]] = field(default_factory=list)
    """For each loop, the block after it, and the block at which it continues."""
    result: str = ""
    after: Block | None = None
    """For an inlined function: the variable of its result, and the block after the call."""


class Writing:
    """Writes the blocks of a program one after the other; `now` is the current block."""

    def __init__(self, program: Program) -> None:
        self.blocks: dict[int, Block] = {}
        self.now = self.new()
        self._fresh_names = 0
        self.program = program
        self.frames = [Frame(program.main.tree.name)]
        self.rebound = rebound(program.main.tree)
        """Names that may be bound while an expression is evaluated."""

    @property
    def frame(self) -> Frame:
        """The frame of the function that is being written."""
        return self.frames[-1]

    def draws(self, node: ast.AST | list[ast.stmt]) -> bool:
        """True if something may be drawn here."""
        return self.program.draws(node, self.program.draw)

    def kept_in(self, stem: str, value: ast.expr) -> ast.Name:
        """A new variable that holds a value."""
        name = self.fresh(stem)
        self.put(assigned(name, value))
        return load(name)

    def new(self) -> Block:
        """A new block, without predecessors."""
        block = Block(len(self.blocks))
        self.blocks[block.number] = block
        return block

    def fresh(self, stem: str) -> str:
        """A new name that the user's function does not have."""
        self._fresh_names += 1
        return f"_0{stem}{self._fresh_names}"

    def put(self, *statements: ast.stmt) -> None:
        """Append statements to the current block."""
        self.now.body += statements

    def jump(self, to: Block, on: Block | None = None) -> None:
        """End the block with a jump, and go on writing at `on`, by default an unreachable block."""
        self.now.end = Jump(to.number)
        self.now = on or self.new()

    def fork(self, test: ast.expr, yes: Block, no: Block) -> None:
        """End the block with a jump that depends on `test`, and go on writing at `yes`."""
        always = isinstance(test, ast.Constant) and bool(test.value)
        self.now.end = Jump(yes.number) if always else Fork(test, yes.number, no.number)
        self.now = yes

    def leave(self, value: ast.expr) -> None:
        """End the block, and the play, with an outcome."""
        self.now.end = Leave(value)
        self.now = self.new()

    def begin(self, name: str) -> None:
        """Write what follows as the body of a function that is called here."""
        self.frames.append(Frame(name, result=self.fresh("result"), after=self.new()))

    def returned(self, last: ast.expr) -> ast.expr:
        """End that function, where its result is `last`, and return the variable of its result."""
        frame = self.frames.pop()
        assert frame.after is not None
        self.put(assigned(frame.result, last))
        self.jump(frame.after, frame.after)
        return load(frame.result)

    def entry(self, line: int) -> None:
        """Make an entry here, at which a play can be resumed."""
        if self.now.is_entry and not self.now.body:
            return
        here = self.new()
        self.jump(here, here)
        self.now.is_entry, self.now.line = True, line
