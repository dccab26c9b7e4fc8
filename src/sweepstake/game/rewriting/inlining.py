"""Inlines helpers that draw in a loop, so that entries can be inside them.

Parameters become new variables. But a variable that is passed unchanged keeps its name, so that a
list does not get a second name. A helper is called, not inlined, if it names an outside value and
the function has a variable of that name.
"""

from __future__ import annotations

import ast
import copy

from sweepstake.game.rewriting.expressions import Expressions
from sweepstake.game.rewriting.names import Renamed, assigned, bound, loads

MAX_DEPTH = 20
ODD = (
    *(ast.Try, ast.Match, ast.With, ast.Lambda, ast.Yield, ast.YieldFrom, ast.NamedExpr),
    *(ast.FunctionDef, ast.ClassDef, ast.Global, ast.Import, ast.ImportFrom),
)
"""A helper that contains one of these is called, not inlined."""


class Inlining(Expressions):
    """Inlines calls of helpers."""

    def helper_of(self, node: ast.Call) -> ast.FunctionDef | None:
        """The helper that is called here, if the call is to be inlined."""
        if not isinstance(node.func, ast.Name) or len(self.frames) > MAX_DEPTH:
            return None
        name = node.func.id
        if any(frame.name == name for frame in self.frames):
            return None  # it calls itself
        helper = self.program.helper(name)
        tree = self.program.inner.get(name) or (helper.tree if helper else None)
        if tree is None or not self._fits(tree):
            return None
        given = _given(tree, node)
        draw = "" if given is None else self._draw_of(given, tree)
        return tree if draw and self.program.loops(tree, draw) else None

    def _is_inner(self, tree: ast.FunctionDef) -> bool:
        return tree is self.program.inner.get(tree.name)

    def _draw_of(self, given: dict[str, ast.expr], tree: ast.FunctionDef) -> str:
        """The name of draw in a helper; empty if it has none."""
        for name, value in given.items():
            if isinstance(value, ast.Name) and value.id == self.program.draw:
                return name
        return self.program.draw if self._is_inner(tree) else ""

    def _fits(self, tree: ast.FunctionDef) -> bool:
        """True if a helper has a form that can be inlined."""
        if not self._is_inner(tree):
            outside = loads(tree.body) - self._own(tree)
            if outside & self.program.main.locals:
                return False  # it names an outside value, and the function has such a variable
        return not any(isinstance(n, ODD) for part in tree.body for n in ast.walk(part))

    def inlined(self, call: ast.Call) -> ast.expr:
        """Write the body of a helper, and return the variable of its result."""
        tree = self.helper_of(call)
        assert tree is not None
        names = {name: self.fresh(name) for name in sorted(self._own(tree))}
        self._bind(call, tree, names)
        body = [Renamed(names).visit(statement) for statement in copy.deepcopy(tree.body)]
        body = [statement for statement in body if not isinstance(statement, ast.Nonlocal)]
        self.begin(tree.name)
        self.statements(body)
        return self.returned(ast.Constant(None))

    def _own(self, tree: ast.FunctionDef) -> set[str]:
        """The names that the helper binds."""
        shared = {name for n in ast.walk(tree) if isinstance(n, ast.Nonlocal) for name in n.names}
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
        stored = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        return ({arg.arg for arg in tree.args.args} | stored) - shared

    def _bind(self, call: ast.Call, tree: ast.FunctionDef, names: dict[str, str]) -> None:
        """Assign the arguments to the parameters; a variable that is passed on keeps its name."""
        stored = bound(tree.body)
        for name, value in (_given(tree, call) or {}).items():
            handed = value.id if isinstance(value, ast.Name) else ""
            if handed and name not in stored and handed not in self.rebound:
                names[name] = handed
            else:
                self.put(assigned(names[name], self.hoisted(value)))


def _given(tree: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr] | None:
    """The arguments of a call by parameter; None if the call or the helper has another form."""
    args = tree.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs or tree.decorator_list:
        return None
    if call.keywords or any(isinstance(arg, ast.Starred) for arg in call.args):
        return None
    missing = len(args.args) - len(call.args)
    is_plain = all(isinstance(default, ast.Constant) for default in args.defaults)
    if not (0 <= missing <= len(args.defaults) and is_plain):
        return None
    values = [*call.args, *args.defaults[len(args.defaults) - missing :]]
    return {arg.arg: value for arg, value in zip(args.args, values, strict=True)}
