"""Sets have no order, so no play may iterate over one: a static check of a game's functions.

A set may be changed, compared, combined, tested for a member (`in`), counted and sorted. It may be
passed to a function of the game and returned by one, but it stays in variables: inside a list, a
dict or an object, an iteration over it could go unnoticed. A variable that is a set somewhere in a
function counts as a set everywhere in it.
"""

from __future__ import annotations

import ast
import builtins
from collections import deque
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from sweepstake.game.reading.program import MISSING, Function, RefusedError, bound, captured, words

MAKERS = ("set", "frozenset")
COUNTING = words("len sorted min max any all bool set frozenset")
"""Builtins whose result does not depend on an order; `sum` of floats does."""
OPTIONS = {"reverse", "default"}
MAKING = words("copy union intersection difference symmetric_difference")
"""Methods whose results are sets."""
TAKING = MAKING | words(
    "update intersection_update difference_update symmetric_difference_update issubset issuperset "
    "isdisjoint"
)
"""Methods of sets that may be called with sets."""
METHODS = TAKING | words("add discard remove clear")
ALGEBRA = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
TESTS = (ast.Compare, ast.BoolOp, ast.IfExp, ast.If, ast.While, ast.Assert, ast.Expr)
"""Nodes that may contain a set: they test it, or pass it on."""
PUTTING = words("append appendleft insert add setdefault put")
"""Methods that put their argument inside another value."""
WALKS = (
    *(ast.For, ast.comprehension, ast.Starred, ast.Call, ast.keyword, ast.FormattedValue),
    *(ast.BinOp, ast.AugAssign, ast.Attribute),
)
"""Nodes that may iterate over a set, where it is not allowed."""
WALKED = "walks a set, which has no order: write sorted(...)"
INSIDE = "a set inside another value could be walked unseen: keep a sorted list there"


def holds_set(value: Any) -> bool:
    """True if it is a set, or contains one."""
    if isinstance(value, dict):
        return any(map(holds_set, value)) or any(map(holds_set, value.values()))
    if isinstance(value, list | tuple | deque):
        return any(map(holds_set, value))
    return isinstance(value, set | frozenset)


def check(functions: Iterable[Function]) -> None:
    """RefusedError, with the line, if one of the functions may iterate over a set."""
    scopes = {of.of: _Scope(of) for of in functions}
    previous = -1
    while previous != (size := sum(scope.size for scope in scopes.values())):
        previous = size
        for scope in scopes.values():
            scope.spread(scopes)
    for scope in scopes.values():
        scope.check(scopes)


