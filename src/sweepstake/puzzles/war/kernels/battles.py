"""Battles, sixteen at a time with vector instructions: moves the won cards without branches.

In a kernel, a call of `battles` becomes instructions in LLVM's language, which every processor can
carry out; outside kernels its Python source runs, which says what it does.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numpy.typing import NDArray

BLOCK = 16
"""Battles at a time."""
WORD = ir.IntType(64)


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


@cache
def declare() -> None:
    """Have numba replace calls of `battles` by instructions, in kernels that are compiled later."""
    from numba import types
    from numba.extending import lower_builtin, type_callable

    kinds = *(types.intp,) * 4, types.int64, types.uint64
    returned = types.UniTuple(types.int64, 2)

    @type_callable(battles)  # type: ignore[untyped-decorator]
    def typing(context: Any) -> Any:
        return lambda cards, a, b, end_a, end_b, most, coins: returned(cards, *kinds)

    lower_builtin(battles, types.Array, *kinds)(_instructions)


def _instructions(context: Any, build: Any, kinds: Any, args: Any) -> Any:
    """The instructions of one call, and the value that it returns."""
    array, a, b, end_a, end_b, most, coins = args
    kind = kinds.args[0]
    cards = context.make_array(kind)(context, build, array).data
    bits = 8 * context.get_abi_sizeof(context.get_data_type(kind.dtype))
    single, pairs, unit = _vector(bits), _vector(2 * bits), ir.Constant(WORD, 1)
    x, y = (build.load(_place(build, cards, at, single), align=bits // 8) for at in (a, b))
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
        moved = _compressed(build, taken, kept)
        build.store(moved, _place(build, cards, end, pairs), align=bits // 8)
    return context.make_tuple(build, kinds.return_type, (plays, build.ctpop(won)))


def _vector(bits: int) -> Any:
    """The type of a vector of `BLOCK` whole numbers."""
    return ir.VectorType(ir.IntType(bits), BLOCK)


def _place(build: Any, cards: Any, at: Any, kind: Any) -> Any:
    """The place of a vector that begins with the card `at`."""
    return build.bitcast(build.gep(cards, [at]), kind.as_pointer())


def _lanes(build: Any, word: Any) -> Any:
    """The last `BLOCK` bits of a word, one for each lane."""
    return build.bitcast(build.trunc(word, ir.IntType(BLOCK)), _vector(1))


def _word(build: Any, lanes: Any) -> Any:
    """A word with a bit for each lane."""
    return build.zext(build.bitcast(lanes, ir.IntType(BLOCK)), WORD)


def _compressed(build: Any, values: Any, kept: Any) -> Any:
    """The lanes of `values` with bit 1 in `kept`, moved together; the others are undefined."""
    kind = values.type
    name = f"llvm.experimental.vector.compress.v{BLOCK}i{kind.element.width}"
    compress = build.module.globals.get(name) or ir.Function(
        build.module, ir.FunctionType(kind, [kind, _vector(1), kind]), name
    )
    return build.call(compress, [values, _lanes(build, kept), ir.Constant(kind, ir.Undefined)])
