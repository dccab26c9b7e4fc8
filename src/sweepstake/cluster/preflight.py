"""What a run needs of its workers, and what each of them says when it is asked for that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sweepstake.core.provenance import versions, worker_name
from sweepstake.puzzle import register
from sweepstake.puzzle.fingerprint import of_question
from sweepstake.source.identity import of_package
from sweepstake.source.read import Source


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
    """Why this process must not compute; None if it has all that a run needs."""
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
