"""Watches what a puzzle opens and imports: files that its identity doesn't cover are refused.

The error is raised where the file is opened, so no answer can depend on what the file holds. Only
the computing thread is watched, not what C and C++ code opens by itself (Arrow, SQLite) and not
other processes.

A puzzle's file is a program: while it is imported it may crash, call `os._exit`, fork, or start a
thread for which its process would wait. So a copy is first imported in a forked process (a trial).
A copy whose trial went well is not tried again.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from mmap import mmap
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from sweepstake.source import copies, read
from sweepstake.source.identity import PACKAGE, ReachError, is_known
from sweepstake.source.read import INIT, SHOWN, Source
from sweepstake.text.shown import listed

SYSTEM = ("/proc/", "/sys/", "/dev/", "/etc/", "/usr/")
IMPORTING = "importlib._bootstrap"
MISSING = (FileNotFoundError, ModuleNotFoundError)
COMPILED = re.compile(r"__pycache__/(\w+)\.[^/]*pyc$")


@dataclass
class Watch:
    """A context that raises ReachError if a puzzle opens or imports files outside its identity.

    It sees nothing unless the process was set up by `own_process`.
    """

    source: Source
    declares: bool = False
    """True while the puzzle is imported, when its declaration may import `report/`."""
    written: set[str] = field(default_factory=set)

    def __enter__(self) -> None:
        self._before = _watch.set(self)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        _watch.reset(self._before)
        if isinstance(error, MISSING) and (path := _missing(self.source, error)):
            advice = _advice(self.source, path, isinstance(error, ModuleNotFoundError))
            raise ReachError(f"{self.source.name} {advice}") from error

    def see(self, path: str, flags: int) -> None:
        """Raise ReachError if a file is read that the puzzle's identity doesn't cover."""
        if flags & os.O_TRUNC or not os.path.isfile(path):  # noqa: PTH113
            self.written.add(path)
        elif path not in self.written and flags & os.O_ACCMODE != os.O_WRONLY:
            why = self._objection(COMPILED.sub(r"\1.py", path), [*_running()])
            if why:
                raise ReachError(f"{self.source.name} {why}")

    def _objection(self, path: str, running: list[str]) -> str | None:
        """Why a file must not be read or imported by the modules that run; None if it may."""
        imports = running[0].startswith(IMPORTING)
        inside = _files(self.source).get(path)
        if inside is None:
            refused = not self._is_allowed(path, running) and (imports or self._asks(running))
            return _advice(self.source, Path(path), imports) if refused else None
        if inside.startswith(SHOWN) and not self._may_show(running):
            return (
                f"uses {inside}, but its answers don't depend on {SHOWN}; move what they need out "
                f"of it"
            )
        if inside.endswith(".py") and not imports and not self.source.reads_text:
            return (
                f"reads its own module {inside}, in which comments don't count; read another file "
                f"of the puzzle's folder"
            )
        return None

    def _is_allowed(self, path: str, running: list[str]) -> bool:
        """True if a file outside of the copy may be opened, such as an installed package's."""
        if f"{path}/".startswith(f"{self.source.place}/"):
            return "linecache" in running[:2]  # for the line of an error
        return path.startswith(SYSTEM) or read.is_cached(path) or is_known(path)

    def _asks(self, running: list[str]) -> bool:
        """True if the puzzle reads a file, not a package that reads its settings on import."""
        asking = (name for name in running if self.source.has(name) or name.startswith(IMPORTING))
        return not next(asking, "").startswith(IMPORTING)

    def _may_show(self, running: list[str]) -> bool:
        """True if the declaration, or `report/` itself, imports `report/`."""
        module = next(filter(self.source.has, running), "")
        return self.declares and (module == self.source.module or self.source.shows(module))


_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@cache
def _files(source: Source) -> Mapping[str, str]:
    """The files of a copy, each with its path inside."""
    return {str(copies.place(source) / path): path for path, _ in source.files}


