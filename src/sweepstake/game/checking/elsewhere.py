"""Chance that does not come from `draw`: named by the line at which a play would reach it."""

from __future__ import annotations

import builtins
import dis
import random
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from sweepstake.game.outside import is_library
from sweepstake.game.rewriting.program import codes

MODULES = ("random", "secrets", "uuid", "numpy.random", "time")
"""Modules of which a play may use nothing."""
NAMES = ("hash", "urandom", "getrandom", "now", "utcnow", "today")
"""Built-in functions that give something else in another play, or in another process."""


def check(play: Callable[..., Any]) -> None:
    """ValueError if the function, or a helper that it names, uses chance from elsewhere."""
    todo, seen = [play], set[int]()
    while todo:
        function = todo.pop()
        if not isinstance(function, FunctionType) or id(function) in seen:
            continue
        seen.add(id(function))
        for name, line, value in _named(function.__code__, function.__globals__):
            if is_chance(value):
                raise ValueError(
                    f"line {line}: {name} is chance from elsewhere; take all chance from draw, as "
                    f"draw.die(6), draw.below(n), draw.among(items)"
                )
            if isinstance(value, FunctionType) and not is_library(value.__module__):
                todo.append(value)


def is_chance(value: object) -> bool:
    """Is it random, or a part of what is?

    >>> is_chance(random), is_chance(random.randint), is_chance(random.Random(1)), is_chance(max)
    (True, True, True, False)
    """
    if isinstance(value, ModuleType):
        return value.__name__ in MODULES
    if isinstance(value, BuiltinFunctionType):
        return value.__module__ in MODULES or value.__name__ in NAMES
    owner = getattr(value, "__self__", value)
    return isinstance(owner, random.Random) or type(owner).__module__.startswith("numpy.random")


def _named(code: CodeType, names: dict[str, Any]) -> Iterator[tuple[str, int, Any]]:
    """The globals that code names, also by attributes of modules and classes, with their lines."""
    name, value, line = "", None, code.co_firstlineno
    for step in (step for part in codes(code) for step in dis.get_instructions(part)):
        line = (step.positions.lineno if step.positions else None) or line
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            name, value = step.argval, names.get(step.argval, getattr(builtins, step.argval, None))
            yield name, line, value
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, ModuleType | type):
            name, value = f"{name}.{step.argval}", getattr(value, step.argval, None)
            yield name, line, value
        elif step.opname not in ("CACHE", "PUSH_NULL", "PRECALL"):
            value = None
