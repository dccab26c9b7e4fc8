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
from sweepstake.game.compiled.exploring.rows import Rows, grown
from sweepstake.game.compiled.exploring.segments import Segments
from sweepstake.game.resuming.resumable import Resumable

MAX_ROW = 1 << 12
"""Most numbers in the lists of a state."""
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
       ("listed", "put_list", "put_deck", "copied", "in_order")},
    **sequences.NAMES,
    "_0number": rows.number_of, "_0is_full": rows.is_full, "_0long": OverflowError,
}  # fmt: skip
RUN = """
def run(limit, sizes, draw, here, key, label, states, kept, labels, to, what, ends{args}):
    expanded, steps, _, seen = sizes
    {values}
    starts, count = states[1], states[3]
    last, full = steps + {budget}, False
    while expanded < count[0] and seen <= limit and steps < last:
        first = steps
        _0begin(draw)
        while True:
            full = steps == len(to) or _0is_full(states, len(here)) or _0is_full(labels, len(label))
            if full:
                break
            here[0] = _0segment(draw, kept, starts[expanded], here, key, label{names})
            if draw[{weight}] > 0:
                label[1], label[2] = draw[{weight}], draw[{of}]
                to[steps] = here[0]
                if here[0] >= 0:
                    key[0], new = here[0], count[0]
                    to[steps] = _0number(states, key, 0, here[-1])
                    {keep}
                what[steps] = _0number(labels, label, 0, len(label))
                steps += 1
                if steps - first > {ways}:
                    raise OverflowError
            if not _0advance(draw):
                break
        if full:
            sizes[2], steps = steps, first
            break
        expanded += 1
        ends[expanded], seen = steps, count[0]
    sizes[0], sizes[1], sizes[3] = expanded, steps, seen
    return full
"""
KEEP = """
                    if to[steps] == new:
                        for k in range(here[-1]):
                            kept[starts[new] + k] = here[k]
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
            weight=branches.WAYS, of=branches.OF, keep=KEEP if segments.has_bags else "",
        )  # fmt: skip
        self.run = built(segments, run, NAMES)


class Arrays:
    """Arrays of states and steps, which grow."""

    def __init__(self, kernel: Kernel, params: Mapping[str, Any]) -> None:
        self._kernel, segments = kernel, kernel.segments
        self._args = arguments([params[name] for name in kernel.types], segments.number)
        self.states, self.labels = Rows(), Rows()
        self.to, self.what = np.zeros(1 << 16, np.int32), np.zeros(1 << 16, np.int32)
        self.ends = np.zeros(1, np.int64)
        self._kept = np.zeros(1, np.int64)
        """The rows of states as they came, if there are bags; in `states`, bags are sorted."""
        self._row, self._label = segments.most_atoms + MAX_ROW, CELLS + segments.cells
        self._sizes = np.zeros(4, np.int64)
        """How many states are expanded, how many steps they have, how many steps there were when
        the arrays were full, and how many states were seen when the last one was expanded."""
        self.states.reserve(1)
        rows.put(self.states.held, np.zeros(1, np.int64))  # the beginning has no values

    @property
    def expanded(self) -> int:
        """How many states are expanded."""
        return int(self._sizes[0])

    @property
    def _pool(self) -> Any:
        return self._kept if self._kernel.segments.has_bags else self.states.pool

    def kept(self, number: int) -> list[int]:
        """The row of a state."""
        first, last = self.states.starts[number : number + 2].tolist()
        row: list[int] = self._pool[first:last].tolist()
        return row

    def go_on(self, limit: int) -> None:
        """Expand more states, while there are at most `limit`."""
        self._reserve()
        draw, label = np.zeros(branches.SIZE, np.int64), np.zeros(self._label, np.int64)
        here = np.zeros(self._row, np.int64)
        key = here.copy() if self._kernel.segments.has_bags else here
        while self._kernel.run(
            limit, self._sizes, draw, here, key, label, self.states.held, self._pool,
            self.labels.held, self.to, self.what, self.ends, *self._args,
        ):  # fmt: skip
            self._reserve()

    def _reserve(self) -> None:
        """Make room for another step."""
        self.states.reserve(self._row)
        self.labels.reserve(self._label)
        self.ends = grown(self.ends, len(self.states.starts))
        if self._kernel.segments.has_bags:
            self._kept = grown(self._kept, len(self.states.pool))
        if self._sizes[2] == len(self.to):
            self.to, self.what = (grown(array, 2 * len(array)) for array in (self.to, self.what))
