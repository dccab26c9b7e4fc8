"""Helpers that draw in a loop, written in place of their calls, so that entries stand inside.

Parameters become new variables, unless a variable is handed on as it is: then it keeps its name, so
that no second name for a list comes to be. A helper that means something outside, where the
function has a variable of that name, is called.
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
"""A helper that has one of these is called, not written in place."""


class Inlining(Expressions):
    """Writes helpers in place of calls."""

    def helper_of(self, node: ast.Call) -> ast.FunctionDef | None:
        """The helper that is called here, if it is to be written in place of the call."""
        if not isinstance(node.func, ast.Name) or len(self.frames) > MAX_DEPTH:
            return None
        name = node.func.id
        if any(frame.name == name for frame in self.frames):
            return None  # it calls itself
        helper = self.program.helper(name)
        tree = self.program.inner.get(name) or (helper.tree if helper else None)
        if tree is None or not _is_simple(node):
            return None
        draw = self._draw_of(node, tree)
        fits = draw is not None and self._fits(tree, node)
        return tree if fits and self.program.loops(tree, draw or "") else None

    def _is_inner(self, tree: ast.FunctionDef) -> bool:
        return tree is self.program.inner.get(tree.name)

    def _draw_of(self, call: ast.Call, tree: ast.FunctionDef) -> str | None:
        """The name of draw in a helper."""
        for arg, value in zip(tree.args.args, call.args, strict=False):
            if isinstance(value, ast.Name) and value.id == self.program.draw:
                return arg.arg
        return self.program.draw if self._is_inner(tree) else None

    def _fits(self, tree: ast.FunctionDef, call: ast.Call) -> bool:
        """Is a helper of a form that can be written in place of a call?"""
        args = tree.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs or tree.decorator_list:
            return False
        if not all(isinstance(default, ast.Constant) for default in args.defaults):
            return False
        if len(call.args) > len(args.args) or len(call.args) + len(args.defaults) < len(args.args):
            return False
        if (
            not self._is_inner(tree)
            and (loads(tree.body) - self._own(tree)) & self.program.main.locals
        ):
            return False  # it means something outside, where the function has a variable
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
        """Write what the parameters are; a variable that is handed on keeps its name."""
        stored = bound(tree.body)
        for arg, value in zip(tree.args.args, call.args, strict=False):
            handed = value.id if isinstance(value, ast.Name) else ""
            if handed and arg.arg not in stored and handed not in self.rebound:
                names[arg.arg] = handed
            else:
                self.put(assigned(names[arg.arg], self.hoisted(value)))
        for arg, default in zip(
            tree.args.args[len(call.args) :],
            tree.args.defaults[len(call.args) - len(tree.args.args) :],
            strict=True,
        ):
            self.put(assigned(names[arg.arg], default))


def _is_simple(call: ast.Call) -> bool:
    return not call.keywords and not any(isinstance(arg, ast.Starred) for arg in call.args)
