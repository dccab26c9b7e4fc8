"""One round: faults and runs in turn, then a run that nobody disturbs."""

import shutil
from contextlib import ExitStack
from itertools import groupby

from faults.campaign import blame, chunks, damage, disk, processes
from faults.campaign.amid import inject
from faults.campaign.external import External
from faults.campaign.place import Place
from faults.campaign.plan import DISKS
from faults.campaign.spread import spread, spread_anew


def played(planned, folder, truth):
    """Play a round in `folder`: (its place, what became of each fault)."""
    folder.mkdir()
    place = Place(folder, truth)
    with ExitStack() as stack:
        stack.callback(processes.end, folder)
        if any(fault.kind in DISKS for fault in planned.faults):
            place.has_disk = stack.enter_context(disk.small_disk(place.results))
        if planned.external:
            place.external = External(folder / "cluster")
            stack.callback(place.external.close)
        _fill(place, planned.rng)
        for harms, faults in groupby(planned.faults, lambda fault: fault.when == "damage"):
            (_damage if harms else _disturb)(place, [*faults], planned.rng)
        return place, blame.verdicts(place)


def _fill(place, rng):
    """Have what a run leaves besides shards, and some of the sweep stored already."""
    made = place.truth.folder / "results"
    for name in (*damage.OTHERS.values(), damage.manifest(made).relative_to(made)):
        there = place.results / name
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(made / name, there)
    spread(chunks.shards(made), place.results, rng, rng.uniform(0.5, 0.95))


def _damage(place, faults, rng):
    """Do `faults` one after the other to a store of several shards: a run leaves few."""
    whole = place.untouched()
    if whole and len(whole) < 2 * len(faults):
        spread_anew(whole, place.results, rng)
    for fault in faults:
        found = place.whole()
        paths = _harmed(place, fault)
        for path in paths or ():
            if path.exists():
                place.touched[chunks.mark(path)] = place.number
        blame.keep(place)
        place.note(paths is not None, found, place.whole())


def _harmed(place, fault):
    """The paths that a damage touched; none if there is nothing to damage."""
    if fault.kind in damage.STORED:
        files = place.untouched()
        return damage.STORED[fault.kind](fault.rng, files) if len(files) > 1 else None
    if fault.kind in damage.MANIFEST:
        path, kinds = damage.manifest(place.results), [damage.MANIFEST[fault.kind]]
    else:
        path, kinds = place.results / damage.OTHERS[fault.kind], damage.ANY
    some = path.is_file() and path.stat().st_size > 0
    return fault.rng.choice(kinds)(fault.rng, [path]) if some else None


def _disturb(place, faults, _):
    """A run with `faults` while it is on."""
    going = place.begin()
    for fault in faults:
        place.injected[-1:] = [inject(place, going, fault)]
    place.stuck |= going.wait() is None
    if place.has_disk:
        disk.resize(place.results, disk.SPACE)
