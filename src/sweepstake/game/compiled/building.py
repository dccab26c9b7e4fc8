"""A loop over plays, as numba compiles it with the game's functions that it calls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from types import FunctionType
from typing import Any

import numpy as np
from numba import njit

import sweepstake.game.compiled.calls.lists  # noqa: F401  # lists that keep their memory
from sweepstake.game.compiled.apart import Apart
from sweepstake.game.compiled.source import Source
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.kernels.cache import dispatcher

TAKEN: dict[type, tuple[tuple[str, ...], str]] = {
    Fraction: (("_0n", "_0d"), "_0ratio({0}_0n, {0}_0d)"),
    str: (("_0t",), "_0text({0}_0t)"),
    tuple: (("_0a",), "[_0x for _0x in {0}_0a]"),
}
"""By type of a parameter: the endings of the kernel's arguments for it, and its value from them."""


def arguments(values: Iterable[Any], number: Callable[[str], int]) -> list[Any]:
    """Parameters as kernels take them: the two parts of a fraction, the number of a text."""
    args = list[Any]()
    for value in values:
        if isinstance(value, Fraction):
            args += map(np.int64, value.as_integer_ratio())
        elif isinstance(value, tuple):
            if any(type(part) is not int for part in value):
                raise RefusedError(0, "a tuple of other values than whole numbers isn't compiled")
            args.append(np.array(value, np.int64))
        elif isinstance(value, str):
            args.append(np.int64(number(value)))
        else:
            args.append(value if type(value) is bool else np.int64(value))
    return args


def passed(types: Mapping[str, type]) -> tuple[str, str, str]:
    """For parameters: a kernel's arguments, code for the values from these, and the names."""
    args, values = list[str](), list[str]()
    for name, kind in types.items():
        endings, value = TAKEN.get(kind, (("",), ""))
        args += [f", {name}{ending}" for ending in endings]
        values += [f"{name} = {value.format(name)}"] if value else []
    names = "".join(f", {name}" for name in types)
    return "".join(args), "\n    ".join(values) or "pass", names


def built(source: Source, run: str, names: Mapping[str, Any]) -> Any:
    """The loop `run`, not compiled yet."""
    held, code = {**names, "__name__": __name__}, run
    file = source.program.main.of.__code__.co_filename
    for name, tree in source.functions.items():
        exec(compile(ast.Module([tree], []), file, "exec"), held)  # noqa: S102  # the game
        held[name] = njit(held[name], nogil=True, pipeline_class=Apart, forceinline=True)
        code += f"{name}: {ast.unparse(tree)}"
    exec(compile(run, "<run>", "exec"), held)  # noqa: S102  # as above
    function: FunctionType = held["run"]
    function.__qualname__ = f"run_{sha256(code.encode()).hexdigest()[:32]}"
    return dispatcher(function)
