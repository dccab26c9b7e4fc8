"""Lumping: states of equal behaviour, with the same transitions up to such states, are one class.

States that can't reach a cycle get their class from the ends up, in one pass. The others begin as
one class, which is split until all states of a class have the same signature: the weights of the
classes that come next. Only predecessors of a state that moved to a new class are examined again,
and the largest part of a class keeps its number, so each step is examined O(log n) times (Valmari
and Franceschinis 2010).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.method import report

if TYPE_CHECKING:
    from sweepstake.game.solving.exploring import Step

Row = tuple[int, dict[tuple[int, int], int]]
"""The unit, and the weight of each transition by (next state, label); a label is an index."""
Signature = tuple[int, frozenset[tuple[tuple[int, int], int]]]


@dataclass(frozen=True)
class Lumped:
    """The classes of states."""

    of: list[int]
    """The class of each state; the class of the first state is 0."""
    firsts: list[int]
    """The first state of each class."""
    steps: list[list[Step]]
    """The transitions of each class."""


def lumped(steps: Sequence[Sequence[Step]]) -> Lumped:
    """The classes of states, from the steps that may follow each state."""
    report(f"states: merging those of {len(steps):,} that behave alike")
    labels: dict[Any, int] = {}
    rows = [_row(leaving, labels) for leaving in steps]
    before = _predecessors(rows)
    names = [-1] * len(rows)
    left = _from_the_ends(rows, before, names)
    _refine(rows, before, names, left)
    return _quotient(rows, names, labels)


def _row(steps: Sequence[Step], labels: dict[Any, int]) -> Row:
    """The steps from a state, with equal ones summed; cells of different types are different."""
    unit = lcm(*{step[1] for step in steps})
    weights: dict[tuple[int, int], int] = {}
    for ways, of, to, totals, cells, sites in steps:
        what = totals, cells, sites, tuple(map(type, cells))
        label = labels.setdefault(what, len(labels))
        weights[to, label] = weights.get((to, label), 0) + ways * (unit // of)
    return _reduced(unit, weights)


def _reduced(unit: int, weights: dict[tuple[int, int], int]) -> Row:
    common = gcd(unit, *weights.values())
    if common == 1:
        return unit, weights
    return unit // common, {what: weight // common for what, weight in weights.items()}


def _predecessors(rows: Sequence[Row]) -> list[list[int]]:
    """The predecessors of each state."""
    before: list[list[int]] = [[] for _ in rows]
    for n, (_, weights) in enumerate(rows):
        for to in {to for to, _ in weights if to >= 0}:
            before[to].append(n)
    return before


def _signature(row: Row, names: Sequence[int]) -> Signature:
    unit, weights = row
    sums: dict[tuple[int, int], int] = {}
    for (to, label), weight in weights.items():
        what = (names[to] if to >= 0 else to), label
        sums[what] = sums.get(what, 0) + weight
    unit, sums = _reduced(unit, sums)
    return unit, frozenset(sums.items())


def _from_the_ends(rows: Sequence[Row], before: Sequence[list[int]], names: list[int]) -> list[int]:
    """Name the states from which no cycle can be reached; returns the other states."""
    waits = [len({to for to, _ in weights if to >= 0}) for _, weights in rows]
    ready = [n for n, count in enumerate(waits) if not count]
    by_signature: dict[Signature, int] = {}
    for n in ready:
        names[n] = by_signature.setdefault(_signature(rows[n], names), len(by_signature))
        for m in before[n]:
            waits[m] -= 1
            if not waits[m]:
                ready.append(m)
    return [n for n, name in enumerate(names) if name < 0]


def _refine(
    rows: Sequence[Row], before: Sequence[list[int]], names: list[int], left: list[int]
) -> None:
    """Name the states in `left`, which begin in one class; the other states have their names."""
    first = max(names, default=-1) + 1
    for n in left:
        names[n] = first
    classes, dirty = _Classes(names, first, {first: {*left}}), left
    while dirty:
        parts: dict[int, dict[Signature, list[int]]] = defaultdict(lambda: defaultdict(list))
        for n in dirty:
            parts[names[n]][_signature(rows[n], names)].append(n)
        moved = [n for name, groups in parts.items() for n in classes.split(name, groups)]
        dirty = sorted({m for n in moved for m in before[n] if names[m] >= first})


@dataclass
class _Classes:
    """Classes of states, by name."""

    names: list[int]
    first: int
    members: dict[int, set[int]]
    signatures: dict[int, Signature] = field(default_factory=dict)

    def split(self, name: int, parts: dict[Signature, list[int]]) -> list[int]:
        """Split a class by the new signatures of some members; returns the members that move."""
        members, old = self.members[name], self.signatures.get(name)
        sizes = {signature: len(part) for signature, part in parts.items()}
        unexamined = len(members) - sum(sizes.values())
        if old is not None and unexamined:  # these members have the old signature
            sizes[old] = sizes.get(old, 0) + unexamined
        largest = max(sizes, key=lambda signature: sizes[signature])
        if old is not None and unexamined and old != largest:
            parts[old] = [*parts.get(old, ()), *members.difference(*parts.values())]
        self.signatures[name] = largest
        moved = list[int]()
        for signature, part in parts.items():
            if signature != largest:
                new = self.first + len(self.members)
                self.members[new], self.signatures[new] = {*part}, signature
                members -= self.members[new]
                moved += part
                for n in part:
                    self.names[n] = new
        return moved


def _quotient(rows: Sequence[Row], names: Sequence[int], labels: dict[Any, int]) -> Lumped:
    from sweepstake.game.solving.exploring import Step

    numbers: dict[int, int] = {}
    of = [numbers.setdefault(name, len(numbers)) for name in names]
    firsts = [-1] * len(numbers)
    for n in reversed(range(len(of))):
        firsts[of[n]] = n
    what = [*labels]
    steps = []
    for n in firsts:
        unit, weights = rows[n]
        sums: dict[tuple[int, int], int] = defaultdict(int)
        for (to, label), weight in weights.items():
            sums[of[to] if to >= 0 else to, label] += weight
        steps.append(
            [Step(weight, unit, to, *what[label][:3]) for (to, label), weight in sums.items()]
        )
    return Lumped(of, firsts, steps)
