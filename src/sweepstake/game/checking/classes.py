"""Classes whose objects a play may keep: no value that can change is shared by all objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING
from enum import Enum
from types import FunctionType
from typing import Any

from sweepstake.game.checking import known
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.values import FACTORIES, is_immutable, is_record


def check_class(kind: type, line: int, file: str) -> Iterator[FunctionType]:
    """The methods of a class in `file`, to be checked; RefusedError for a class not allowed."""
    if not known.is_plain_class(kind):
        raise RefusedError(line, f"{kind.__name__} has bases, which is not known")
    if issubclass(kind, Enum):
        return
    for name, value in vars(kind).items():
        yield from _methods(kind, name, value, line, file)
    for field in getattr(kind, "__dataclass_fields__", {}).values():
        factory = field.default_factory
        if factory is not MISSING and not any(factory is known for known in FACTORIES):
            raise RefusedError(line, f"{kind.__name__}.{field.name} has a factory of its own")


def _methods(kind: type, name: str, value: Any, line: int, file: str) -> Iterator[FunctionType]:
    function = value.fget if isinstance(value, property) else value
    function = function.__func__ if isinstance(function, staticmethod) else function
    if isinstance(function, FunctionType):
        if function.__code__.co_filename == file:
            yield function
        elif not is_generated(name):
            raise RefusedError(line, f"{kind.__name__}.{name} stands in another file")
    elif isinstance(value, classmethod):
        if not is_record(kind):
            raise RefusedError(line, f"{kind.__name__}.{name} is a classmethod")
    elif not (name.startswith("_") or is_immutable(value) or is_record(kind)):
        raise RefusedError(line, f"{kind.__name__}.{name} is shared by all objects")


def is_generated(name: str) -> bool:
    """True if `dataclass` or `namedtuple` may have written a method of this name."""
    return name.startswith("__") or name in ("_make", "_replace", "_asdict")
