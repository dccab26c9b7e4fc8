"""Plan, run, export: what is missing is computed, and what is asked becomes one table.

The store is the only memory. A run looks there for the chunks that a sweep asks for, has the
missing ones computed, and makes the table from what the store then holds; so it does not matter
how often a run was interrupted, and nothing is computed twice.
"""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.cluster import settings
from sweepstake.cluster.preflight import Methods
from sweepstake.cluster.settings import ClusterError
from sweepstake.config.spec import Sweep
from sweepstake.core.provenance import versions
from sweepstake.plan.chunks import identity
from sweepstake.plan.plan import Plan, plan
from sweepstake.run.attempts import Attempts
from sweepstake.run.lock import held, used
from sweepstake.run.probe import FolderProbe, folder_probe
from sweepstake.run.progress import Progress, forget
from sweepstake.run.task import Receipt, Task, tasks
from sweepstake.run.work import keep, perform
from sweepstake.store import tables
from sweepstake.store.export import export
from sweepstake.store.files import Place
from sweepstake.store.merge import merge
from sweepstake.store.parquet import ChangedError, DamagedFileError
from sweepstake.store.shards import Store, named

if TYPE_CHECKING:
    from sweepstake.cluster.pool import Pool

Tell = Callable[[str], None]
OpenPool = Callable[[Tell, FolderProbe, Methods], "AbstractContextManager[Pool]"]


class FailedPointsError(RuntimeError):
    """Some points could not be computed; the message says how many, where, and what to do."""


def run(sweep: Sweep, results: Path, open_pool: OpenPool, tell: Tell) -> None:
    """Leave the table of `sweep` below `results`, computing only what is not stored.

    Raises FailedPointsError once everything else is stored, if some points could not be computed.
    """
    stored = Store(results, sweep.question, settings.store())
    with ExitStack() as stack:
        stack.enter_context(held(results, sweep.name))
        stack.enter_context(used(stored.root))
        forget(results, sweep.name)

        def told(line: str) -> None:
            tell(f"{sweep.name}: {line}")

        @cache
        def pool() -> Pool:
            probe = stack.enter_context(folder_probe(results, stored.place))
            methods = pc.unique(sweep.points.table["method"]).to_pylist()
            its = frozenset((sweep.question.name, method) for method in methods)
            return stack.enter_context(open_pool(told, probe, its))

        notes = stack.enter_context(_notes(results, sweep))
        its = _Run(sweep, results, stored, notes, told, pool)
        while not its.step():
            pass


@dataclass
class _Run:
    """One run of a sweep, which looks at the store again and again until nothing is missing."""

    sweep: Sweep
    results: Path
    stored: Store
    notes: Path
    """The folder where workers note a chunk for which they had to be ended."""
    told: Tell
    pool: Callable[[], Pool]
    """Opens the pool when it is first asked for."""
    attempts: Attempts = field(default_factory=Attempts)
    rounds: set[str] = field(default_factory=set)

    def step(self) -> bool:
        """Have what is missing computed, or write the table if nothing is: is it written?"""
        planned = plan(self.sweep, self.results, self.stored.place)
        if planned.rejected:
            self.told(_put_aside(planned.rejected, self.stored.root))
        self.attempts.refuse(planned.missing, settings.limits())
        if len(todo := self.attempts.worthwhile(planned.missing)):
            _check_new(todo, self.rounds, self.stored)
            pool = self.pool()  # whose time in a queue is none of this
            self._compute(pool, Progress(planned, self.results, self.told), todo)
            return False
        _settle(planned.sweep, self.results, self.attempts)
        return self._exported(planned)

    def _exported(self, planned: Plan) -> bool:
        """Write the table; False if the store has changed meanwhile, or is found to be damaged."""
        try:
            asked = identity(self.sweep.points)
            export(self.stored, self.sweep.name, planned.parts(), planned.shards, asked)
            _merge(self.stored, self.told)
        except ChangedError:
            return False
        except DamagedFileError as error:
            self.told(
                f"{error}; damaged shards are moved to {self.stored.root.name}/.rejected, and what "
                f"is missing is computed again"
            )
            return False
        if planned.unmet:
            self.told(_unmet(planned))
        return True

    def _compute(self, pool: Pool, progress: Progress, todo: pa.Table) -> None:
        """Have the chunks `todo` computed; what failed for good is in `attempts` afterwards."""
        here, place = self.results.resolve(), self.stored.place
        there = (here if pool.stores else None, self.notes.resolve(), versions(), place)
        queue = deque(tasks(self.sweep.question.name, self.sweep.points.seed, todo))
        progress.begin(queue, pool.dashboard)
        try:
            for task, outcome in pool.each(perform, queue, *there):
                if isinstance(outcome, Receipt):
                    if not pool.stores:
                        outcome = keep(task, outcome, here, place)
                    _check_stored(task, outcome, self.stored)
                done, again = self.attempts.landed(task, outcome)
                queue.extend(again)
                progress.landed(done, len(again), len(self.attempts.failed))
        except ClusterError as error:
            left = progress.total - progress.done
            said = f"{error}: {left:,} of {progress.total:,} points are missing"
            raise ClusterError(said) from error


