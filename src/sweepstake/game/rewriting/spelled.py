"""Statements in other words: what a user may write, as the statements that are rewritten.

- `match` becomes `if`, for patterns of values, names and tuples of these.
- A jump out of `try` is made after it, and so is what its handlers do.
- `roll = partial(draw.die, 6)`, `roll = draw.die` and `roll = lambda: ...` become inner functions.
- A module or a name that is imported inside is a value from outside.

What has none of these forms stays as it is, and `closed` refuses it.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from sweepstake.game.reading.program import (
    Function,
    Renamed,
    assigned,
    function,
    load,
    parts,
    words,
)
from sweepstake.game.rewriting.closed import LIBRARIES
from sweepstake.game.rewriting.lowering import JUMPS, escapes

METHODS = words("append add pop extend remove draw put popleft appendleft count get index")
"""Methods of ordinary values, which no play sets."""
RETURNED, BROKEN, CONTINUED = -1, -2, -3
"""How a `try` was left, if neither at its end (0) nor by a handler (its number, from 1)."""


class NotSpelledError(Exception):
    """The statement has no such form."""


def spelled(of: Callable[..., Any]) -> Function:
    """A function with its syntax tree, in which some statements are in other words."""
    plain = function(of)
    tree, imported = _without_imports(plain.tree)
    tree = _Statements().visit(tree)
    outside = {**plain.of.__globals__, **imported}
    tree.body = [_inner_function(tree, statement, outside) for statement in tree.body]
    return Function(ast.fix_missing_locations(tree), plain.of, imported)


def _stores(tree: ast.AST) -> Counter[str]:
    """How often each name is bound, in the function and in those inside."""
    names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
    stores = Counter(n.id for n in names if not isinstance(n.ctx, ast.Load))
    stores.update(n.arg for n in ast.walk(tree) if isinstance(n, ast.arg))
    stores.update(
        n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n is not tree
    )
    stores.update(name for n in ast.walk(tree) if isinstance(n, ast.Nonlocal) for name in n.names)
    return stores


def _without_imports(tree: ast.FunctionDef) -> tuple[ast.FunctionDef, dict[str, Any]]:
    """The function without imports of libraries in its body, and what these bind, renamed."""
    imported, stores, body = dict[str, Any](), _stores(tree), list[ast.stmt]()
    renamed = dict[str, str]()
    for statement in tree.body:
        found = dict[str, tuple[str, Any]]()
        if isinstance(statement, ast.Import | ast.ImportFrom):
            with suppress(ImportError, AttributeError, NotSpelledError):
                found = dict(_imported(statement))
        if not found or any(stores[name] or name in renamed for name in found):
            body.append(statement)
            continue
        for name, (path, value) in found.items():
            renamed[name] = f"_00{path}".replace(".", "_")
            imported[renamed[name]] = value
    tree.body = body or [ast.Pass()]
    return (Renamed(renamed).visit(tree) if renamed else tree), imported


def _imported(
    statement: ast.Import | ast.ImportFrom,
) -> Iterator[tuple[str, tuple[str, Any]]]:
    """The names that an import binds, with what they name and its value."""
    module = statement.module if isinstance(statement, ast.ImportFrom) else None
    for alias in statement.names:
        path = module or alias.name
        if path not in LIBRARIES or alias.name == "*":
            raise NotSpelledError
        value = import_module(path)
        if module:
            path, value = f"{module}.{alias.name}", getattr(value, alias.name)
        yield alias.asname or alias.name, (path, value)


class _Statements(ast.NodeTransformer):
    """Rewrites `match` and `try`."""

    def __init__(self) -> None:
        self._number = 0

    def _fresh(self, stem: str) -> str:
        self._number += 1
        return f"_00{stem}{self._number}"

    def visit_Match(self, node: ast.Match) -> Any:  # ast's form
        """The same by `if`."""
        self.generic_visit(node)
        with suppress(NotSpelledError):
            subjects = [node.subject]
            if isinstance(node.subject, ast.Tuple):
                subjects = node.subject.elts
                if any(isinstance(part, ast.Starred) for part in subjects):
                    return node
            names = [self._fresh("subject") for _ in subjects]
            first = [assigned(name, part) for name, part in zip(names, subjects, strict=True)]
            is_tuple = subjects != [node.subject]
            return _located([*first, *self._cases(node.cases, names, is_tuple)], node)
        return node

    def _cases(
        self, cases: Sequence[ast.match_case], names: Sequence[str], is_tuple: bool
    ) -> list[ast.stmt]:
        if not cases:
            return []
        case, *more = cases
        tests, captured = list[ast.expr](), dict[str, str]()
        for pattern, name in _pairs(case.pattern, names, is_tuple):
            tests += _tests(pattern, name, captured)
        binding: list[ast.stmt] = [assigned(name, load(of)) for name, of in captured.items()]
        rest = self._cases(more, names, is_tuple)
        if case.guard is None:
            return [*_if(tests, [*binding, *case.body], rest)]
        if not binding:
            return [*_if([*tests, case.guard], case.body, rest)]
        fits = self._fresh("fits")
        guard = [*binding, assigned(fits, case.guard)]
        first = assigned(fits, ast.Constant(False))
        return [first, *_if(tests, guard, []), *_if([load(fits)], case.body, rest)]

    def visit_Try(self, node: ast.Try) -> Any:  # ast's form
        """The same without jumps inside, if it can be."""
        self.generic_visit(node)
        raises = [n for part in node.handlers for n in ast.walk(part) if isinstance(n, ast.Raise)]
        if node.finalbody or not escapes(node) or any(n.exc is None for n in raises):
            return node
        if any(handler.name for handler in node.handlers):
            return node
        left, value = self._fresh("left"), self._fresh("value")
        with suppress(NotSpelledError):
            jumps = dict[int, ast.stmt]()
            body = _flagged(node.body, left, value, jumps)
            handlers = [
                ast.ExceptHandler(handler.type, None, [assigned(left, ast.Constant(k))])
                for k, handler in enumerate(node.handlers, 1)
            ]
            arms = [(code, [jump]) for code, jump in jumps.items()]
            arms += [(k, handler.body) for k, handler in enumerate(node.handlers, 1)]
            rest = node.orelse
            for code, then in reversed(arms):
                test = ast.Compare(load(left), [ast.Eq()], [_number(code)])
                rest = [ast.If(test, then, rest)]
            first = [assigned(left, _number(0)), assigned(value, ast.Constant(None))]
            return _located([*first, ast.Try(body, handlers, [], []), *rest], node)
        return node


def _number(code: int) -> ast.expr:
    """The node of a whole number, as the parser makes it."""
    return ast.UnaryOp(ast.USub(), ast.Constant(-code)) if code < 0 else ast.Constant(code)


def _located(statements: Sequence[ast.stmt], node: ast.stmt) -> list[ast.stmt]:
    """Statements with the line of the node from which they are made, where they have none."""
    for statement in statements:
        for part in ast.walk(statement):
            if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
                ast.copy_location(part, node)
    return [*statements]


def _if(
    tests: Sequence[ast.expr], body: Sequence[ast.stmt], rest: Sequence[ast.stmt]
) -> list[ast.stmt]:
    if not tests:
        return [*body]
    test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), [*tests])
    return [ast.If(test, [*body], [*rest])]


def _pairs(
    pattern: ast.pattern, names: Sequence[str], is_tuple: bool
) -> list[tuple[ast.pattern, str]]:
    """The patterns of the parts of a subject, with the names of these."""
    if not is_tuple:
        return [(pattern, names[0])]
    match pattern:
        case ast.MatchAs(pattern=None, name=None):
            return []
        case ast.MatchSequence(patterns=patterns) if len(patterns) == len(names):
            return [*zip(patterns, names, strict=True)]
    raise NotSpelledError


def _tests(pattern: ast.pattern, name: str, captured: dict[str, str]) -> list[ast.expr]:
    """The tests for a pattern, all of which must hold; adds to the names that it captures."""
    match pattern:
        case ast.MatchValue(value=value):
            return [ast.Compare(load(name), [ast.Eq()], [value])]
        case ast.MatchSingleton(value=value):
            return [ast.Compare(load(name), [ast.Is()], [ast.Constant(value)])]
        case ast.MatchAs(pattern=inside, name=bound_name):
            tests = _tests(inside, name, captured) if inside else []
            if bound_name:
                captured[bound_name] = name
            return tests
        case ast.MatchOr(patterns=patterns):
            names = dict[str, str]()
            alone = [_tests(part, name, names) for part in patterns]
            if names or any(len(tests) != 1 for tests in alone):
                raise NotSpelledError
            return [ast.BoolOp(ast.Or(), [test for tests in alone for test in tests])]
    raise NotSpelledError


def _flagged(
    body: Sequence[ast.stmt], left: str, value: str, jumps: dict[int, ast.stmt]
) -> list[ast.stmt]:
    """The body of a `try` that notes how it is left instead of leaving it.

    Adds the jumps to be made after it, by the numbers that are noted.
    """
    new = list[ast.stmt]()
    for k, statement in enumerate(body):
        if isinstance(statement, JUMPS):
            code = {ast.Break: BROKEN, ast.Continue: CONTINUED}.get(type(statement), RETURNED)
            jumps[code] = statement
            if isinstance(statement, ast.Return):
                new.append(assigned(value, statement.value or ast.Constant(None)))
                jumps[code] = ast.Return(load(value))
            return [*new, assigned(left, _number(code))]
        if not escapes(statement):
            new.append(statement)
            continue
        if not isinstance(statement, ast.If):
            raise NotSpelledError
        yes, no, after = statement.body, statement.orelse, body[k + 1 :]
        if after and _always_leaves(yes):
            no = [*no, *after]
        elif after and _always_leaves(no):
            yes = [*yes, *after]
        elif after:
            raise NotSpelledError
        then, other = (_flagged(part, left, value, jumps) for part in (yes, no))
        branch = ast.If(statement.test, then or [ast.Pass()], other)
        return [*new, ast.copy_location(branch, statement)]
    return new


def _always_leaves(body: Sequence[ast.stmt]) -> bool:
    """True if the statements end with a jump, in each branch."""
    match [*body]:
        case [*_, ast.Return() | ast.Break() | ast.Continue()]:
            return True
        case [*_, ast.If(body=yes, orelse=no)]:
            return _always_leaves(yes) and _always_leaves(no)
    return False


def _inner_function(
    tree: ast.FunctionDef, statement: ast.stmt, outside: Mapping[str, Any]
) -> ast.stmt:
    """`roll = partial(draw.die, 6)`, `roll = draw.die` or `roll = lambda: ...` as a function."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            with suppress(NotSpelledError):
                return ast.copy_location(_defined(tree, name, value, outside), statement)
    return statement


