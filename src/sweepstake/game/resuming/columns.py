"""Columns of the outcome that are not asked for need not be computed."""

from __future__ import annotations

import ast

from sweepstake.game.rewriting.flow import Flow, Leave

HARMLESS = (ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)
"""Expressions of these alone can be left out: numbers and their sums."""


def columns(value: ast.expr, width: int) -> list[ast.expr]:
    """The expressions of an outcome's columns; empty if the `return` has no tuple of them."""
    if width == 1:
        return [value]
    if not isinstance(value, ast.Tuple) or len(value.elts) != width:
        return []
    return [] if any(isinstance(part, ast.Starred) for part in value.elts) else value.elts


def masked(flow: Flow, width: int, used: tuple[int, ...]) -> None:
    """Have the ends of plays return None in the columns that are not used, where that is harmless.

    A variable that is only returned there is alive no more.
    """
    for block in flow.blocks.values():
        end = block.end
        if isinstance(end, Leave) and width > 1 and (parts := columns(end.value, width)):
            kept = [
                part if column in used or not _is_harmless(part) else ast.Constant(None)
                for column, part in enumerate(parts)
            ]
            end.value = ast.copy_location(ast.Tuple(kept, ast.Load()), end.value)


def _is_harmless(part: ast.expr) -> bool:
    return all(isinstance(node, HARMLESS) for node in ast.walk(part))
