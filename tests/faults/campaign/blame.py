"""Which fault of a round is to blame if its last run does not end as it must."""

import shutil
from contextlib import suppress
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
        return [name for name in names if _mark(Path(folder, name)) in others | {None}]

    kept = _kept(place, place.number)
    shutil.copytree(place.results, kept, ignore=harmed, copy_function=_copied)


def _mark(path):
    """What tells a file from others; None if a run that goes on has removed it."""
    with suppress(FileNotFoundError):
        return chunks.mark(path)
    return None


def _copied(path, to):
    with suppress(FileNotFoundError):
        shutil.copy2(path, to)


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
