"""The functions of a game, rewritten for numba, and the meaning of their names there."""

from __future__ import annotations

import ast
import copy
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any

from sweepstake.game.compiled.closed import check, check_lists
from sweepstake.game.compiled.unset import unset, with_flags
from sweepstake.game.rewriting.names import called
from sweepstake.game.rewriting.program import MISSING, Function, Program
from sweepstake.game.rewriting.refused import RefusedError

LARGEST = 1 << 62
"""Whole numbers in a source must not be larger."""
MAX_TABLE = 200
"""Most values of an outside list or tuple that is compiled in."""
MAIN = "_0play"
FLOATS = "floats are played in plain Python"
"""Numba compares them with whole numbers in another way: beyond 2^53 different ones are equal."""


class Source:
    """A game rewritten for numba: `functions`, each after those that it calls."""

    def __init__(self, program: Program, width: int) -> None:
        self.program = program
        self.width = width
        self.texts: list[str] = []
        self.functions: dict[str, ast.FunctionDef] = {}
        self._begun: set[str] = set()
        self._write(program.main, frozenset({program.draw}), MAIN)

    @property
    def parameters(self) -> list[str]:
        """The names of the game's parameters."""
        return self.program.parameters

    def _write(self, of: Function, draws: frozenset[str], name: str) -> None:
        from sweepstake.game.compiled.statements import Statements  # which imports this module

        self._begun.add(name)
        tree = copy.deepcopy(of.tree)
        writer = Statements(self, of, draws, of is self.program.main)
        self._check(of, tree, draws)
        names = unset(of, tree)
        self.functions[name] = with_flags(writer.function(tree, name), names)

    def _check(self, of: Function, tree: ast.FunctionDef, draws: frozenset[str]) -> None:
        """RefusedError for what can't be compiled."""
        check(tree, draws)
        outside = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - of.locals
        check_lists(tree, {name for name in outside if type(self.program.value(name)) is list})

    def helper(self, call: ast.Call, name: str, draws: frozenset[str]) -> str:
        """The new name of a helper that is called, once it is written."""
        helper = self.program.helper(name)
        if helper is None or not helper.is_plain:
            raise RefusedError(call, f"{name} is no plain function of the same file")
        if any(isinstance(default, ast.Constant) and isinstance(default.value, str)
               for default in helper.tree.args.defaults):  # fmt: skip
            raise RefusedError(call, f"{name} has a text as a default; hand it over")
        pairs = [*zip(helper.arguments, call.args, strict=False)]
        pairs += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
        handed = {arg for arg, v in pairs if isinstance(v, ast.Name) and v.id in draws}
        new = "_".join(("_0f", name, *(arg for arg in helper.arguments if arg in handed)))
        if new not in self.functions:
            if new in self._begun:
                raise RefusedError(call, f"{name} calls itself; use a loop")
            self._write(helper, frozenset(handed), new)
        return new

    def outside(self, node: ast.Name) -> ast.expr:
        """The expression for a name from outside of a function."""
        value = self.program.value(node.id)
        if value is MISSING or self.program.is_builtin(node.id):
            return node
        if isinstance(value, FunctionType | ModuleType | type | dict | set):
            kind = "class" if isinstance(value, type) else type(value).__name__
            raise RefusedError(node, f"{node.id}, a {kind}, can't be named in compiled plays")
        return ast.copy_location(self.constant(value, node), node)

    def constant(self, value: Any, at: ast.expr) -> ast.expr:
        """The expression for a constant."""
        if isinstance(value, str):
            return called("_0text", ast.Constant(self.number(value)))
        if isinstance(value, int) and abs(value) > LARGEST:
            raise RefusedError(at, f"{value} needs more than 64 bits")
        if isinstance(value, Fraction):
            return called("_0ratio", *map(ast.Constant, (value.numerator, value.denominator)))
        if type(value) in (tuple, list) and 0 < len(value) <= MAX_TABLE:
            return ast.Tuple([self.constant(part, at) for part in value], ast.Load())
        if value is None or isinstance(value, int):
            return ast.Constant(value)
        if isinstance(value, float):
            raise RefusedError(at, FLOATS)
        raise RefusedError(at, f"a {type(value).__name__} of this size or kind isn't compiled")

    def number(self, text: str) -> int:
        """The number of a text."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)
