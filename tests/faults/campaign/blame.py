"""Which fault of a round is to blame if its last run does not end as it must."""

import shutil

from faults.campaign import alone, chunks, run

GONE = ".deleted"
"""The ending of what stands for a file that was deleted."""


def verdicts(place):
    """What becomes of each fault of a round whose faults are all done.

    If the last run goes wrong, each damage is tried alone in a store that is whole. What goes wrong
    alone is taken away, and one more run tells of the rest.
    """
    said = place.verdict()
    place.found.append(place.whole())
    if said == "survived":
        return [said] * place.number
    tried = {number: _alone(place, number) for number in range(place.number)}
    guilty = {number: why for number, why in tried.items() if why != "survived"}
    if guilty:
        _take_away(place, guilty)
        said = place.verdict()
    return [guilty.get(number, said) for number in range(place.number)]


def keep(place, path):
    """Keep what the next fault has made of the file at `path`."""
    kept = _kept(place, place.number) / path.relative_to(place.results)
    kept.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        kept.mkdir()
    elif path.exists():
        shutil.copy2(path, kept)
    else:
        kept.with_name(kept.name + GONE).touch()


def _alone(place, number):
    """What becomes of a whole store with one damage of a round; other faults are not tried."""
    if not (kept := _kept(place, number)).exists():
        return "survived"
    results = place.folder / f"alone-{number}" / "results"
    shutil.copytree(place.truth.folder / "results", results)
    for path in kept.rglob("*"):
        _lay(path, results / path.relative_to(kept))
    said = alone.made(results)
    if said != "survived":
        return said
    same = (results.parent / run.TARGET).read_bytes() == place.truth.content
    return said if same else "bytes differ"


def _lay(path, there):
    if path.suffix == GONE:
        there.with_suffix("").unlink(missing_ok=True)
    elif path.is_file():
        shutil.copy2(path, there)
    elif not there.is_dir():  # a folder in place of a file
        there.unlink(missing_ok=True)
        there.mkdir()


def _take_away(place, guilty):
    """Remove what the `guilty` faults harmed, as far as it is still there."""
    for path in chunks.folder(place.results).glob("*.parquet"):
        if place.touched.get(chunks.mark(path)) in guilty:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _kept(place, number):
    return place.folder / "harmed" / str(number)
