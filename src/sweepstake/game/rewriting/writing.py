"""What all parts of the lowering share: the program, where jumps lead to, new variables."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from sweepstake.game.rewriting.flow import Block, Fork, Jump, Leave
from sweepstake.game.rewriting.names import assigned, load, rebound
from sweepstake.game.rewriting.program import Program


@dataclass
class Frame:
    """Where jumps lead to in the function that is written: the whole, or one that it calls."""

    name: str
    loops: list[tuple[Block, Block]] = field(default_factory=list)
    """What comes after each loop, and where it goes on."""
    result: str = ""
    after: Block | None = None
    """Of one that is called: the variable of what it returns, and what comes then."""


class Writing:
    """Writes the blocks of a program one after the other; `now` is the block that is written."""

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

    def new(self) -> Block:
        """A new block, to which nothing leads yet."""
        block = Block(len(self.blocks))
        self.blocks[block.number] = block
        return block

    def fresh(self, stem: str) -> str:
        """A name that no user has."""
        self._fresh_names += 1
        return f"_0{stem}{self._fresh_names}"

    def put(self, *statements: ast.stmt) -> None:
        """Write statements."""
        self.now.body += statements

    def jump(self, to: Block, on: Block | None = None) -> None:
        """End the block with a jump, and write on at `on`, by default where nothing leads to."""
        self.now.end = Jump(to.number)
        self.now = on or self.new()

    def fork(self, test: ast.expr, yes: Block, no: Block) -> None:
        """End the block with a choice, and write on at `yes`."""
        always = isinstance(test, ast.Constant) and bool(test.value)
        self.now.end = Jump(yes.number) if always else Fork(test, yes.number, no.number)
        self.now = yes

    def leave(self, value: ast.expr) -> None:
        """End the play."""
        self.now.end = Leave(value)
        self.now = self.new()

    def begin(self, name: str) -> None:
        """Write what follows as a function that is called here."""
        self.frames.append(Frame(name, result=self.fresh("result"), after=self.new()))

    def returned(self, last: ast.expr) -> ast.expr:
        """End that function, and return what stands for its result; at its end it is `last`."""
        frame = self.frames.pop()
        assert frame.after is not None
        self.put(assigned(frame.result, last))
        self.jump(frame.after, frame.after)
        return load(frame.result)

    def entry(self, line: int) -> None:
        """Have a play taken up again here."""
        if self.now.is_entry and not self.now.body:
            return
        here = self.new()
        self.jump(here, here)
        self.now.is_entry, self.now.line = True, line

    def state(self, line: int, values: list[ast.expr]) -> None:
        """Have a play taken up again here, as `draw.state` says."""
        here, name = self.new(), self.fresh("named")
        whole = ast.Tuple([*values], ast.Load())
        self.put(ast.Assign([ast.Name(name, ast.Store())], whole))
        self.jump(here, here)
        here.is_entry, here.line, here.named = True, line, name
        here.texts = tuple(map(ast.unparse, values))
