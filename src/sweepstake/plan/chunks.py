"""Many pieces of work, side by side in arrays: what points are cut into.

A piece is made when it is looked at, and forgotten, as a point is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from sweepstake.config.point import Piece, chunk_size
from sweepstake.config.points import Points, Rows, Which
from sweepstake.store import keys
from sweepstake.store.keys import Keys, Places

MOST_PIECES = 10**7
"""Pieces in a sweep: a third of a year on one core if each takes a second, and a gigabyte here."""
PIECE = np.dtype([("point", "i8"), ("chunk", "i8"), ("trials", "i8"), ("cost", "f8")])


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


def cut(points: Points, first: Places | int = 0) -> Pieces:
    """The pieces that together answer `points`, each of which has its trials if it samples.

    `first` is the number of each point's first chunk. Raises ValueError if they are more than can
    be held.
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
    rows["chunk"] += np.broadcast_to(first, len(points))[rows["point"]]
    rows["cost"] = cost[rows["point"]] * np.maximum(rows["trials"], 1)
    return Pieces(points, rows)
