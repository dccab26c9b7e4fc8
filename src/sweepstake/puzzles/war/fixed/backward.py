"""War without chance, from its ends back: which deals of different cards ever come to an end.

With one suit there are no wars, and a position has at most two before it: the last two cards of a
hand are those that it has just won, in the order of `endless`, so its owner played the one and the
other player the other. Each position has one successor, so positions that lead to an end form a
tree. It is walked from every order of all the cards in one hand, and the deals on it are counted;
the other deals never end. No game is played.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.core.kernels import compiled, inlined

from .endless import ORDERS, TURNS, first_side, next_order

Cards = NDArray[Any]

LONGEST = 4096
"""The plays of the longest game that can be followed."""


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
    """How many deals of `size` different cards end with all of them in the hand of `owner`.

    -1 if a game that ends is longer than `LONGEST`.
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
    """How many deals lead to `owner` holding all cards, which stand at the end of hands[owner].

    At the end it is the turn of player `turn`; at every deal it is A's, 0.

    Depth first. A hand is a part of its row, top first. To undo a win takes the last two cards of
    the winner's hand away and puts one of them before each hand. So what is taken away still stands
    behind the hand, and the win can be made again. undone[depth] is the player whose win was undone
    there. -1 if there is no room for a longer game.
    """
    size = hands.shape[1] - LONGEST
    first = LONGEST  # of both hands: each win that is undone puts a card before both
    last_a = LONGEST + size * (1 - owner)
    last_b = LONGEST + size * owner
    deals, depth, player = 0, 0, 0
    while True:
        last = last_b if player else last_a
        if player < 2 and last - first >= 2:
            earlier, later = hands[player, last - 2], hands[player, last - 1]
            before = turn ^ int(order == TURNS)
            winners_first = first_side(order, player, before) == player
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
