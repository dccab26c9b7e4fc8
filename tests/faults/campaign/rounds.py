"""One round: faults and runs in turn, then a run that nobody disturbs."""

import shutil
from contextlib import ExitStack
from itertools import groupby

from faults.campaign import chunks, damage, disk, processes, run
from faults.campaign.amid import inject
from faults.campaign.external import External
from faults.campaign.made import made_again
from faults.campaign.place import Place
from faults.campaign.plan import DISKS
from faults.campaign.spread import spread, spread_anew

GROUP = {"damage": "damage", "amid": "run", "last": "run", "made": "made"}
"""What happens at once, by when a fault comes."""


def played(planned, folder, truth):
    """Play a round in `folder`: (its place, what became of each fault)."""
    folder.mkdir()
    place = Place(folder, truth)
    with ExitStack() as stack:
        stack.callback(processes.end, folder)
        if planned.has(*DISKS):
            place.has_disk = stack.enter_context(disk.small_disk(place.results))
        if planned.has("failing disk"):
            place.environment |= disk.failing(folder)
        if planned.external:
            place.external = External(folder / "cluster")
            stack.callback(place.external.close)
        _fill(place, planned.rng)
        for group, faults in groupby(planned.faults, lambda fault: GROUP[fault.when]):
            if group == "made":
                return place, _verdicts(place) + made_again(place, [*faults])
            if group == "damage":
                _damage(place, [*faults], planned.rng)
            else:
                _disturb(place, faults)
        return place, _verdicts(place)


def _fill(place, rng):
    """Have what a run leaves besides shards, and some of the sweep stored already."""
    made = place.truth.results
    for path in [path for pattern in damage.OTHERS.values() for path in made.glob(pattern)]:
        there = place.results / path.relative_to(made)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, there)
    spread(chunks.shards(made), place.results, rng, rng.uniform(0.5, 0.95))


def _damage(place, faults, rng):
    """Do `faults` one after the other to a store of several shards: a run leaves few."""
    whole = place.untouched()
    if whole and len(whole) < 8 * len(faults):
        spread_anew(whole, place.results, rng)
    for fault in faults:
        found = place.whole()
        paths = damage.harmed(fault, place.results, place.untouched())
        for path in paths or ():
            if path.exists():
                place.touched[chunks.mark(path)] = place.number
        place.note(paths is not None, found, place.whole())


def _disturb(place, faults):
    """A run with `faults` while it is on."""
    going = place.begin(run.forced(place.folder))
    for fault in faults:
        place.injected[-1:] = [inject(place, going, fault)]
    place.stuck |= going.wait() is None
    disk.mend(place.folder)
    if place.has_disk:
        disk.resize(place.results, disk.SPACE)


def _verdicts(place):
    """What becomes of the faults of a round: of each what its last run says.

    If that is bad, `--faults` plays the round with the first of its faults only.
    """
    said = place.verdict(run.forced(place.folder))
    place.found.append(place.whole())
    return [said] * place.number
