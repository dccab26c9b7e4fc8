"""A check of the states by coupled plays: with the same draws, both plays must end alike.

The first play runs the function and draws at random. The second runs through the states, and
repeats these draws. In each state it continues from the values stored in the table, not from its
own, so a wrong merge of two states shows as soon as a play distinguishes them. The segment after a
state and a row of draws is played once, and cached.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from math import inf
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from sweepstake.game.drawing.cards import summed as summed_kinds
from sweepstake.game.drawing.draw import Draw, Player, Rejected
from sweepstake.game.drawing.playing import TooLongError
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.chain import Totals, summed
from sweepstake.game.solving.exploring import ENDED, State, Table
from sweepstake.puzzle.method import report
from sweepstake.text.shown import shown

PLAYS = 10_000
MAX_DRAWS = 1_000_000
"""Most draws of all coupled plays together, about."""
HALF_PLAYS, HALF_DRAWS = 5_000, 100_000
"""The same where best play is found: for plays at random, and again for those under the policy."""
TRIED_PLAYS, TRIED_DRAWS = 20, 1_000
"""The plays, and about how many draws, that are compared to predict how long it takes."""
TIMES = 2
"""How often they are timed; the shortest time counts, as the first may include set-up work."""
EVERY = 64
"""Plays between two progress reports."""
MAX_SEGMENTS = 20_000
"""Most states whose segments are cached; with more states, few would be used again."""
REJECTED, LONG, NOT_FOLLOWED = ("rejected",), ("longer",), ("not followed",)
Taken = tuple[Any, int]
"""The branches of a draw (their number or weights), and the index of the branch taken."""
MAX_PLAY = 2_000
"""Most draws of one play that are compared; a longer play is stopped there."""
EXACT = 1 << 52
"""Up to this n, a random float times n is below n."""


class Segment(NamedTuple):
    """The part of a play from one state to the next, or to the end."""

    state: State | None
    number: int = 0
    """The number of the state in the table."""
    totals: Totals = ()
    """What is added to each running total on the way; () if nothing is."""
    cells: tuple[object, ...] | None = None
    """For an end, its outcome; None if it is rejected."""
    sites: tuple[int, ...] = ()
    """For an end, the index of the total that each column adds, or -1."""


class Walk:
    """Plays through the states of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._segments: dict[Any, Any] = {}
        """Cached segments in nested dicts: by the state's number, then by each draw."""

    def outcome(self, first: First) -> tuple[Any, ...]:
        """The typed outcome, in the used columns, with the draws of a play of the function."""
        draw, table = Second(first, self.table.player), self.table
        sums: Totals = (0,) * len(table.game.totals)
        segment, at, still = Segment(table.states[0]), 0, 0
        try:
            while segment.state is not None:
                segment = self._cached(segment, draw) or self._played(segment, draw)
                if segment.totals:
                    sums = summed(sums, segment.totals)
                still = still + 1 if draw.draws_so_far == at else 0
                if still > MAX_PLAY and segment.state is not None:
                    return LONG
                at = draw.draws_so_far
        except TooLongError:
            return LONG
        except NotFollowedError:
            return NOT_FOLLOWED
        except UnlikeError as error:
            return (str(error),)
        if draw.draws_so_far < len(first.row):
            return ("a shorter play",)
        if segment.cells is None:
            return REJECTED
        return _typed(table.query, segment.cells, [sums[k] if k >= 0 else 0 for k in segment.sites])

    def _cached(self, segment: Segment, draw: Second) -> Segment | None:
        """The cached segment with the next draws; None if it was not played yet."""
        part, at, row = self._segments.get(segment.number), draw.draws_so_far, draw.row
        while type(part) is dict and at < len(row):
            part, at = part.get(row[at]), at + 1
        if type(part) is not Segment:
            return None
        draw.draws_so_far = at
        return part

    def _played(self, segment: Segment, draw: Second) -> Segment:
        """The next segment, played from the values stored in the table."""
        begun, after = draw.draws_so_far, self._next(segment, draw)
        if draw.unlike:
            raise UnlikeError(draw.unlike)
        if len(self._segments) < MAX_SEGMENTS:
            *path, last = [segment.number, *draw.row[begun : draw.draws_so_far]]
            part = self._segments
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
            return Segment(None, cells=table.query.cells(values), sites=sites)
        number, added = table.number(at, values), totals if any(totals) else ()
        if number < 0 and table.is_partial:
            raise NotFollowedError
        if number < 0:
            raise UnlikeError("a state that was not found")
        return Segment(table.states[number], number, added)


def check(table: Table, plays: int = PLAYS, draws: int = MAX_DRAWS) -> int:
    """The number of compared plays; RefusedError if the two plays of a pair end differently."""
    walk, compared = Walk(table), 0
    for number, draw in enumerate(first_plays(plays, table.player)):
        if not number % EVERY:
            report(f"states: {number:,} of {plays:,} plays compared with the states")
        outcome, states_end = _original(table, draw), walk.outcome(draw)
        if outcome != states_end != NOT_FOLLOWED:
            raise RefusedError(
                0,
                f"the same draws give another result: play {number} of {table.query.name} gives "
                f"{_written(outcome)}, its states give {_written(states_end)}; does something "
                f"outlive a play?",
            )
        compared += 1
        draws -= len(draw.row) if outcome != LONG else MAX_PLAY
        if draws < 0:
            break
    return compared


