"""Who computed something: the process, and its versions of Python, packages and source."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from sweepstake.puzzle import register
from sweepstake.puzzle.fingerprint import import_answer, of_question, of_texts
from sweepstake.puzzle.loading import Source

PACKAGE = Path(__file__).parents[1]
PACKAGES = ("sweepstake", "numpy", "numba", "scipy", "pyarrow", "pandas", "dask", "distributed")


@cache
def versions() -> dict[str, str]:
    """Version by name; `commit` is the git commit of the source, or `none` outside a checkout."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "commit": _commit(),
    }


def installed() -> dict[str, str]:
    """What decides what is stored: this package's source, and packages, whatever the commit."""
    return {"source": _source(), **versions()} | {"commit": ""}


class Probe(Protocol):
    """What a run needs of its workers beside code: tried on a worker, then looked at by the run."""

    def __hash__(self) -> int: ...

    def tried(self, mark: str) -> str | None:
        """Why this worker lacks it; None if it does not. Each worker has a `mark` of its own."""

    def seen(self, mark: str) -> str | None:
        """Why the run finds that the worker of `mark` lacks it; None if it does not."""


Asked = frozenset[tuple[str, str]]
"""Methods that a run computes by, each with its question."""


@dataclass(frozen=True)
class Needs:
    """What a run needs of its workers: versions by name, and puzzles that it brings or asks for."""

    versions: Mapping[str, str]
    brought: tuple[Source, ...] = ()
    questions: Mapping[str, str] = field(default_factory=dict)
    """The fingerprint of each question that is not this package's own."""
    asked: Asked = frozenset()
    """The methods that workers compute by."""


def needs(asked: Asked = frozenset()) -> Needs:
    """What this process has, and its workers must have too in order to compute what is asked."""
    others = {question: of_question(question) for question in register.others()}
    return Needs(installed(), register.brought(), others, asked)


def refusal(needs: Needs) -> str | None:
    """Why this process must not compute; None if it has all that a run needs.

    What computes is imported first, and its source read then: if that were imported by a task, an
    hour later, its file could say something else by then.
    """
    for name, has in installed().items():
        if has != needs.versions.get(name):
            return (
                f"worker {worker_name()} has {name} {_short(has)}, but the run has "
                f"{_short(needs.versions.get(name))}; install the same on both"
            )
    try:
        register.receive(needs.brought)
    except (OSError, ValueError) as error:
        return f"worker {worker_name()}: {error}; install the same on both"
    if not _as_imported(needs.asked):
        return (
            f"worker {worker_name()} has imported some source that has changed since; start its "
            f"cluster again"
        )
    lacks = [q for q in needs.questions if q not in register.questions()]
    other = [q for q, said in needs.questions.items() if q not in lacks and of_question(q) != said]
    for questions, how in ((lacks, "lacks"), (other, "has another version of")):
        if questions:
            return (
                f"worker {worker_name()} {how} the question {questions[0]}; "
                f"install its puzzle's package, the same on both, and start the cluster again"
            )
    return None


def _short(version: str | None) -> str:
    """A version; of a hash the first digits."""
    return f"{version}"[:12]


def answer(needs: Needs, probe: Probe, mark: str) -> Answer:
    """What a worker says when it is asked whether it may compute, and can store."""
    why = refusal(needs)
    return Answer(worker_name(), why, None if why else probe.tried(mark))


@dataclass(frozen=True)
class Answer:
    """A worker's name, why it must not compute, and why it can't store; None if it may and can."""

    name: str
    refusal: str | None
    blind: str | None


def worker_name() -> str:
    """This process, as provenance names it: host and process id."""
    return f"{socket.gethostname()}/{os.getpid()}"


@cache
def _as_imported(asked: Asked) -> bool:
    """Does all source still say what it said when this process first read it?

    What computes by the methods `asked` is imported before.
    """
    there = [(question, method) for question, method in asked if question in register.questions()]
    for question, method in there:
        import_answer(question, method)
    texts = {q: of_texts(q) for q in {question for question, _ in there} & {*register.others()}}
    return _source() == _read() and all(
        _first.setdefault(question, text) == text for question, text in texts.items()
    )


_first: dict[str, str] = {}
"""By question, a hash of the texts that its methods were imported from."""


@cache
def _source() -> str:
    """What every source file of this package said when that was first asked, as a hash."""
    return _read()


def _read() -> str:
    """The SHA-256 of every source file of this package, to the letter."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _commit() -> str:
    """The commit of this package, unless it is installed inside a repository of another project."""
    if not _git("ls-files", Path(__file__).name):
        return "none"
    return _git("describe", "--always", "--dirty", "--abbrev=40") or "none"


def _git(*words: str) -> str:
    """What git says of the folder of this file; nothing if it fails."""
    try:
        said = subprocess.run(  # noqa: S603
            ["git", *words],  # noqa: S607
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.strip()
