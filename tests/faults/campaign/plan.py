"""Which faults a round has: dealt from shuffled decks, so that every kind has its turn."""

from dataclasses import dataclass
from random import Random

from faults.campaign import damage

SIZE = 20
"""Faults of a whole round."""
DAMAGES = (*damage.STORED, *damage.MANIFEST, *damage.OTHERS)
AMID = {
    False: ("child INT", "child TERM", "child KILL", "child STOP", "snakemake STOP", "clean",
            "second run", "config edited"),
    True: ("worker INT", "worker TERM", "worker KILL", "worker STOP", "nanny INT", "nanny TERM",
           "nanny KILL", "nanny STOP", "child TERM", "child KILL", "child STOP", "scheduler STOP",
           "clean", "second run", "config edited"),
}  # fmt: skip
"""What a run may go on after, on workers of its own and on a cluster that runs already."""
LAST = {
    False: ("snakemake INT", "snakemake TERM", "snakemake KILL", "terminal INT", "full disk",
            "read-only disk"),
    True: ("scheduler INT", "scheduler TERM", "scheduler KILL", "snakemake TERM", "snakemake KILL"),
}  # fmt: skip
"""What ends a run; a disk that fills up may leave it space enough."""
DISKS = ("full disk", "read-only disk")
"""What needs a disk of its own."""


@dataclass(frozen=True)
class Fault:
    """One fault; `rng` decides on everything about it that its kind leaves open."""

    kind: str
    when: str
    rng: Random


@dataclass(frozen=True)
class Round:
    """A round's number, its faults in their order, and whether its cluster is an external one."""

    number: int
    external: bool
    faults: tuple[Fault, ...]
    rng: Random


def planned(seed, number, most=SIZE):
    """Round `number` of the campaign `seed`, counted from 1, with at most so many faults.

    Every fourth has an external cluster. Damage comes before, between and after two runs.
    """
    external = number % 4 == 0
    nth = number // 4 - 1 if external else number - number // 4 - 1
    damages = _dealt(DAMAGES, f"{seed} damage", 14 * (number - 1), 14)
    amid = _dealt(AMID[external], f"{seed} amid {external}", 4 * nth, 4)
    last = _dealt(LAST[external], f"{seed} last {external}", 2 * nth, 2)
    order = [("damage", damages, 5), ("amid", amid, 2), ("last", last, 1)]
    order += [*order, ("damage", damages, 4)]
    kinds = [(next(deck), when) for when, deck, count in order for _ in range(count)]
    faults = tuple(
        Fault(kind, when, Random(f"{seed} {number} {place}"))
        for place, (kind, when) in enumerate(kinds[:most])
    )
    return Round(number, external, faults, Random(f"{seed} {number}"))


def _dealt(kinds, seed, begin, count):
    """Kinds `begin` and on of a row in which each pass over all of them is shuffled anew."""
    for place in range(begin, begin + count):
        turn, card = divmod(place, len(kinds))
        yield Random(f"{seed} {turn}").sample(kinds, len(kinds))[card]
