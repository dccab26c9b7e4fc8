"""What a run needs of its workers, and what each of them says when it is asked for that."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from sweepstake.core.provenance import versions, worker_name
from sweepstake.puzzle import register
from sweepstake.puzzle.fingerprint import import_answer, of_question, of_texts
from sweepstake.puzzle.loading import Source
from sweepstake.source.digest import of_package, read_package


def installed() -> dict[str, str]:
    """What decides what is stored: this package's source, and packages, whatever the commit."""
    return {"source": of_package(), **versions()} | {"commit": ""}


class Probe(Protocol):
    """What a run needs of its workers beside code: tried on a worker, then looked at by the run."""

    def __hash__(self) -> int: ...

    def tried(self, token: str) -> str | None:
        """Why this worker lacks it; None if it does not. Each worker has a `token` of its own."""

    def seen(self, token: str) -> str | None:
        """Why the run finds that the worker of `token` lacks it; None if it does not."""


Methods = frozenset[tuple[str, str]]
"""Methods that a run computes by, each with its question."""


@dataclass(frozen=True)
class Needs:
    """What a run needs of its workers: versions by name, puzzles that it brings, and methods."""

    versions: Mapping[str, str]
    brought: tuple[Source, ...]
    questions: Mapping[str, str]
    """The fingerprint of each question that is asked."""
    methods: Methods


def needs(methods: Methods) -> Needs:
    """What this process has, and its workers must have too in order to compute by `methods`."""
    questions = {question: of_question(question) for question, _ in methods}
    return Needs(installed(), register.brought(), questions, methods)


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
    known = {question for question, _ in needs.methods if question in register.questions()}
    if not _as_imported(needs.methods, frozenset(map(_asked, known))):
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


def answer(needs: Needs, probe: Probe, token: str) -> Answer:
    """What a worker says when it is asked whether it may compute, and can store."""
    why = refusal(needs)
    return Answer(worker_name(), why, None if why else probe.tried(token))


@dataclass(frozen=True)
class Answer:
    """A worker's name, why it must not compute, and why it can't store; None if it may and can."""

    name: str
    refusal: str | None
    blind: str | None


Asked = tuple[str, str]
"""A question, and the module that declares it: other runs may bring others of its name."""


def _asked(question: str) -> Asked:
    return question, register.module_of(question)


@cache
def _as_imported(methods: Methods, declared: frozenset[Asked]) -> bool:
    """Does all source still say what it said when this process first read it?

    What computes by the methods is imported before.
    """
    questions = {question for question, _ in declared}
    for question, method in methods:
        if question in questions:
            import_answer(question, method)
    for asked in declared:
        texts = of_texts(asked[0])
        if _first.setdefault(asked, texts) != texts:
            return False
        _there.setdefault(asked, set()).update(filter(_imported, texts))
    return of_package() == read_package()


_first: dict[Asked, dict[str, str]] = {}
"""A hash of each text that the methods of a question are imported from, when first asked."""
_there: dict[Asked, set[str]] = {}
"""The modules of these that were imported then, or said the same when they were."""


def source_has_changed(question: str) -> bool:
    """Has this process imported source of a question that had changed since it was first asked?

    A package's method may import something when it is called; what it has imported stays as it is.
    """
    first, there = _first.get(_asked(question), {}), _there.get(_asked(question), set())
    late = {name for name in first if name not in there and _imported(name)}
    if not late:
        return False
    now = of_texts(question)
    there |= {name for name in late if now.get(name) == first[name]}
    return not late <= there


def _imported(name: str) -> bool:
    """Is a module imported? One with a mark is run by the text that it had."""
    mark, _, module = name.partition(" ")
    return not mark and module in sys.modules
