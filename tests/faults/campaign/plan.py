"""Which faults a round has: dealt from shuffled decks, so that every kind comes about as often."""

from dataclasses import dataclass
from itertools import count
from random import Random

from faults.campaign import damage

SIZE = 20
"""Faults of a whole round."""
DAMAGES = (*damage.STORED, *damage.OTHERS)
"""Damage to the store, and to what else lies about while runs are begun."""
MADE = tuple(damage.MADE)
"""Damage to what a run has made, which the next one makes again."""
ANYWHERE = ("child TERM", "child KILL", "child STOP", "clean", "second run", "config edited",
            "puzzle edited")  # fmt: skip
EXTERNAL = ("worker INT", "worker TERM", "worker KILL", "worker STOP", "nanny INT", "nanny TERM",
            "nanny KILL", "nanny STOP", "scheduler STOP")  # fmt: skip
AMID = {
    False: ("child INT", "snakemake STOP", *ANYWHERE),
    True: (*EXTERNAL * 4, *ANYWHERE),  # what is possible without a cluster, too, comes there
}
"""What a run may go on after, on workers of its own and on a cluster that runs already."""
LAST = {
    False: ("snakemake INT", "terminal INT", "full disk", "read-only disk", "failing disk"),
    True: ("scheduler INT", "scheduler TERM", "scheduler KILL", "snakemake TERM", "snakemake KILL"),
}
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

    def has(self, *kinds):
        """Is a fault of one of `kinds` among them?"""
        return any(fault.kind in kinds for fault in self.faults)


def planned(seed, number, most=SIZE):
    """Round `number` of the campaign `seed`, counted from 1, with at most so many faults.

    Every second has an external cluster. Damage comes before each of three runs; in the other
    rounds, damage to what an undisturbed run has made comes at the end.
    """
    external = number % 2 == 0
    nth = (number - 1) // 2
    damages = _dealt(DAMAGES, f"{seed} damage", 15 * nth + 7 * external)
    amid = _dealt(AMID[external], f"{seed} amid {external}", (9 if external else 6) * nth)
    last = _dealt(LAST[external], f"{seed} last {external}", 3 * nth)
    made = _dealt(MADE, f"{seed} made", 4 * nth)
    order = []
    for damaged in (3, 3, 2) if external else (3, 2, 2):
        during = 3 if external else 2
        order += [("damage", damages, damaged), ("amid", amid, during), ("last", last, 1)]
    order += [] if external else [("made", made, 4)]
    kinds = [(next(deck), when) for when, deck, many in order for _ in range(many)]
    faults = tuple(
        Fault(kind, when, Random(f"{seed} {number} {place}"))
        for place, (kind, when) in enumerate(kinds[:most])
    )
    return Round(number, external, faults, Random(f"{seed} {number}"))


def _dealt(kinds, seed, begin):
    """Kinds `begin` and on of a row in which each pass over all of them is shuffled anew."""
    for place in count(begin):
        turn, card = divmod(place, len(kinds))
        yield Random(f"{seed} {turn}").sample(kinds, len(kinds))[card]
