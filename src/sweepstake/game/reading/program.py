"""A game's source as syntax trees: its function, its helpers, and what their names mean.

A name is looked up as in Python: in the captured variables, then the module, then the builtins.
Below are the questions about a piece of syntax that the rewriting asks most: which names it reads
and binds, and which method of draw it calls. `RefusedError` says why a function can't be rewritten,
with the line.
"""

from __future__ import annotations

import ast
import builtins
import copy
import dis
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from sweepstake import errors

MISSING = object()
OUTSIDE = ("LOAD_GLOBAL", "LOAD_NAME", "IMPORT_NAME")
"""The operations of Python's bytecode that name a value outside a function."""
DECKS = ("deck", "shuffled")
"""Methods of draw whose results are drawn from."""


@dataclass(frozen=True)
class Function:
    """A function and its syntax tree, without annotations and docstrings."""

    tree: ast.FunctionDef
    of: FunctionType
    imported: Mapping[str, Any] = field(default_factory=dict)
    """The values of names that it imports itself, by their names in the tree."""

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
        """True if it has no `*args` or `**kwargs`, and no parameters after `*` or before `/`."""
        args = self.tree.args
        return not (args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs)


def function(of: Callable[..., Any]) -> Function:
    """A function with its syntax tree; RefusedError if its own source can't be read."""
    if not isinstance(of, FunctionType) or hasattr(of, "__wrapped__"):
        raise RefusedError(0, f"{getattr(of, '__name__', of)} is no plain function")
    try:
        lines, first = inspect.getsourcelines(of)
        [tree] = ast.parse(textwrap.dedent("".join(lines))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        raise RefusedError(0, f"the text of {of.__name__} can't be read") from None
    if not isinstance(tree, ast.FunctionDef) or tree.name != of.__code__.co_name:
        raise RefusedError(first, f"{of.__name__} is no plain function")
    tree.decorator_list = []  # `of` is the function itself, as in a class after @property
    ast.increment_lineno(tree, first - 1)
    return Function(_bare(tree), of)


def _bare(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The tree without annotations and docstrings, which do not matter in a play."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
            node.body = [s for s in node.body if not _is_text(s)] or [ast.Pass()]
    return _Plain().visit(tree)  # type: ignore[no-any-return]


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class _Plain(ast.NodeTransformer):
    """`x: int = 0` becomes `x = 0`, and `x = y if test else z` becomes an `if`."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:  # ast's form
        """An ordinary assignment, or nothing."""
        if not node.value:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:  # ast's form
        """Below an `if` if the value is conditional, so that a running total is found in both."""
        match node:
            case ast.Assign(targets=[ast.Name()], value=ast.IfExp(test, yes, no)):
                pairs = (node.targets, yes), (copy.deepcopy(node.targets), no)
                parts = [
                    [self.visit_Assign(ast.copy_location(ast.Assign([*targets], value), node))]
                    for targets, value in pairs
                ]
                return ast.copy_location(ast.If(test, *parts), node)
        return node


class Program:
    """A game's function, its draw, and what its names mean."""

    def __init__(
        self, play: Callable[..., Any], read: Callable[[Callable[..., Any]], Function] = function
    ) -> None:
        self._read = read
        """Reads the function, and helpers of its module."""
        self.main = read(play)
        self._imported = {**self.main.imported}
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
        self.recursive = ""
        """The name of a function that was found to call itself."""

    def value(self, name: str) -> Any:
        """The value of a name outside the function; MISSING if it has none."""
        globals_ = self.main.of.__globals__
        for namespace in (self._imported, self.captured, globals_, vars(builtins)):
            if name in namespace:
                return namespace[name]
        return MISSING

    def means_builtin(self, name: str) -> bool:
        """True if it is the name of a builtin that nothing hides."""
        return name not in self.main.locals and self.value(name) is vars(builtins).get(name)

    def is_builtin(self, name: str) -> bool:
        """True if it names a builtin that no captured or global variable hides."""
        is_hidden = name in self.captured or name in self.main.of.__globals__
        return not is_hidden and name in vars(builtins)

    def helper(self, name: str) -> Function | None:
        """The helper of that name in the same module; None if there is none."""
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
            helper = self._read(value)
        except RefusedError:
            return None
        self._imported |= helper.imported
        return helper

    def compiled(self, tree: ast.FunctionDef, values: Mapping[str, Any]) -> Callable[..., Any]:
        """The compiled function; its globals are those of the game's module and `values`."""
        names = {**self.main.of.__globals__, **self.captured, **self._imported, **values}
        module = ast.fix_missing_locations(ast.Module([tree], []))
        exec(compile(module, self.main.of.__code__.co_filename, "exec"), names)  # noqa: S102  # the user's own code
        function: Callable[..., Any] = names[tree.name]
        return function

    def draws(self, node: ast.AST | list[ast.stmt], draw: str) -> bool:
        """True if something may be drawn here, judged by the names."""
        return any(
            (isinstance(n, ast.Attribute) and n.attr == "draw")
            or (isinstance(n, ast.Name) and (n.id == draw or n.id in self._drawing))
            for n in parts(node)
        )

    def note_decks(self, nodes: Nodes) -> None:
        """Note the variables that are bound to decks here: to walk one is to draw."""
        self._drawing |= decks(nodes)

    @cached_property
    def _drawing(self) -> set[str]:
        """Names that may draw: inner functions that use the outer draw, and decks."""
        drawing = decks(self.main.tree)
        for _ in self.inner:
            drawing |= {
                name for name, tree in self.inner.items() if loads(tree) & {self.draw, *drawing}
            }
        return drawing

    def loops(self, tree: ast.FunctionDef, draw: str) -> bool:
        """True if a function may draw in a loop, or choose, itself or in one that gets its draw."""
        piles = decks(tree)
        for node in ast.walk(tree):
            if method_of((draw,), node) == "choose":
                return True
            is_loop = isinstance(node, (ast.For, ast.While, *COMPREHENSIONS))
            if is_loop and (self.draws(node, draw) or loads(node) & piles):
                return True
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                gets_draw = any(isinstance(a, ast.Name) and a.id == draw for a in node.args)
                if gets_draw or node.func.id in self._drawing & {*self.inner}:
                    return True
        return False


def decks(nodes: Nodes) -> set[str]:
    """The variables that are bound to decks or shuffled cards.

    >>> decks(ast.parse("n = 1; pile = draw.shuffled(cards)"))
    {'pile'}
    """
    return {
        name
        for node in parts(nodes)
        if isinstance(node, ast.Assign)
        and any(isinstance(n, ast.Attribute) and n.attr in DECKS for n in ast.walk(node.value))
        for name in bound(node.targets)
    }


def captured(of: FunctionType) -> Mapping[str, Any]:
    """The variables that a function captures from an enclosing function, with their values."""
    values = {}
    for name, cell in zip(of.__code__.co_freevars, of.__closure__ or (), strict=True):
        try:
            values[name] = cell.cell_contents
        except ValueError:  # bound later, or not at all
            continue
    return values


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code object, and the code objects of inner functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def named(of: FunctionType) -> Iterator[tuple[str, int, bool]]:
    """The names in a function's code, with their lines, and whether they are outside names."""
    captured = {*of.__code__.co_freevars}
    for code in codes(of.__code__):
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = (step.positions.lineno if step.positions else None) or line
            if step.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF"):
                yield step.argval, line, step.argval in captured
            elif step.opname in OUTSIDE or step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                yield step.argval, line, step.opname in OUTSIDE


Nodes = ast.AST | Iterable[ast.AST]
Closures = Mapping[str, frozenset[str]]
"""The outer names that inner functions read, by the function's name."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.Lambda)


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def parts(nodes: Nodes) -> Iterable[ast.AST]:
    """The nodes, and all nodes below them."""
    for node in [nodes] if isinstance(nodes, ast.AST) else nodes:
        yield from ast.walk(node)


def loads(nodes: Nodes, closures: Closures | None = None) -> set[str]:
    """Names that may be read, including names that a named inner function reads.

    >>> sorted(loads(ast.parse("x = [y for y in z]")))
    ['y', 'z']
    """
    loaded = set[str]()
    for node in parts(nodes):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load | ast.Del):
            loaded.add(node.id)
        elif isinstance(node, ast.Nonlocal):
            loaded |= {*node.names}
    for name in loaded & {*closures} if closures else ():
        loaded |= (closures or {})[name]
    return loaded


def bound(nodes: Nodes) -> set[str]:
    """Names that are bound in the scope of the function, without targets of comprehensions.

    >>> sorted(bound(ast.parse("x = [(w := y) for y in z]")))
    ['w', 'x']
    """
    names = set[str]()
    todo: list[tuple[ast.AST, bool]] = [
        (node, False) for node in ([nodes] if isinstance(nodes, ast.AST) else nodes)
    ]
    while todo:
        node, inside = todo.pop()
        if isinstance(node, SCOPES):
            names |= {node.name} if isinstance(node, ast.FunctionDef) else set()
            continue
        if isinstance(node, ast.NamedExpr):
            names.add(node.target.id)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and not inside:
            names.add(node.id)
        inside = inside or isinstance(node, COMPREHENSIONS)
        todo += [(child, inside) for child in ast.iter_child_nodes(node)]
    return names


def closures(functions: Iterable[ast.FunctionDef]) -> dict[str, frozenset[str]]:
    """Names that inner functions read, or bind by `nonlocal`, also through each other."""
    reads = {f.name: frozenset(loads(f.body)) for f in functions}
    while True:
        more = {
            name: read.union(*(reads[other] for other in read if other in reads))
            for name, read in reads.items()
        }
        if more == reads:
            return reads
        reads = more


def rebound(nodes: Nodes) -> set[str]:
    """Names that may be bound while an expression is evaluated: by `:=` or through `nonlocal`."""
    changed = set[str]()
    for node in parts(nodes):
        if isinstance(node, ast.Nonlocal):
            changed |= {*node.names}
        elif isinstance(node, ast.NamedExpr):
            changed.add(node.target.id)
    return changed


class Renamed(ast.NodeTransformer):
    """Renames variables, and arguments of inner functions, everywhere."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:  # ast's form
        """The node with the new name."""
        new = ast.Name(self._names.get(node.id, node.id), node.ctx)
        return ast.copy_location(new, node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """The argument with the new name."""
        return ast.copy_location(ast.arg(self._names.get(node.arg, node.arg)), node)


def method_of(draws: Collection[str], node: ast.AST | None) -> str:
    """The method that a node calls of one of the variables `draws`; empty if it calls none."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in draws:
            return method
    return ""


def load(name: str) -> ast.Name:
    """The node that reads a name."""
    return ast.Name(name, ast.Load())


def assigned(name: str, value: ast.expr) -> ast.Assign:
    """The statement `name = value`."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def called(name: str, *args: ast.expr) -> ast.Call:
    """The expression `name(*args)`."""
    return ast.Call(load(name), [*args], [])


class RefusedError(errors.RefusedError):
    """The function can't be rewritten: it does something that the rules of `closed` don't allow."""

    def __init__(self, node: ast.AST | int, why: str) -> None:
        line = node if isinstance(node, int) else getattr(node, "lineno", 0)
        super().__init__(f"line {line}: {why}" if line else why)

    def __reduce__(self) -> tuple[Any, ...]:
        return errors.RefusedError, (str(self),)
