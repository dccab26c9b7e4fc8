"""Merges states of equal behaviour of a compiled table, as `solving.lumping` does, from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from sweepstake.game.compiled.exploring import signatures
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
        known = [table.step(label) for label in range(arrays.kinds)]
        self._what: dict[Any, int] = {}
        """A number for what comes with a step, except its weight; the types of cells count, too."""
        whats = [(s.totals, s.cells, s.sites, (*map(type, s.cells),)) for s in known]
        kinds = [self._what.setdefault(what, len(self._what)) for what in whats]
        labels = np.array([(k, s.ways, s.of) for k, s in zip(kinds, known, strict=True)], np.int64)
        ends = arrays.ends[: count + 1]
        self._steps = ends, arrays.to[: ends[-1]], arrays.what[: ends[-1]], labels
        self._count = count
        self._clear()

    def _clear(self) -> None:
        """Forget all signatures, and make room for one for each state."""
        self._pool = np.zeros(2 * len(self._steps[1]) + signatures.HEAD * self._count, np.int64)
        self._starts = np.zeros(self._count, np.int64)
        self._sizes = np.zeros(2, np.int64)
        self._rehash()

    def _rehash(self) -> None:
        self._slots = np.zeros(1 << (2 * len(self._starts)).bit_length(), np.int32)
        signatures.filled(self._pool, self._starts, int(self._sizes[0]), self._slots)

    @property
    def _held(self) -> tuple[Any, ...]:
        return self._pool, self._starts, self._slots, self._sizes

    def _signatures(self, states: Any, names: Any) -> Any:
        """The number of the signature of each of some states."""
        ends = self._steps[0]
        count, used = self._sizes.tolist()
        words = int((ends[states + 1] - ends[states]).sum())
        room = used + 2 * words + signatures.HEAD * len(states) - len(self._pool)
        if room > 0:
            self._pool = np.concatenate(
                [self._pool, np.zeros(max(room, len(self._pool)), np.int64)]
            )
        if count + len(states) > len(self._starts):
            more = np.zeros(len(self._starts) + len(states), np.int64)
            self._starts = np.concatenate([self._starts, more])
            self._rehash()
        out = np.zeros(len(states), np.int64)
        signatures.signed(out, states, self._steps, names, *self._held)
        return out

    def classes(self) -> Lumped:
        """The classes, beginning with that of the first state."""
        names = np.full(self._count, -1)
        firsts, before = (
            np.zeros(self._count + 1, np.int64),
            np.zeros(len(self._steps[1]), np.int32),
        )
        signatures.reversed_steps(self._steps, firsts, before)
        signatures.from_the_ends(self._steps, firsts, before, names, *self._held)
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
        self._clear()
        numbers = self._signatures(firsts, of)
        what = [key[:3] for key in self._what]
        kinds, pool = len(self._steps[3]), self._pool.tolist()
        steps = []
        for start in self._starts[numbers].tolist():
            count, unit, own = pool[start], pool[start + 1], start + signatures.HEAD
            rows = zip(
                pool[own : own + 2 * count : 2], pool[own + 1 : own + 2 * count : 2], strict=True
            )
            steps.append([
                _tuple(Step, (weight, unit, number // kinds - 2, *what[number % kinds]))
                for number, weight in rows
            ])  # fmt: skip
        return Lumped(of.tolist(), firsts.tolist(), steps)
