"""The values outside a play that its function can reach.

None of them may be a source of chance, and no play may change one: plays would not be independent.
So each value has a fingerprint, taken before the first play and compared after the last.
"""

from __future__ import annotations

import ast
import builtins
import dis
import random
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from enum import Enum
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple

from sweepstake.errors import NoAnswerError
from sweepstake.game.drawing.keys import key
from sweepstake.game.drawing.values import UnstorableError
from sweepstake.game.reading import sets
from sweepstake.game.reading.program import Function, RefusedError, captured, function, named
from sweepstake.game.reading.sets import MAKERS, holds_set

OURS = ("sweepstake.game", "sweepstake.puzzle")
CHANCE = ("random", "secrets", "uuid", "numpy.random", "time")
"""Modules that a play may not use."""
VARYING = ("hash", "urandom", "getrandom", "getpid", "now", "utcnow", "today")
"""Built-in functions whose results may differ between plays or processes."""
CONTAINERS = (list, dict, set, deque)


class Reached(NamedTuple):
    """A value that a function can reach."""

    name: str
    value: Any
    line: int
    attributes: dict[str, int]
    """The attributes that the code naming it reads, of any object, with their lines."""


class Outside:
    """The globals, defaults and class attributes that functions reach, before the first play."""

    def __init__(self, *plays: Callable[..., Any]) -> None:
        self._plays = plays
        self._before: dict[tuple[int, str], tuple[Any, Any]] = {}
        functions = []
        for number, (name, value, line, _) in self._values():
            if is_chance(value):
                raise NoAnswerError(
                    f"line {line}: {name} is chance from elsewhere; take all "
                    f"chance from draw, as draw.die(6), draw.below(n), draw.among(items)"
                )
            if _has_set_in_class(name, value):
                raise RefusedError(line, f"{name}: {sets.INSIDE}")
            if dropped := _dropped_shuffle(value):
                raise NoAnswerError(
                    f"line {dropped}: draw.shuffled(...) shuffles nothing in place; keep what it "
                    f"returns, as in cards = draw.shuffled(cards)"
                )
            if asked := _asked_for_list(value):
                raise NoAnswerError(
                    f"line {asked}: isinstance says that shuffled cards are no list; say "
                    f"list(draw.shuffled(...))"
                )
            self._before[number, name] = _fingerprint(value), _copied(value)
            functions += _sources(value)
        sets.check(functions)

    def _values(self) -> Iterator[tuple[int, Reached]]:
        """The values that each function reaches, with its number: two may have the same name."""
        for number, play in enumerate(self._plays):
            yield from ((number, reached) for reached in _reached(play))

    def check(self) -> None:
        """NoAnswerError if one of them has changed; the message names it.

        A container gets its content back: a list that is full would not change in the next call.
        """
        for number, (name, value, line, _) in self._values():
            now = _fingerprint(value)
            before, copied = self._before.get((number, name), (now, None))
            if now != before:
                if copied is not None and type(copied) is type(value):
                    _restore(value, copied)
                where = f"line {line}: " * bool(line)
                raise NoAnswerError(
                    f"{where}{name} is changed by a play and outlives it; make it a local variable"
                )


def functions(play: Callable[..., Any], method: str) -> list[Function]:
    """The function and those that it reaches that call a method, if their source can be read."""
    found: dict[Callable[..., Any], Function] = {}
    for _, value, _, _ in _reached(play):
        if isinstance(value, FunctionType) and not any(name == method for name, *_ in named(value)):
            continue
        with suppress(RefusedError):
            found |= {of.of: of for of in _sources(value)}
    return [*found.values()]


def _dropped_shuffle(value: object) -> int:
    """The line where a function shuffles cards and drops them; 0 if it doesn't."""
    for node in _nodes_if_shuffling(value):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="shuffled"))):
                return node.lineno
    return 0


def _asked_for_list(value: object) -> int:
    """The line where a function asks if its shuffled cards are a list; 0 if it doesn't."""
    nodes = _nodes_if_shuffling(value)
    shuffled = set[str]()
    for node in nodes:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr=m))
            ):
                shuffled |= {name} if m == "shuffled" else set()
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), _]):
                if name in shuffled:
                    return node.lineno
    return 0


def _nodes_if_shuffling(value: object) -> list[ast.AST]:
    """The nodes of a function that shuffles cards; none of another value."""
    if not isinstance(value, FunctionType) or is_library(value.__module__):
        return []
    if not any(name == "shuffled" for name, *_ in named(value)):
        return []
    with suppress(RefusedError):  # its text can't be read
        return [*ast.walk(function(value).tree)]
    return []


