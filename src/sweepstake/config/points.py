"""Many points of one question, side by side in arrays.

A point is made when it is looked at, and forgotten, so that millions can be held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.config.point import Point
from sweepstake.config.precision import Until
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.store import keys
from sweepstake.store.keys import Keys

Rows = NDArray[np.void]
Which = NDArray[np.integer[Any] | np.bool_] | slice


def methods(question: Question) -> list[str]:
    """The methods of `question` in the order of a table, which numbers them."""
    return sorted(question.methods)


def point_type(question: Question) -> np.dtype[np.void]:
    """A row of `Points`: the parameters, the number of the method, trials, number of the bound."""
    params = ("params", "i8", (len(question.parameters),))
    return np.dtype([params, ("method", "i2"), ("trials", "i8"), ("until", "i2")])


@dataclass(frozen=True)
class Points:
    """Points of one question and seed, in the order of a table: by parameters, then by method.

    `rows` has `trials` 0 where they are not given, and `until` -1 or a place in `untils`.
    """

    question: str
    seed: int
    untils: tuple[Until, ...]
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int | np.intp) -> Point:
        params, method, trials, until = self.rows[place].item()
        asks = register.question(self.question)
        name = methods(asks)[method]
        return Point(
            self.question,
            name,
            tuple(zip(asks.parameter, params.tolist(), strict=True)),
            trials or None,
            self.seed if asks.methods[name].kind == "sampled" else None,
            self.untils[until] if until >= 0 else None,
        )

    def __iter__(self) -> Iterator[Point]:
        return (self[place] for place in range(len(self)))

    @cached_property
    def ids(self) -> Keys:
        """The points' ids: uint8 of shape (points, 32)."""
        joined = bytearray()
        for point in self:
            joined += bytes.fromhex(point.id)
        return np.frombuffer(joined, np.uint8).reshape(-1, keys.ID)

    @property
    def columns(self) -> dict[str, Any]:
        """Parameters, method and trials (0 where nothing is sampled) by name."""
        asks = register.question(self.question)
        params = {name: self.rows["params"][:, k] for k, name in enumerate(asks.parameter)}
        method = np.array(methods(asks), object)[self.rows["method"]]
        return {**params, "method": method, "trials": self.rows["trials"]}

    def taken(self, places: Which) -> Points:
        """The points at `places` only."""
        return replace(self, rows=self.rows[places])

    def with_trials(self, trials: Iterable[int]) -> Points:
        """The same points, so many trials being wanted of each."""
        rows = self.rows.copy()
        rows["trials"] = np.fromiter(trials, np.int64, len(rows))
        return replace(self, rows=rows)


def alone(point: Point) -> Points:
    """One point."""
    asks = point.asks
    row = (tuple(dict(point.params).values()), methods(asks).index(point.method))
    until = (point.until,) if point.until else ()
    rows = np.array([(*row, point.trials or 0, len(until) - 1)], point_type(asks))
    return Points(point.question, point.seed or 0, until, rows)