class _Scope:
    """The sets in the variables of a function and of those inside it."""

    def __init__(self, of: Function) -> None:
        self._of = of
        self._nodes = list(ast.walk(of.tree))
        self._parents = {c: n for n in self._nodes for c in ast.iter_child_nodes(n)}
        self._inner = {n.name: n for n in self._nodes if isinstance(n, ast.FunctionDef)}
        self._locals = {n.arg for n in self._nodes if isinstance(n, ast.arg)} | bound(
            part for tree in self._inner.values() for part in tree.body
        )
        self._sets = set[str]()
        self._views = set[str]()
        """The variables that are views of a dict, which the operators of sets combine to sets."""
        self._returning = set[ast.AST]()
        """The functions that return sets."""

    @property
    def size(self) -> int:
        """The number of facts noted so far; `spread` is repeated until it stays the same."""
        return len(self._sets) + len(self._views) + len(self._returning)

    def spread(self, scopes: Scopes) -> None:
        """Note the variables that are bound to a set, and the functions that return one."""
        for node in self._nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    for name, value in _pairs(target, node.value):
                        self._bind(name, value, scopes)
            elif isinstance(node, ast.NamedExpr):
                self._bind(node.target, node.value, scopes)
            elif isinstance(node, ast.AugAssign):
                combined = ast.BinOp(_loaded(node.target), node.op, node.value)
                self._bind(node.target, combined, scopes)
            elif isinstance(node, ast.For | ast.comprehension):
                along = self._outside(node.iter)
                if isinstance(along, dict | list | tuple) and holds_set([*along]):
                    self._sets |= bound(node.target)
            elif isinstance(node, ast.Return) and self._is_set(node.value, scopes):
                self._returning.add(self._function_around(node))
            elif isinstance(node, ast.Call):
                self._pass_arguments(node, scopes)

    def _bind(self, target: ast.expr, value: ast.expr, scopes: Scopes) -> None:
        if isinstance(target, ast.Name):
            if self._is_set(value, scopes):
                self._sets.add(target.id)
            elif self._is_view(value):
                self._views.add(target.id)

    def _function_around(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, ast.FunctionDef):
            node = self._parents[node]
        return node

    def _pass_arguments(self, call: ast.Call, scopes: Scopes) -> None:
        """Note the parameters of a function of the game that get a set."""
        scope, tree = self._callee(call, scopes)
        if scope and tree:
            names = [arg.arg for arg in tree.args.args]
            pairs = [*zip(names, call.args, strict=False)]
            pairs += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
            scope._sets |= {name for name, value in pairs if self._is_set(value, scopes)}

    def _callee(
        self, call: ast.Call, scopes: Scopes
    ) -> tuple[_Scope, ast.FunctionDef] | tuple[None, None]:
        """The function of the game that is called, with its scope; None for any other."""
        if not isinstance(call.func, ast.Name):
            return None, None
        if tree := self._inner.get(call.func.id):
            return self, tree
        value = self._outside(call.func)
        scope = scopes.get(getattr(value, "__wrapped__", value)) if callable(value) else None
        return (scope, scope._of.tree) if scope and scope._of.is_plain else (None, None)

    def _outside(self, node: ast.AST) -> Any:
        """The value of a name from outside; MISSING if it has none, or isn't such a name."""
        if isinstance(node, ast.Name) and node.id not in self._locals:
            of = self._of.of
            for namespace in (captured(of), of.__globals__, vars(builtins)):
                if node.id in namespace:
                    return namespace[node.id]
        return MISSING

    def _is_maker(self, node: ast.AST) -> bool:
        return self._outside(node) in (set, frozenset) if isinstance(node, ast.Name) else False

    def _is_set(self, node: ast.AST | None, scopes: Scopes) -> bool:
        """True if the expression may be a set."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                is_set = isinstance(self._outside(node), set | frozenset)
                return name in self._sets or is_set
            case ast.Call(func=ast.Attribute(value=of, attr=method)):
                return method in MAKING and self._is_set(of, scopes)
            case ast.Call(func=func):
                scope, tree = self._callee(node, scopes)
                return self._is_maker(func) or (scope is not None and tree in scope._returning)
            case ast.BinOp(op=op):
                sides = node.left, node.right
                combined = any(self._is_set(s, scopes) or self._is_view(s) for s in sides)
                return isinstance(op, ALGEBRA) and combined
            case ast.BoolOp(values=values):
                return any(self._is_set(value, scopes) for value in values)
            case ast.IfExp(body=yes, orelse=no):
                return self._is_set(yes, scopes) or self._is_set(no, scopes)
            case ast.NamedExpr(value=value):
                return self._is_set(value, scopes)
            case ast.Subscript(value=ast.Name() as name):
                return holds_set(self._outside(name))
        return False

    def _is_view(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr="keys" | "items")):
                return True
            case ast.Name(id=name):
                return name in self._views
        return False

    def check(self, scopes: Scopes) -> None:
        """RefusedError for the first use of a set that may show an order."""
        for node in self._nodes:
            if not isinstance(node, ast.expr) or not isinstance(
                getattr(node, "ctx", ast.Load()), ast.Load
            ):
                continue
            if self._is_set(node, scopes):
                allowed = self._hides_order(node, scopes)
            elif self._is_maker(node):
                allowed = self._is_called(node)
            else:
                allowed = not holds_set(self._outside(node)) or self._is_looked_up(node)
            if not allowed:
                raise RefusedError(node, WALKED if self._is_walked(node) else INSIDE)

    def _is_called(self, node: ast.AST) -> bool:
        parent = self._parents[node]
        return isinstance(parent, ast.Call) and (
            parent.func is node or getattr(parent.func, "id", "") == "isinstance"
        )

    def _is_looked_up(self, node: ast.AST) -> bool:
        """True if items are taken of an outside value with sets inside."""
        match self._parents[node]:
            case ast.Subscript(value=of):
                return of is node
            case ast.For(target=ast.Name()) | ast.comprehension(target=ast.Name()):
                return True
            case parent:
                return isinstance(parent, ast.Compare)

    def _hides_order(self, node: ast.expr, scopes: Scopes) -> bool:
        """True if this use of a set shows no order."""
        parent = self._parents[node]
        match parent:
            case ast.Assign(targets=targets):
                return all(isinstance(target, ast.Name) for target in targets)
            case ast.NamedExpr():
                return True
            case ast.Tuple() if isinstance(whole := self._parents[parent], ast.Assign):
                pairs = [pair for target in whole.targets for pair in _pairs(target, whole.value)]
                return any(isinstance(t, ast.Name) and value is node for t, value in pairs)
            case ast.BinOp(op=op) | ast.AugAssign(target=ast.Name(), op=op):
                return isinstance(op, ALGEBRA)
            case ast.UnaryOp(op=op):
                return isinstance(op, ast.Not)
            case ast.Return():
                return not self._is_method()
            case ast.Attribute(attr=method):
                call = self._parents[parent]
                return method in METHODS and isinstance(call, ast.Call) and call.func is parent
            case ast.Call(func=ast.Attribute(value=of, attr=method)):
                return method in TAKING and self._is_set(of, scopes)
            case ast.Call():
                return self._counts(parent) or self._callee(parent, scopes) != (None, None)
            case ast.keyword():
                call = self._parents[parent]
                return isinstance(call, ast.Call) and self._callee(call, scopes) != (None, None)
            case ast.comprehension():
                return node in parent.ifs
        return isinstance(parent, TESTS)

    def _is_method(self) -> bool:
        """True if the function stands in a class, so that its calls are not known by its name."""
        scope = self._of.of.__qualname__.rpartition(".")[0]
        return bool(scope) and not scope.endswith("<locals>")

    def _counts(self, call: ast.Call) -> bool:
        """True if it calls one of the builtins that show no order, without a `key`."""
        name = getattr(call.func, "id", "")
        is_builtin = self._outside(call.func) is getattr(builtins, name, None)
        options = {keyword.arg for keyword in call.keywords}
        return name in COUNTING and is_builtin and len(call.args) == 1 and options <= OPTIONS

    def _is_walked(self, node: ast.AST) -> bool:
        """True if a use that isn't allowed iterates over the set, and doesn't only store it."""
        match self._parents[node]:
            case ast.Assign(targets=targets):
                return any(isinstance(target, ast.Tuple | ast.List) for target in targets)
            case ast.Call(func=ast.Attribute(attr=method)) if method in PUTTING:
                return False
            case parent:
                return isinstance(parent, WALKS) and not self._is_maker(node)


Scopes = dict[FunctionType, _Scope]


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of an assignment with their values; `a, b = x, y` has two."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        starred = any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
        if not starred and len(target.elts) == len(value.elts):
            return [*zip(target.elts, value.elts, strict=True)]
    return [(target, value)]


def _loaded(target: ast.expr) -> ast.expr:
    return ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target
