"""The error that says why a function can't be rewritten, with the line."""

from __future__ import annotations

import ast


class RefusedError(ValueError):
    """The function does something for which its states are not known to be right."""

    def __init__(self, node: ast.AST | int, why: str) -> None:
        line = node if isinstance(node, int) else getattr(node, "lineno", 0)
        super().__init__(f"line {line}: {why}" if line else why)
