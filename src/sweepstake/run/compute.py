"""Plan, compute, export: missing chunks are computed, and the sweep becomes one table.

The store is the only state. `compute` looks up a sweep's chunks there and computes missing ones.
`run` makes the table from what the store then holds. So a run may be interrupted at any time, and
nothing is computed twice.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sweepstake import memory, stop
from sweepstake.cluster import client, settings
from sweepstake.config.spec import Sweep
from sweepstake.plan.chunks import identity
from sweepstake.plan.plan import Plan
from sweepstake.plan.why import note_source
from sweepstake.puzzle import register
from sweepstake.run import child, lock
from sweepstake.run.chunk import Code
from sweepstake.run.computation import Computation, Listener, Tell
from sweepstake.run.limits import Limits, configured
from sweepstake.run.provenance import versions
from sweepstake.run.work import Order
from sweepstake.source import reach
from sweepstake.source.identity import of_package
from sweepstake.store import files
from sweepstake.store.compaction import compacted, merge
from sweepstake.store.export import export
from sweepstake.store.gather import Gathering
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.shards import Store

stop.at_stop(child.end_all)
stop.at_stop(client.close)


def run(sweep: Sweep, results: Path, workers: int, listener: Listener) -> None:
    """Write the table of `sweep` below `results`, computing only what is not stored.

    Raises FailedPointsError once everything else is stored, if some points could not be computed.
    """
    memory.give_back()
    stored, limits = Store(results, sweep.question, settings.store()), configured()
    if stored.place:
        files.probe(stored.place)
    with (
        lock.held(results, sweep.name),
        lock.used(results / ".points"),
        lock.used(stored.root),
        lock.alone(stored.folder),
    ):
        stop.check()
        while True:
            planned = compute(sweep, stored, limits, workers, listener)
            if _exported(planned, identity(sweep.points), stored, listener.tell):
                merge(planned.shards)
                return


def compute(sweep: Sweep, stored: Store, limits: Limits, workers: int, listener: Listener) -> Plan:
    """Compute the chunks of `sweep` that are not stored; returns the plan that says where all are.

    One child of this process does work of some seconds. Longer work goes to `workers` children, or
    to the cluster that Dask's configuration names. Raises FailedPointsError if points could not be
    computed, ClusterError if the cluster can't be used, and OSError if nothing can be stored.
    """
    code, here = Code.of(sweep.question.name), stored.results.resolve()
    helpers = reach.versions(register.source_of(code.question))
    recorded = {**versions(), **helpers, "source": code.id}
    order = Order(code, limits, here, stored.place, recorded, of_package())
    with suppress(OSError):  # a full disk is reported when answers can't be stored
        note_source(stored)
    try:
        return Computation(sweep, stored, order, workers, listener).planned()
    except KeyboardInterrupt:
        child.end_all()
        raise


def _exported(planned: Plan, asked: str, stored: Store, tell: Tell) -> bool:
    """Write the table; False if the store has changed meanwhile or is damaged."""
    try:
        read = map(Gathering(stored, planned.shards).rows, planned.parts())
        merged = compacted(read, planned.shards)
        export(stored, planned.sweep.name, merged, asked)
    except DamagedFileError:  # gone or moved away: the next plan says so
        return False
    if planned.unmet:
        tell(_unmet(planned))
    return True


def _unmet(planned: Plan) -> str:
    points = planned.sweep.points
    return (
        f"{len(planned.unmet)} of {len(points)} points took their max_trials without meeting the "
        f"bound of `until`; to go on, raise max_trials; first: {points[planned.unmet[0]]}"
    )
