"""Plain plays of a function that uses sets: what would show the order of one is refused there too.

The function and its helpers get the checks of `ordered`, and nothing else of them is changed. One
whose text can't be read, or that binds names of its module, is played as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from sweepstake.game.checking import ordered
from sweepstake.game.checking.known import holds_set
from sweepstake.game.rewriting.names import parts
from sweepstake.game.rewriting.program import Program
from sweepstake.game.rewriting.refused import RefusedError


def careful(play: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which raises RefusedError where it walks a set."""
    try:
        program = Program(play)
    except RefusedError:
        return play
    nodes = parts(program.trees.values())
    if any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes):
        return play
    if not (trees := checked(program)):
        return play
    return program.compiled([*trees.values()], play.__code__.co_name, ordered.NAMES)


def checked(program: Program) -> dict[str, ast.FunctionDef]:
    """The texts of the functions, with checks where one may show the order of a set.

    None if there are no sets.
    """
    trees = program.trees
    names = {node.id for node in parts(trees.values()) if isinstance(node, ast.Name)}
    if not ordered.uses_sets(trees.values()) and not any(map(holds_set, map(program.value, names))):
        return {}
    checks = ordered.Ordered({*trees, *program.inner})
    return {name: checks.visit(tree) for name, tree in trees.items()}
