"""What a worker does: it has the chunks of a task computed in a child, and stores their answers.

If a chunk fails, its error is reported and the other chunks of the task are stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from sweepstake.config.limits import Limits
from sweepstake.run import child
from sweepstake.run.chunk import Code, Failure, SourceError
from sweepstake.run.provenance import package, process_name
from sweepstake.run.task import Receipt, Task
from sweepstake.store.files import Place
from sweepstake.store.shards import Origin, Store


@dataclass(frozen=True)
class Order:
    """What all tasks of a sweep have in common."""

    code: Code
    limits: Limits
    results: Path
    place: Place | None
    versions: Mapping[str, str]
    package: str
    """The hash of this package's source."""


def perform(task: Task, order: Order, memory: float | None = None) -> Receipt:
    """Compute and store the chunks of `task`; runs in the run's process or on a worker.

    `memory` is the memory of the worker in bytes, if it has less than its machine. Raises
    SourceError if the source here differs from the run's.
    """
    if order.package != package():
        raise SourceError(
            f"{process_name()} has another version of sweepstake; install the same on all hosts"
        )
    question = order.code.load()
    store = Store(order.results, question, order.place)
    if store.holds(task.chunks):
        return Receipt(process_name())  # stored by a worker that died before it could say so
    began = datetime.now(UTC).isoformat(timespec="milliseconds")
    chunks = [*task]
    outcomes = [*enumerate(child.outcomes(order.code, chunks, order.limits.here(memory)))]
    failures = tuple(replace(one, place=k) for k, one in outcomes if isinstance(one, Failure))
    answers = {k: one for k, one in outcomes if not isinstance(one, Failure)}
    receipt = Receipt(process_name(), failures, printed=child.printed())
    if answers:
        origin = Origin(task.name, child.name(), began, order.versions)
        try:
            store.write(task.chunks.take(pa.array([*answers])), [*answers.values()], origin)
        except OSError as error:
            return Receipt(process_name(), unwritten=str(error))
    return receipt
