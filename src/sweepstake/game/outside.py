"""What a game's function can reach outside a play: it must be the same after each."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from sweepstake.game.resuming.keys import key
from sweepstake.game.rewriting.program import captured, codes
from sweepstake.game.values import UnkeptError

OURS = ("sweepstake.game", "sweepstake.puzzle")


class Outside:
    """The globals, defaults and class attributes that a function can reach, as they were."""

    def __init__(self, play: Callable[..., Any]) -> None:
        self._play = play
        self._before = dict(_reached(play))

    def check(self) -> None:
        """ValueError if something has changed: the name says what."""
        for name, value in _reached(self._play):
            if value != self._before.get(name, value):
                raise ValueError(
                    f"{_where(self._play, name)}{name} is changed by a play and outlives it; make "
                    f"it a local variable"
                )


def _reached(play: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Names of what can be reached, and what tells a value from a changed one."""
    todo: list[tuple[str, Any]] = [(getattr(play, "__name__", "the function"), play)]
    seen: set[int] = set()
    while todo:
        name, value = todo.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, type(lru_cache(len))):
            value = value.__wrapped__
        if isinstance(value, FunctionType):
            todo += _parts_of_function(value)
        elif isinstance(value, type) and not is_library(value.__module__):
            todo += [
                (f"{value.__name__}.{part}", held)
                for part, held in vars(value).items()
                if not part.startswith("__")
            ]
        elif not isinstance(value, ModuleType | type):
            yield name, _print(value)


def is_library(module: str | None) -> bool:
    """Is a module of that name Python's, or ours?"""
    top = (module or "").partition(".")[0]
    return top in sys.stdlib_module_names or str(module).startswith(OURS)


def _parts_of_function(function: FunctionType) -> list[tuple[str, Any]]:
    """Globals that the function names, its defaults and what it captures."""
    if is_library(function.__module__):
        return []
    held = function.__globals__
    names = sorted({name for code in codes(function.__code__) for name in code.co_names})
    parts = [(name, held[name]) for name in names if name in held]
    defaults = function.__defaults__ or ()
    arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
    pairs = zip(arguments[len(arguments) - len(defaults) :], defaults, strict=True)
    parts += [(f"the default of {name} in {function.__name__}", value) for name, value in pairs]
    return [*parts, *captured(function).items()]


def _where(play: Callable[..., Any], name: str) -> str:
    """The line at which the function first names what is called so, if it does."""
    bare = name.removeprefix("the default of ").partition(" in ")[0].partition(".")[0]
    for code in codes(play.__code__) if isinstance(play, FunctionType) else ():
        for step in dis.get_instructions(code):
            if step.argval == bare and step.positions and step.positions.lineno:
                return f"line {step.positions.lineno}: "
    return ""


def _print(value: Any) -> Any:
    try:
        return key((value,))
    except UnkeptError:
        return id(value)
