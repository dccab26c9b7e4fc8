"""Plays by the same draws, through the function and through its states, must end alike.

The table of states is played from the values that it has kept, not from those of the play, so two
states that were merged wrongly show as soon as a play tells them apart. What comes after a state by
a row of draws is played once, and remembered.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple, TypeVar

from sweepstake.game.asked import Asked
from sweepstake.game.cards import Label, Rank
from sweepstake.game.draw import Draw, Rejected
from sweepstake.game.playing import TooLongError
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.solving.exploring import ENDED, State, Table
from sweepstake.game.solving.masses import Totals, summed
from sweepstake.game.values import Names, are_labels, flat
from sweepstake.text.shown import shown

L = TypeVar("L", Label, Rank)
Taken = tuple[Any, int]
"""The branches of a draw, as their number or weights, and the one taken."""
PLAYS = 10_000
MAX_DRAWS = 1_000_000
"""Draws of all coupled plays together."""
MAX_PLAY = 2_000
"""Draws of one play that are compared; the rest of a longer one is not played."""
MAX_KNOWN = 20_000
"""States whose segments are remembered; of more states few come again."""
EXACT = 1 << 52
"""Up to this n, a random float times n is below n."""
REJECTED, LONG = ("rejected",), ("longer",)


class UnlikeError(BaseException):
    """A play through the states does not go on as the play of the function."""


class Coupled(Draw):
    """One of two plays by the same draws, which are kept in `row`."""

    __slots__ = ("row", "things")

    def __init__(self, row: list[Taken]) -> None:
        self.row = row
        self.things: list[Label | Rank] = []
        """Labels and ranks in the order in which they came to be."""

    def _among(self, items: Sequence[Any]) -> Any:
        """An item by its rank among the sorted ones, if they can be sorted: a bag has no order."""
        if are_labels(items):
            return items[self._pick(items, [1] * len(items))]
        with suppress(TypeError):
            items = sorted(items)
        return super()._among(items)

    def card(self, kinds: Sequence[Any], left: tuple[int, ...]) -> int:
        """Which kind the next card of a deck has."""
        return self._pick(kinds, left) if are_labels(kinds) else self.branch(left, sum(left))

    @abstractmethod
    def _pick(self, items: Sequence[Any], weights: Sequence[int]) -> int:
        """The place of the label that is drawn; their order says nothing."""

    def labels(self, n: int) -> list[Label]:
        """`n` interchangeable things."""
        return self._noted(super().labels(n))

    def ranks(self, n: int) -> list[Rank]:
        """`n` things of which only the order matters."""
        return self._noted(super().ranks(n))

    def _noted(self, things: list[L]) -> list[L]:
        self.things += things
        return things


class First(Coupled):
    """A play of the function, which draws at random."""

    __slots__ = ("_random", "picks")

    def __init__(self, random: Random) -> None:
        super().__init__([])
        self._random = random
        self.picks: list[Any] = []
        """The labels that were drawn."""

    def _number(self, n: int) -> int:
        return int(self._random.random() * n) if n <= EXACT else self._random.randrange(n)

    def _below(self, n: int) -> int:
        return self._keep(n, self._number(n))

    def branch(self, weights: Sequence[int], total: int) -> int:
        """A branch, by whole weights that sum to `total`."""
        return self._keep(tuple(weights), bisect([*accumulate(weights)], self._number(total)))

    def _pick(self, items: Sequence[Any], weights: Sequence[int]) -> int:
        place = bisect([*accumulate(weights)], self._number(sum(weights)))
        self.picks.append(items[place])
        return self._keep(tuple(sorted(weights)), place)

    def _keep(self, branches: Any, taken: int) -> int:
        if len(self.row) == MAX_PLAY:
            raise TooLongError(f"a play has over {MAX_PLAY:,} draws; it may never end")
        self.row.append((branches, taken))
        return taken


def first_plays(plays: int) -> Iterator[First]:
    """So many plays of the function."""
    random = Random(0)  # noqa: S311  # no secret
    return (First(random) for _ in range(plays))


class Second(Coupled):
    """A play through the states, by the draws of a first one, from the place `at` on."""

    __slots__ = ("_first", "_pairs", "_picked", "at", "unlike")

    def __init__(self, first: First) -> None:
        super().__init__(first.row)
        self.at = self._picked = 0
        self.unlike = ""
        """How it differs from the first play; empty if it does not."""
        self._first = first
        self._pairs: dict[int, Any] = {}
        """Labels of this play, by the ids of those in the first."""

    def _below(self, n: int) -> int:
        return self._next(n)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The branch of the first play."""
        return self._next(tuple(weights))

    def _next(self, branches: Any) -> int:
        if self.at == MAX_PLAY:
            raise TooLongError("as the first play")
        if self.at == len(self.row):
            raise self.differing("a longer play")
        expected, taken = self.row[self.at]
        if branches != expected:
            raise self.differing("a draw with other branches")
        self.at += 1
        return taken

    def differing(self, unlike: str) -> UnlikeError:
        """The error that it differs, which is noted too: an `except` of the game may catch it."""
        self.unlike = self.unlike or unlike
        return UnlikeError(unlike)

    def _pick(self, items: Sequence[Any], weights: Sequence[int]) -> int:
        """The place of the label that stands for the one drawn in the first play."""
        self._next(tuple(sorted(weights)))
        picks = self._first.picks[self._picked : self._picked + 1]
        pair = self._pairs.get(id(picks[0])) if picks else None
        place = next((k for k, item in enumerate(items) if item is pair), -1)
        if place < 0:
            raise self.differing("a label that was not found")
        self._picked += 1
        return place

    def _noted(self, things: list[L]) -> list[L]:
        others = self._first.things[len(self.things) :]
        self._pairs |= {id(other): own for other, own in zip(others, things, strict=False)}
        return super()._noted(things)

    def rename(self, own: Names, kept: Mapping[tuple[Any, ...], Any]) -> None:
        """Go on with the labels that are `kept` by name, for those that have the names `own`."""
        self._pairs = {
            other: kept[own[id(label)]] for other, label in self._pairs.items() if id(label) in own
        }


