"""What may be said of the cluster, under `sweepstake.cluster` of Dask's configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WHERE = ("address", "scheduler-file", "class")
SETTINGS = (*WHERE, "options", "wait")


class ClusterError(RuntimeError):
    """The cluster can't be used; the message says why in one line."""


def checked(given: object) -> Mapping[str, Any]:
    """The settings by their proper names; environments say `scheduler_file`, for one."""
    if not isinstance(given, Mapping):
        raise ClusterError(f"sweepstake.cluster is {given!r}; allowed: {', '.join(SETTINGS)}")
    settings = {str(name).replace("_", "-"): value for name, value in given.items()}
    for name in settings:
        if name not in SETTINGS:
            raise ClusterError(
                f"sweepstake.cluster has unknown key {name!r}; allowed: {', '.join(SETTINGS)}"
            )
    if len(where := [name for name in WHERE if name in settings]) > 1:
        raise ClusterError(f"sweepstake.cluster has {' and '.join(where)}; allowed: one of them")
    return settings
