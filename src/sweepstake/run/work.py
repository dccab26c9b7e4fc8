"""What a worker does: it computes the pieces of a task and stores their answers.

A piece that raises costs itself only: its error is reported and the rest of the task is stored.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sweepstake.cluster.limits import Limits, OverLimitError
from sweepstake.cluster.preflight import worker_name
from sweepstake.config.point import Piece
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.run.task import Failure, Receipt, Task
from sweepstake.run.watch import Watch
from sweepstake.store import rows
from sweepstake.store.rows import Computed
from sweepstake.store.shards import Origin, PointStore


def perform(
    task: Task, limits: Limits, results: Path, notes: Path, versions: Mapping[str, str]
) -> Receipt:
    """Compute and store the pieces of `task`, each within `limits`; runs on a worker.

    `notes` is where this run is told which pieces had their worker ended.
    """
    began = datetime.now(UTC).isoformat(timespec="milliseconds")
    with Watch(limits, partial(_end_worker, task, notes)).watching() as watch:
        tried = {k: _tried(task, k, piece, watch, notes) for k, piece in enumerate(task.pieces)}
    done = {place: one for place, one in tried.items() if isinstance(one, Computed)}
    failed = [one for one in tried.values() if isinstance(one, Failure)]
    stored = PointStore(results, register.question(task.pieces.points.question))
    origin = Origin(task.name, worker_name(), began, versions)
    try:
        failed += _store(stored, done, origin)
    except OSError as error:
        return Receipt(origin.worker, unwritten=str(error))
    return Receipt(origin.worker, tuple(failed))


def _tried(task: Task, place: int, piece: Piece, watch: Watch, notes: Path) -> Computed | Failure:
    """The answer to a piece, or what became of it."""
    try:
        if notes.exists() and (note := _note(task, place, notes)).exists():
            says, limit = note.read_text().splitlines()
            raise OverLimitError(f"{says}, and its worker had to be ended", limit)
        with watch.piece(place):
            return compute(piece)
    except Exception as error:  # whatever a point raises is the point's own misfortune
        return Failure.of(place, error)


def _end_worker(task: Task, notes: Path, place: int, why: OverLimitError) -> None:
    """End this process and leave a note why, so that the next attempt, elsewhere, fails at once.

    Only a worker's own process is ended: threads of a larger program can't be.
    """
    if multiprocessing.parent_process() is None:
        return
    with suppress(OSError):
        notes.mkdir(parents=True, exist_ok=True)
        _note(task, place, notes).write_text(f"{why.says}\n{why.limit}\n")
    os._exit(1)


def _note(task: Task, place: int, notes: Path) -> Path:
    return notes / task.alone(place).name


def _store(points: PointStore, done: dict[int, Computed], origin: Origin) -> list[Failure]:
    """Store what was computed, but for answers that don't have their question's columns."""
    if not done:
        return []
    try:
        points.write(list(done.values()), origin)
    except OSError:
        raise
    except Exception:  # one of the answers is none: which?
        failed = dict(_unfit(points.question, done))
        if not failed:
            raise
        fit = {place: one for place, one in done.items() if place not in failed}
        return [*failed.values(), *_store(points, fit, origin)]
    return []


def _unfit(question: Question, done: dict[int, Computed]) -> Iterator[tuple[int, Failure]]:
    for place, one in done.items():
        try:
            rows.placed(question, [one])
        except Exception as error:
            yield place, Failure.of(place, error)


def compute(piece: Piece) -> Computed:
    """The answer to one piece."""
    point, method = piece.point, piece.point.by
    began = time.perf_counter()
    if piece.trials is None:
        answer = method.answer(**dict(point.params))
    else:
        from sweepstake.core.stream import stream

        drawn = stream(point.seed or 0, point.stream, piece.chunk)
        answer = method.answer(drawn, piece.trials, **dict(point.params))
    return Computed(piece.key, method.kind, answer, time.perf_counter() - began)
