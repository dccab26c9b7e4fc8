"""A game's function, rewritten so that a play can be resumed before the next draw in a loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sweepstake.game.asked import Asked
from sweepstake.game.checking.closed import Closed
from sweepstake.game.resuming.bags import bags
from sweepstake.game.resuming.emitting import Emitter, Entry
from sweepstake.game.resuming.liveness import assigned, live
from sweepstake.game.resuming.runtime import NAMES
from sweepstake.game.resuming.totals import masked, totals
from sweepstake.game.rewriting.flow import Flow
from sweepstake.game.rewriting.lowering import lowered
from sweepstake.game.rewriting.names import bound, closures
from sweepstake.game.rewriting.program import Program

Result = tuple[int, Any, tuple[int, ...], tuple[Any, ...]]


@dataclass(frozen=True)
class Resumable:
    """The function, which can start at any entry: `run(draw, entry, values, *params)`.

    It returns (entry, values, totals, ()) at the next entry, and (-1, outcome, (), sites) at the
    end: `totals` has what was added since the start, and `sites` has the total of each column.
    """

    run: Callable[..., Result]
    entries: dict[int, Entry]
    totals: tuple[str, ...]
    parameters: tuple[str, ...]


def resumable(asked: Asked) -> Resumable:
    """The rewritten function of a game; RefusedError, with the line, if it can't be rewritten."""
    program = Program(asked.play)
    Closed(program).check()
    flow = lowered(program)
    inner = closures(program.inner.values())
    masked(flow, asked.width, asked.used)
    adding = totals(flow, program.inner.values(), asked.width)
    alive = live(flow, inner)
    entries = _entries(program, flow, inner, alive, {*adding.names, *adding.unused})
    emitter = Emitter(flow, entries, adding)
    tree = emitter.function(program.main.arguments, [*program.inner.values()])
    return Resumable(
        program.compiled(tree, NAMES),
        entries,
        adding.names,
        tuple(program.parameters),
    )


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
        entries[block.number] = Entry(block.number, block.line, tuple(names), unsure, places)
    return entries
