"""What makes states many, and which rewrite of the function would help: found by trying it.

A sample of states is expanded: the first ones, and those met in random plays. A candidate keeps
less of one variable: only the last items of a list, only how many items there are of each value,
only some kinds of cards apart. It fits if states that look alike under it always have the same
steps, as far as seen. So what is said is a guess: it seems to hold.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from sweepstake.errors import TooManyStatesError
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.keys import key
from sweepstake.game.rewriting.resumable import PLACE, plain
from sweepstake.game.solving.exploring import Step, Table, resident
from sweepstake.puzzle.method import Patience
from sweepstake.text.shown import listed, shown

SECONDS, STATES, STEPS, PLAYS = 4.0, 1_000, 20_000, 400
"""Most seconds, states, steps and plays of the sample."""
TRYING, FEW = 6.0, 200
"""Most seconds of trying candidates, and the states by which pairs of cards are compared."""
LEAST = 3
"""A candidate is worth a line if it leaves at most one in so many states of the sample."""
LAST = (1, 2, 3)
"""How many last items of a list are tried."""
NAMED = 3
"""Most variables that are named as those that make states many."""
Look = Callable[[Any], Hashable]
"""What a candidate keeps of a value."""


@dataclass(frozen=True)
class Candidate:
    """What to keep of a variable, and the words for it."""

    name: str
    """The variable's name in the rewritten function."""
    keep: Look
    words: str


def too_many(
    table: Table, most: int, waits: Patience, more: str = "or use simulate"
) -> TooManyStatesError:
    """The error that a game has more states than are explored, with what would help."""
    explored, found = len(table.steps), len(table.states)
    if found > most:
        limit = f"allowed: {most:,}"
    elif waits.memory < inf and resident() > waits.memory:
        limit = f"{waits.memory / 1e9:g} GB are full; name the method to go on"
    else:
        limit = f"{waits.seconds:g} s are over; name the method to go on"
    helps = hint(table)
    return TooManyStatesError(
        f"states: {explored:,} explored, {found:,} found, {limit}; "
        f"{f'{helps}; ' if helps else ''}keep less in variables, {more}"
    )


def hint(table: Table) -> str:
    """A line on the variables that make the states of a game many, and on what would help."""
    sample = Sample(table)
    if not sample.states:
        return f"too many {table.ways(sample.stuck)}"
    found, sample.until = list[Candidate](), perf_counter() + TRYING
    best = len(sample.states)
    while better := _better(sample, found, best):
        candidate, best = better
        found.append(candidate)
    if found and best * LEAST <= len(sample.states):
        return "; ".join(candidate.words for candidate in found)
    return _many(sample)


def _better(sample: Sample, found: Sequence[Candidate], least: int) -> tuple[Candidate, int] | None:
    """The candidate that leaves the fewest states beside those found; None if none leaves fewer."""
    best: Candidate | None = None
    for candidate in sample.candidates({one.name for one in found}):
        if perf_counter() > sample.until:
            break
        looks = {one.name: one.keep for one in (*found, candidate)}
        count = sample.classes(looks)
        if count is not None and count < least:
            best, least = candidate, count
    return (best, least) if best else None


def _many(sample: Sample) -> str:
    """Which variables take how many values in the sample."""
    values = {name: len({*map(_key, sample.values(name))}) for name in sample.names}
    most = sorted(values.items(), key=lambda item: -item[1])[:NAMED]
    named = listed(f"{sample.called(name)} ({count:,} values)" for name, count in most if count > 1)
    return f"of {len(sample.states):,} states met in plays, these differ in {named}" * bool(named)


