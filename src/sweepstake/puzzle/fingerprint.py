"""What an answer depends on, as one hash: same fingerprint, same answer."""

from __future__ import annotations

from hashlib import sha256

from sweepstake.puzzle import register
from sweepstake.source import identity
from sweepstake.source.read import digest


def of_question(question: str) -> str:
    """What the answers to a question depend on: its puzzle's copy and `sweepstake.core`."""
    return identity.of_source(register.source_of(question))


def of_shown(question: str) -> str:
    """What the answers to a question are checked and shown by: all of its puzzle and this package.

    Texts and `report/` count here.
    """
    held = f"{digest(register.source_of(question).files)} {identity.of_package()}"
    return sha256(held.encode()).hexdigest()
