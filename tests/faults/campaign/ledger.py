"""What became of every fault, counted by kind."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

COLUMNS = ("injected", "survived", "not survived", "lost", "twice", "differing", "not possible")


@dataclass
class Ledger:
    """Counts by kind of fault.

    `lost` and `twice` are chunks: whole before and not after, and computed again though stored
    whole. `differing` are faults after which a run ended well and with other bytes. A fault is not
    possible where there is nothing to hit, or no right to.
    """

    counts: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, kind, **counts):
        self.counts[kind].update(counts)

    def total(self, column):
        return sum(counts[column] for counts in self.counts.values())

    @property
    def clean(self):
        """Was every fault survived, with nothing lost, computed twice or different?"""
        return not any(map(self.total, ("not survived", "lost", "twice", "differing")))

    def table(self):
        """All counts as text, the kinds in alphabetical order and a total."""
        rows = [("fault", *COLUMNS)]
        rows += [
            (kind, *(counts[column] for column in COLUMNS))
            for kind, counts in sorted(self.counts.items())
        ]
        rows.append(("total", *map(self.total, COLUMNS)))
        return "\n".join(_line(row, max(len(row[0]) for row in rows)) for row in rows)


def _line(row, width):
    numbers = zip(row[1:], COLUMNS, strict=True)
    return f"{row[0]:<{width}}" + "".join(f"  {number:>{len(name)}}" for number, name in numbers)
