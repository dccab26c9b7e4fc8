"""Outcomes of compiled plays: for each column a number and its meaning; and their counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from sweepstake.core.kernels import inlined
from sweepstake.game.compiled.calls.overloads import overloaded
from sweepstake.game.compiled.calls.texts import TextType, number_of

NONE, BOOL, INT, TEXT = range(4)
WORDS = 4
KINDS: tuple[tuple[Any, int], ...] = (
    (types.NoneType, NONE), (types.Boolean, BOOL), (types.Integer, INT), (TextType, TEXT),
)  # fmt: skip
_MIX, _TURN = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@intrinsic
def unowned(typing: Any, array: Any) -> Any:
    """The same array without an owner, so that passing it on counts no references."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        same = context.make_array(array)(context, builder, args[0])
        same.meminfo = same.meminfo.type(None)
        same.parent = same.parent.type(None)
        return same._getvalue()

    return array(array), code


@intrinsic
def on_stack(typing: Any, words: Any) -> Any:
    """A copy of the four words of a stream on the stack, where nothing else can change them."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        same = context.make_array(words)(context, builder, args[0])
        space = cgutils.alloca_once(builder, same.data.type.pointee, size=WORDS)
        cgutils.raw_memcpy(builder, space, same.data, same.itemsize.type(WORDS), same.itemsize)
        same.data = space
        same.meminfo = same.meminfo.type(None)
        same.parent = same.parent.type(None)
        return same._getvalue()

    return words(words), code


@intrinsic
def unwrapped(typing: Any, value: Any) -> Any:
    """A value that is not None."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_helper(builder, signature.args[0], args[0]).data

    return value.type(value), code


@overloaded()
def kind_of(value: Any) -> Any:
    """The meaning of a cell's number: NONE, BOOL, INT or TEXT."""
    if isinstance(value, types.Optional):
        return lambda value: NONE if value is None else kind_of(unwrapped(value))
    for kinds, kind in KINDS:
        if isinstance(types.unliteral(value), kinds):
            return lambda value: kind
    return None


@overloaded()
def number_in(value: Any) -> Any:
    """The number in a cell."""
    if isinstance(value, types.Optional):
        return lambda value: 0 if value is None else number_in(unwrapped(value))
    if isinstance(value, types.NoneType):
        return lambda value: 0
    if isinstance(value, TextType):
        return lambda value: number_of(value)
    if isinstance(types.unliteral(value), types.Boolean | types.Integer):
        return lambda value: int(value)
    return None


@inlined
def keeps(out: Any, given: Any) -> bool:
    """True if an outcome has the given values, which are rows of column, number and kind."""
    for column, number, kind in given:
        own = out[2 * column + 1]
        alike = own == kind or (BOOL <= own <= INT and BOOL <= kind <= INT)
        if not alike or out[2 * column] != number:
            return False
    return True


@inlined
def count(out: Any, columns: Any, table: Any) -> bool:
    """Count an outcome in `table`, rows of cells and a count; False if it may be too full.

    The columns are a tuple, so that loops over them are unrolled.
    """
    mixed = np.uint64(0)
    for column in columns:
        mixed = (mixed ^ np.uint64(out[2 * column])) * _MIX
        mixed ^= (mixed >> _TURN) + np.uint64(out[2 * column + 1])
    last = 2 * len(columns)
    for tried in range(8):
        row = (mixed + np.uint64(tried)) & np.uint64(len(table) - 1)
        if table[row, last] == 0:
            for k in range(len(columns)):
                table[row, 2 * k] = out[2 * columns[k]]
                table[row, 2 * k + 1] = out[2 * columns[k] + 1]
        alike = True
        for k in range(len(columns)):
            alike &= table[row, 2 * k] == out[2 * columns[k]]
            alike &= table[row, 2 * k + 1] == out[2 * columns[k] + 1]
        if alike:
            table[row, last] += 1
            return True
    return False


@njit
def looked_up(value: Any, is_set: bool) -> Any:
    """The value of a variable; OverflowError if it has none."""
    if not is_set:
        raise OverflowError
    return value


def cell(number: int, kind: int, texts: Sequence[str]) -> object:
    """The value that a number of that kind stands for."""
    if kind == TEXT:
        return texts[number]
    return {NONE: None, BOOL: bool(number), INT: number}[kind]
