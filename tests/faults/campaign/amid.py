"""Faults while a run is on."""

import os
import signal
import time

from faults.campaign import disk, processes, run

LOOK = 0.02
LATEST = {"amid": 1.5, "last": 3}
"""Seconds, at most, from when a fault may come to when it does."""


def inject(place, going, fault):
    """Do `fault` at a random moment; false if the run was over, or it can't be done."""
    acts = {
        "clean": _clean, "second run": _second_run, "config edited": _edit_config,
        "full disk": _fill_disk, "read-only disk": _protect_disk,
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


def _wait(place, fault):
    """Wait for the fault's moment; what stands whole in the store is noted then."""
    time.sleep(fault.rng.uniform(0, LATEST[fault.when]))
    whole = place.whole()
    place.note(True, whole, whole)


def _clean(place, going, fault):
    _wait(place, fault)
    place.stuck |= not run.beside(
        place.folder, "-m", "sweepstake.cli", "clean", "--config", "config.yaml", "--yes"
    )
    return True


def _second_run(place, going, fault):
    _wait(place, fault)
    place.stuck |= not run.beside(place.folder, *run.command(place.folder)[1:])
    return True


def _edit_config(place, going, fault):
    """A run goes on with the config that it has read; the next run has the old one again."""
    _wait(place, fault)
    (place.folder / "config.yaml").write_text(run.CONFIG.replace("600_000", "700_000"))
    return not going.over


def _protect_disk(place, going, fault):
    _wait(place, fault)
    while place.has_disk and not going.over:
        if disk.protect(place.results):  # not while a file is open for writing
            return True
        time.sleep(LOOK)
    return False


def _fill_disk(place, going, fault):
    while not processes.members("child", place.folder) and not going.over:
        time.sleep(LOOK)
    _wait(place, fault)
    spare = fault.rng.randrange(10) * 4096
    return place.has_disk and disk.resize(place.results, disk.used(place.results) + spare)