class Segment(NamedTuple):
    """The part of a play from one state to the next, or to the end."""

    state: State | None
    number: int = 0
    """That of the state in the table."""
    totals: Totals = ()
    """What is added to each running total on the way."""
    cells: tuple[object, ...] | None = None
    """Of an end, its outcome; None if it is rejected."""
    sites: tuple[int, ...] = ()
    """Of an end, the total that each column adds, or -1."""


class Walk:
    """Plays through the states of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._by_hand = table.merges and bool(table.by_hand)
        """Are states merged as `draw.state` says? Then a play goes on from its own values: the same
        draws may mean something else to those that were kept, and there the promise is checked."""
        self._remembers = not self._by_hand and not table.game.has_labels
        self._known: dict[Any, Any] = {}
        """Segments in nested dicts: by the state's number, then by each draw."""

    def outcome(self, first: First) -> tuple[Any, ...]:
        """The typed outcome by the draws of a play of the function, as far as it is asked for."""
        draw, table = Second(first), self.table
        sums: Totals = (0,) * len(table.game.totals)
        segment = Segment(table.states[0])
        try:
            while segment.state is not None:
                segment = self._known_after(segment, draw) or self._played(segment, draw)
                if any(segment.totals):
                    sums = summed(sums, segment.totals)
        except TooLongError:
            return LONG
        except UnlikeError as error:
            return (str(error),)
        if draw.at < len(first.row):
            return ("a shorter play",)
        if segment.cells is None:
            return REJECTED
        return _typed(table.asked, segment.cells, [sums[k] if k >= 0 else 0 for k in segment.sites])

    def _known_after(self, segment: Segment, draw: Second) -> Segment | None:
        """The segment by the next draws; None if it was not played yet."""
        part, at, row = self._known.get(segment.number), draw.at, draw.row
        while type(part) is dict and at < len(row):
            part, at = part.get(row[at]), at + 1
        if type(part) is not Segment:
            return None
        draw.at = at
        return part

    def _played(self, segment: Segment, draw: Second) -> Segment:
        """The segment, played from the values that the table has kept."""
        begun, after = draw.at, self._next(segment, draw)
        if draw.unlike:
            raise UnlikeError(draw.unlike)
        if self._remembers and len(self._known) < MAX_KNOWN:
            *path, last = [segment.number, *draw.row[begun : draw.at]]
            part = self._known
            for draws in path:
                part = part.setdefault(draws, {})
            part[last] = after
        return after

    def _next(self, segment: Segment, draw: Second) -> Segment:
        table = self.table
        assert segment.state is not None
        try:
            at, values, totals, sites = table.played(draw, segment.state)
        except Rejected:
            return Segment(None)
        if at == ENDED:
            return Segment(None, cells=table.asked.cells(values), sites=sites)
        number = table.found(at, values, sites)
        if number < 0 and not (self._by_hand and at not in table.by_hand):
            raise UnlikeError("a state that was not found")
        if self._by_hand:
            return Segment(State(at, values, flat(values)), number, totals)
        state = table.states[number]
        if table.game.has_labels:
            draw.rename(table.names(at, values), table.by_name(state))
        return Segment(state, number, totals)


def check(table: Table, plays: int = PLAYS, draws: int = MAX_DRAWS) -> int:
    """How many plays end alike; RefusedError for one that does not."""
    walk, compared = Walk(table), 0
    for number, draw in enumerate(first_plays(plays)):
        outcome, other = _original(table, draw), walk.outcome(draw)
        if outcome != other:
            raise RefusedError(
                0,
                f"the same draws give another result: play {number} of {table.asked.name} gives "
                f"{_written(outcome)}, its states give {_written(other)}; does something outlive a "
                f"play?",
            )
        compared += 1
        draws -= len(draw.row)
        if draws < 0:
            break
    return compared


def _written(outcome: tuple[Any, ...]) -> str:
    """An outcome as it is written in a line."""
    return ", ".join(part if isinstance(part, str) else shown(part[1]) for part in outcome)


def _original(table: Table, draw: First) -> tuple[Any, ...]:
    """The typed outcome of a play of the function, as far as it is asked for."""
    try:
        return _typed(table.asked, table.asked.cells(table.asked.play(draw, **table.params)))
    except Rejected:
        return REJECTED
    except TooLongError:
        return LONG


def _typed(asked: Asked, cells: Sequence[Any], added: Sequence[int] = ()) -> tuple[Any, ...]:
    cells = [*cells]
    for column, more in enumerate(added):
        if more:
            cells[column] += more
    return tuple([(type(cells[column]), cells[column]) for column in asked.used])
