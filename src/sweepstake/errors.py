"""The errors that Sweepstake raises by name; their messages are one line each.

    try:
        sweepstake.answer("war_sweep", ranks=13, suits=4, method="exact")
    except sweepstake.errors.OverLimitError as error:
        print(error)

All are a `SweepstakeError`. An `InputError`, which is a ValueError too, says what was given and
what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

__all__ = [
    "ClusterError", "DamagedFileError", "DiedError", "FailedPointsError", "InputError",
    "NoAnswerError", "OverLimitError", "RefusedError", "SweepstakeError", "TooLargeError",
    "TooManyStatesError",
]  # fmt: skip

LINE = re.compile(r"(?:\w+: )?line (\d+): ")


class SweepstakeError(Exception):
    """The base of all errors below."""


class InputError(SweepstakeError, ValueError):
    """The input can't be used; the message names it and what is allowed."""


class NoAnswerError(InputError):
    """The rules of a game are at fault, so that no method can answer: they raise, or never end."""


class RefusedError(InputError):
    """A function does something that a method can't rewrite; `line` is the line, or 0."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        named = LINE.match(message)
        self.line = int(named[1]) if named else 0


class TooLargeError(InputError):
    """An answer is too large for a method; another method may answer."""


class TooManyStatesError(TooLargeError):
    """A game has more states, or more steps between them, than `states` explores."""


class OverLimitError(SweepstakeError, RuntimeError):
    """An answer takes more than a limit, or is predicted to: `limit` is `seconds` or `memory`."""

    def __init__(self, message: str, limit: str = "seconds") -> None:
        super().__init__(message, limit)
        self.limit = limit

    def __str__(self) -> str:
        return str(self.args[0])


class FailedPointsError(SweepstakeError, RuntimeError):
    """Some points could not be computed; the message says how many, the first, and what to do.

    The keys of `failures` are the points' indices in the sweep; a value has the message `error` and
    the text `traceback`.
    """

    def __init__(self, message: str, failures: Mapping[int, Any] | None = None) -> None:
        super().__init__(message)
        self.failures: Mapping[int, Any] = failures or {}

    @property
    def first(self) -> Any:
        """The first failure."""
        return next(iter(self.failures.values()))


class DiedError(SweepstakeError, RuntimeError):
    """The process that computed has ended: a method crashed or ended it, or memory ran out."""


class ClusterError(SweepstakeError, RuntimeError):
    """The cluster can't be used."""


class DamagedFileError(SweepstakeError, OSError):
    """A stored file is not what was written."""


def refusal(objection: str) -> InputError:
    """The error for an objection to an answer, such as `states: line 3: ...`."""
    return RefusedError(objection) if LINE.match(objection) else InputError(objection)


def kind(error: BaseException) -> str:
    """The name of an error's class, or of the nearest base of it, in this module; else empty."""
    return next((of.__name__ for of in type(error).__mro__ if of.__module__ == __name__), "")


def of_kind(name: str, message: str) -> SweepstakeError:
    """An error of the class with that name; a FailedPointsError if the name says no more."""
    is_vague = name in ("", SweepstakeError.__name__, InputError.__name__)
    made: SweepstakeError = globals()[FailedPointsError.__name__ if is_vague else name](message)
    return made
