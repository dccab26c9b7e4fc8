"""How long a chunk may take, and how much memory its process may hold."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import psutil

from sweepstake.config import valid

SHARE = 0.8
"""The share of the memory that a process may hold if no limit is set."""


class OverLimitError(RuntimeError):
    """A chunk exceeds the limit called `limit`; the message says how, and how to raise it."""

    def __init__(self, message: str, limit: str) -> None:
        super().__init__(message)
        self.limit = limit


@dataclass(frozen=True)
class Limits:
    """The seconds that a chunk may take, and the bytes that its process may hold.

    Infinite if there is no limit. A `memory` of None means `SHARE` of the machine's memory.
    """

    seconds: float = 600.0
    memory: float | None = None

    def here(self, worker_memory: float | None = None) -> Limits:
        """These limits with `memory` set: by default, a share of the worker's or the machine's."""
        share = SHARE * (worker_memory or psutil.virtual_memory().total)
        return self if self.memory is not None else Limits(self.seconds, share)

    def refusal(self, cost: float) -> OverLimitError | None:
        """The error for a chunk with that predicted cost; None if it is within the limit."""
        if cost <= self.seconds:
            return None
        return _over(
            f"predicted to take {cost:,.0f} s, over the limit of {self.seconds:,g} s", "seconds"
        )

    def excess(self, seconds: float, memory: float) -> OverLimitError | None:
        """The error of a chunk at so many seconds and bytes; None if it is within the limits."""
        if seconds > self.seconds:
            return _over(f"took longer than the limit of {self.seconds:,g} s", "seconds")
        if self.memory is not None and memory > self.memory:
            limit = f"{self.memory / 1e9:.2f} GB"
            return _over(f"its process grew over the limit of {limit}", "memory")
        return None


def _over(how: str, limit: str) -> OverLimitError:
    message = f"{how}; to raise it, set DASK_SWEEPSTAKE__LIMITS__{limit.upper()}"
    return OverLimitError(message, limit)


def configured() -> Limits:
    """The limits that Dask's configuration sets under `sweepstake.limits`."""
    from sweepstake.cluster import settings  # not in children, which have nothing to look up

    at = "sweepstake.limits"
    values = valid.mapping(at, settings.section("limits") or {})
    valid.known(at, values, (*READ,))
    return Limits(**{name: READ[name](f"{at}.{name}", value) for name, value in values.items()})


def seconds(at: str, value: object) -> float:
    """A limit in seconds; infinite if it is lifted."""
    try:
        return inf if _is_lifted(value) else valid.number(at, value)
    except ValueError:
        raise ValueError(f"{at} is {value!r}; allowed: a number above 0, or none") from None


def _memory(at: str, value: object) -> float:
    from sweepstake.cluster import settings

    try:
        size = inf if _is_lifted(value) else settings.size(value)
    except (ValueError, TypeError, AttributeError):
        size = 0.0
    if size <= 0 or isinstance(value, bool):
        raise ValueError(f"{at} is {value!r}; write it as 4 GB, or none")
    return size


READ = {"seconds": seconds, "memory": _memory}
"""The function that reads each limit."""


def _is_lifted(value: object) -> bool:
    return str(value).lower() in ("none", "null", "inf", ".inf")
