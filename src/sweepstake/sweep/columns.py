"""Many points and their pieces, side by side in arrays: about a hundred bytes each.

A point or a piece is made when it is looked at, and forgotten, so that millions can be held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake import puzzles
from sweepstake.core.question import Question
from sweepstake.store import keys
from sweepstake.store.keys import Keys, Places
from sweepstake.sweep.point import Piece, Point, chunk_size
from sweepstake.sweep.precision import Until

Rows = NDArray[np.void]
Which = NDArray[np.integer[Any] | np.bool_] | slice
MOST_PIECES = 10**7
"""Pieces in a sweep: a third of a year on one core if each takes a second, and a gigabyte here."""
PIECE = np.dtype([("point", "i8"), ("chunk", "i8"), ("trials", "i8"), ("cost", "f8")])


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
        asks = puzzles.question(self.question)
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
        asks = puzzles.question(self.question)
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


@dataclass(frozen=True)
class Pieces:
    """Pieces of `points`; `rows` has the place of each one's point, and trials 0 if it is exact."""

    points: Points
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Piece:
        point, chunk, trials, _ = self.rows[place].item()
        return Piece(self.points[point], chunk, trials or None)

    def __iter__(self) -> Iterator[Piece]:
        return (self[place] for place in range(len(self)))

    def __reduce__(self) -> tuple[Callable[..., Pieces], tuple[Points, Rows]]:
        """Only its own points travel."""
        own, place = np.unique(self.point, return_inverse=True)
        rows = self.rows.copy()
        rows["point"] = place
        return Pieces, (self.points.taken(own), rows)

    @property
    def point(self) -> Places:
        """The place of each piece's point."""
        return self.rows["point"]

    @property
    def keys(self) -> Keys:
        """What the pieces are stored under."""
        return keys.joined(self.points.ids[self.point], self.rows["chunk"], self.rows["trials"])

    @property
    def cost(self) -> float:
        """Predicted seconds of all, on one core."""
        return float(self.rows["cost"].sum())

    def taken(self, places: Which) -> Pieces:
        """The pieces at `places` only."""
        return replace(self, rows=self.rows[places])


def alone(point: Point) -> Points:
    """One point."""
    asks = point.asks
    row = (tuple(dict(point.params).values()), methods(asks).index(point.method))
    until = (point.until,) if point.until else ()
    rows = np.array([(*row, point.trials or 0, len(until) - 1)], point_type(asks))
    return Points(point.question, point.seed or 0, until, rows)


def pieces(points: Points) -> Pieces:
    """The pieces that together answer `points`, each of which has its trials if it samples.

    Raises ValueError if they are more than can be held.
    """
    cost, size = np.empty(len(points)), np.ones(len(points), np.int64)
    for place, point in enumerate(points):
        cost[place] = point.cost
        size[place] = chunk_size(point) if point.trials else 1
    trials = points.rows["trials"]
    chunks = np.maximum(-(-trials // size), 1)
    if (total := int(chunks.sum())) > MOST_PIECES:
        raise ValueError(
            f"{points.question} at {len(points):,} points is {total:,} pieces of work, of about a "
            f"second each where it is simulated; allowed: at most {MOST_PIECES:,}"
        )
    rows = np.empty(total, PIECE)
    rows["point"] = np.repeat(np.arange(len(points)), chunks)
    rows["chunk"] = np.arange(total) - np.repeat(np.cumsum(chunks) - chunks, chunks)
    its = size[rows["point"]]
    rows["trials"] = np.minimum(its, trials[rows["point"]] - rows["chunk"] * its)
    rows["cost"] = cost[rows["point"]] * np.maximum(rows["trials"], 1)
    return Pieces(points, rows)
