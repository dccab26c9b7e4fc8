"""Compiled games of War: several side by side, so that the processor need not wait for each play.

Each game has its own table. A's cards are in its first half and B's in its second, and in each play
both cards are at the same place of their halves. Won cards go to the end of the winner's half. So a
game is the place of its next play and two ends. In a turn, each game plays up to sixteen battles
without branches (`battles`). Then games that met a tie play a war, and new games replace those that
are over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.stream import Stream, favours, group_end, shuffle, word

from .battles import BLOCK, battles, declare, draw_two, gather

Words = NDArray[Any]

WINNERS = ("A", "B", "tie")
PLAYS, WINNER, HIGHEST = range(3)
"""The columns of played games."""
GAMES, AT_ONCE = 16, 1 << 20
"""The number of games side by side, and of games whose results are in memory at a time."""
_NEXT, _END_A, _END_B, _FAR, _BEGUN, _GAME, _COLUMNS = range(7)
_BEYOND = 4 * BLOCK
_COINS = 64
_BLOCK = np.uint64(BLOCK)
_HALF, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


def packed(deck: Sequence[int]) -> Words:
    """A deck as an array of the smallest unsigned type that holds its ranks."""
    return np.array(deck, np.min_scalar_type(max(deck)))


def play(
    state: Stream, deck: Words, games: int, down: int, apart: int = 0
) -> tuple[Words, Words, Words]:
    """PLAYS, WINNER (an index of WINNERS) and the number of A's HIGHEST cards in each game.

    All three have the shape (games,). The deck is shuffled in place for each game. If `apart` is
    not 0, A gets that many cards from its beginning, and only B's cards, the others, are shuffled.
    """
    plays, winners, highest = (np.empty(games, kind) for kind in (np.int32, np.uint8, np.int32))
    declare()
    play_games(plays, winners, highest, state, deck, down, apart)
    return plays, winners, highest


def counted(
    state: Stream, deck: Words, games: int, down: int, columns: Sequence[int], apart: int = 0
) -> Counter[tuple[int, ...]]:
    """The number of games for each combination of values in some `columns` of `play`."""
    counts: Counter[tuple[int, ...]] = Counter()
    for begun in range(0, games, AT_ONCE):
        played = play(state, deck, min(AT_ONCE, games - begun), down, apart)
        kept = [played[column] for column in columns]
        shape = [int(column.max()) + 1 for column in kept]
        codes, times = np.unique(np.ravel_multi_index(kept, shape), return_counts=True)
        values = zip(*(place.tolist() for place in np.unravel_index(codes, shape)), strict=True)
        counts.update(dict(zip(values, times.tolist(), strict=True)))
    return counts


@compiled
def play_games(
    plays: Words, winners: Words, highest: Words, state: Stream, deck: Words, down: int, apart: int
) -> None:
    """Fill `plays`, `winners` and `highest`, of shape (games,)."""
    size, half, lanes = len(deck), half_table(len(deck)), min(GAMES, len(plays))
    cards = np.zeros(2 * half * lanes + _BEYOND, deck.dtype)
    at = np.zeros((lanes, _COLUMNS), np.int64)
    tied, stopped = np.zeros(lanes + 1, np.int64), np.zeros(lanes + 1, np.int64)
    best = deck[0]
    for card in deck:
        best = max(best, card)
    for lane in range(lanes):
        highest[lane] = deal(cards, at, lane, state, deck, apart, lane, best)
    begun = playing = lanes
    coins, left = word(state), _COINS
    while playing:
        ties: Any = 0
        stops: Any = 0
        for lane in range(lanes):
            k = np.uintp(lane)
            a, end_a, end_b = at[k, _NEXT], at[k, _END_A], at[k, _END_B]
            most = min(end_a - a, end_b - a - half, BLOCK)
            played, won = battles(cards, a, a + half, end_a, end_b, most, coins)
            coins >>= _BLOCK
            left -= BLOCK
            if left == 0:
                coins, left = word(state), _COINS
            a, end_a, end_b = a + played, end_a + 2 * won, end_b + 2 * (played - won)
            at[k, _NEXT], at[k, _END_A], at[k, _END_B] = a, end_a, end_b
            tied[np.uintp(ties)] = stopped[np.uintp(stops)] = lane
            ties += np.int64(played < most)
            over = np.int64(a == end_a) | np.int64(a + half == end_b)
            stops += over | np.int64(a >= at[k, _FAR])
        for tie in range(ties):
            k = np.uintp(tied[np.uintp(tie)])
            at[k, _NEXT], at[k, _END_A], at[k, _END_B] = war(
                cards, half, at[k, _NEXT], at[k, _END_A], at[k, _END_B], down, state
            )
        for stop in range(stops):
            lane = stopped[stop]
            a, end_a, end_b = at[lane, _NEXT], at[lane, _END_A], at[lane, _END_B]
            game = at[lane, _GAME]
            if a < end_a and a + half < end_b:
                move_back(cards, at, lane, size)
            elif game >= 0:
                plays[game] = a - at[lane, _BEGUN]
                winners[game] = 0 if a < end_a else (1 if a + half < end_b else 2)
                at[lane, _GAME] = -1
                if begun < len(plays):
                    highest[begun] = deal(cards, at, lane, state, deck, apart, begun, best)
                    begun += 1
                else:
                    playing -= 1


@inlined
def half_table(size: int) -> int:
    """The length of half a table in cards: so long that games rarely have to be moved back."""
    return 8 * (size + _BEYOND)


@inlined
def deal(
    cards: Words, at: Words, lane: int, state: Stream, deck: Words, apart: int, game: int, best: int
) -> int:
    """Shuffle and deal the deck on the table `lane`; return how many of the best cards A gets."""
    size, half = len(deck), half_table(len(deck))
    a = 2 * half * lane
    shuffle(state, deck, apart, size)
    first = apart if apart else size // 2
    highest = 0
    for k in range(first):
        cards[a + k] = deck[k]
        highest += int(deck[k] == best)
    for k in range(size - first):
        cards[a + half + k] = deck[first + k]
    at[lane, _NEXT] = at[lane, _BEGUN] = a
    at[lane, _END_A] = a + first
    at[lane, _END_B] = a + half + size - first
    at[lane, _FAR] = a + half - 2 * size - _BEYOND
    at[lane, _GAME] = game
    return highest


@inlined
def move_back(cards: Words, at: Words, lane: int, size: int) -> None:
    """Move both hands back to the places where they were dealt."""
    half = half_table(size)
    a = 2 * half * lane
    played = at[lane, _NEXT] - a
    for k in range(size):
        cards[a + k] = cards[a + played + k]
        cards[a + half + k] = cards[a + half + played + k]
    for place in (_NEXT, _END_A, _END_B, _BEGUN):
        at[lane, place] -= played


@inlined
def war(
    cards: Words, half: int, a: int, end_a: int, end_b: int, down: int, state: Stream
) -> tuple[int, int, int]:
    """The place of the next play and the ends, after a war that begins with a tie at `a`.

    If a player runs out of cards before it is decided, the game is over and nobody gets the cards.
    """
    start = a
    left = min(end_a - a, end_b - a - half) - 1
    a += 1
    x, y = cards[np.uintp(start)], cards[np.uintp(start + half)]
    while x == y and left > down:
        a += down + 1
        left -= down + 1
        x, y = cards[np.uintp(a - 1)], cards[np.uintp(a - 1 + half)]
    if x == y:
        return a + left, end_a, end_b
    table, b_wins = a - start, int(y > x)
    to = end_b if y > x else end_a
    pick_up(cards, start, start + half, to, table, state)
    return a, end_a + 2 * table * (1 - b_wins), end_b + 2 * table * b_wins


@inlined
def pick_up(cards: Words, a: int, b: int, to: int, table: int, state: Stream) -> None:
    """Put A's `table` cards from `a` on and B's from `b` on at `to`, and shuffle them there."""
    if 2 * table <= BLOCK:
        gather(cards, a, b, to, table)
        shuffle_few(state, cards, to, 2 * table)
        return
    for k in range(table):
        cards[np.uintp(to + k)] = cards[np.uintp(a + k)]
        cards[np.uintp(to + table + k)] = cards[np.uintp(b + k)]
    shuffle(state, cards, to, to + 2 * table)


@inlined
def shuffle_few(state: Stream, cards: Words, start: int, number: int) -> None:
    """What `shuffle` does to an even number of cards, up to 16, two draws at a time."""
    left = number
    while left:
        first, product = left, np.uint64(1)
        fraction = word(state) >> _32
        end = group_end(left)
        while left > end:
            ways = np.uint64(left * (left - 1))
            scaled = fraction * ways
            product *= ways
            fraction = scaled & _HALF
            draw_two(cards, start, left, scaled >> _32)
            left -= 2
        if favours(fraction, product):
            left = first
