"""The draws of compiled plays, decks included, by the same random words as `playing.Sampled`.

`draw` is a stream: uint64 of shape (4,). Arguments that plain Python refuses raise ValueError. A
deck has its kinds in the order of first appearance, and how many cards are left of each, as in
`drawing.cards`.
"""

from __future__ import annotations

import operator
from math import gcd
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import targetconfig
from numba.experimental import structref
from numba.extending import intrinsic

from sweepstake.core.kernels import inlined
from sweepstake.core.stream import below as narrow
from sweepstake.core.stream import word
from sweepstake.game.simulating.lists import (
    TextType,
    is_plain,
    list_added,
    overload,
    overload_attribute,
    overload_method,
    overloaded,
    unowned,
    viewed,
)
from sweepstake.game.simulating.numbers import added, power, times

NARROW = 1 << 31
CARDS = (types.Integer, types.Boolean, TextType)
"""Types of the cards of a compiled deck."""
_32 = np.uint64(32)
_HALF = np.uint64(0xFFFFFFFF)


class LongError(Exception):
    """A play takes many steps without a draw; it may never end."""


@inlined
def below(draw: Any, n: int) -> Any:
    """A whole number from 0 to n - 1."""
    if n <= 1:
        if n < 1:
            raise ValueError
        return 0
    if n <= NARROW:
        return narrow(draw, n)
    return wide(draw, n)


@njit
def wide(draw: Any, n: int) -> Any:
    """Like `below`, from two words of 32 bits, the higher one first (Lemire)."""
    if n > 1 << 62:
        raise OverflowError
    bound = np.uint64(n)
    while True:
        high, low = word(draw) >> _32, word(draw) >> _32
        a, b = high * (bound >> _32), high * (bound & _HALF)
        c, d = low * (bound >> _32), low * (bound & _HALF)
        middle = (b & _HALF) + (c & _HALF) + (d >> _32)
        rest = (middle << _32) | (d & _HALF)
        if rest >= bound or rest >= (~bound + np.uint64(1)) % bound:
            return np.int64(a + (b >> _32) + (c >> _32) + (middle >> _32))


@inlined
def is_below(draw: Any, n: int, d: int) -> Any:
    """True if an event of probability n / d, a reduced fraction, happens."""
    if n < 0 or n > d:
        raise ValueError
    if n == 0 or n == d:
        return n > 0
    return below(draw, d) < n


@njit
def reduced(draw: Any, n: int, d: int) -> Any:
    """Like `is_below`, for any fraction."""
    if d < 1:
        raise ValueError
    common = gcd(n, d)
    return is_below(draw, n // common, d // common)


@njit(forceinline=True)
def one_of(draw: Any, weights: Any, total: int) -> Any:
    """An index by weights that sum to `total`."""
    place = below(draw, total)
    for j in range(len(weights)):
        if place < weights[j]:
            return j
        place -= weights[j]
    raise ValueError


@overloaded()
def among(draw: Any, items: Any) -> Any:
    """One of some items."""

    def taken(draw: Any, items: Any) -> Any:
        if len(items) == 0:
            raise ValueError
        return items[below(draw, len(items))]

    would_copy = isinstance(getattr(items, "dtype", None), types.List)  # an item of a list of lists
    return None if would_copy else taken


@overloaded(forceinline=True)
def pick(draw: Any, weights: Any) -> Any:
    """An index, by weights."""
    if not isinstance(getattr(weights, "dtype", None), types.Integer):
        return None

    def picked(draw: Any, weights: Any) -> Any:
        total = 0
        for weight in weights:
            if weight < 0:
                raise ValueError
            total = added(total, weight)
        return one_of(draw, weights, total)

    return picked


@njit
def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n."""
    ways = 1
    for i in range(k):
        ways = times(ways, n - i) // (i + 1)
    return ways


@njit
def dice(draw: Any, n: int, sides: int) -> Any:
    """A roll of some dice, the lowest first: one draw, read as the row of `draw.rolls`."""
    if n < 0 or sides < 1:
        raise ValueError
    place, left, faces = below(draw, power(sides, n)), n, [0 for _ in range(n)]
    for face in range(1, sides + 1):
        shown = left
        others = power(sides - face, left - shown)
        while place >= times(choose(left, shown), others):
            place -= choose(left, shown) * others
            shown -= 1
            others = power(sides - face, left - shown)
        place //= choose(left, shown)
        for k in range(shown):
            faces[n - left + k] = face
        left -= shown
    return faces


@njit
def counts(draw: Any, n: int, weights: Any) -> Any:
    """How often each index is picked in n picks: one draw, read as the row of `draw.vectors`."""
    rest = 0
    for weight in weights:
        if weight < 0:
            raise ValueError
        rest = added(rest, weight)
    if n < 0 or rest < 1:
        raise ValueError
    place, left, numbers = below(draw, power(rest, n)), n, [0 for _ in range(len(weights))]
    for j in range(len(weights)):
        rest -= weights[j]
        k = 0
        own = choose(left, k) * power(weights[j], k)
        others = power(rest, left - k)
        while place >= times(own, others):
            place -= own * others
            k += 1
            own = times(choose(left, k), power(weights[j], k))
            others = power(rest, left - k)
        place //= own
        numbers[j] = k
        left -= k
    return numbers


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
        pile = list_added(context, builder, to, *args[1:])
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