def seconds(table: Table, plays: int = PLAYS, draws: int = MAX_DRAWS) -> float:
    """The seconds that `check` takes, predicted from a few plays."""
    shortest = inf
    for _ in range(TIMES):
        begun = thread_time()
        compared = check(table, min(TRIED_PLAYS, plays), TRIED_DRAWS)
        shortest = min(shortest, thread_time() - begun)
    return shortest * min(plays / max(compared, 1), draws / TRIED_DRAWS)


def _written(outcome: tuple[Any, ...]) -> str:
    """An outcome as text, in one line."""
    return ", ".join(part if isinstance(part, str) else shown(part[1]) for part in outcome)


def _original(table: Table, draw: First) -> tuple[Any, ...]:
    """The typed outcome, in the used columns, of a play of the function."""
    try:
        return _typed(table.query, table.query.cells(table.query.play(draw, **table.params)))
    except Rejected:
        return REJECTED
    except TooLongError:
        return LONG


def _typed(query: Query, cells: Sequence[Any], added: Sequence[int] = ()) -> tuple[Any, ...]:
    cells = [*cells]
    for column, more in enumerate(added):
        if more:
            cells[column] += more
    return tuple([(type(cells[column]), cells[column]) for column in query.used])


class UnlikeError(BaseException):
    """A play through the states differs from the play of the function."""


class NotFollowedError(BaseException):
    """A play gets to a state that isn't in the table, which has only the likeliest ones."""


class Coupled(Draw):
    """One of two plays with the same draws, which are stored in `row`."""

    __slots__ = ("row",)

    def __init__(self, row: list[Taken], player: Player | None) -> None:
        self.row, self.player = row, player

    def _among(self, items: Sequence[Any]) -> Any:
        """An item, by its index in sorted order if there is one: a multiset has no order."""
        with suppress(TypeError):
            items = sorted(items)
        return super()._among(items)


class First(Coupled):
    """A play of the function, which draws at random."""

    __slots__ = ("_random",)

    def __init__(self, random: Random, player: Player | None) -> None:
        super().__init__([], player)
        self._random = random

    @property
    def draws_so_far(self) -> int:
        """The draws of the play so far."""
        return len(self.row)

    def _number(self, n: int) -> int:
        return int(self._random.random() * n) if n <= EXACT else self._random.randrange(n)

    def _below(self, n: int) -> int:
        return self._append(n, self._number(n))

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The index of a branch, chosen by whole weights that sum to `total`."""
        number = self._number(total)
        if len(weights) == 2:
            return self._append(tuple(weights), int(number >= weights[0]))
        return self._append(tuple(weights), bisect([*accumulate(weights)], number))

    def _append(self, branches: Any, taken: int) -> int:
        if len(self.row) == MAX_PLAY:
            raise TooLongError(f"a play has over {MAX_PLAY:,} draws; it may never end")
        self.row.append((branches, taken))
        return taken


def first_plays(plays: int, player: Player | None) -> Iterator[First]:
    """The draws of so many plays of the function."""
    random = Random(0)  # noqa: S311  # no secret
    return (First(random, player) for _ in range(plays))


class Second(Coupled):
    """A play through the states that repeats the draws of `first`, from `draws_so_far` on."""

    __slots__ = ("draws_so_far", "unlike")
    draws_so_far: int

    def __init__(self, first: First, player: Player | None) -> None:
        super().__init__(first.row, player)
        self.draws_so_far = 0
        self.unlike = ""
        """How it differs from the first play; empty if it does not."""

    def _below(self, n: int) -> int:
        return self._next(n)

    def branch(self, weights: Sequence[int], total: int) -> int:
        """The branch that the first play took."""
        return self._next(tuple(weights))

    def merged_card(self, merged: Sequence[int], left: tuple[int, ...], total: int) -> int:
        """The merged kind of the card that the first play took."""
        if self.draws_so_far < len(self.row):
            number = self.row[self.draws_so_far][0]
            is_like = type(number) is tuple and len(number) == len(merged)
            if is_like and summed_kinds(number, merged) == left:
                return merged[self._next(number)]
        raise self.differing("a draw of other cards")

    def _next(self, branches: Any) -> int:
        if self.draws_so_far == MAX_PLAY:
            raise TooLongError("as the first play")
        if self.draws_so_far == len(self.row):
            raise self.differing("a longer play")
        expected, taken = self.row[self.draws_so_far]
        if branches != expected:
            raise self.differing("a draw with other branches")
        self.draws_so_far += 1
        return taken

    def differing(self, unlike: str) -> UnlikeError:
        """The error that it differs; also noted, because an `except` in the game may catch it."""
        self.unlike = self.unlike or unlike
        return UnlikeError(unlike)
