"""The values of compiled plays that numba lacks or has too slow: lists, texts, and outcomes.

*Lists* don't free memory before they end, as numba's lists do: they are three times as fast if they
grow and shrink as hands of cards do. These lowerings apply to all code that this process compiles
from then on.

*Texts* are numbers that can be stored, passed on and compared for equality.

*Outcomes* have two cells for each column, a number and its kind, and are counted in a hash table.

`overload` and its siblings are numba's, for annotated functions: numba compares annotations with
those of lambdas.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numba.extending
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.cpython import listobj
from numba.extending import intrinsic, lower_builtin, models, register_model
from numba.np import arrayobj

from sweepstake.core.kernels import inlined

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def overload(function: Any, **options: bool) -> Decorator:
    """Decorate a function that chooses a Python implementation by the types of the arguments."""
    return lambda chosen: numba.extending.overload(function, jit_options=options)(_bare(chosen))


def overloaded(**options: bool) -> Decorator:
    """Decorate a function for compiled code that chooses its Python implementation by types."""

    def declared(chosen: Callable[..., Any]) -> Callable[..., Any]:
        overload(chosen, **options)(chosen)
        return chosen

    return declared


def overload_method(kind: type, name: str) -> Decorator:
    """Like `overload`, for a method."""
    return lambda chosen: numba.extending.overload_method(kind, name)(_bare(chosen))


def overload_attribute(kind: type, name: str) -> Decorator:
    """Like `overload`, for an attribute."""
    return lambda chosen: numba.extending.overload_attribute(kind, name)(_bare(chosen))


def _bare(chosen: Callable[..., Any]) -> Callable[..., Any]:
    """`chosen` without annotations, and without those of the function that it returns."""
    chosen.__annotations__.clear()

    @wraps(chosen)
    def bare(*kinds: Any, **more: Any) -> Any:
        if function := chosen(*kinds, **more):
            function.__annotations__.clear()
        return function

    return bare


PLAIN = (types.Integer, types.Boolean)


def _grow(context: Any, builder: Any, kind: types.List, items: Any, larger: Any) -> None:
    """Set the size of a list whose items own nothing, with more memory if it is needed.

    It is short, so that LLVM removes the counting of references around an append.
    """
    with builder.if_then(builder.icmp_signed("<", items._payload.allocated, larger), likely=False):
        room = builder.add(builder.shl(larger, larger.type(1)), larger.type(8))
        item = listobj.get_itemsize(context, kind)
        payload = context.get_abi_sizeof(context.get_data_type(types.ListPayload(kind)))
        size = builder.add(builder.mul(room, room.type(item)), room.type(payload))
        memory = context.nrt.meminfo_varsize_realloc_unchecked(builder, items.meminfo, size)
        cgutils.guard_memory_error(context, builder, memory, "cannot resize list")
        items._payload.allocated = room
    items.size = larger


@lower_builtin("list.append", types.List, types.Integer)
def _append(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    items = listobj.ListInstance(context, builder, signature.args[0], args[0])
    size = items.size
    _grow(context, builder, signature.args[0], items, builder.add(size, size.type(1)))
    items.setitem(size, args[1], incref=False)
    return context.get_dummy_value()


@lower_builtin("list.pop", types.List)
def _pop_last(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    if not isinstance(signature.args[0].dtype, PLAIN):
        return listobj.list_pop(context, builder, signature, args)
    items = listobj.ListInstance(context, builder, signature.args[0], args[0])
    size = items.size
    cgutils.guard_zero(context, builder, size, (IndexError, "pop from empty list"))
    items.size = builder.sub(size, size.type(1))
    return items.getitem(items.size)


@lower_builtin("list.pop", types.List, types.Integer)
def _pop(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    if not isinstance(signature.args[0].dtype, PLAIN):
        return listobj.list_pop_integer(context, builder, signature, args)
    items = listobj.ListInstance(context, builder, signature.args[0], args[0])
    index, size = items.fix_index(args[1]), items.size
    items.guard_index(index, "pop index out of range")
    item, one = items.getitem(index), size.type(1)
    last = builder.sub(size, one)
    items.move(index, builder.add(index, one), builder.sub(last, index))
    items.size = last
    return item


@lower_builtin("list.clear", types.List)
def _clear(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    if not isinstance(signature.args[0].dtype, PLAIN):
        return listobj.list_clear(context, builder, signature, args)
    items = listobj.ListInstance(context, builder, signature.args[0], args[0])
    items.size = items.size.type(0)
    return context.get_dummy_value()


def is_plain(kind: Any) -> bool:
    """True for a list whose items own nothing."""
    return isinstance(kind, types.List) and isinstance(kind.dtype, PLAIN)


def list_added(context: Any, builder: Any, kind: types.List, to: Any, more: Any) -> Any:
    """Code that adds all items of a list to another of its type, or to itself; returns these items.

    They are an array without owner, which may be used until the list changes.
    """
    items, source = (listobj.ListInstance(context, builder, kind, value) for value in (to, more))
    before, length = items.size, source.size
    _grow(context, builder, kind, items, builder.add(before, length))
    address, size = items._gep(before), before.type(listobj.get_itemsize(context, kind))
    cgutils.raw_memcpy(builder, address, source._gep(before.type(0)), length, size)
    return _array(context, builder, kind, address, length)


def _array(context: Any, builder: Any, kind: types.List, address: Any, length: Any) -> Any:
    """The `length` items of a list from an address on, as an array without owner."""
    size = length.type(listobj.get_itemsize(context, kind))
    array = context.make_array(types.Array(kind.dtype, 1, "C"))(context, builder)
    arrayobj.populate_array(array, address, [length], [size], size, None)
    return array._getvalue()


@intrinsic
def viewed(typing: Any, items: Any) -> Any:
    """A list's items as an array without owner, which may be used until the list changes."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        instance = listobj.ListInstance(context, builder, items, args[0])
        return _array(context, builder, items, instance._gep(instance.size.type(0)), instance.size)

    return types.Array(items.dtype, 1, "C")(items), code


class TextType(types.Type):  # type: ignore[misc]
    """The type of a text, which compiled code represents by its number."""

    def __init__(self) -> None:
        super().__init__(name="Text")


TEXT_TYPE = TextType()


@register_model(TextType)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


def _unchanged(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return args[0]


@intrinsic
def text(typing: Any, number: Any) -> Any:
    """The text of a number."""
    return TEXT_TYPE(types.int64), _unchanged


@intrinsic
def number_of(typing: Any, text: Any) -> Any:
    """The number of a text."""
    return (types.int64(TEXT_TYPE), _unchanged) if text == TEXT_TYPE else None


@overload(operator.eq)
def _equal(a: Any, b: Any) -> Any:
    if a == b == TEXT_TYPE:
        return lambda a, b: number_of(a) == number_of(b)
    return None


@overload(operator.ne)
def _differ(a: Any, b: Any) -> Any:
    if a == b == TEXT_TYPE:
        return lambda a, b: number_of(a) != number_of(b)
    return None


@overload_method(TextType, "__hash__")
def _hash(a: Any) -> Any:
    return lambda a: hash(number_of(a))


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
