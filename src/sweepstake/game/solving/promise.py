"""A `draw.state` is a promise: the rest of a play depends on nothing but its values.

The promise is proved if all states by all variables can be explored: states with the same
`draw.state` values must be of equal behaviour. If there are too many, some of them are compared
with the states into which they were merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sweepstake.game.coupled import first_plays
from sweepstake.game.draw import Rejected
from sweepstake.game.playing import TooLongError
from sweepstake.game.resuming.keys import key
from sweepstake.game.resuming.naming import names
from sweepstake.game.resuming.quick import flat
from sweepstake.game.resuming.replay import Replayed
from sweepstake.game.solving.exploring import ENDED, State, Step, Table
from sweepstake.game.solving.lumping import lumped
from sweepstake.text.shown import shown

MAX_STATES = 20_000
"""Most states by all variables for a proof; if there are more, some are compared."""
LOOP = "the place in the loop"
PLAYS, MAX_MET = 1_000, 5_000
"""Most random plays, and states in them, that are then compared."""


class BrokenError(ValueError):
    """States with the same `draw.state` values have different futures."""


@dataclass(frozen=True)
class Promise:
    """The result of checking `draw.state`."""

    compared: int
    """The number of states by all variables that were compared with others."""
    whole: Table | None
    """The table of all states by all variables, if the promise is proved."""

    def __str__(self) -> str:
        if self.whole is not None:
            return f"draw.state is proved: {len(self.whole.states):,} states by all variables"
        return f"draw.state is not proved: {self.compared:,} states by all variables compared"


def checked(table: Table, most: int = MAX_STATES) -> Promise | None:
    """The checked promise, or None without a `draw.state`; BrokenError if it is broken."""
    if not table.named:
        return None
    slower = 10 if isinstance(table.game, Replayed) else 1
    whole = Table(table.asked, table.game, table.params, merges=False)
    if not whole.explore(most // slower):
        met = Table(table.asked, table.game, table.params, merges=False)
        met.explore_few(_met(table, MAX_MET // slower))
        compared = _compared(table, whole) + _compared(table, met)
        if not compared:
            raise BrokenError("draw.state can't be compared; say it in each loop that draws")
        return Promise(compared, None)
    classes, first = lumped(whole.steps).of, dict[Any, int]()
    for n in whole.named:
        entry = whole.states[n].entry
        other = first.setdefault((entry, whole.named_key(entry, whole.named[n])), n)
        if classes[other] != classes[n]:
            raise _broken(whole, whole.states[other], n)
    return Promise(len(whole.named) - len(first), whole)


def _met(table: Table, most: int) -> Iterator[tuple[int, tuple[Any, ...], Any]]:
    """The entries, values and `draw.state` values where random plays reach a `draw.state`."""
    count = 0
    for draw in first_plays(PLAYS):
        state = table.states[0]
        with suppress(Rejected, TooLongError):
            while state.entry != ENDED and count < most:
                at, values, _, named = table.played(draw, state)
                state = State(at, values, flat(values) if at != ENDED else ())
                if at in table.by_hand:
                    count += 1
                    yield at, values, named


def _compared(table: Table, whole: Table) -> int:
    """Compare steps of states with those of the states they were merged into; returns how many."""
    classes, compared = lumped(table.steps).of, 0
    for n, steps in enumerate(whole.steps):
        if n not in whole.named:
            continue
        merged = _merged(table, whole, n)
        onto = [step.to if step.to < 0 else _merged(table, whole, step.to) for step in steps]
        if merged is not None and None not in onto:
            own = [step.to for step in table.steps[merged]]
            if _law(steps, onto, classes) != _law(table.steps[merged], own, classes):
                raise _broken(whole, table.states[merged], n)
            compared += 1
    return compared


def _merged(table: Table, whole: Table, n: int) -> int | None:
    """The state into which one by all variables was merged; None if it was not explored."""
    entry, values, _ = whole.states[n]
    number = table.number(entry, values, whole.named.get(n, ()))
    if number < 0 and n in whole.named:
        raise _broken(whole, None, n)
    return None if number < 0 else number


def _law(steps: Iterable[Step], onto: Iterable[int | None], classes: list[int]) -> Counter[Any]:
    law: Counter[Any] = Counter()
    for (ways, of, _, totals, cells, sites), to in zip(steps, onto, strict=True):
        name = to if to is None or to < 0 else classes[to]
        law[name, totals, cells, tuple(map(type, cells)), sites] += Fraction(ways, of)  # type: ignore[assignment]
    return law


def _broken(whole: Table, first: State | None, n: int) -> BrokenError:
    """The error, with the line, the `draw.state` values, and the variables that differ."""
    entry, values, _ = whole.states[n]
    held = whole.game.entries[entry]
    named = tuple(map(shown, whole.named[n]))
    written = ", ".join(
        text if text == value else f"{text}={value}"
        for text, value in zip(held.texts or named, named, strict=False)
    )
    differing = [
        (LOOP if name.startswith("_0") else name, a, b)
        for name, a, b in zip(held.names, first.values if first else values, values, strict=True)
        if not _same(a, b)
    ]
    futures = [
        ", ".join(f"{name}={shown(values[k])}" for name, *values in differing) for k in range(2)
    ]
    with_ = f": after {futures[0]}, and after {futures[1]}" if differing else ""
    add = f" ({', '.join(name for name, *_ in differing)})" if held.texts and differing else ""
    if first is None:
        return BrokenError(
            f"line {held.line}: state ({written}) comes after some plays, and not after others "
            f"that agree in what draw.state names; add what differs"
        )
    return BrokenError(
        f"line {held.line}: state ({written}) has two futures{with_}; add what differs{add}"
    )


def _same(a: Any, b: Any) -> bool:
    return key((a,), names((a,))) == key((b,), names((b,)))