def _merge(stored: Store, told: Tell) -> None:
    try:
        merge(stored)
    except DamagedFileError:
        raise
    except OSError as error:  # a full disk, perhaps; the results are there all the same
        told(f"small shards are left as they are: {error}")


@contextmanager
def _notes(results: Path, sweep: Sweep) -> Iterator[Path]:
    """The folder where workers of this run note a chunk for which they had to be ended."""
    folder = results / ".points" / ".late" / sweep.name
    shutil.rmtree(folder, ignore_errors=True)
    try:
        yield folder / token_hex(8)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _check_new(todo: pa.Table, rounds: set[str], stored: Store) -> None:
    """Raise OSError if the chunks `todo` were computed before: they can't be kept, then."""
    this = named(todo)
    if this in rounds:
        raise OSError(
            f"{len(todo):,} chunks were stored below {stored.place or stored.results} and can't be "
            f"read back: the disk does not keep what is written, or workers see another folder "
            f"under this path; use a folder that all of them share"
        )
    rounds.add(this)


def _check_stored(task: Task, receipt: Receipt, stored: Store) -> None:
    """Raise OSError unless what a worker says it has stored is there for us to read."""
    if receipt.unwritten:
        raise OSError(
            f"worker {receipt.worker} can't store anything in {stored.place or stored.results}: "
            f"{receipt.unwritten}; make it writable or free some space, and run again"
        )
    path = stored.path(task.name)
    if not isinstance(path, Path):  # each worker was seen to write there; to ask takes a while
        return
    if len(receipt.failures) == len(task) or path.exists():
        return
    there = len(task) - stored.index().found(task.chunks)["shard"].null_count
    if there + len(receipt.failures) < len(task):  # nor has another run merged it away
        raise OSError(
            f"worker {receipt.worker} says that it stored {path}, which is not there; "
            f"workers must see the results folder under the same path as the run"
        )


def _put_aside(paths: Sequence[Place], root: Place) -> str:
    again = f"moved to {root.name}/.rejected, and its chunks are computed again"
    if len(paths) == 1:
        return f"{paths[0]} is damaged; it is {again}"
    return (
        f"{len(paths):,} stored files are damaged or of another version, the first of them "
        f"{paths[0]}; each is {again}"
    )


def _unmet(planned: Plan) -> str:
    points = planned.sweep.points
    return (
        f"{len(planned.unmet)} of {len(points)} points took their max_trials without meeting the "
        f"bound of `until`; to go on, raise max_trials; first: {points[planned.unmet[0]]}"
    )


def _settle(sweep: Sweep, results: Path, attempts: Attempts) -> None:
    """Record what failed for good, and raise if anything did."""
    records = list(attempts.records(sweep.points))
    tables.write_failures(results, sweep.name, records)
    if records:
        raise FailedPointsError(
            f"{len(attempts.places)} of {len(sweep.points)} points failed, the rest is stored; "
            f"first: {records[0]['point']}: {records[0]['error']}; all of them, with tracebacks: "
            f"{results}/failures/{sweep.name}.parquet; running again tries only these"
        )
