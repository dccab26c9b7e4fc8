"""What a worker does: it computes the chunks of a task and stores their answers.

If a chunk raises, its error is reported and the other chunks of the task are stored.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pyarrow as pa

from sweepstake.config.limits import Limits, OverLimitError
from sweepstake.core.provenance import worker_name
from sweepstake.puzzle import fingerprint, register
from sweepstake.puzzle.answer import check, read
from sweepstake.run.task import Chunk, Failure, Receipt, Task
from sweepstake.run.watch import Watch
from sweepstake.source import reach
from sweepstake.source.opened import watched
from sweepstake.store.files import Place
from sweepstake.store.rows import Computed
from sweepstake.store.shards import Origin, Store


def perform(
    task: Task,
    limits: Limits,
    results: Path | None,
    notes: Path,
    versions: Mapping[str, str],
    place: Place | None = None,
) -> Receipt:
    """Compute and store the chunks of `task`, each within `limits`; runs on a worker.

    They are stored below `results`, or in `place` if that is given. Without `results` the answers
    are in the receipt. `notes` is the folder that names the chunks for which a worker had to be
    ended.
    """
    if results and Store(results, register.question(task.question), place).holds(task.chunks):
        return Receipt(worker_name())  # stored by a worker that died before it could say so
    began = datetime.now(UTC).isoformat(timespec="milliseconds")
    with Watch(limits, partial(_end_worker, task, notes)).watching() as watch:
        tried = {k: _tried(task, k, chunk, watch, notes) for k, chunk in enumerate(task)}
    done = {k: one for k, one in tried.items() if isinstance(one, Computed)}
    failed = tuple(one for one in tried.values() if isinstance(one, Failure))
    receipt = Receipt(worker_name(), failed, None, done, began, versions)
    return keep(task, receipt, results, place) if results else receipt


def keep(task: Task, receipt: Receipt, results: Path, place: Place | None = None) -> Receipt:
    """Store the answers of a receipt; returns what it says then."""
    said = Receipt(receipt.worker, receipt.failures)
    if not receipt.answers:
        return said
    stored = Store(results, register.question(task.question), place)
    source = {"source": fingerprint.of_question(task.question)}
    helpers = reach.versions(register.source_of(task.question))
    versions = {**receipt.versions, **helpers, **source}
    origin = Origin(task.name, receipt.worker, receipt.began, versions)
    chunks = task.chunks.take(pa.array([*receipt.answers]))
    try:
        stored.write(chunks, [*receipt.answers.values()], origin)
    except OSError as error:
        return Receipt(receipt.worker, unwritten=str(error))
    return said


def _tried(task: Task, place: int, chunk: Chunk, watch: Watch, notes: Path) -> Computed | Failure:
    """The answer to a chunk, or its failure."""
    try:
        if notes.exists() and (note := _note(task, place, notes)).exists():
            says, limit = note.read_text().splitlines()
            raise OverLimitError(f"{says}, and its worker had to be ended", limit)
        with watch.chunk(place):
            return compute(chunk)
    except (Exception, SystemExit) as error:  # a failure of its own point only
        return Failure.of(place, error)


def _end_worker(task: Task, notes: Path, place: int, why: OverLimitError) -> None:
    """End this process and note why, so that the next attempt, on another worker, fails at once.

    Only a process of its own is ended: a worker in a thread of a larger program can't be.
    """
    if multiprocessing.parent_process() is None:
        return
    with suppress(OSError):
        notes.mkdir(parents=True, exist_ok=True)
        _note(task, place, notes).write_text(f"{why.says}\n{why.limit}\n")
    os._exit(1)


def _note(task: Task, place: int, notes: Path) -> Path:
    return notes / task.alone(place).name


def compute(chunk: Chunk) -> Computed:
    """The answer to one chunk; ValueError if it is none to its question.

    So it is if the method reads a file, or imports a module, that its answers do not count.
    """
    method, params = chunk.by, dict(chunk.params)
    began = time.perf_counter()
    with watched(register.source_of(chunk.question)):
        if chunk.trials is None:
            returned = method.answer(**params)
        else:
            from sweepstake.core.stream import stream

            drawn = stream(chunk.seed, chunk.stream, chunk.number)
            returned = method.answer(drawn, chunk.trials, **params)
        answer = read(returned)
    seconds = time.perf_counter() - began
    check(chunk.asks, method.kind, answer, chunk.trials)
    return Computed(method.kind, answer, seconds)
