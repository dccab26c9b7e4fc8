"""Plays by the same draws, through the function and through its states, must end alike.

The table of states is played from the values that it has kept, not from those of the play, so two
states that were merged wrongly show as soon as a play tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from random import Random
from typing import Any, TypeVar

from sweepstake.game.cards import Label, Rank
from sweepstake.game.draw import Draw, Rejected
from sweepstake.game.playing import Sampled, TooLongError
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.solving.exploring import ENDED, State, Table
from sweepstake.game.values import Names, are_labels, flat
from sweepstake.text.shown import shown

L = TypeVar("L", Label, Rank)
PLAYS = 10_000
MAX_DRAWS = 1_000_000
"""Draws of all coupled plays together."""
MAX_PLAY = 2_000
"""Draws of one that are compared; a longer play is left there."""
REJECTED, LONG = ("rejected",), ("longer",)


class Coupled(Sampled):
    """Draws at random, and keeps how many branches each draw has."""

    __slots__ = ("_first", "branches", "made", "pairs", "picks")

    def __init__(self) -> None:
        super().__init__(iter(()), MAX_PLAY)
        self.branches: list[Any] = []
        self.made: list[Label | Rank] = []
        """Labels and ranks in the order in which they came to be."""
        self.picks: list[Any] = []
        """Those that were drawn."""
        self.pairs: dict[int, Any] = {}
        """By the ids of labels in the first play those of the second, which follows it."""
        self._first: Coupled | None = None

    def begin(self, seed: int, first: Coupled | None = None) -> None:
        """Play by the draws of a seed; labels are drawn as in a `first` play."""
        random = Random(seed)  # noqa: S311  # no secret
        self._words = chain.from_iterable(map(_word, repeat(random)))
        self.drawn, self.branches, self._first = 0, [], first
        self.made, self.picks, self.pairs = [], [], {}

    def _below(self, n: int) -> int:
        self.branches.append(n)
        return super()._below(n)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """A branch, by whole weights that sum to `total`."""
        self.branches.append(tuple(weights))
        return super().branch(weights, total)

    shuffled = Draw.shuffled  # by kinds, as states are

    def _among(self, items: Sequence[Any]) -> Any:
        """By the value of the items where that can be: a bag has no order."""
        if are_labels(items):
            return items[self._picked(items, self._below(len(items)))]
        with suppress(TypeError):
            items = sorted(items)
        return super()._among(items)

    def card(self, kinds: Sequence[Any], left: tuple[int, ...]) -> int:
        """Which kind the next card of a deck has."""
        if not are_labels(kinds):
            return super().card(kinds, left)
        self.branches.append(sorted(left))
        return self._picked(kinds, super().branch(left, sum(left)))

    def _picked(self, items: Sequence[Any], own: int) -> int:
        """The place of the label that is drawn: the pair of that in the first play."""
        if self._first is not None:
            place = len(self.picks)
            wanted = self._first.picks[place] if place < len(self._first.picks) else None
            pair = self.pairs.get(id(wanted))
            own = next((k for k, item in enumerate(items) if item is pair), -1)
            if own < 0:
                raise UnpairedError
        self.picks.append(items[own])
        return own

    def labels(self, n: int) -> list[Label]:
        """`n` interchangeable things."""
        return self._noted(super().labels(n))

    def ranks(self, n: int) -> list[Rank]:
        """`n` things of which only the order matters."""
        return self._noted(super().ranks(n))

    def _noted(self, labels: list[L]) -> list[L]:
        if self._first is not None:
            others = self._first.made[len(self.made) :]
            self.pairs |= {id(other): own for other, own in zip(others, labels, strict=False)}
        self.made += labels
        return labels

    def renamed(self, own: Names, kept: Mapping[tuple[Any, ...], Any]) -> None:
        """Go on with the labels that are `kept` by name, for those that have the names `own`."""
        self.pairs = {
            other: kept[own[id(label)]] for other, label in self.pairs.items() if id(label) in own
        }


class UnpairedError(BaseException):
    """A play draws a label that has no pair."""


def _word(random: Random) -> tuple[int, ...]:
    return (random.getrandbits(32),)


def check(table: Table, plays: int = PLAYS, draws: int = MAX_DRAWS) -> int:
    """How many plays end alike; RefusedError for one that does not."""
    draw, second, compared, all_draws = Coupled(), Coupled(), 0, 0
    for seed in range(plays):
        draw.begin(seed)
        outcome = _original(table, draw)
        all_draws += draw.drawn
        second.begin(seed, draw)
        other = _merged(table, second, len(draw.branches))
        if outcome != other or draw.branches != second.branches:
            raise RefusedError(
                0,
                f"the same draws give another result: play {seed} of {table.asked.name} gives "
                f"{_written(outcome)}, its states give {_written(other)}; does something outlive a "
                f"play?",
            )
        compared += 1
        if all_draws > draws:
            break
    return compared


def _written(outcome: tuple[Any, ...]) -> str:
    """An outcome as it is written in a line."""
    return ", ".join(part if isinstance(part, str) else shown(part[1]) for part in outcome)


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
        except UnpairedError:
            return ("a label that was not found",)
        if at == ENDED:
            return _typed(table, values, [sums[k] if k >= 0 else 0 for k in sites])
        sums = [a + b for a, b in zip(sums, totals, strict=True)]
        number = table.found(at, values, sites)
        if number < 0 and not (is_by_hand and at not in table.by_hand):
            return ("a state that was not found",)
        state = State(at, values, flat(values)) if is_by_hand else table.states[number]
        if table.game.has_labels and not is_by_hand:
            draw.renamed(table.names(at, values), table.by_name(state))
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
