"""Which fault of a round is to blame if its last run does not end as it must."""

import shutil
from pathlib import Path

from faults.campaign import alone, chunks, damage, run


def verdicts(place):
    """What becomes of each fault of a round whose faults are all done.

    If the last run goes wrong, each damage is tried alone in a store that is whole. What goes wrong
    alone is taken away, and one more run tells of the rest.
    """
    said = place.verdict(run.forced(place.folder))
    place.found.append(place.whole())
    if said == "survived":
        return [said] * place.number
    tried = {number: _alone(place, number) for number in range(place.number)}
    guilty = {number: why for number, why in tried.items() if why != "survived"}
    if guilty:
        _take_away(place, guilty)
        said = place.verdict(run.forced(place.folder))
    return [guilty.get(number, said) for number in range(place.number)]


def keep(place):
    """Keep the results as they are with what the next fault has done, and no fault before it."""
    others = {mark for mark, number in place.touched.items() if number != place.number}

    def harmed(folder, names):
        paths = [Path(folder, name) for name in names]
        return [path.name for path in paths if chunks.mark(path) in others]

    shutil.copytree(place.results, _kept(place, place.number), ignore=harmed)


def _alone(place, number):
    """What becomes of the store with one damage of a round; other faults are not tried."""
    if not (kept := _kept(place, number)).exists():
        return "survived"
    run.write(kept.parent)
    said = alone.made(kept, kept.parent / "config.yaml")
    if said != "survived":
        return said
    same = damage.made(kept, ["finished table"]).items() <= place.truth.made.items()
    return said if same else "bytes differ"


def _take_away(place, guilty):
    """Remove what the `guilty` faults harmed, as far as it is still there."""
    for path in [path for folder in chunks.folders(place.results) for path in folder.iterdir()]:
        if place.touched.get(chunks.mark(path)) in guilty:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _kept(place, number):
    return place.folder / f"alone-{number}" / "results"