def _running() -> Iterator[str]:
    """The modules whose code is running, innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame:
        if (name := f"{frame.f_globals.get('__name__')}") != __name__:
            yield name
        frame = frame.f_back


def _advice(source: Source, path: Path, imports: bool) -> str:
    """Says what a puzzle uses outside of its copy, and what to do about it."""
    verb = "imports" if imports else "reads"
    inside = os.path.relpath(path, source.beside)
    if source.is_file and not inside.startswith(".."):
        dots = f", and write `from . import {path.stem}`" if imports else ""
        return (
            f"{verb} {inside}, which stands beside it, and a puzzle of one file has no siblings; "
            f"make a folder of both, {source.name}/{INIT} and {source.name}/{inside}{dots}"
        )
    if imports and not inside.startswith(".."):
        return f"{verb} {inside} of its own folder without dots; write `from . import ...`"
    advice = "or install it (not as editable)" if imports else "and open it from there by __file__"
    return (
        f"{verb} {path}, which its answers don't count; move it into the puzzle's folder, {advice}"
    )


def _missing(source: Source, error: FileNotFoundError | ModuleNotFoundError) -> Path | None:
    """The file that a puzzle misses in its copy, if it is beside the original; else None."""
    if isinstance(error, FileNotFoundError):
        path = os.path.realpath(os.fsdecode(error.filename or ""))
        inside = [os.path.relpath(path, copies.place(source))]
    else:
        first = f"{error.name}".removeprefix(f"{source.module}.").partition(".")[0]
        inside = [f"{first}.py", INIT if first == source.name else f"{first}/{INIT}"]
    paths = [source.beside / path for path in inside if not path.startswith("..")]
    return next(filter(Path.is_file, paths), None)


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if event == "open" and (watch := _watch.get()) and isinstance(args[0], str | bytes):
        watch.see(os.path.realpath(os.fsdecode(args[0])), args[2] or 0)


@cache
def own_process() -> None:
    """Set this process up as one of this program: a command's, a run's or a child that computes.

    It watches what is opened, imports copies, and reads numbers of any length. This can't be
    undone, so it never happens in a process that only imports this package, as a notebook does.
    """
    sys.addaudithook(_audit)
    copies.install()
    sys.set_int_max_str_digits(0)


PASSED = ".imported"
"""An empty file in a copy that was imported in a trial."""
FINE, RAISED = "fine", "raised"
MOST = 1000
"""Most bytes of a trial's result."""
GRACE = 1.0
"""Seconds in which a thread may end."""


class TrialError(ImportError):
    """A process should not import a copy; the message says why."""


def check(source: Source) -> None:
    """Write a copy, and raise TrialError if its import would end this process or outlive it.

    An import that raises passes. A process that has threads can't be forked safely, so it tries
    nothing.
    """
    copies.write(source)
    passed = copies.place(source) / PASSED
    is_ours = Path(source.place).is_relative_to(PACKAGE)
    if is_ours or passed.exists() or threading.active_count() > 1:
        return
    if (result := _result(source)) == FINE:
        with suppress(OSError):  # it will be tried again
            passed.touch()
    elif result != RAISED:
        raise TrialError(result)


def _result(source: Source) -> str:
    with mmap(-1, MOST) as result:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads that wait in libraries
            forked = os.fork()
        if not forked:
            _try(source, result)
        try:
            _, status = os.waitpid(forked, 0)
        except ChildProcessError:  # SIGCHLD is ignored
            status = 0
        except BaseException:  # Ctrl-C
            os.kill(forked, signal.SIGKILL)
            os.waitpid(forked, 0)
            raise
        end = ending(os.waitstatus_to_exitcode(status))
        said = result[:].rstrip(b"\0").decode(errors="replace")
        return said or f"it ends the process that imports it ({end})"


def _try(source: Source, result: mmap) -> NoReturn:
    """Import a copy, write the result, and end this process, or one that the import has forked."""
    own = os.getpid()
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        try:
            with copies.importable():
                import_module(source.module)
            says = _left() or FINE
        except BaseException:  # it is raised and reported where the copy is imported in earnest
            says = RAISED
        if os.getpid() == own:
            encoded = says.encode(errors="replace")[:MOST]
            result[: len(encoded)] = encoded
    finally:
        os._exit(0)


def _left() -> str:
    """What an import has left behind that outlives its program; empty if nothing."""
    threads = [one for one in threading.enumerate() if one is not threading.main_thread()]
    for thread in (lasting := [one for one in threads if not one.daemon]):
        thread.join(GRACE)
    if names := [one.name for one in lasting if one.is_alive()]:
        return f"its import leaves a thread running ({listed(names)}); start it in a method"
    return "its import leaves a process running; start it in a method" if has_children() else ""


def ending(code: int) -> str:
    """How a process has ended: its exit code, or the signal that a negative `code` means.

    >>> ending(3), ending(-9), ending(-40)
    ('exit code 3', 'SIGKILL', 'signal 40')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:  # a real-time signal
        return f"signal {-code}"


def has_children() -> bool:
    """True if this process has child processes that run, or that it has not waited for."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
