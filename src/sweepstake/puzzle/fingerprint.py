"""What an answer depends on, as one hash: same fingerprint, same answer.

A method depends on the source of the module that its function stands in and on all that this
imports (`sweepstake.source`), on the kind of its answers, on the names and types of its question's
parameters and outcomes, and on the data files that its puzzle declares. The name of a puzzle's
folder plays no part, nor do texts and costs.

A function that no module has by its name, such as `partial(count, 3)`, what `counter(3)` returns or
an object, holds values from elsewhere: it depends on all source of its puzzle too. So does every
function of a puzzle in which a module changes another one when it is imported.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from types import CodeType, FunctionType
from typing import Any, TypeGuard

from sweepstake.puzzle import register
from sweepstake.puzzle.declarations import without_texts_and_costs
from sweepstake.puzzle.question import is_later
from sweepstake.source import digest, effects
from sweepstake.source.loaded import mark_of
from sweepstake.source.modules import texts


def of_method(question: str, method: str) -> str:
    """The fingerprint of the answers of one method: 64 hexadecimal digits."""
    return _of_method(question, method, register.version())


@cache
def _of_method(question: str, method: str, version: int) -> str:
    asked = register.question(question)
    by, declaring = asked.methods[method], register.module_of(question)
    said = (
        of_function(by.answer),
        of_module(declaring) if not _is_found(by.answer) or _acts(declaring) else "",
        by.kind,
        [(column.name, column.type) for column in (*asked.parameters, *asked.outcomes)],
        _of_data(question, version),
    )
    return sha256(repr(said).encode()).hexdigest()


def data_has_changed(question: str) -> bool:
    """Do the data files of a question's puzzle say something else than when first asked?"""
    try:
        return _read_data(question) != _of_data(question, register.version())
    except OSError:  # it is gone
        return True


@cache
def _of_data(question: str, version: int) -> list[tuple[str, str]]:
    return _read_data(question)


def _read_data(question: str) -> list[tuple[str, str]]:
    """The name and the hash of each data file of a question's puzzle."""
    return [(file.name, _hash(file, _stamp(file))) for file in register.puzzle_of(question).data]


def _stamp(file: Path) -> tuple[int, ...]:
    """What changes with a file's content, and is soon read."""
    about = file.stat()
    return about.st_mtime_ns, about.st_ctime_ns, about.st_size, about.st_ino


@cache
def _hash(file: Path, stamp: tuple[int, ...]) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _acts(module: str) -> bool:
    """Does a puzzle's module, or one that it imports, change others when it is imported?"""
    file = _file(module)
    return file is not None and effects.acts(module, file)


def of_question(question: str) -> str:
    """The fingerprint of the answers of all methods of a question."""
    methods = register.question(question).methods
    return sha256("".join(of_method(question, name) for name in methods).encode()).hexdigest()


def of_texts(question: str) -> dict[str, str]:
    """The SHA-256 of each text that the methods of a question are imported from, read anew."""
    modules = {_module_of(method.answer) for method in register.question(question).methods.values()}
    found: dict[str, str] = {}
    for module in {register.module_of(question), *filter(None, modules)}:
        its = texts(module, file) if (file := _file(module)) else {}
        found |= {f"{mark_of(module)} {n}": sha256(t).hexdigest() for n, t in its.items()}
    return found


def import_answer(question: str, method: str) -> None:
    """Import what answers by a method; if that can't be, whoever asks for the answer is told."""
    with suppress(Exception):
        importlib.import_module(_module_of(register.question(question).methods[method].answer))


def _module_of(function: Callable[..., Any]) -> str:
    """The module of a function; empty if it has none."""
    return getattr(_python(function), "__module__", None) or ""


def of_shown(question: str) -> str:
    """The fingerprint of all that a question's answers are checked and shown by.

    It covers the source of its puzzle to the letter, what it declares too, and of this package.
    """
    return _of_shown(register.module_of(question))


@cache
def _of_shown(module: str) -> str:
    file = _file(module)
    its = texts(module, file) if file else {token_hex(32): b""}
    said = digest.of_package(), sorted(sha256(text).hexdigest() for text in its.values())
    return sha256(repr(said).encode()).hexdigest()


@cache
def of_module(module: str, kept: str = "") -> str:
    """The fingerprint of the source that a module depends on; the module is not imported.

    The function `kept` counts, if only declarations name it.
    A module without a source file, such as code typed at a prompt, has a new fingerprint each time.
    """
    file = _file(module)
    return (
        digest.fingerprint(module, file, without_texts_and_costs, kept) if file else token_hex(32)
    )


def _file(module: str) -> Path | None:
    """The source file of a module, which is not imported; None if it has none."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if module not in sys.modules:
        with suppress(ImportError):  # what asks for the answer says that there is none
            found = importlib.util.find_spec(module)
            file = found.origin if found else None
    return Path(file) if file is not None and Path(file).is_file() else None


def of_function(function: Callable[..., Any]) -> str:
    """The fingerprint of the source that a function depends on."""
    python = _python(function)
    if not isinstance(python, FunctionType):
        return type(python).__qualname__  # of another package, which compiled it
    named = "<" not in python.__qualname__.rpartition(".")[2]
    own = "" if named else _written(python)  # its name does not tell it from others
    module = of_module(python.__module__, python.__qualname__.partition(".")[0])
    return f"{module} {python.__qualname__} {own}"


def _python(function: Any) -> Any:
    """The Python function that is behind a partial one, a kernel, a method or an object."""
    if isinstance(function, FunctionType):
        return function
    if isinstance(function, partial):
        return _python(function.func)
    for name in ("__func__", "py_func", "__wrapped__"):
        if hasattr(function, name):
            return _python(getattr(function, name))
    call = getattr(type(function), "__call__", None)  # noqa: B004  # itself, not whether it is there
    return call if isinstance(call, FunctionType) else function


def _is_found(function: Any) -> bool:
    """Does the module of a function have it by its name, or as one without that holds nothing?"""
    name = getattr(function, "__qualname__", None)
    if is_later(function):
        return True
    if name == "<lambda>" and isinstance(function, FunctionType):
        return not (function.__closure__ or function.__defaults__ or function.__kwdefaults__)
    first, *inner = str(name).split(".")
    # its own module: the one that has its name now may be another version of it
    found = getattr(_python(function), "__globals__", {}).get(first)
    for part in inner:
        found = getattr(found, part, None)
    return name is not None and found is function


def _written(function: FunctionType) -> str:
    """What a function without a name does, with the plain values that it holds."""
    named = function.__kwdefaults__ or {}
    held = [*(function.__defaults__ or ()), *named.values()]
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it may be empty still
            held.append(cell.cell_contents)
    plain = [repr(value) for value in held if _is_plain(value)]
    return f"{_code(function.__code__)} {[*named]} {plain}"


def _is_plain(value: object) -> bool:
    """Is a value written in the same way in every process?"""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int | float | str | bytes | Fraction)


def _code(code: CodeType) -> str:
    """What compiled code does, the same in every process."""
    constants = [
        _code(c) if isinstance(c, CodeType) else sorted(map(repr, c)) if _is_set(c) else repr(c)
        for c in code.co_consts
    ]
    return f"{code.co_code.hex()} {code.co_names} {constants}"


def _is_set(constant: object) -> TypeGuard[frozenset[object]]:
    return isinstance(constant, frozenset)
