"""Questions that exist only in a user's process: a bare function, a game or a question of its own.

Nothing of them runs in that process. A child gets them as cloudpickle writes them, makes the
question, and answers. The user's process has the question too, but its methods ask the child. So a
crash, an endless loop or all memory taken is an error of one line in a notebook.

What belongs to the user's modules is sent by value, as it is in memory now: functions, classes, and
of a module what code names. Only modules that a function imports when it is called are imported in
the child, anew if their files have changed.
"""

from __future__ import annotations

import dis
import io
import linecache
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from contextvars import ContextVar
from copy import copy
from dataclasses import MISSING, dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from inspect import getclosurevars
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any

import cloudpickle

from sweepstake.errors import DiedError, InputError, OverLimitError
from sweepstake.puzzle.method import Method, Size
from sweepstake.puzzle.question import Question
from sweepstake.run import child
from sweepstake.run.chunk import Limits
from sweepstake.run.local import Call, Declare, LocalCode, Raised, elsewhere, is_installed, is_users
from sweepstake.text.shown import in_a_line

alone = RLock()
"""Locked while a question is registered and answered: another thread may ask by the same name."""
within: ContextVar[Limits] = ContextVar("within", default=Limits())  # noqa: B039  # it is frozen
"""The limits of each call of a child."""
CACHED = type(lru_cache(len))
DUNDER = frozenset(dir(ModuleType("")))
"""The names that every module has."""


