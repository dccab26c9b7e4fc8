"""Deterministic War, backwards from its ends: counts the deals of distinct cards that ever end.

With one suit there are no wars, and a position has at most two predecessors: the last two cards of
the winner's hand were won in the last play, in the order of `endless`, so the winner played one of
them and the other player the other. Each position has one successor, so the positions that lead to
an end form a tree. The search begins at every order of all cards in one hand, and counts the deals
in its tree; the other deals never end. No game is played.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.core.kernels import compiled, inlined

from .endless import LOSER, ORDERS, TURNS, WINNER, next_order

Cards = NDArray[Any]

LONGEST = 4096
"""The length in plays of the longest game that can be followed."""


def ends(ranks: int, suits: int, down: int, order: str) -> Distribution:
    """How every deal ends; `suits` is 1, so `down` makes no difference."""
    won = [deals_won(ranks, 0, ORDERS.index(order))]
    # Exchanging the players turns a game that A wins into a game that B wins.
    alike = order in ("winner", "loser")
    won.append(won[0] if alike else deals_won(ranks, 1, ORDERS.index(order)))
    if -1 in won:
        raise ValueError(
            f"a game of {ranks} cards lasts longer than {LONGEST} plays; ask method simulate"
        )
    counts = {"A": won[0], "B": won[1], "endless": factorial(ranks) - sum(won)}
    return Distribution({name: int(n) for name, n in counts.items() if n}, factorial(ranks))


@compiled
def deals_won(size: int, owner: int, order: int) -> int:
    """The number of deals of `size` distinct cards that end with all cards in `owner`'s hand.

    -1 if one of these games has more than `LONGEST` plays.
    """
    hands = np.empty((2, LONGEST + size), np.int64)
    undone = np.empty(LONGEST, np.int8)
    cards = np.arange(size)
    deals, more = 0, True
    while more:
        for turn in range(1 + int(order == TURNS)):
            hands[owner, LONGEST:] = cards
            led_here = deals_before(hands, undone, owner, order, turn)
            if led_here < 0:
                return -1
            deals += led_here
        more = next_order(cards)
    return deals


@inlined
def deals_before(hands: Cards, undone: Cards, owner: int, order: int, turn: int) -> int:
    """The number of deals that lead to all cards in `owner`'s hand, at the end of hands[owner].

    At the end it is the turn of player `turn`; at every deal it is A's turn (0). -1 if a game has
    more than `LONGEST` plays.

    This is a depth-first search. A hand is a part of its row, top first. To undo a win, the last
    two cards of the winner's hand are removed, and one of them is put before each hand. The removed
    cards stay in the row behind the hand, so that the win can be redone. undone[depth] is the
    player whose win was undone there.
    """
    size = hands.shape[1] - LONGEST
    first = LONGEST  # the top of both hands: undoing a win puts a card before both
    last_a = LONGEST + size * (1 - owner)
    last_b = LONGEST + size * owner
    deals, depth, player = 0, 0, 0
    while True:
        last = last_b if player else last_a
        if player < 2 and last - first >= 2:
            earlier, later = hands[player, last - 2], hands[player, last - 1]
            before = turn ^ int(order == TURNS)
            winners_first = order == WINNER or (order != LOSER and before == player)
            if (earlier > later) == winners_first:
                if depth == LONGEST:
                    return -1
                first -= 1
                hands[player, first] = earlier if winners_first else later
                hands[1 - player, first] = later if winners_first else earlier
                last_a -= 2 * (1 - player)
                last_b -= 2 * player
                undone[depth] = player
                depth += 1
                turn = before
                deals += int(2 * (last_a - first) == size and turn == 0)
                player = 0
                continue
        if player < 2:
            player += 1
        elif depth:
            depth -= 1
            turn ^= int(order == TURNS)
            player = undone[depth]
            first += 1
            last_a += 2 * (1 - player)
            last_b += 2 * player
            player += 1
        else:
            return deals
