"""What an answer depends on, as one hash: same fingerprint, same answer."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from sweepstake.puzzle import register
from sweepstake.source import identity
from sweepstake.source.read import Source, digest


def of_method(question: str, method: str) -> str:
    """The fingerprint of the answers of one method: that of its question."""
    return of_question(question)


def of_question(question: str) -> str:
    """What the answers to a question depend on: its puzzle's copy and `sweepstake.core`."""
    return _of_source(register.source_of(question))


def of_shown(question: str) -> str:
    """What the answers to a question are checked and shown by: all of its puzzle and this package.

    Texts and `report/` count here.
    """
    held = f"{digest(register.source_of(question).files)} {identity.of_package()}"
    return sha256(held.encode()).hexdigest()


@cache
def _of_source(source: Source) -> str:
    return identity.of_source(source)
