"""The functions of a game: the one that is played, and the helpers that it names.

A name is looked up as Python would: in what the function captures, its module, the builtins.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from sweepstake.game.rewriting.names import COMPREHENSIONS, bound, loads, method_of, parts
from sweepstake.game.rewriting.refused import RefusedError

MISSING = object()
DECKS = ("deck", "shuffled")
"""Methods of draw of which the result is drawn from."""


@dataclass(frozen=True)
class Function:
    """A function and its text, without annotations and docstring."""

    tree: ast.FunctionDef
    of: FunctionType

    @property
    def arguments(self) -> list[str]:
        """The names of its parameters."""
        return [arg.arg for arg in self.tree.args.args]

    @property
    def locals(self) -> set[str]:
        """Its parameters, and the names that it binds."""
        return {*self.arguments} | bound(self.tree.body)

    @property
    def is_plain(self) -> bool:
        """Has it positional parameters only?"""
        args = self.tree.args
        return not (args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs)


def function(of: Callable[..., Any]) -> Function:
    """A function with its text; RefusedError if that can't be had, or is another's."""
    if not isinstance(of, FunctionType) or hasattr(of, "__wrapped__"):
        raise RefusedError(0, f"{getattr(of, '__name__', of)} is no plain function")
    try:
        lines, first = inspect.getsourcelines(of)
        [tree] = ast.parse(textwrap.dedent("".join(lines))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        raise RefusedError(0, f"the text of {of.__name__} can't be read") from None
    if not isinstance(tree, ast.FunctionDef) or tree.name != of.__code__.co_name:
        raise RefusedError(first, f"{of.__name__} is no plain function")
    if tree.decorator_list:
        raise RefusedError(first, f"{of.__name__} has a decorator")
    ast.increment_lineno(tree, first - 1)
    return Function(_bare(tree), of)


def _bare(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Without annotations, which are no part of a play, and docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
            node.body = [s for s in node.body if not _is_text(s)] or [ast.Pass()]
    return _Unannotated().visit(tree)  # type: ignore[no-any-return]


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class _Unannotated(ast.NodeTransformer):
    """`x: int = 0` becomes `x = 0`."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:  # ast's form
        """An ordinary assignment, or nothing."""
        new: ast.stmt = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return ast.copy_location(new, node)


class Program:
    """A game's function, its draw, and what its names mean."""

    def __init__(self, play: Callable[..., Any]) -> None:
        self.main = function(play)
        if not self.main.is_plain or not self.main.arguments:
            raise RefusedError(
                self.main.tree, f"{self.main.tree.name} has parameters after * or before /"
            )
        self.draw, *self.parameters = self.main.arguments
        body = self.main.tree.body
        self.inner = {s.name: s for s in body if isinstance(s, ast.FunctionDef)}
        self.captured = captured(self.main.of)
        if hidden := {*self.captured} & {*self.main.of.__globals__}:
            raise RefusedError(self.main.tree, f"{min(hidden)} hides a name of the module")
        self._helpers: dict[str, Function | None] = {}

    def value(self, name: str) -> Any:
        """What a name outside the function means; MISSING if there is none."""
        for held in (self.captured, self.main.of.__globals__, vars(builtins)):
            if name in held:
                return held[name]
        return MISSING

    def means_builtin(self, name: str) -> bool:
        """Is it the name of a builtin, which nothing hides?"""
        return name not in self.main.locals and self.value(name) is vars(builtins).get(name)

    def is_builtin(self, name: str) -> bool:
        """Does a name mean a builtin?"""
        held = name in self.captured or name in self.main.of.__globals__
        return not held and name in vars(builtins)

    def helper(self, name: str) -> Function | None:
        """A helper of the same module; None if the name is no such function."""
        if name not in self._helpers:
            self._helpers[name] = self._function(name)
        return self._helpers[name]

    def _function(self, name: str) -> Function | None:
        value = self.value(name)
        if not isinstance(value, FunctionType) or value.__closure__:
            return None
        if value.__globals__ is not self.main.of.__globals__ or name in self.main.locals:
            return None
        try:
            return function(value)
        except RefusedError:
            return None

    @cached_property
    def trees(self) -> dict[str, ast.FunctionDef]:
        """The texts of the function and of the helpers that it names, by name."""
        trees = {self.main.tree.name: self.main.tree}
        todo: list[ast.AST] = [self.main.tree]
        while todo:
            for node in ast.walk(todo.pop()):
                name = node.id if isinstance(node, ast.Name) else ""
                if name not in trees and (helper := self.helper(name)):
                    trees[name] = helper.tree
                    todo.append(helper.tree)
        return trees

    def compiled(
        self, functions: Sequence[ast.FunctionDef], name: str, values: Mapping[str, Any]
    ) -> Callable[..., Any]:
        """The function of that name among some, which stand in the game's module with `values`."""
        names = {**self.main.of.__globals__, **self.captured, **values}
        module = ast.fix_missing_locations(ast.Module([*functions], []))
        exec(compile(module, self.main.of.__code__.co_filename, "exec"), names)  # noqa: S102  # the user's own code
        function: Callable[..., Any] = names[name]
        return function

    def draws(self, node: ast.AST | list[ast.stmt], draw: str) -> bool:
        """May something be drawn here, by what is named?"""
        return any(
            (isinstance(n, ast.Attribute) and n.attr == "draw")
            or (isinstance(n, ast.Name) and (n.id == draw or n.id in self._drawing))
            for n in parts(node)
        )

    @cached_property
    def _drawing(self) -> set[str]:
        """What draws by its name: inner functions with the draw of the whole, and decks."""
        drawing = {
            name
            for node in ast.walk(self.main.tree)
            if isinstance(node, ast.Assign)
            and any(isinstance(n, ast.Attribute) and n.attr in DECKS for n in ast.walk(node.value))
            for name in bound(node.targets)
        }
        for _ in self.inner:
            drawing |= {
                name for name, tree in self.inner.items() if loads(tree) & {self.draw, *drawing}
            }
        return drawing

    def loops(self, tree: ast.FunctionDef, draw: str) -> bool:
        """Does a function draw in a loop, itself or by another that it hands its draw to?"""
        for node in ast.walk(tree):
            if state_of(node, draw) is not None:
                return True
            if isinstance(node, (ast.For, ast.While, *COMPREHENSIONS)) and self.draws(node, draw):
                return True
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                handed = any(isinstance(a, ast.Name) and a.id == draw for a in node.args)
                if handed or node.func.id in self._drawing & {*self.inner}:
                    return True
        return False


def state_of(node: ast.AST, draw: str) -> ast.Call | None:
    """The call of `draw.state` that a statement is."""
    match node:
        case ast.Expr(value=ast.Call(keywords=[]) as call) if method_of((draw,), call) == "state":
            return call
    return None


def captured(of: FunctionType) -> Mapping[str, Any]:
    """What a function that stands inside another captures."""
    values = {}
    for name, cell in zip(of.__code__.co_freevars, of.__closure__ or (), strict=True):
        try:
            values[name] = cell.cell_contents
        except ValueError:  # bound later, or not at all
            continue
    return values


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code, and that of the functions inside."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def named(of: FunctionType) -> Iterator[tuple[str, int, bool]]:
    """The names in a function's code with their lines, and whether they are those of outside."""
    captured = {*of.__code__.co_freevars}
    for code in codes(of.__code__):
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = (step.positions.lineno if step.positions else None) or line
            if step.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF"):
                yield step.argval, line, step.argval in captured
            elif step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_ATTR", "LOAD_METHOD"):
                yield step.argval, line, step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