def _defined(
    tree: ast.FunctionDef, name: str, value: ast.expr, outside: Mapping[str, Any]
) -> ast.stmt:
    stores = _stores(tree)
    if stores[name] != 1:
        raise NotSpelledError
    given, named = list[ast.expr](), list[ast.keyword]()
    match value:
        case ast.Lambda(args=args, body=body):
            return _def(name, args, body)
        case ast.Attribute():
            called: ast.expr = value
        case ast.Call(func=func, args=[called, *given], keywords=named) if _is_partial(
            func, outside
        ):
            pass
        case _:
            raise NotSpelledError
    root = called.value if isinstance(called, ast.Attribute) else called
    if isinstance(called, ast.Attribute) and called.attr not in METHODS:  # it may be set again
        draw = tree.args.args[0].arg if tree.args.args else ""
        if not (isinstance(root, ast.Name) and root.id == draw):
            raise NotSpelledError
    values = [*given, *(keyword.value for keyword in named)]
    for part in (root, *values):  # each must be the same when the function is called
        is_name = isinstance(part, ast.Name) and stores[part.id] <= 1
        if not (is_name or (part is not root and isinstance(part, ast.Constant))):
            raise NotSpelledError
    calls = _calls(tree, name)
    count = len(calls[0].args) if calls else 0
    if any(len(call.args) != count or call.keywords for call in calls):
        raise NotSpelledError
    names = [f"_00with{k}" for k in range(count)]
    arguments = ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])
    inside = ast.Call(called, [*given, *map(load, names)], named)
    return _def(name, arguments, copy.deepcopy(inside))


def _def(name: str, args: ast.arguments, value: ast.expr) -> ast.stmt:
    [new] = ast.parse(f"def {name}(): return").body
    assert isinstance(new, ast.FunctionDef)
    new.args, new.body = args, [ast.copy_location(ast.Return(value), value)]
    return new


def _is_partial(func: ast.expr, outside: Mapping[str, Any]) -> bool:
    match func:
        case ast.Name(id=name):
            return outside.get(name) is partial
        case ast.Attribute(value=ast.Name(id=name), attr="partial"):
            return getattr(outside.get(name), "partial", None) is partial
    return False


def _calls(tree: ast.FunctionDef, name: str) -> list[ast.Call]:
    """The calls of a variable; NotSpelledError if it is used in another way."""
    calls = [
        n for n in parts(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == name
    ]
    uses = [n for n in parts(tree) if isinstance(n, ast.Name) and n.id == name]
    if len(uses) - 1 != len(calls):
        raise NotSpelledError
    starred = [arg for call in calls for arg in call.args if isinstance(arg, ast.Starred)]
    if starred:
        raise NotSpelledError
    return calls