class Sample:
    """States that were met in random plays, with their steps."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: dict[int, list[Step]] = {}
        """The steps of each state, by its number."""
        self.stuck = 0
        """The entry from which too many ways lead on, if there is one."""
        self.until = inf
        """When no more candidates are tried."""
        self._first()
        self._play()
        self.states = [number for number in self.steps if table.states[number].entry]
        self.names = sorted({n for number in self.states for n in self._entry_names(number)})

    def _first(self) -> None:
        """The first states that were explored: near the beginning, few are left out."""
        count = 0
        for number, steps in enumerate(islice(self.table.steps, STATES // 2)):
            count += len(steps)
            if count > STEPS // 2:
                return
            self.steps[number] = steps

    def _play(self) -> None:
        """Play at random, and expand each state that is met, also at the end of a play."""
        rng = Random(1)  # noqa: S311  # no secret
        until, count = perf_counter() + SECONDS, 0
        for _ in range(PLAYS):
            at = 0
            while at >= 0:
                if len(self.steps) > STATES or count > STEPS or perf_counter() > until:
                    return
                if at not in self.steps:
                    steps = self._expanded(at, until)
                    if steps is None:
                        self.stuck = self.table.states[at].entry
                        return
                    self.steps[at] = steps
                    count += len(steps)
                leaving = self.steps[at]
                at = rng.choices(leaving, [step.ways / step.of for step in leaving])[0].to

    def _expanded(self, number: int, until: float) -> list[Step] | None:
        if number < len(self.table.steps):
            return self.table.steps[number]
        try:
            return self.table.expanded(self.table.states[number], until)
        except TooManyStatesError:
            return None

    def _entry_names(self, number: int) -> tuple[str, ...]:
        return self.table.game.entries[self.table.states[number].entry].names

    def called(self, name: str) -> str:
        """The variable as the user knows it."""
        if not (word := plain(name)).startswith(PLACE):
            return f"`{word}`"
        entry = next(e for e in self.table.game.entries.values() if name in e.names)
        is_of_cards = any(isinstance(value, Deck | Shuffled) for value in self.values(name))
        return f"{'the cards' if is_of_cards else 'the place'} of the loop in line {entry.line}"

    def values(self, name: str) -> Iterator[Any]:
        """The values of a variable in all states that have it."""
        for number in self.states:
            names = self._entry_names(number)
            if name in names:
                yield self.table.states[number].values[names.index(name)]

    def candidates(self, without: set[str]) -> Iterator[Candidate]:
        """What might be kept of each variable that is not in `without`, the least first."""
        for name in self.names:
            if name not in without:
                yield from _candidates(name, [*self.values(name)], self)

    def classes(self, looks: Mapping[str, Look], most: int | None = None) -> int | None:
        """How many of `most` states differ under `looks`; None if two alike have other steps."""
        names: dict[int, Hashable] = {}

        def named(number: int) -> Hashable:
            if number not in names:
                names[number] = self._name(number, looks)
            return names[number]

        signatures: dict[Hashable, object] = {}
        for number in self.states[:most]:
            signature = frozenset(self._signature(self.steps[number], named).items())
            if signatures.setdefault(named(number), signature) != signature:
                return None
        return len(signatures)

    def _name(self, number: int, looks: Mapping[str, Look]) -> Hashable:
        """What is seen of a state under `looks`."""
        state, names = self.table.states[number], self._entry_names(number) if number else ()
        kept = tuple(
            (looks[name](value),) if name in looks else _key(value)
            for name, value in zip(names, state.values, strict=True)
        )
        return state.entry, kept

    @staticmethod
    def _signature(steps: Iterable[Step], named: Callable[[int], Hashable]) -> Counter[Hashable]:
        weights: Counter[Hashable] = Counter()
        for step in steps:
            to = named(step.to) if step.to >= 0 else step.to
            weights[to, step.of, step.totals, step.cells, step.sites] += step.ways
        return weights


def _key(value: Any) -> Hashable:
    return key((value,))


def _candidates(name: str, values: Sequence[Any], sample: Sample) -> Iterator[Candidate]:
    """What might be kept of a variable with these values."""
    called, kinds = sample.called(name), {*map(type, values)}
    if kinds <= {Deck, Shuffled}:
        yield from _of_cards(name, called, values, sample)
        return
    yield Candidate(name, lambda value: None, f"{called} seems not to matter: leave it out")
    if kinds <= {list, tuple, deque, str}:
        yield from _of_lists(name, called, values)


def _of_lists(name: str, called: str, values: Sequence[Any]) -> Iterator[Candidate]:
    lengths = {*map(len, values)}
    long = f"{called} ({len(values[0])} items)" if len(lengths) == 1 else called
    yield Candidate(name, len, f"only the length of {called} seems to matter: keep that")
    if all(type(item) is int for value in values for item in value):
        yield Candidate(name, sum, f"only the sum of {called} seems to matter: keep that")
    for count in LAST:
        if max(lengths) > count:
            last = "item" if count == 1 else f"{count} items"
            yield Candidate(
                name, _last(count), f"only the last {last} of {called} seem to matter: keep these"
            )
            yield Candidate(
                name,
                _last(count, and_length=True),
                f"only the last {last} and the length of {called} seem to matter: keep these, and "
                f"count",
            )
    seen = {_key(item): item for value in values for item in value}
    if len(seen) <= max(lengths):
        of_each = listed(sorted(map(shown, seen.values())))
        yield Candidate(
            name,
            lambda value: frozenset(Counter(map(_key, value)).items()),
            f"of {long} only how many are {of_each} seems to matter: keep these numbers",
        )


def _last(count: int, *, and_length: bool = False) -> Look:
    return lambda value: (and_length and len(value), *map(_key, [*value][-count:]))


def _of_cards(
    name: str, called: str, values: Sequence[Deck[Any] | Shuffled[Any]], sample: Sample
) -> Iterator[Candidate]:
    """Cards of which several kinds are alike: pairs of kinds are tried, and then all together."""
    decks = [value.parts()[1] if isinstance(value, Shuffled) else value for value in values]
    kinds = decks[0].kinds
    if any(deck.kinds != kinds for deck in decks):
        return
    group = list(range(len(kinds)))
    for second in range(1, len(kinds)):
        for first in sorted({*group[:second]}):
            pair = [first if k == second else k for k in range(len(kinds))]
            if perf_counter() > sample.until:
                return
            count = sample.classes({name: _grouped(pair)}, FEW)
            if count is not None and count < min(FEW, len(sample.states)):
                group[second] = first
                break
    alike = Counter(group)
    apart = [shown(kinds[k]) for k, count in alike.items() if count == 1]
    merged = [count for count in alike.values() if count > 1]
    if not merged:
        return
    which = f"all but {listed(apart)}" if len(merged) == 1 and apart else "some kinds"
    number = f"{len(alike)} kinds" if len(alike) > 1 else "one kind"
    yield Candidate(
        name, _grouped(group), f"of {called}, {which} seem to be alike: use a deck of {number}"
    )


def _grouped(group: Sequence[int]) -> Look:
    """Counts of cards by group of kinds, and the cards that are out as groups."""

    def keep(value: Deck[Any] | Shuffled[Any]) -> Hashable:
        out, deck = value.parts() if isinstance(value, Shuffled) else ([], value)
        counts: Counter[int] = Counter()
        for k, number in zip(group, deck.number, strict=True):
            counts[k] += number
        return tuple(map(_key, out)), frozenset(counts.items())

    return keep
