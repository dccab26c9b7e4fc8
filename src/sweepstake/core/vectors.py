"""Sixteen cards at a time: vector instructions for kernels, written in LLVM's language.

In a kernel, a call of a function made with `lowered` becomes its LLVM instructions, which every
processor can carry out; outside kernels its Python source runs, which says what it does. Lanes that
a caller doesn't need are read and written too, so an array must have `BLOCK` contiguous cards from
the given place on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from sweepstake.core.kernels import when_compiling

Function = TypeVar("Function", bound=Callable[..., Any])
Cards = NDArray[Any]

BLOCK = 16
WORD = ir.IntType(64)
LANES = ir.VectorType(ir.IntType(1), BLOCK)
"""The type of a vector with one bit for each lane."""


class Lowering:
    """Builds the LLVM instructions of one call."""

    def __init__(self, context: Any, builder: Any, kinds: Any, args: Sequence[Any]) -> None:
        self.builder = builder
        self._context, self._returned = context, kinds.return_type
        self._arrays = [
            context.make_array(kind)(context, builder, value).data
            if hasattr(kind, "dtype")
            else None
            for kind, value in zip(kinds.args, args, strict=True)
        ]
        self.bits = 8 * context.get_abi_sizeof(context.get_data_type(kinds.args[0].dtype))
        """Bits of a card, which is an element of the first array."""
        self.cards = ir.VectorType(ir.IntType(self.bits), BLOCK)

    def load(self, array: int, at: Any, kind: Any = None) -> Any:
        """`BLOCK` elements of the `array`-th argument from element `at` on."""
        kind = kind or self.cards
        value = self.builder.load(self._place(array, at, kind))
        value.align = kind.element.width // 8
        return value

    def store(self, value: Any, at: Any) -> None:
        """Write to the first argument from card `at` on."""
        self.builder.store(value, self._place(0, at, value.type)).align = self.bits // 8

    def permuted(self, cards: Any, sources: Any) -> Any:
        """A vector whose lane k is lane sources[k] of `cards`; one instruction where possible."""
        permuted = ir.Constant(cards.type, ir.Undefined)
        for lane in range(BLOCK):
            place = ir.Constant(ir.IntType(32), lane)
            card = self.builder.extract_element(cards, self.builder.extract_element(sources, place))
            permuted = self.builder.insert_element(permuted, card, place)
        return permuted

    def compressed(self, values: Any, kept: Any) -> Any:
        """The lanes of `values` with bit 1 in `kept`, moved together; the others are undefined."""
        kind = values.type
        name = f"llvm.experimental.vector.compress.v{BLOCK}i{kind.element.width}"
        function = self.builder.module.globals.get(name) or ir.Function(
            self.builder.module, ir.FunctionType(kind, [kind, LANES, kind]), name
        )
        others = ir.Constant(kind, ir.Undefined)
        return self.builder.call(function, [values, self.lanes(kept), others])

    def lanes(self, bits: Any) -> Any:
        """The last `BLOCK` bits of a word, one for each lane."""
        return self.builder.bitcast(self.builder.trunc(bits, ir.IntType(BLOCK)), LANES)

    def word(self, lanes: Any) -> Any:
        """A word with a bit for each lane."""
        return self.builder.zext(self.builder.bitcast(lanes, ir.IntType(BLOCK)), WORD)

    def returned(self, *values: Any) -> Any:
        """The value that the call returns: nothing, or a tuple."""
        if values:
            return self._context.make_tuple(self.builder, self._returned, values)
        return self._context.get_dummy_value()

    def _place(self, array: int, at: Any, kind: Any) -> Any:
        start = self.builder.gep(self._arrays[array], [at])
        return self.builder.bitcast(start, kind.as_pointer())


def lowered(
    instructions: Callable[..., Any], kinds: Callable[[Any], Sequence[Any]]
) -> Callable[[Function], Function]:
    """Decorate a function with the instructions that replace it in kernels.

    The function's first argument is an array of cards. `kinds(types)` returns numba's types of the
    result and of the other arguments, `types.Array` for an array. `instructions(lowering, *values)`
    builds the instructions and returns the result.
    """

    def decorate(function: Function) -> Function:
        when_compiling(lambda: _declare(function, instructions, kinds))
        return function

    return decorate


def _declare(
    function: Callable[..., Any],
    instructions: Callable[..., Any],
    kinds: Callable[[Any], Sequence[Any]],
) -> None:
    from numba import types
    from numba.extending import lower_builtin, type_callable

    returned, *others = kinds(types)

    def typed(array: Any, *actual: Any) -> Any:
        pairs = zip(actual, others, strict=True)
        return returned(array, *(kind if other is types.Array else other for kind, other in pairs))

    typed.__signature__ = signature(function)  # type: ignore[attr-defined]

    @type_callable(function)  # type: ignore[untyped-decorator]
    def typing(context: Any) -> Any:
        return typed

    @lower_builtin(function, types.Array, *others)  # type: ignore[untyped-decorator]
    def code(context: Any, builder: Any, kinds: Any, args: Any) -> Any:
        return instructions(Lowering(context, builder, kinds, args), *args)


def _copy(to: Lowering, _: Any, at: Any, start: Any) -> Any:
    to.store(to.load(0, start), at)
    return to.returned()


@lowered(_copy, lambda types: (types.void, types.intp, types.intp))
def copy(cards: Cards, at: int, start: int) -> None:
    """Copy `BLOCK` cards from `start` to `at`."""
    cards[at : at + BLOCK] = cards[start : start + BLOCK].copy()


def _permute(to: Lowering, _: Any, at: Any, __: Any, row: Any) -> Any:
    first = to.builder.shl(row, ir.Constant(WORD, 4))
    sources = to.load(2, first, ir.VectorType(ir.IntType(8), BLOCK))
    if to.bits > 8:
        sources = to.builder.zext(sources, to.cards)
    to.store(to.permuted(to.load(0, at), sources), at)
    return to.returned()


@lowered(_permute, lambda types: (types.void, types.intp, types.Array, types.uintp))
def permute(cards: Cards, at: int, orders: NDArray[np.uint8], row: int) -> None:
    """Card k from `at` on becomes the one at place orders[row, k], for k from 0 to 15.

    `orders`, of shape (rows, 16), is in C order.
    """
    block = cards[at : at + BLOCK]
    block[:] = block[orders[row]]
