"""What Dask's configuration may say under `sweepstake.cluster` and `sweepstake.limits`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sweepstake.core.report.shown import shown
from sweepstake.sweep import valid

WHERE = ("address", "scheduler-file", "class")
SETTINGS = (*WHERE, "options", "wait")


class ClusterError(RuntimeError):
    """The cluster can't be used; the message says why in one line."""


def checked(given: object) -> Mapping[str, Any]:
    """The settings by their proper names; environments say `scheduler_file`, for one."""
    if not isinstance(given, Mapping):
        raise ClusterError(f"sweepstake.cluster is {shown(given)}; allowed: {', '.join(SETTINGS)}")
    every = {str(name).replace("_", "-"): value for name, value in given.items()}
    settings = {name: value for name, value in every.items() if value is not None}
    for name in every:
        if name not in SETTINGS:
            raise ClusterError(
                f"sweepstake.cluster has unknown key {shown(name)}; allowed: {', '.join(SETTINGS)}"
            )
    if len(where := [name for name in WHERE if name in settings]) > 1:
        raise ClusterError(f"sweepstake.cluster has {' and '.join(where)}; allowed: one of them")
    return settings


def limit(given: object) -> float | None:
    """The seconds that a piece may take; None if it may take any."""
    try:
        limits = valid.mapping("sweepstake.limits", given)
        valid.known("sweepstake.limits", limits, ("seconds",))
        seconds = limits.get("seconds")
        return None if seconds is None else valid.number("sweepstake.limits.seconds", seconds)
    except ValueError as error:
        raise ClusterError(str(error)) from None
