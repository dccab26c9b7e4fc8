"""Battles, sixteen at a time with vector instructions: moves the won cards without branches."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from sweepstake.core.vectors import BLOCK, WORD, Cards, Lowering, lowered


def _battles(
    to: Lowering, _: Any, a: Any, b: Any, end_a: Any, end_b: Any, most: Any, coins: Any
) -> Any:
    build, unit = to.builder, ir.Constant(WORD, 1)
    x, y = to.load(0, a), to.load(0, b)
    tied = build.or_(to.word(build.icmp_unsigned("==", x, y)), ir.Constant(WORD, 1 << BLOCK))
    first = build.cttz(tied, ir.Constant(ir.IntType(1), 1))
    plays = build.select(build.icmp_signed("<", first, most), first, most)
    played = build.sub(build.shl(unit, plays), unit)
    higher = to.word(build.icmp_unsigned(">", x, y))
    won, lost = build.and_(higher, played), build.and_(build.not_(higher), played)
    pairs = ir.VectorType(ir.IntType(2 * to.bits), BLOCK)
    turned = to.lanes(coins)
    above = build.zext(build.select(turned, y, x), pairs)
    below = build.zext(build.select(turned, x, y), pairs)
    wide = ir.Constant(pairs, [to.bits] * BLOCK)
    taken = build.or_(above, build.shl(below, wide))  # the lower half stands first in memory
    to.store(to.compressed(taken, won), end_a)
    to.store(to.compressed(taken, lost), end_b)
    return to.returned(plays, build.ctpop(won))


def _kinds(types: Any) -> tuple[Any, ...]:
    """The types: two counts as the result, four places and two words as arguments."""
    return types.UniTuple(types.int64, 2), *(types.intp,) * 4, types.int64, types.uint64


@lowered(_battles, _kinds)
def battles(
    cards: Cards, a: int, b: int, end_a: int, end_b: int, most: int, coins: int
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
