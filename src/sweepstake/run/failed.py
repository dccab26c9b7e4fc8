"""The chunks that failed in a run: their points get no further attempt in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.config.points import Points
from sweepstake.plan.locations import KEY
from sweepstake.run.chunk import Failure
from sweepstake.run.limits import Limits


@dataclass
class Failed:
    """Why chunks failed, by their keys."""

    why: dict[tuple[Any, ...], Failure] = field(default_factory=dict)

    def due(self, chunks: pa.Table, limits: Limits) -> pa.Table:
        """The chunks of points that have not failed.

        Chunks that are predicted to take too long fail here, without being tried.
        """
        for row in chunks.filter(pc.greater(chunks["cost"], limits.seconds)).to_pylist():
            if error := limits.refusal(row["cost"]):
                self._add(row, Failure(str(error), "", "", error.limit, attempts=0))
        if not self.why:
            return chunks
        return chunks.filter(pa.array(~np.isin(chunks["place"].to_numpy(), self.places)))

    def landed(self, chunks: pa.Table, failures: Iterable[Failure]) -> pa.Table:
        """The chunks of a finished task that are stored now; the others are noted as failed."""
        failed = {failure.place: failure for failure in failures}
        for place, failure in failed.items():
            self._add(chunks.slice(place, 1).to_pylist()[0], failure)
        return chunks.take(pa.array(np.setdiff1d(np.arange(len(chunks)), [*failed])))

    @property
    def places(self) -> list[int]:
        """The places of the points that failed."""
        return sorted({place for place, _, _ in self.why})

    def records(self, points: Points) -> Iterator[dict[str, Any]]:
        """The records of failures to store, one for each failed chunk."""
        for (place, chunk, _), failure in self.why.items():
            point = points[place]
            yield {
                "point": str(point),
                **point.held,
                "method": point.method,
                "trials": point.trials,
                "chunk": chunk,
                "error": failure.error,
                "traceback": failure.traceback,
                "attempts": failure.attempts,
                "worker": failure.worker,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
            }

    def _add(self, row: dict[str, Any], why: Failure) -> None:
        self.why[tuple(row[name] for name in KEY)] = why
