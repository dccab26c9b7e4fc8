"""The values that a function holds: arguments of a partial one, what it closes over, its object.

`Method(partial(count, 3))` and `Method(counter(3))` may stand in another module than `count` and
`counter`, and then the 3 is in no source that these depend on.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from sweepstake.puzzle.question import is_later

Told = Callable[[Any], str]
"""Tells a function or a class, without what it holds."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def held(function: Callable[..., Any], told: Told) -> list[str]:
    """The values that a function holds, the same in every process.

    >>> held(partial(print, 3, sep=""), str)
    ['[3]', "{'sep': ''}"]
    """
    return _of_function(function, told, frozenset())


def _of_function(function: Any, told: Told, within: frozenset[int]) -> list[str]:
    values: list[object] = []
    while isinstance(function, partial):
        values += [part for part in (function.args, function.keywords) if part]
        function = function.func
    python = getattr(function, "py_func", function)  # of a kernel
    if not is_later(python):
        values += [cell.cell_contents for cell in getattr(python, "__closure__", None) or ()]
    if hasattr(python, "__func__"):
        values.append(python.__self__)
    if not hasattr(python, "__qualname__"):
        values.append(vars(python))
    return [_of(value, told, within | {id(function)}) for value in values]


def _of(value: Any, told: Told, within: frozenset[int]) -> str:
    if id(value) in within:
        return "itself"
    inner = within | {id(value)}
    if isinstance(value, partial):
        return _of((value.func, value.args, value.keywords), told, inner)
    if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
        return f"{told(value)} {_of_function(value, told, inner)}"
    if (numpy := sys.modules.get("numpy")) and isinstance(value, numpy.ndarray):
        return f"{value.dtype.descr} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(_of(item, told, inner) for item in value)}]"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(_of(item, told, inner) for item in value))}}}"
    if isinstance(value, Mapping):
        pairs = (f"{_of(k, told, inner)}: {_of(v, told, inner)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    if hasattr(value, "__dict__"):
        return f"{told(type(value))} {_of(vars(value), told, inner)}"
    return ADDRESS.sub("", repr(value))
