"""Which stored points no config asks for any more."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.plan.chunks import cut
from sweepstake.puzzle import register
from sweepstake.run import lock
from sweepstake.store import keys, parquet
from sweepstake.store.keys import Keys
from sweepstake.store.shards import PointStore


@dataclass(frozen=True)
class Unasked:
    """The stored pieces of one question that nobody asks for."""

    stored: PointStore
    keys: Keys

    @property
    def points(self) -> int:
        """How many points they belong to, wholly or in part."""
        return len(np.unique(self.keys[:, : keys.ID], axis=0))


def unasked(configs: Iterable[Config], results: Path) -> list[Unasked]:
    """By question, what is stored below `results` and none of `configs` asks for."""
    wanted = {name: [keys.packed([])] for name in register.QUESTIONS}
    for config in configs:
        for sweep in spec.sweeps(config).values():
            wanted[sweep.question.name].append(cut(sweep.points).keys)
    return [
        Unasked(stored, index.keys[~_asked(index.keys, np.concatenate(wanted[name]))])
        for name, question in register.QUESTIONS.items()
        for stored in [PointStore(results, question)]
        for index in [stored.index()]
    ]


def _asked(stored: Keys, wanted: Keys) -> NDArray[np.bool_]:
    """Which of `stored` are wanted: a point with `until` wants all its chunks, and is one piece."""
    ids = np.ascontiguousarray(stored[:, : keys.ID])
    none = np.zeros(len(stored), np.int64)
    return (keys.places(stored, wanted) >= 0) | (
        keys.places(keys.joined(ids, none, none), wanted) >= 0
    )


def remove(found: Iterable[Unasked], configs: Iterable[Config], results: Path) -> None:
    """Remove what was found and what killed runs left half written; HeldError while a run is on."""
    named = {name for config in configs for name in spec.declared(config)}
    with ExitStack() as stack:
        for name in sorted({*named, *lock.known(results)}):
            stack.enter_context(lock.held(results, name))
        for one in found:
            one.stored.remove(one.keys)
        parquet.remove_partial(results)