def is_chance(value: object) -> bool:
    """True if it is a source of chance, or a part of one.

    >>> is_chance(random), is_chance(random.randint), is_chance(random.Random(1)), is_chance(max)
    (True, True, True, False)
    """
    if isinstance(value, ModuleType):
        return value.__name__ in CHANCE
    if isinstance(value, BuiltinFunctionType) and value.__name__ in VARYING:
        return True
    owner = getattr(value, "__self__", value)
    return isinstance(owner, random.Random) or any(map(_is_of_chance, (value, owner, type(owner))))


def _is_of_chance(value: object) -> bool:
    """True if it is a function or class of a module of chance."""
    module = str(getattr(value, "__module__", ""))
    return module in CHANCE or module.startswith("numpy.random")


def is_library(module: str | None) -> bool:
    """True if a module of that name is in the standard library or in this package."""
    top = (module or "").partition(".")[0]
    return top in sys.stdlib_module_names or str(module).startswith(OURS)


def _has_set_in_class(name: str, value: Any) -> bool:
    """True if a class has a set as an attribute, or a dataclass makes one for each object."""
    fields = getattr(value, "__dataclass_fields__", {}).values() if isinstance(value, type) else ()
    makes = any(getattr(f.default_factory, "__name__", "") in MAKERS for f in fields)
    return makes or ("." in name and holds_set(value.value if isinstance(value, Enum) else value))


def _sources(value: Any) -> list[Function]:
    """The function, or a class's methods, unless they are a library's or their source is missing.

    RefusedError if a text that can't be read, as that of a lambda in a class, makes a set.
    """
    if isinstance(value, type) and not is_library(value.__module__):
        return [method for member in vars(value).values() for method in _sources(member)]
    value = getattr(value, "__wrapped__", value)
    value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    if not isinstance(value, FunctionType) or is_library(value.__module__):
        return []
    try:
        return [function(value)]
    except RefusedError:
        if _makes_set(value):
            line = value.__code__.co_firstlineno
            raise RefusedError(line, f"{value.__name__} makes a set: write it as a def") from None
        return []


def _makes_set(of: FunctionType) -> bool:
    """True if a function's code makes a set, other than a constant one."""
    steps = list(dis.get_instructions(of))
    return any(step.opname == "BUILD_SET" or step.argval in MAKERS for step in steps)


def _reached(play: Callable[..., Any]) -> Iterator[Reached]:
    """The values that can be reached, with their names."""
    todo = [Reached(getattr(play, "__name__", "the function"), play, 0, {})]
    seen = set[int]()
    while todo:
        reached = todo.pop()
        yield reached
        if id(reached.value) not in seen:
            seen.add(id(reached.value))
            todo += _parts(reached)


def _parts(reached: Reached) -> Iterator[Reached]:
    """The values that can be reached through a function, a class or a module."""
    value = reached.value
    if isinstance(value, type(lru_cache(len))):
        value = value.__wrapped__
    if isinstance(value, FunctionType) and not is_library(value.__module__):
        yield from _parts_of_function(value)
    elif isinstance(value, type) and not is_library(value.__module__):
        for name, member in vars(value).items():
            if not name.startswith("__"):
                yield reached._replace(name=f"{value.__name__}.{name}", value=member)
    elif isinstance(value, ModuleType | type):
        for name, line in reached.attributes.items():
            member = getattr(value, name, None)
            if isinstance(member, FunctionType | ModuleType | type) or is_chance(member):
                yield reached._replace(name=f"{reached.name}.{name}", value=member, line=line)


def _parts_of_function(function: FunctionType) -> Iterator[Reached]:
    """The outside values that a function names, the modules that it imports, and its defaults."""
    lines: dict[bool, dict[str, int]] = {True: {}, False: {}}
    for name, line, is_outside in named(function):
        lines[is_outside].setdefault(name, line)
    imported = {name: sys.modules[name] for name in lines[True] if name in sys.modules}
    namespace = {**imported, **vars(builtins), **function.__globals__, **captured(function)}
    for name, line in lines[True].items():
        if name in namespace:
            yield Reached(name, namespace[name], line, lines[False])
    if "__hash__" in lines[False]:
        yield Reached("__hash__", hash, lines[False]["__hash__"], {})
    defaults = function.__defaults__ or ()
    arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
    for name, value in zip(reversed(arguments), reversed(defaults), strict=False):
        description = f"the default of {name} in {function.__name__}"
        yield Reached(description, value, function.__code__.co_firstlineno, {})


def _fingerprint(value: Any) -> Any:
    """A key that differs if the value has changed; its id if its type has no key."""
    try:
        return key((value,))
    except UnstorableError:
        return id(value)


def _copied(value: Any) -> Any:
    """A deep copy of a container; None for any other value."""
    try:
        return deepcopy(value) if isinstance(value, CONTAINERS) else None
    except (TypeError, ValueError, RefusedError):
        return None


def _restore(container: Any, content: Any) -> None:
    """Give a container its former content again."""
    container.clear()
    add = container.extend if isinstance(container, list | deque) else container.update
    add(content)
