"""A game's function, rewritten so that a play can be resumed before the next draw in a loop."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sweepstake.game.asked import Asked
from sweepstake.game.checking import ordered
from sweepstake.game.checking.closed import Closed
from sweepstake.game.resuming.bags import LABELLING, bags
from sweepstake.game.resuming.emitting import Emitter, Entry
from sweepstake.game.resuming.liveness import assigned, live
from sweepstake.game.resuming.runtime import NAMES
from sweepstake.game.resuming.totals import masked, totals
from sweepstake.game.rewriting.flow import Flow
from sweepstake.game.rewriting.lowering import lowered
from sweepstake.game.rewriting.names import bound, closures
from sweepstake.game.rewriting.program import Program
from sweepstake.game.rewriting.refused import RefusedError

ORDERING = ("counts", "lies", "kinds", "parts", "copied")
"""Attributes that show the order of the kinds in a deck."""
Result = tuple[int, Any, tuple[int, ...], tuple[Any, ...]]


@dataclass(frozen=True)
class Resumable:
    """The function, which can start at any entry: `run(draw, entry, values, *params)`.

    It returns (entry, values, totals, named) at the next entry, and (-1, outcome, (), sites) at the
    end: `totals` has what was added since the start, and `sites` has the total of each column.
    """

    run: Callable[..., Result]
    entries: dict[int, Entry]
    totals: tuple[str, ...]
    parameters: tuple[str, ...]
    has_labels: bool = False
    """True if it uses labels or ranks."""

    @cached_property
    def by_hand(self) -> set[int]:
        """The entries that a `draw.state` made."""
        return {number for number, entry in self.entries.items() if entry.named}


def resumable(asked: Asked) -> Resumable:
    """The rewritten function of a game; RefusedError, with the line, if it can't be rewritten."""
    program = Program(asked.play)
    closed = Closed(program)
    closed.check()
    instrumented, with_sets = ordered.checked(program)  # in all functions
    instrumented.pop(program.main.tree.name, None)
    flow = lowered(program)
    _check_states(closed, flow, program.inner)
    has_labels = _has_labels(closed)
    inner = closures(program.inner.values())
    masked(flow, asked.width, asked.used)
    adding = totals(flow, program.inner.values(), asked.width)
    alive = live(flow, inner)
    entries = _entries(program, flow, inner, alive, {*adding.names, *adding.unused})
    emitter = Emitter(flow, entries, adding)
    tree = emitter.function(program.main.arguments, [*program.inner.values()])
    body = [*instrumented.values(), tree]
    run = program.compiled(body, tree.name, {**NAMES, **with_sets})
    return Resumable(
        run,
        entries,
        adding.names,
        tuple(program.parameters),
        has_labels,
    )


def _check_states(closed: Closed, flow: Flow, inner: Mapping[str, ast.FunctionDef]) -> None:
    """RefusedError for a `draw.state` where no play can be resumed: it would have no effect."""
    if any(method.tree.name == "state" for method in closed.methods):
        return
    trees = {name: helper.tree for name, helper in closed.functions.items()} | {**inner}
    todo: list[ast.AST] = [*flow.nodes(), *(method.tree for method in closed.methods)]
    while todo:
        for node in ast.walk(todo.pop()):
            call = node.func if isinstance(node, ast.Call) else None
            if isinstance(call, ast.Attribute) and call.attr == "state":
                raise RefusedError(node, "draw.state stands where no play can be taken up")
            if isinstance(node, ast.Name) and node.id in trees:
                todo.append(trees.pop(node.id))


def _has_labels(closed: Closed) -> bool:
    """True if there are labels or ranks; RefusedError if something shows an order of them."""
    if not closed.attributes.keys() & {*LABELLING}:
        return False
    for name in ORDERING:
        if name in closed.attributes:
            raise RefusedError(closed.attributes[name], f".{name} may show an order of labels")
    return True


def _entries(
    program: Program,
    flow: Flow,
    inner: dict[str, frozenset[str]],
    alive: dict[int, set[str]],
    without: set[str],
) -> dict[int, Entry]:
    """The entries, with the variables that are live there."""
    changed = bound(flow.nodes())  # a parameter that is never bound again is passed each time
    sure = assigned(flow, {*program.main.arguments}, inner)
    unordered = bags(flow, program.inner.values(), program.draw, program.means_builtin)
    entries = {}
    for block in flow.entries:
        names = sorted((alive[block.number] & changed) - without - {*program.inner, program.draw})
        unsure = frozenset(names) - sure[block.number]
        places = tuple(k for k, name in enumerate(names) if name in unordered)
        entries[block.number] = Entry(
            block.number, block.line, tuple(names), unsure, places, block.named, block.texts
        )
    return entries
