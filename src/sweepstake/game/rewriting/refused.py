"""Why a function can't be rewritten, with its line."""

from __future__ import annotations

import ast


class RefusedError(ValueError):
    """The function does something that is not in the list of what is known to be right."""

    def __init__(self, node: ast.AST | int, why: str) -> None:
        line = node if isinstance(node, int) else getattr(node, "lineno", 0)
        super().__init__(f"line {line}: {why}" if line else why)
