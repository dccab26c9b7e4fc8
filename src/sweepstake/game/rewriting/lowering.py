"""Statements as blocks: what has an entry inside, or is left by a jump, becomes jumps itself.

An entry stands before the first statement of a loop that draws, for few variables are alive there;
where the test of a `while` draws, before the test.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

from sweepstake.game.rewriting.flow import Flow
from sweepstake.game.rewriting.inlining import Inlining
from sweepstake.game.rewriting.jumps import JUMPS, LOOPS, Goto, escapes
from sweepstake.game.rewriting.loops import Loops
from sweepstake.game.rewriting.names import assigned, loads
from sweepstake.game.rewriting.program import Program, state_of


def lowered(program: Program) -> tuple[Flow, dict[str, str]]:
    """The blocks of a game's function, and new names of what is hidden outside."""
    lowering = Lowering(program)
    lowering.statements(copy.deepcopy(program.main.tree.body))
    lowering.leave(ast.Constant(None))
    return Flow(lowering.blocks).pruned(), lowering.aliases


class Lowering(Inlining, Loops):
    """Writes the blocks of a game's function."""

    def statements(self, statements: Sequence[ast.stmt], line: int = 0) -> None:
        """Write statements; with `line` have an entry before the first that draws."""
        for statement in statements:
            if line and self._wants_entry(statement):
                self.entry(line)
                line = 0
            self._statement(statement)
            if self._state_of(statement):
                line = 0  # the play is taken up there

    def _wants_entry(self, statement: ast.stmt) -> bool:
        """Does a statement draw, other than by a loop with an entry of its own?"""
        if self._state_of(statement):
            return False
        if isinstance(statement, ast.For) and not self.draws(statement.iter):
            return self.draws(statement.orelse)
        if isinstance(statement, ast.While):
            return self.draws(statement.orelse)
        return self.draws(statement) and not isinstance(statement, ast.FunctionDef)

    def _statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, JUMPS):
            self._leaving(statement)
        elif call := self._state_of(statement):
            self.state(call.lineno, call.args)
        elif isinstance(statement, ast.FunctionDef):
            return  # they stand at the top of what is emitted
        elif len(parts := self._apart(statement)) > 1:
            self.statements(parts)
        elif self._is_kept(statement):
            self.put(statement)
        elif isinstance(statement, ast.If):
            self._if(statement)
        elif isinstance(statement, ast.While):
            self._while(statement)
        elif isinstance(statement, ast.For):
            self.for_loop(statement)
        else:
            self._simple(statement)

    def _state_of(self, node: ast.AST) -> ast.Call | None:
        return state_of(node, self.program.draw)

    def _apart(self, statement: ast.stmt) -> list[ast.stmt]:
        """`a, b = x, y` as two statements, if no value depends on what is bound."""
        if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
            return [statement]
        target, value = statement.targets[0], statement.value
        if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)):
            return [statement]
        names = {part.id for part in target.elts if isinstance(part, ast.Name)}
        alone = len(names) == len(target.elts) == len(value.elts)
        if not alone or loads(value) & {*names, *self.program.inner} or names & self.rebound:
            return [statement]
        return [
            ast.copy_location(ast.Assign([name], part), statement)
            for name, part in zip(target.elts, value.elts, strict=True)
        ]

    def _leaving(self, statement: ast.stmt) -> None:
        """A jump out of a loop or a function."""
        if isinstance(statement, Goto):
            self.jump(self.blocks[statement.to])
        elif isinstance(statement, ast.Return):
            value = self.hoisted(statement.value or ast.Constant(None))
            if self.frame.after is None:
                self.leave(value)
            else:
                self.put(assigned(self.frame.result, value))
                self.jump(self.frame.after)
        else:
            self.jump(self.frame.loops[-1][not isinstance(statement, ast.Break)])

    def _is_kept(self, statement: ast.stmt) -> bool:
        """Does a statement stay as it is?"""
        if isinstance(statement, ast.Try):
            return True
        if any(isinstance(n, LOOPS) and self.draws(n) for n in ast.walk(statement)):
            return False
        if any(map(self._state_of, ast.walk(statement))):
            return False
        return not escapes(statement) and not self.has_hoistable(statement)

    def _if(self, statement: ast.If) -> None:
        test = self.hoisted(statement.test)
        yes, no, after = self.new(), self.new(), self.new()
        self.fork(test, yes, no)
        self.statements(statement.body)
        self.jump(after, no)
        self.statements(statement.orelse)
        self.jump(after, after)

    def _while(self, statement: ast.While) -> None:
        head, body, orelse, after = self.new(), self.new(), self.new(), self.new()
        self.jump(head, head)
        drawn = self.draws(statement.test)
        if drawn:
            self.entry(statement.lineno)
        self.fork(self.hoisted(statement.test), body, orelse)
        self.body(statement, head, after, 0 if drawn else statement.lineno)
        self.now = orelse
        self.statements(statement.orelse)
        self.jump(after, after)

    def _simple(self, statement: ast.stmt) -> None:
        """A statement of which a part may be written before it."""
        new = copy.copy(statement)
        if isinstance(new, ast.Assign) and not any(map(self.has_hoistable, new.targets)):
            if into := self._built_in_place(new):
                self.unrolled(new.value, into)
                return
            new.value = self.hoisted(new.value)
        elif isinstance(new, ast.AugAssign) and isinstance(new.target, ast.Name):
            if new.target.id not in self.rebound:
                new.value = self.hoisted(new.value)
        elif isinstance(new, ast.Expr):
            new.value = self.hoisted(new.value)
        self.put(new)

    def _built_in_place(self, statement: ast.Assign) -> str:
        """The variable of a list that is built item by item, without a second name for it."""
        [target, *others] = statement.targets
        if others or not isinstance(target, ast.Name) or target.id in loads(statement.value):
            return ""
        fits = isinstance(statement.value, ast.ListComp) and self.wants(statement.value)
        return target.id if fits else ""
