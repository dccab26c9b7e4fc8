"""Lists of compiled plays keep their memory until they end: numba's lists free and reallocate it.

These lowerings hold for all that this process compiles from then on. Lists behave as before, but
are three times as fast if they grow and shrink as hands of cards do.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.cpython import listobj
from numba.extending import intrinsic, lower_builtin
from numba.np import arrayobj

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
    place, size = items.fix_index(args[1]), items.size
    items.guard_index(place, "pop index out of range")
    item, one = items.getitem(place), size.type(1)
    last = builder.sub(size, one)
    items.move(place, builder.add(place, one), builder.sub(last, place))
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


def added(context: Any, builder: Any, kind: types.List, to: Any, more: Any) -> Any:
    """Code that adds all items of a list to another of its type, or to itself; returns these items.

    They are an array without owner, which may be used until the list changes.
    """
    items, others = (listobj.ListInstance(context, builder, kind, value) for value in (to, more))
    own, many = items.size, others.size
    _grow(context, builder, kind, items, builder.add(own, many))
    place, size = items._gep(own), own.type(listobj.get_itemsize(context, kind))
    cgutils.raw_memcpy(builder, place, others._gep(own.type(0)), many, size)
    return _array(context, builder, kind, place, many)


def _array(context: Any, builder: Any, kind: types.List, place: Any, many: Any) -> Any:
    """Some items of a list as an array without owner."""
    size = many.type(listobj.get_itemsize(context, kind))
    array = context.make_array(types.Array(kind.dtype, 1, "C"))(context, builder)
    arrayobj.populate_array(array, place, [many], [size], size, None)
    return array._getvalue()


@intrinsic
def viewed(typing: Any, items: Any) -> Any:
    """A list's items as an array without owner, which may be used until the list changes."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        held = listobj.ListInstance(context, builder, items, args[0])
        return _array(context, builder, items, held._gep(held.size.type(0)), held.size)

    return types.Array(items.dtype, 1, "C")(items), code
