"""What compiled code does with lists, and how it writes them into rows of states and reads them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sweepstake.game.compiled.calls.cells import unowned
from sweepstake.game.compiled.calls.decks import Deck
from sweepstake.game.compiled.calls.lists import viewed


@njit
def empty() -> Any:
    """An empty list."""
    return [0 for _ in range(0)]


@njit
def listed(items: Any) -> Any:
    """A new list of some items."""
    return [item for item in items]  # noqa: C416  # numba's `list` copies no tuple


@njit
def extended(items: Any, more: Any) -> None:
    """items.extend(more)."""
    for k in range(len(more)):
        items.append(more[k])


@njit
def within(value: int, items: Any) -> Any:
    """value in items."""
    for item in items:  # noqa: SIM110  # numba compiles no any()
        if item == value:
            return True
    return False


@njit
def item(items: Any, place: int) -> Any:
    """items[place]."""
    at = place + len(items) if place < 0 else place
    if at < 0 or at >= len(items):
        raise IndexError
    return items[at]


@njit
def placed(items: Any, place: int, value: int) -> None:
    """items[place] = value."""
    at = place + len(items) if place < 0 else place
    if at < 0 or at >= len(items):
        raise IndexError
    items[at] = value


@njit
def has(items: Any, truth: bool) -> bool:
    """Is there an item that is true, or false?"""
    for item in items:  # noqa: SIM110  # numba compiles no any()
        if (item != 0) == truth:
            return True
    return False


@njit
def list_in(states: Any, n: int, at: int) -> Any:
    """The list at a place of a row."""
    return [states[n, at + 1 + k] for k in range(states[n, at])]


@njit
def deck_in(draw: Any, states: Any, n: int, at: int) -> Any:
    """The deck at a place of a row."""
    many = states[n, at]
    kinds = list_in(states, n, at)
    number, total = np.zeros(many, np.int64), 0
    for j in range(many):
        number[j] = states[n, at + 1 + many + j]
        total += number[j]
    return Deck(draw, kinds, number, total)


@njit
def put_list(here: Any, at: int, items: Any) -> int:
    """Write a list into a row; where the next one stands."""
    if at + len(items) + 1 >= len(here):
        raise OverflowError
    here[at] = len(items)
    for k in range(len(items)):
        here[at + 1 + k] = items[k]
    return at + 1 + len(items)


@njit
def put_same(here: Any, at: int, k: int) -> int:
    """Write that a list is the same as the k-th; where the next one stands."""
    if at + 1 >= len(here):
        raise OverflowError
    here[at] = -1 - k
    return at + 1


@njit
def put_deck(here: Any, at: int, deck: Any) -> Any:
    """Write a deck into a row; where the next one stands."""
    number = unowned(deck.number)
    after = put_list(here, at, viewed(deck.kinds))
    if after + len(number) >= len(here):
        raise OverflowError
    for j in range(len(number)):
        here[after + j] = number[j]
    return after + len(number)


@njit
def filled(here: Any, at: int, columns: int) -> None:
    """Write zeros behind a row, and how long it is."""
    for k in range(at, columns):
        here[k] = 0
    here[-1] = at


@njit
def copied(here: Any, key: Any, columns: int) -> None:
    """Copy a row."""
    for k in range(max(here[-1], columns)):
        key[k] = here[k]


@njit
def in_order(key: Any, at: int) -> None:
    """Put the list at a place of a row in order."""
    for k in range(at + 2, at + 1 + key[at]):
        value, j = key[k], k
        while j > at + 1 and key[j - 1] > value:
            key[j] = key[j - 1]
            j -= 1
        key[j] = value
