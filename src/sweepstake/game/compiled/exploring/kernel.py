"""The states of a game, explored by a compiled loop that makes the table of `solving.exploring`.

States have the same numbers as there, and steps the same order. If something does not fit (a number
of more than 64 bits, a long row of draws, an endless loop), it raises, and plain Python explores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import sweepstake.game.compiled.calls.lists  # noqa: F401  # lists that keep their memory
from sweepstake.game.asked import Asked
from sweepstake.game.compiled.building import NAMES as SHARED
from sweepstake.game.compiled.building import arguments, built, passed
from sweepstake.game.compiled.calls import branches, decks
from sweepstake.game.compiled.exploring import rows, sequences
from sweepstake.game.compiled.exploring.function import CELLS
from sweepstake.game.compiled.exploring.kinds import Kind
from sweepstake.game.compiled.exploring.segments import Segments
from sweepstake.game.resuming.resumable import Resumable

MAX_ROW = 1 << 12
"""Most numbers of a state."""
MAX_WAYS = 1_000_000
"""Most steps from one state."""
BUDGET = 1_000_000
"""About how many steps one call of the kernel adds."""
NAMES: dict[str, Any] = {
    **SHARED,
    **{f"_0{name}": getattr(branches, name) for name in ("begin", "advance", "below")},
    "_0is_below": branches.chance, "_0reduced": branches.chance,
    **{f"_0{name}": getattr(decks, name) for name in ("deck", "shuffled", "dealt")},
    **{f"_0{name}": getattr(sequences, name) for name in
       ("listed", "put_list", "put_same", "put_deck", "filled", "copied", "in_order")},
    **sequences.NAMES,
    "_0number": rows.number_of, "_0long": OverflowError,
}  # fmt: skip
RUN = """
def run(limit, sizes, draw, here, key, label, states, kept, slots, labels, known, to, what,
        ends{args}):
    expanded, count, steps, kinds, _ = sizes
    {values}
    last, full = steps + {budget}, False
    while expanded < count <= limit and steps < last:
        first = steps
        _0begin(draw)
        while True:
            full = count == len(states) or kinds == len(labels) or steps == len(to)
            if full:
                break
            here[0] = _0segment(draw, kept, expanded, here, key, label{names})
            if draw[{weight}] > 0:
                label[1], label[2] = draw[{weight}], draw[{of}]
                to[steps] = here[0]
                if here[0] >= 0:
                    {wide}
                    key[0] = here[0]
                    to[steps] = _0number(states, slots, key, count)
                    {keep}
                    count += to[steps] == count
                what[steps] = _0number(labels, known, label, kinds)
                kinds += what[steps] == kinds
                steps += 1
                if steps - first > {ways}:
                    raise OverflowError
            if not _0advance(draw):
                break
        if full:
            steps = first
            break
        expanded += 1
        ends[expanded] = steps
    sizes[0], sizes[1], sizes[2], sizes[3] = expanded, count, steps, kinds
    return full
"""
WIDE = """
                    if here[-1] > states.shape[1]:
                        sizes[4], full = here[-1], True
                        break
"""
KEEP = """
                    if to[steps] == count:
                        for k in range(states.shape[1]):
                            kept[count, k] = here[k]
"""


@dataclass
class Kernel:
    """A game whose parameters are of these types."""

    asked: Asked
    game: Resumable
    types: Mapping[str, type]
    kinds: Mapping[str, Kind]
    segments: Segments = field(init=False)
    run: Callable[..., bool] = field(init=False)

    def __post_init__(self) -> None:
        segments = self.segments = Segments(self.asked, self.game, self.kinds)
        args, values, params = passed({f"_0p_{name}": kind for name, kind in self.types.items()})
        run = RUN.format(
            args=args, values=values, names=params, budget=BUDGET, ways=MAX_WAYS,
            weight=branches.WAYS, of=branches.OF,
            wide=WIDE if segments.has_lists else "", keep=KEEP if segments.has_bags else "",
        )  # fmt: skip
        self.run = built(segments, run, NAMES)


class Arrays:
    """Arrays of states and steps, which grow."""

    def __init__(self, kernel: Kernel, params: Mapping[str, Any]) -> None:
        self._kernel, segments = kernel, kernel.segments
        self._args = arguments([params[name] for name in kernel.types], segments.number)
        self.states = np.zeros((1 << 14, 1 + segments.width_of_rows), np.int64)
        self.kept = self.states.copy() if segments.has_bags else self.states
        """The rows as they came; in `states`, bags are sorted."""
        self.labels = np.zeros((1 << 10, CELLS + segments.cells), np.int64)
        self.to, self.what = np.zeros(1 << 16, np.int32), np.zeros(1 << 16, np.int32)
        self.ends = np.zeros(len(self.states) + 1, np.int64)
        self._sizes = np.array([0, 1, 0, 0, 0])
        self._rehash()

    def _rehash(self) -> None:
        self.slots = np.zeros(2 * len(self.states), np.int32)
        self._label_slots = np.zeros(2 * len(self.labels), np.int32)
        # plays never return to the beginning: only its entry is 0
        rows.filled(self.states, int(self._sizes[1]), self.slots)
        rows.filled(self.labels, int(self._sizes[3]), self._label_slots)

    @property
    def expanded(self) -> int:
        """How many states are expanded."""
        return int(self._sizes[0])

    @property
    def count(self) -> int:
        """How many states were seen."""
        return int(self._sizes[1])

    @property
    def kinds(self) -> int:
        """How many labels there are."""
        return int(self._sizes[3])

    def go_on(self, limit: int) -> None:
        """Expand more states, while there are at most `limit`."""
        segments, draw = self._kernel.segments, np.zeros(branches.SIZE, np.int64)
        here = np.zeros(MAX_ROW if segments.has_lists else self.states.shape[1], np.int64)
        key = here.copy() if segments.has_bags else here
        label = np.zeros(self.labels.shape[1], np.int64)
        if self._kernel.run(
            limit, self._sizes, draw, here, key, label, self.states, self.kept, self.slots,
            self.labels, self._label_slots, self.to, self.what, self.ends, *self._args,
        ):  # fmt: skip
            self._grow()

    def _grow(self) -> None:
        """Enlarge the array that is full."""
        _, states, _, kinds, wide = self._sizes.tolist()
        columns = self.states.shape[1]
        if wide > columns:
            self._resized(len(self.states), min(max(wide, columns + columns // 4), MAX_ROW - 1))
        elif states == len(self.states):
            self._resized(2 * states, columns)
            self.ends = np.concatenate([self.ends, np.zeros(states, np.int64)])
        elif kinds == len(self.labels):
            self.labels = _twice(self.labels)
        else:
            self.to, self.what = _twice(self.to), _twice(self.what)
        self._rehash()

    def _resized(self, count: int, columns: int) -> None:
        """Make room for `count` states of `columns` columns."""
        is_one = self.kept is self.states
        old = self.states.shape
        self.states, self.kept = (
            np.pad(array, ((0, count - old[0]), (0, columns - old[1])))
            for array in (self.states, self.kept)
        )
        if is_one:
            self.kept = self.states


def _twice(array: Any) -> Any:
    return np.concatenate([array, np.zeros_like(array)])
