"""Damage to what a run has made of the store: `verify` names it, and the next run mends it."""

from faults.campaign import damage, run


def made_again(place, faults):
    """Have a run make all, do `faults` to that: what becomes of each, once it is made again."""
    said = place.verdict(run.whole(), damage.MADE)
    harmed, whole = set(), place.found[-1]
    for fault in faults:
        paths = damage.harmed(fault, place.results, []) if said == "survived" else ()
        harmed.update(paths or ())
        place.note(paths is not None, whole, whole)
    if said == "survived":
        said = unnamed(place, harmed) or place.verdict(run.whole(), damage.MADE)
    if said == "survived":
        said = unnamed(place, ()) or said
    place.found[-1] = place.whole()
    return [said] * len(faults)


def unnamed(place, harmed):
    """What is wrong with what `sweepstake verify` says; empty if it names as many files."""
    ran = run.beside(place.folder, *run.SWEEPSTAKE, "verify")
    if ran is None:
        return "verify does not end"
    if harmed:
        well = ran.returncode == 2 and f"{len(harmed)} of " in ran.stdout
    else:
        well = ran.returncode == 0
    return "" if well else f"verify does not name {len(harmed)} files"
