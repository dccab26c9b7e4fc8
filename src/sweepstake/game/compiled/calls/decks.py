"""Decks and shuffled cards of compiled plays, drawn card by card like those of `cards`.

A deck has its kinds in the order of first appearance, and how many cards are left of each.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import targetconfig
from numba.experimental import structref
from numba.extending import intrinsic

from sweepstake.game.compiled.calls.cells import unowned
from sweepstake.game.compiled.calls.draws import below, one_of
from sweepstake.game.compiled.calls.lists import added, is_plain, viewed
from sweepstake.game.compiled.calls.overloads import (
    overload,
    overload_attribute,
    overload_method,
    overloaded,
)
from sweepstake.game.compiled.calls.texts import TextType

CARDS = (types.Integer, types.Boolean, TextType)


class _Struct(types.StructRef):  # type: ignore[misc]
    def preprocess_fields(self, fields: Any) -> Any:
        """The types of the fields, without values that are known when compiling."""
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


@structref.register
class DeckType(_Struct):
    """The type of a deck."""


class Deck(structref.StructRefProxy):  # type: ignore[misc]
    """A deck: its draw, its kinds, the number left of each (an array), and the total."""


structref.define_proxy(Deck, DeckType, ["source", "kinds", "number", "total"])


@njit
def _deck(draw: Any, cards: Any) -> Any:
    kinds = [card for card in cards]  # noqa: C416  # works for tuples, too
    number, many = np.zeros(len(cards), np.int64), 0
    for card in cards:
        j = many - 1
        while j >= 0 and kinds[j] != card:
            j -= 1
        if j < 0:
            j, many = many, many + 1
            kinds[j] = card
        number[j] += 1
    return Deck(draw, kinds[:many], number[:many], len(cards))


@njit(forceinline=True)
def shuffle(draw: Any, pile: Any, start: int) -> None:
    """Shuffle the cards of a pile from `start` on."""
    for at in range(start, len(pile)):
        place = at + below(draw, len(pile) - at)
        pile[at], pile[place] = pile[place], pile[at]


@njit
def shuffled(draw: Any, cards: Any) -> Any:
    """All cards in a random order."""
    pile = [card for card in cards]  # noqa: C416  # numba's `list` copies no tuple
    shuffle(draw, pile, 0)
    return pile


def _one_by_one(draw: Any, to: Any, cards: Any) -> None:
    start = len(to)
    for card in [card for card in cards]:  # noqa: C416  # it may be the same list
        to.append(card)
    shuffle(draw, to, start)


def _in_place(draw: Any, pile: Any) -> None:
    shuffle(draw, pile, 0)


@intrinsic
def extend(typing: Any, draw: Any, to: Any, cards: Any) -> Any:
    """Add all cards to a list, in a random order: `to.extend(draw.shuffled(cards))`.

    An array without an owner is shuffled, because counting the references of the lists would take
    longer than the draws.
    """

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if to != cards or not is_plain(to):
            return context.compile_internal(builder, _one_by_one, signature, args)
        pile = added(context, builder, to, *args[1:])
        kinds = types.none(draw, types.Array(to.dtype, 1, "C"))
        flags = targetconfig.ConfigStack.top_or_none().copy()
        flags.nrt, flags.forceinline = False, True
        done = context.compile_subroutine(builder, _in_place, kinds, flags=flags)
        return context.call_internal(builder, done.fndesc, kinds, (args[0], pile))

    return types.none(draw, to, cards), code


def _has_cards(cards: Any) -> bool:
    kind = getattr(cards, "dtype", None)
    if isinstance(kind, types.UniTuple):
        kind = kind.dtype
    return isinstance(cards, types.List | types.UniTuple | types.RangeType) and isinstance(
        kind, CARDS
    )


@overloaded()
def deck(draw: Any, cards: Any) -> Any:
    """A deck of some cards."""
    return (lambda draw, cards: _deck(draw, cards)) if _has_cards(cards) else None


@overload(len)
def _length(deck: Any) -> Any:
    return (lambda deck: deck.total) if isinstance(deck, DeckType) else None


@overload(bool)
def _has_more(deck: Any) -> Any:
    return (lambda deck: deck.total != 0) if isinstance(deck, DeckType) else None


@overload(operator.not_)
def _is_empty(deck: Any) -> Any:
    return (lambda deck: deck.total == 0) if isinstance(deck, DeckType) else None


@overload_attribute(DeckType, "counts")
def _counts(deck: Any) -> Any:
    return lambda deck: [number for number in deck.number]  # noqa: C416  # an array


@overload_method(DeckType, "draw")
def _draw(deck: Any) -> Any:
    def draw(deck: Any) -> Any:
        if not deck.total:
            raise IndexError
        number = unowned(deck.number)
        j = one_of(unowned(deck.source), number, deck.total)
        number[j] -= 1
        deck.total -= 1
        return viewed(deck.kinds)[j]

    return draw


@overload_method(DeckType, "put")
def _put(deck: Any, card: Any) -> Any:
    def put(deck: Any, card: Any) -> None:
        deck.total += 1
        for j in range(len(deck.kinds)):
            if deck.kinds[j] == card:
                deck.number[j] += 1
                return
        deck.kinds.append(card)
        deck.number = np.append(deck.number, 1)

    return put
