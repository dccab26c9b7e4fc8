"""Statements that leave others."""

from __future__ import annotations

import ast

LOOPS = (ast.For, ast.While)
JUMPS = (ast.Return, ast.Break, ast.Continue)


def escapes(statement: ast.stmt) -> bool:
    """Is a statement left by a jump?

    >>> escapes(ast.parse("for x in y: break").body[0])
    False
    >>> escapes(ast.parse("if x: break").body[0])
    True
    """
    if isinstance(statement, JUMPS):
        return True
    if isinstance(statement, ast.FunctionDef):
        return False
    inside = [part for name in ("body", "orelse") for part in getattr(statement, name, ())]
    inside += [part for handler in getattr(statement, "handlers", ()) for part in handler.body]
    if not isinstance(statement, LOOPS):
        return any(map(escapes, inside))
    returns = any(isinstance(n, ast.Return) for part in inside for n in ast.walk(part))
    return returns or any(map(escapes, statement.orelse))
