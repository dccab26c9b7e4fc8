"""Columns of the outcome that are not asked for need not be computed."""

from __future__ import annotations

import ast

from sweepstake.game.rewriting.flow import Flow, Leave

HARMLESS = (ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)
"""Expressions of these alone can be left out: numbers and their sums."""


def masked(flow: Flow, width: int, used: tuple[int, ...]) -> None:
    """Have the ends of plays return None in the columns that are not used, where that is harmless.

    A variable that is only returned there is alive no more.
    """
    for block in flow.blocks.values():
        end = block.end
        if isinstance(end, Leave) and isinstance(end.value, ast.Tuple) and width > 1:
            parts = end.value.elts
            if len(parts) == width and not any(isinstance(part, ast.Starred) for part in parts):
                kept = [
                    part if column in used or not _is_harmless(part) else ast.Constant(None)
                    for column, part in enumerate(parts)
                ]
                end.value = ast.copy_location(ast.Tuple(kept, ast.Load()), end.value)


def _is_harmless(part: ast.expr) -> bool:
    return all(isinstance(node, HARMLESS) for node in ast.walk(part))
