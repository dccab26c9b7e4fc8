"""Merges states of equal behaviour of a compiled table, as `solving.lumping` does, from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from sweepstake.game.compiled.exploring import signatures
from sweepstake.game.compiled.exploring.rows import Rows
from sweepstake.game.compiled.exploring.table import Compiled
from sweepstake.game.solving.exploring import Step
from sweepstake.game.solving.lumping import Lumped, refined

_tuple = tuple.__new__  # a named tuple's own way takes twice as long


def lumped(table: Compiled) -> Lumped | None:
    """The classes of states; None if numbers need more than 64 bits."""
    try:
        return _Lumping(table).classes()
    except OverflowError:
        return None


class _Lumping:
    """The steps of a table in arrays, and the signatures that were met."""

    def __init__(self, table: Compiled) -> None:
        arrays, count = table.arrays, len(table.states)
        known = [table.step(label) for label in range(len(arrays.labels))]
        self._what: dict[Any, int] = {}
        """A number for what comes with a step, except its weight; the types of cells count, too."""
        whats = [(s.totals, s.cells, s.sites, (*map(type, s.cells),)) for s in known]
        kinds = [self._what.setdefault(what, len(self._what)) for what in whats]
        labels = np.array([(k, s.ways, s.of) for k, s in zip(kinds, known, strict=True)], np.int64)
        ends = arrays.ends[: count + 1]
        self._steps = ends, arrays.to[: ends[-1]], arrays.what[: ends[-1]], labels
        self._count = count
        self._rows = Rows()

    def _signatures(self, states: Any, names: Any) -> Any:
        """The number of the signature of each of some states."""
        ends = self._steps[0]
        words = 2 * int((ends[states + 1] - ends[states]).sum())
        self._rows.reserve(words + signatures.HEAD * len(states), len(states))
        out = np.zeros(len(states), np.int64)
        signatures.signed(out, states, self._steps, names, self._rows.held)
        return out

    def classes(self) -> Lumped:
        """The classes, beginning with that of the first state."""
        names = np.full(self._count, -1)
        firsts, before = (
            np.zeros(self._count + 1, np.int64),
            np.zeros(len(self._steps[1]), np.int32),
        )
        signatures.reversed_steps(self._steps, firsts, before)
        self._rows.reserve(2 * len(before) + signatures.HEAD * self._count, self._count)
        signatures.from_the_ends(self._steps, firsts, before, names, self._rows.held)
        left = np.flatnonzero(names < 0).tolist()
        if left:
            refined(
                lambda states: self._signatures(np.array(states), names).tolist(),
                lambda n: before[firsts[n] : firsts[n + 1]].tolist(),
                names, left, int(names.max()) + 1,
            )  # fmt: skip
        return self._quotient(names)

    def _quotient(self, names: Any) -> Lumped:
        _, firsts, inverse = np.unique(names, return_index=True, return_inverse=True)
        order = np.argsort(firsts)
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        of, firsts = place[inverse], firsts[order]
        self._rows = Rows()
        numbers = self._signatures(firsts, of)
        what = [key[:3] for key in self._what]
        kinds, steps = len(self._steps[3]), []
        for unit, *row in map(self._rows.__getitem__, numbers.tolist()):
            steps.append([
                _tuple(Step, (weight, unit, number // kinds - 2, *what[number % kinds]))
                for number, weight in zip(row[::2], row[1::2], strict=True)
            ])  # fmt: skip
        return Lumped(of.tolist(), firsts.tolist(), steps)
