"""Battles and small wars, up to sixteen cards at a time with vector instructions.

In a kernel, a call of `battles`, `gather` or `draw_two` becomes instructions in LLVM's language,
which every processor can carry out; outside kernels their Python source runs, which says what they
do.

Cards move without branches, by constant tables of orders: a row of a table says which of 16 cards
(or bytes) comes first, second and so on. Most processors put 16 bytes in such an order by one
instruction. Only AVX-512 has one for `compress` of LLVM, which moves the lanes of a mask together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from inspect import signature
from itertools import product
from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

BLOCK = 16
"""Battles, or cards of a small war, at a time."""
WORD, BYTE = ir.IntType(64), ir.IntType(8)
_MOST_WAYS = BLOCK * (BLOCK - 1)


def battles(
    cards: NDArray[Any], a: int, b: int, end_a: int, end_b: int, most: int, coins: int
) -> tuple[int, int]:
    """Play A's cards from `a` on against B's from `b` on; return the plays and A's wins.

    It makes at most `most` plays, from 0 to 16, and stops before the first tie. The two cards go to
    the winner's end, A's card first unless the play's bit of `coins` is 1. Up to 32 cards beyond
    the ends are overwritten.
    """
    won = lost = 0
    for play in range(most):
        x, y = cards[a + play], cards[b + play]
        if x == y:
            return play, won
        at = end_a + 2 * won if x > y else end_b + 2 * lost
        turned = int(coins) >> play & 1
        cards[at + turned], cards[at + 1 - turned] = x, y
        won, lost = won + int(x > y), lost + int(x < y)
    return most, won


def gather(cards: NDArray[Any], a: int, b: int, to: int, number: int) -> None:
    """Copy `number` cards, up to 8, from `a` on, and then as many from `b` on, to `to`.

    16 cards from `to` on are overwritten.
    """
    cards[to : to + 2 * number] = [*cards[a : a + number], *cards[b : b + number]]


def draw_two(cards: NDArray[Any], start: int, left: int, k: int) -> None:
    """Two steps of Fisher and Yates: draw the last two of `left` cards, an even number up to 16.

    `k`, below left * (left - 1), chooses them.
    """
    left, k = int(left), int(k)
    for last, other in ((left - 1, k // (left - 1)), (left - 2, k % (left - 1))):
        here, there = start + last, start + other
        cards[here], cards[there] = cards[there], cards[here]


@cache
def declare() -> None:
    """Have numba replace the calls by instructions, in kernels that are compiled later."""
    from numba import types

    place, count = types.intp, types.int64
    won = types.UniTuple(count, 2)
    _declare(battles, _battles, won, *(place,) * 4, count, types.uint64)
    _declare(gather, _gather, types.void, *(place,) * 3, count)
    _declare(draw_two, _draw_two, types.void, place, count, types.uint64)


def _declare(
    function: Callable[..., Any], instructions: Callable[..., Any], returned: Any, *kinds: Any
) -> None:
    """Have numba build `instructions` for calls of `function`, whose first argument is an array."""
    from numba import types
    from numba.extending import lower_builtin, type_callable

    def typed(cards: Any, *_: Any) -> Any:
        return returned(cards, *kinds)

    typed.__signature__ = signature(function)  # type: ignore[attr-defined]
    type_callable(function)(lambda context: typed)
    lower_builtin(function, types.Array, *kinds)(instructions)


def _battles(context: Any, build: Any, kinds: Any, args: Any) -> Any:
    """The instructions of a call of `battles`, and the value that it returns."""
    cards, bits = _cards(context, build, kinds, args)
    _, a, b, end_a, end_b, most, coins = args
    pairs, unit = _vector(2 * bits), ir.Constant(WORD, 1)
    x, y = (_load(build, cards, at, _vector(bits)) for at in (a, b))
    tied = build.or_(_word(build, build.icmp_unsigned("==", x, y)), ir.Constant(WORD, 1 << BLOCK))
    first = build.cttz(tied, ir.Constant(ir.IntType(1), 1))
    plays = build.select(build.icmp_signed("<", first, most), first, most)
    played = build.sub(build.shl(unit, plays), unit)
    higher = _word(build, build.icmp_unsigned(">", x, y))
    won, lost = build.and_(higher, played), build.and_(build.not_(higher), played)
    turned = _lanes(build, coins)
    above, below = (build.zext(build.select(turned, *two), pairs) for two in ((y, x), (x, y)))
    wide = ir.Constant(pairs, [bits] * BLOCK)
    taken = build.or_(above, build.shl(below, wide))  # the lower half stands first in memory
    for kept, end in ((won, end_a), (lost, end_b)):
        _store_kept(build, taken, kept, _place(build, cards, end, pairs.element))
    return context.make_tuple(build, kinds.return_type, (plays, build.ctpop(won)))


def _store_kept(build: Any, values: Any, kept: Any, place: Any) -> None:
    """Store the lanes of `values` with bit 1 in `kept` one after the other, and then any others.

    The lanes are stored 16 bytes at a time.
    """
    size = values.type.element.width // 8
    lanes, sixteen = BLOCK // size, _vector(BYTE.width)
    orders = _table(build, f"kept{size}", (_kept_first(mask, size) for mask in range(1 << lanes)))
    for begun in range(0, BLOCK, lanes):
        part = build.shuffle_vector(values, values, _numbers(range(begun, begun + lanes)))
        shifted = build.lshr(kept, ir.Constant(WORD, begun))
        mask = build.and_(shifted, ir.Constant(WORD, (1 << lanes) - 1))
        moved = _in_order(build, build.bitcast(part, sixteen), _row(build, orders, mask))
        build.store(moved, build.bitcast(place, sixteen.as_pointer()), align=size // 2)
        place = build.gep(place, [build.ctpop(mask)])


def _kept_first(mask: int, size: int) -> list[int]:
    """The order of 16 bytes in which the lanes of `size` bytes with bit 1 in `mask` come first."""
    lanes = sorted(range(BLOCK // size), key=lambda lane: not mask >> lane & 1)
    return [size * lane + byte for lane in lanes for byte in range(size)]


def _gather(context: Any, build: Any, kinds: Any, args: Any) -> Any:
    """The instructions of a call of `gather`."""
    cards, bits = _cards(context, build, kinds, args)
    _, a, b, to, number = args
    half = BLOCK // 2
    x, y = (_load(build, cards, at, ir.VectorType(ir.IntType(bits), half)) for at in (a, b))
    both = build.shuffle_vector(x, y, _numbers(range(BLOCK)))
    orders = _table(build, "gathered", map(_gathered, range(half + 1)))
    moved = _in_order(build, both, _row(build, orders, number))
    build.store(moved, _place(build, cards, to, moved.type), align=bits // 8)
    return context.get_dummy_value()


def _gathered(number: int) -> list[int]:
    """The order of 8 cards of A and 8 of B in which the first `number` of both come first."""
    half = BLOCK // 2
    return sorted(range(BLOCK), key=lambda k: (k % half >= number, k))


def _draw_two(context: Any, build: Any, kinds: Any, args: Any) -> Any:
    """The instructions of a call of `draw_two`."""
    cards, bits = _cards(context, build, kinds, args)
    _, start, left, k = args
    orders = _table(build, "drawn", _drawn())
    before = _load(build, cards, start, _vector(bits))
    row = build.add(build.mul(left, ir.Constant(WORD, _MOST_WAYS // 2)), k)
    moved = _in_order(build, before, _row(build, orders, row))
    build.store(moved, _place(build, cards, start, moved.type), align=bits // 8)
    return context.get_dummy_value()


def _drawn() -> Iterator[list[int]]:
    """The orders after `draw_two`: row left / 2 * `_MOST_WAYS` + k is that for `k`."""
    for left, k in product(range(0, BLOCK + 1, 2), range(_MOST_WAYS)):
        order = np.arange(BLOCK)
        if k < left * (left - 1):
            draw_two(order, 0, left, k)
        yield order.tolist()


def _cards(context: Any, build: Any, kinds: Any, args: Any) -> tuple[Any, int]:
    """A pointer to the cards, the first argument of a call, and the bits of a card."""
    kind = kinds.args[0]
    pointer = context.make_array(kind)(context, build, args[0]).data
    return pointer, 8 * context.get_abi_sizeof(context.get_data_type(kind.dtype))


def _vector(bits: int) -> Any:
    """The type of a vector of `BLOCK` whole numbers."""
    return ir.VectorType(ir.IntType(bits), BLOCK)


def _numbers(values: range) -> Any:
    """A constant vector, which says which lanes `shuffle_vector` takes."""
    return ir.Constant(ir.VectorType(ir.IntType(32), len(values)), list(values))


def _place(build: Any, cards: Any, at: Any, kind: Any) -> Any:
    """The place of a value of type `kind` that begins with the card `at`."""
    return build.bitcast(build.gep(cards, [at]), kind.as_pointer())


def _load(build: Any, cards: Any, at: Any, kind: Any) -> Any:
    """The vector of type `kind` that begins with the card `at`."""
    return build.load(_place(build, cards, at, kind), align=kind.element.width // 8)


def _lanes(build: Any, word: Any) -> Any:
    """The last `BLOCK` bits of a word, one for each lane."""
    return build.bitcast(build.trunc(word, ir.IntType(BLOCK)), _vector(1))


def _word(build: Any, lanes: Any) -> Any:
    """A word with a bit for each lane."""
    return build.zext(build.bitcast(lanes, ir.IntType(BLOCK)), WORD)


def _table(build: Any, name: str, orders: Iterable[list[int]]) -> Any:
    """A pointer to a constant table of orders, which stands once in a module."""
    from numba.core import cgutils

    name = f"orders.{name}"
    if name not in build.module.globals:
        numbers = bytearray(number for order in orders for number in order)
        constant = ir.Constant(ir.ArrayType(BYTE, len(numbers)), numbers)
        cgutils.global_constant(build, name, constant).align = BLOCK
    return build.bitcast(build.module.globals[name], _vector(BYTE.width).as_pointer())


def _row(build: Any, table: Any, row: Any) -> Any:
    """A row of a table of orders."""
    return build.load(build.gep(table, [row]))


def _in_order(build: Any, cards: Any, order: Any) -> Any:
    """A vector whose lane k is lane order[k] of `cards`: one instruction for most processors."""
    moved = ir.Constant(cards.type, ir.Undefined)
    if cards.type.element.width > BYTE.width:  # LLVM finds the instruction if lanes are as wide
        order = build.zext(order, cards.type)
    for k in range(BLOCK):
        lane = ir.Constant(ir.IntType(32), k)
        card = build.extract_element(cards, build.extract_element(order, lane))
        moved = build.insert_element(moved, card, lane)
    return moved