class RemoteTraceback(Exception):  # noqa: N818  # shown as the cause of an error
    """A traceback in the process that computes."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@dataclass(frozen=True)
class Remote:
    """A function of a question, which is called in the child of this thread."""

    code: LocalCode
    part: str
    method: str = ""

    def __call__(self, /, *args: Any, **params: Any) -> Any:
        """The result of the function; its error is raised here too."""
        return _called(Call(self.code, self.part, self.method, args, params))


def declared(
    declare: Declare, asking: object, *arguments: object
) -> tuple[Question, dict[str, Any]]:
    """The question that a child makes of `asking`, whose methods compute there; its parameters.

    ValueError in one line if it can't be sent, or isn't a question.
    """
    code = _code(declare, asking, *arguments)
    question, params = _called(Call(code))
    return _remote(question, code), params


def code_of(question: Question) -> LocalCode:
    """The code of a question that `declared` has returned."""
    remote: Any = next(iter(question.methods.values())).answer
    code: LocalCode = remote.code
    return code


def _called(call: Call) -> Any:
    try:
        outcome = child.called(call, within.get())
    except (DiedError, OverLimitError) as error:
        child.printed()  # which may end with pages about a crash
        error.args = (f"{call.code.question}: {error}", *error.args[1:])
        raise
    if text := child.printed():
        sys.stderr.write(text)
    if isinstance(outcome, Raised):
        raise outcome.error from RemoteTraceback(outcome.traceback)
    return outcome.value


def _remote(question: Question, code: LocalCode) -> Question:
    """A declared question, whose functions are called in a child."""
    remote = copy(question)  # not `replace`, which would check it again
    fields: dict[str, Any] = {
        "methods": {name: _remote_method(name, of, code) for name, of in question.methods.items()}
    }
    if question.objection is elsewhere:
        fields["objection"] = Remote(code, "objection")
    if question.size:
        fields["size"] = Size(question.size.name, Remote(code, "size"))
    vars(remote).update(fields)
    return remote


def _remote_method(name: str, method: Method, code: LocalCode) -> Method:
    parts = {
        part: Remote(code, part, name)
        for part in ("answer", "cost", "objection")
        if getattr(method, part) is elsewhere
    }
    return replace(method, **parts)  # type: ignore[arg-type]  # of any field


def _code(declare: Declare, asking: object, *arguments: object) -> LocalCode:
    name = str(getattr(asking, "__name__", getattr(asking, "name", "the game")))
    try:
        pickled, pickler = _pickled((declare, asking, *arguments))
    except Exception as error:  # whatever an object makes of it
        raise InputError(
            f"{name} can't be sent to the process that computes: {_culprit(asking, error)}; use "
            f"only functions, classes and values that can be pickled"
        ) from None
    texts = ((file, tuple(linecache.getlines(file))) for file in sorted(pickler.files))
    path = tuple(folder or str(Path.cwd()) for folder in sys.path)
    return LocalCode(name, pickled, tuple(texts), path, tuple(sorted(pickler.modules)))


def _pickled(value: object) -> tuple[bytes, _Pickler]:
    """A pickle of `value`, and its pickler; of modules it has what code in it names."""
    names = set[str]()
    while True:
        buffer = io.BytesIO()
        pickler = _Pickler(buffer, names)
        pickler.dump(value)
        if pickler.named <= names:
            return buffer.getvalue(), pickler
        names |= pickler.named


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]  # it has no types
    """Pickles what belongs to the user's own modules by value; `names` are those that code uses."""

    def __init__(self, file: io.BytesIO, names: Collection[str]) -> None:
        super().__init__(file, protocol=5)
        self.names = names
        self.named = set[str]()
        """The names in all code that was pickled."""
        self.files = set[str]()
        """The files of functions that are not on the disk."""
        self.modules = set[tuple[str, int, int]]()
        """The user's modules that functions import when they are called."""

    def reducer_override(self, obj: Any) -> Any:
        """How an object is pickled."""
        if obj is MISSING:  # it is known by its identity
            return "MISSING"
        if isinstance(obj, CACHED):
            return _cached, (obj.__wrapped__, obj.cache_parameters())
        if isinstance(obj, FunctionType):
            if is_users(sys.modules.get(obj.__module__)) or obj.__module__ not in sys.modules:
                self._look_at(obj.__code__)
                return self._dynamic_function_reduce(obj)
            if obj.__module__ == "__main__":
                self._look_at(obj.__code__)
        elif isinstance(obj, type):
            if is_users(sys.modules.get(obj.__module__)):
                return cloudpickle.cloudpickle._dynamic_class_reduce(obj)
        elif isinstance(obj, ModuleType) and is_users(obj):
            state = {k: v for k, v in vars(obj).items() if k in self.names and k not in DUNDER}
            return ModuleType, (obj.__name__,), state, None, None, _fill
        return super().reducer_override(obj)

    def _look_at(self, code: CodeType) -> None:
        """Note the names in a function's code, its file, and the modules that it imports."""
        if not Path(code.co_filename).is_file():
            self.files.add(code.co_filename)
        self.named.update(code.co_names)
        for instruction in dis.get_instructions(code):
            if instruction.opname == "IMPORT_NAME" and (file := _file_of(instruction.argval)):
                stat = Path(file).stat()
                self.modules.add((file, stat.st_mtime_ns, stat.st_size))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._look_at(constant)


def _file_of(module: str) -> str:
    """The file of a module if it is the user's own; else empty."""
    with suppress(ImportError, ValueError, AttributeError):
        spec = find_spec(module.partition(".")[0])
        if spec and spec.has_location and spec.origin and not is_installed(spec.origin):
            return spec.origin
    return ""


def _fill(module: ModuleType, state: Mapping[str, Any]) -> None:
    vars(module).update(state)


def _cached(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    return lru_cache(**options)(function)


def _culprit(asking: object, error: Exception) -> str:
    """The error, with the name of the value that can't be pickled, if the function names it."""
    values: dict[str, Any] = {}
    if isinstance(asking, FunctionType):
        variables = getclosurevars(asking)
        values = {**variables.globals, **variables.nonlocals}
    for name, value in values.items():
        try:
            _pickled(value)
        except Exception as at:
            return f"{name} ({in_a_line(at)})"
    return in_a_line(error)
