"""Writing lists and decks into rows of states in compiled code, and reading them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types

from sweepstake.game.compiled.calls.cells import number_in, unowned
from sweepstake.game.compiled.calls.decks import Deck
from sweepstake.game.compiled.calls.overloads import overloaded
from sweepstake.game.compiled.calls.texts import TextType, text


@njit
def listed(items: Any) -> Any:
    """A new list of some items."""
    return [item for item in items]  # noqa: C416  # numba's `list` copies no tuple


def only(kinds: Any) -> Any:
    """The function for the number that stands for a value of a kind; it refuses other values."""

    @overloaded(forceinline=True)
    def number(value: Any) -> Any:
        return (
            (lambda value: number_in(value)) if isinstance(types.unliteral(value), kinds) else None
        )

    return number


NUMBERS = {"int": only(types.Integer), "bool": only(types.Boolean), "str": only(TextType)}


@njit
def truth(number: int) -> bool:
    """The truth value that a number stands for."""
    return number != 0


@njit
def identity(number: int) -> int:
    """The number itself."""
    return number


@njit
def text_of(number: int) -> Any:
    """The text of a number."""
    return text(number)


def reading(value: Any) -> tuple[Any, Any, Any]:
    """Functions that read a list or a deck of a kind from its place, or make an empty one."""

    @njit
    def list_in(states: Any, at: int) -> Any:
        return [value(states[at + 1 + k]) for k in range(states[at])]

    @njit
    def deck_in(draw: Any, states: Any, at: int) -> Any:
        many = states[at]
        kinds = list_in(states, at)
        number, total = np.zeros(many, np.int64), 0
        for j in range(many):
            number[j] = states[at + 1 + many + j]
            total += number[j]
        return Deck(draw, kinds, number, total)

    @njit
    def empty() -> Any:
        return [value(0) for _ in range(0)]

    return list_in, deck_in, empty


NAMES = {f"_0{name}": number for name, number in NUMBERS.items()}
"""By name in compiled code, the functions that depend on the kind of items."""
for _name, _value in {"int": identity, "bool": truth, "str": text_of}.items():
    _read = zip(("list_of", "deck_of", "empty"), reading(_value), strict=True)
    NAMES |= {f"_0{_what}_{_name}": _function for _what, _function in _read}


@njit
def put_list(here: Any, at: int, items: Any, number: Any) -> int:
    """Write a list into a row; returns the place of the next one."""
    if at + len(items) + 1 >= len(here):
        raise OverflowError
    here[at] = len(items)
    for k in range(len(items)):
        here[at + 1 + k] = number(items[k])
    return at + 1 + len(items)


@njit
def put_deck(here: Any, at: int, deck: Any, number_of: Any) -> Any:
    """Write a deck into a row; returns the place of the next one."""
    number = unowned(deck.number)
    after = put_list(here, at, deck.kinds, number_of)
    if after + len(number) >= len(here):
        raise OverflowError
    for j in range(len(number)):
        here[after + j] = number[j]
    return after + len(number)


@njit
def copied(here: Any, key: Any) -> None:
    """Copy a row, and its length, which is its last number."""
    key[-1] = here[-1]
    for k in range(here[-1]):
        key[k] = here[k]


@njit
def in_order(key: Any, at: int) -> None:
    """Sort the list at a place of a row."""
    for k in range(at + 2, at + 1 + key[at]):
        value, j = key[k], k
        while j > at + 1 and key[j - 1] > value:
            key[j] = key[j - 1]
            j -= 1
        key[j] = value
