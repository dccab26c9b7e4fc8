"""Plays by the same draws, through the function and through its states, must end alike.

The table of states is played from the values that it has kept, not from those of the play, so two
states that were merged wrongly show as soon as a play tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, repeat
from random import Random
from typing import Any

from sweepstake.game.draw import Rejected
from sweepstake.game.playing import Sampled, TooLongError
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.solving.exploring import ENDED, State, Table
from sweepstake.game.values import flat
from sweepstake.text.shown import shown

PLAYS = 10_000
MAX_DRAWS = 1_000_000
"""Draws of all coupled plays together."""
MAX_PLAY = 2_000
"""Draws of one that are compared; a longer play is left there."""
REJECTED, LONG = ("rejected",), ("longer",)


class Coupled(Sampled):
    """Draws at random, and keeps how many branches each draw has."""

    __slots__ = ("branches",)

    def __init__(self) -> None:
        super().__init__(iter(()), MAX_PLAY)
        self.branches: list[Any] = []

    def begin(self, seed: int) -> None:
        """Play by the draws of a seed."""
        random = Random(seed)  # noqa: S311  # no secret
        self._words = chain.from_iterable(map(_word, repeat(random)))
        self.drawn, self.branches = 0, []

    def _below(self, n: int) -> int:
        self.branches.append(n)
        return super()._below(n)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """A branch, by whole weights that sum to `total`."""
        self.branches.append(tuple(weights))
        return super().branch(weights, total)

    def _among(self, items: Sequence[Any]) -> Any:
        """By the value of the items where that can be: a bag has no order."""
        with suppress(TypeError):
            items = sorted(items)
        return super()._among(items)


def _word(random: Random) -> tuple[int, ...]:
    return (random.getrandbits(32),)


def check(table: Table, plays: int = PLAYS, draws: int = MAX_DRAWS) -> int:
    """How many plays end alike; RefusedError for one that does not."""
    draw, compared, all_draws = Coupled(), 0, 0
    for seed in range(plays):
        draw.begin(seed)
        outcome = _original(table, draw)
        branches, all_draws = draw.branches, all_draws + draw.drawn
        draw.begin(seed)
        other = _merged(table, draw, len(branches))
        if outcome != other or branches != draw.branches:
            raise RefusedError(
                0,
                f"the same draws give another result: play {seed} of {table.asked.name} ends with "
                f"{shown(outcome)}, its states with {shown(other)}; does something outlive a play?",
            )
        compared += 1
        if all_draws > draws:
            break
    return compared


def _original(table: Table, draw: Coupled) -> tuple[Any, ...]:
    """The typed outcome of a play of the function, as far as it is asked for."""
    try:
        return _typed(table, table.asked.play(draw, **table.params))
    except Rejected:
        return REJECTED
    except TooLongError:
        return LONG


def _merged(table: Table, draw: Coupled, most: int) -> tuple[Any, ...]:
    """The typed outcome of a play that goes from state to state of the table.

    Where states are merged as `draw.state` says it goes on from its own values, for the same draws
    may mean something else to those that were kept: there the promise is checked.
    """
    is_by_hand = table.merges and bool(table.by_hand)
    state, sums = table.states[0], [0] * len(table.game.totals)
    while len(draw.branches) <= most:
        try:
            at, values, totals, sites = table.played(draw, state)
        except Rejected:
            return REJECTED
        except TooLongError:
            return LONG
        if at == ENDED:
            return _typed(table, values, [sums[k] if k >= 0 else 0 for k in sites])
        sums = [a + b for a, b in zip(sums, totals, strict=True)]
        number = table.found(at, values, sites)
        if number < 0 and not (is_by_hand and at not in table.by_hand):
            return ("a state that was not found",)
        state = State(at, values, flat(values)) if is_by_hand else table.states[number]
    return ("a longer play",)


def _typed(table: Table, outcome: object, added: Sequence[int] = ()) -> tuple[Any, ...]:
    cells = list(table.asked.cells(outcome))
    for column, more in enumerate(added):
        if more:
            cells[column] += more  # type: ignore[operator]
    return tuple((type(cells[column]), cells[column]) for column in table.asked.used)


def met(table: Table, plays: int, most: int) -> Iterator[tuple[int, tuple[Any, ...], Any]]:
    """The entries, values and what `draw.state` names, where random plays come to it."""
    draw, count = Coupled(), 0
    for seed in range(plays):
        draw.begin(seed)
        state = table.states[0]
        with suppress(Rejected, TooLongError):
            while state.entry != ENDED and count < most:
                at, values, _, named = table.played(draw, state)
                state = State(at, values, flat(values) if at != ENDED else ())
                if at in table.by_hand:
                    count += 1
                    yield at, values, named
