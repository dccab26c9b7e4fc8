"""Which workers the scheduler has not heard of for a while: Dask gives them up after some minutes.

A worker says some times a minute that it is there, also while it computes. One that does not is
stopped, or hangs, or can't be reached.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf

from distributed import Client

SILENT = 60.0
"""Seconds without a word after which a worker is named."""
ASKED = 10.0
"""Seconds between two looks."""


@dataclass
class Heard:
    """When each worker was last heard of: as its scheduler has it, and since when by our clock."""

    client: Client
    _seen: dict[str, tuple[float, float]] = field(default_factory=dict)
    _named: set[str] = field(default_factory=set)
    _looked: float = -inf

    def newly_silent(self) -> set[str]:
        """The addresses of workers that fell silent and were not named before."""
        now = time.monotonic()
        if now - self._looked < ASKED:
            return set()
        self._looked = now
        workers = self.client.scheduler_info(n_workers=-1)["workers"]
        self._seen = {
            address: self._seen[address]
            if self._seen.get(address, (None,))[0] == its["last_seen"]
            else (its["last_seen"], now)
            for address, its in workers.items()
        }
        silent = {address for address, (_, since) in self._seen.items() if now - since > SILENT}
        new, self._named = silent - self._named, silent
        return new
