"""Questions that exist only in a user's process, as a child gets them: made and called there.

A child makes the question of a bare function or a game once, and then calls its functions.
"""

from __future__ import annotations

import importlib
import linecache
import pickle
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from sweepstake.errors import FailedPointsError
from sweepstake.puzzle.method import Method, Size, always
from sweepstake.puzzle.question import Question
from sweepstake.run.chunk import Code
from sweepstake.source import copies
from sweepstake.source.identity import PACKAGE, is_known
from sweepstake.source.read import Source
from sweepstake.text.shown import encodable, raised

Declare = Callable[..., tuple[Question, dict[str, Any]]]
"""A function that makes a question of what a user asks by, and completes its parameters."""
MOST_LOADED = 100
"""Most questions that a child remembers."""


@dataclass(frozen=True)
class LocalCode:
    """The code that a child makes a question of."""

    question: str
    """The name by which messages call it."""
    pickled: bytes = field(repr=False)
    """A function of the type `Declare`, and its arguments."""
    texts: tuple[tuple[str, tuple[str, ...]], ...] = field(repr=False)
    """The lines of files that are not on the disk, such as a notebook's cells."""
    path: tuple[str, ...] = field(repr=False)
    """The folders where the user's process finds modules."""
    modules: tuple[tuple[str, int, int], ...] = field(repr=False)
    """The user's modules that are imported: file, time of change, size."""

    is_local = True

    @cached_property
    def id(self) -> str:
        """A hash of all of it."""
        whole = repr((self.pickled, self.texts, self.path, self.modules))
        return sha256(whole.encode(errors="surrogatepass")).hexdigest()

    def declared(self) -> tuple[Question, dict[str, Any]]:
        """The question, made in this process, and all its parameters."""
        if self.id not in _loaded:
            while len(_loaded) >= MOST_LOADED:
                del _loaded[next(iter(_loaded))]
            self._prepare()
            declare, *arguments = pickle.loads(self.pickled)  # noqa: S301  # our parent's
            _loaded[self.id] = declare(*arguments)
        return _loaded[self.id]

    def registered(self) -> tuple[Question, Source | None]:
        """The question, which has no puzzle."""
        return self.declared()[0], None

    def _prepare(self) -> None:
        """Make its modules and the text of its functions available in this process."""
        global _imported
        sys.path[:] = [*self.path, *(folder for folder in sys.path if folder not in self.path)]
        if _imported != (self.path, self.modules):
            copies.forget(lambda name: is_users(sys.modules[name]))
            importlib.invalidate_caches()
            _imported = self.path, self.modules
        for file, lines in self.texts:
            linecache.cache[file] = (sum(map(len, lines)), None, [*lines], file)


_loaded: dict[str, tuple[Question, dict[str, Any]]] = {}
"""The questions made in this process, with their parameters, by the hash of their code."""
_imported: tuple[object, ...] = ()
"""The files of the user's modules in this process, and their mtimes."""

AnyCode: TypeAlias = Code | LocalCode


@dataclass(frozen=True)
class Call:
    """A call of a function of a question, made in a child; without `part`, the question itself."""

    code: LocalCode
    part: str = ""
    """`answer`, `cost` or `objection` of a method; `objection` or `size` of the question."""
    method: str = ""
    args: tuple[Any, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)

    def outcome(self) -> Returned | Raised:
        """Its outcome in this process, in a form that a pipe can carry."""
        try:
            returned = Returned(self._result())
            pickle.dumps(returned)
            return returned
        except BaseException as error:  # SystemExit and KeyboardInterrupt, too
            return Raised(_sendable(error), encodable(traceback.format_exc()))

    def _result(self) -> Any:
        question, params = self.code.declared()
        if not self.part:
            return _declaration(question), params
        if self.part == "size" and question.size:
            return question.size.of(*self.args, **self.params)
        owner = question.methods[self.method] if self.method else question
        return getattr(owner, self.part)(*self.args, **self.params)


@dataclass(frozen=True)
class Returned:
    """The result of a call."""

    value: Any


@dataclass(frozen=True)
class Raised:
    """The error of a call, and its traceback."""

    error: Exception
    traceback: str


def _sendable(error: BaseException) -> Exception:
    """The error itself if it can be sent, else its kind and message."""
    if isinstance(error, Exception):
        with suppress(Exception):  # whatever the error makes of it
            pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
            return error
    return FailedPointsError(raised(error))


def elsewhere(*args: object, **params: object) -> Any:
    """Stands for a function that is in another process."""
    raise NotImplementedError


def _declaration(question: Question) -> Question:
    """The same question without its functions."""
    declaration = copy(question)  # not `replace`, which would check it again
    fields: dict[str, Any] = {
        "methods": {name: _without_functions(of) for name, of in question.methods.items()},
        "objection": question.objection if question.objection is always else elsewhere,
        "size": question.size and Size(question.size.name, elsewhere),
    }
    vars(declaration).update(fields)
    return declaration


def _without_functions(method: Method) -> Method:
    return replace(
        method,
        answer=elsewhere,
        cost=method.cost and elsewhere,
        objection=method.objection if method.objection is always else elsewhere,
    )


def is_users(module: ModuleType | None) -> bool:
    """True for a module that is neither installed, nor a part of Python or of this package."""
    file, name = getattr(module, "__file__", None), getattr(module, "__name__", "")
    is_pickler = name.partition(".")[0] == "cloudpickle"  # wherever it is installed
    return isinstance(file, str) and not is_pickler and not is_installed(file)


@lru_cache(10_000)
def is_installed(file: str) -> bool:
    """True for a file of Python, of an installed package or of this one."""
    path = str(Path(file).resolve())
    return path.startswith(f"{PACKAGE}/") or is_known(path)
