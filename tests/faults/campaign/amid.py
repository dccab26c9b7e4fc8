"""Faults while a run is on."""

import os
import signal
import time

from faults.campaign import disk, processes, run

LOOK = 0.02
LATEST = {"amid": 1.5, "last": 5}
"""Seconds, at most, from when a fault may come to when it does."""
SOON = 0.5
"""The same for a fault that must come while something is computed."""


def inject(place, going, fault):
    """Do `fault` at a random moment; false if the run was over, or it can't be done."""
    acts = {
        "clean": _run_beside, "second run": _run_beside, "config edited": _edit,
        "puzzle edited": _edit, "full disk": _fill_disk, "read-only disk": _protect_disk,
        "failing disk": _fail_disk,
    }  # fmt: skip
    act = acts.get(fault.kind, _signal)
    done = act(place, going, fault)
    if place.external:
        if done and fault.when == "last" and fault.kind.startswith("scheduler"):
            place.external.wait_for_end()
        place.external.ensure_workers()
    return done


def _signal(place, going, fault):
    name, _, sent = fault.kind.rpartition(" ")
    while not _victims(place, going, name) and not going.over:
        time.sleep(LOOK)
    _wait(place, fault)
    victims = _victims(place, going, name)
    if going.over or not victims:
        return False
    try:
        if name == "terminal":
            os.killpg(going.process.pid, signal.SIGINT)
        else:
            processes.send(fault.rng.choice(victims), sent, fault.rng)
    except ProcessLookupError:
        return False
    return True


def _victims(place, going, name):
    folders = [place.folder] + ([place.external.folder] if place.external else [])
    return [going.process] if name == "terminal" else processes.members(name, *folders)


def _wait(place, fault, latest=None):
    """Wait for the fault's moment; what stands whole in the store is noted then."""
    time.sleep(fault.rng.uniform(0, latest or LATEST[fault.when]))
    whole = place.whole()
    place.note(True, whole, whole)


def _run_beside(place, going, fault):
    """Another run, or `clean`, which removes what an edited config or puzzle does not ask for."""
    _wait(place, fault)
    words = run.forced(place.folder)
    if fault.kind == "clean":
        run.write(place.folder)
        words = [*run.SWEEPSTAKE, "clean", "--config", "config.yaml", "--yes"]
    place.stuck |= run.beside(place.folder, *words) is None
    return True


def _edit(place, going, fault):
    """A run goes on with what it has read; the next run has the old config and puzzle again."""
    _wait(place, fault)
    if fault.kind == "config edited":
        run.write(place.folder, config=run.CONFIG.replace("600_000", "700_000"))
    else:
        run.write(place.folder, source=run.EDITED)
    return not going.over


def _protect_disk(place, going, fault):
    _wait(place, fault)
    while place.has_disk and not going.over:
        if disk.protect(place.results):  # not while a file is open for writing
            return True
        time.sleep(LOOK)
    return False


def _fail_disk(place, going, fault):
    _wait_for_child(place, going)
    _wait(place, fault, SOON)
    return disk.fail(place.folder) and not going.over


def _fill_disk(place, going, fault):
    _wait_for_child(place, going)
    _wait(place, fault)
    spare = fault.rng.randrange(10) * 4096
    return place.has_disk and disk.resize(place.results, disk.used(place.results) + spare)


def _wait_for_child(place, going):
    while not processes.members("child", place.folder) and not going.over:
        time.sleep(LOOK)
