"""What compiling copies into machine code: the values that globals have at that time.

A kernel's machine code is as old as these values, which may come from a file of data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from types import CodeType, ModuleType
from typing import Any

import numpy as np

_PLAIN = (bool, int, float, complex, str, bytes, np.generic)


def frozen(function: Callable[..., Any]) -> str:
    """The SHA-256, in hexadecimal, of the values that `function` and the kernels it calls read.

    >>> SIDES = 6
    >>> sides = lambda: SIDES
    >>> before = frozen(sides)
    >>> SIDES = 8
    >>> frozen(sides) == before
    False
    """
    digest = sha256()
    for part in _of_function(function, {id(function)}):
        digest.update(part + b"\0")
    return digest.hexdigest()


def _of_function(function: Callable[..., Any], seen: set[int]) -> Iterator[bytes]:
    names = list(_names(function.__code__))
    for name in names:
        yield from _of(name, function.__globals__.get(name), names, seen)


def _of(name: str, value: Any, names: list[str], seen: set[int]) -> Iterator[bytes]:
    """The parts of a global's value; of a module, of those attributes that are among `names`."""
    if isinstance(value, np.ndarray):
        yield f"{name} {value.dtype.descr} {value.shape}".encode() + value.tobytes()
    elif isinstance(value, _PLAIN):
        yield f"{name} {value!r}".encode()
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from _of(f"{name} {place}", item, names, seen)
    elif isinstance(value, ModuleType) and id(value) not in seen:
        seen.add(id(value))
        for inner in names:
            yield from _of(f"{name}.{inner}", getattr(value, inner, None), names, seen)
    elif (python := getattr(value, "py_func", None)) and id(python) not in seen:
        seen.add(id(python))
        yield from _of_function(python, seen)


def _names(code: CodeType) -> Iterator[str]:
    """Every name that is not local, of the functions inside a function too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
