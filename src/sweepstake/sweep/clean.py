"""Which stored points no config asks for any more."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sweepstake import puzzles
from sweepstake.store import keys
from sweepstake.store.keys import Keys
from sweepstake.store.pieces import PointStore
from sweepstake.sweep import spec
from sweepstake.sweep.lock import held
from sweepstake.sweep.plan import plan


@dataclass(frozen=True)
class Unasked:
    """The stored pieces of one question that nobody asks for."""

    stored: PointStore
    keys: Keys

    @property
    def points(self) -> int:
        """How many points they belong to, wholly or in part."""
        return len(np.unique(self.keys[:, : keys.ID], axis=0))


def unasked(configs: Iterable[spec.Config], results: Path) -> list[Unasked]:
    """By question, what is stored below `results` and none of `configs` asks for."""
    wanted = {name: [keys.packed([])] for name in puzzles.QUESTIONS}
    for config in configs:
        for sweep in spec.sweeps(config).values():
            wanted[sweep.question.name].append(plan(sweep, results).pieces.keys)
    return [
        Unasked(stored, index.keys[keys.places(index.keys, np.concatenate(wanted[name])) < 0])
        for name, question in puzzles.QUESTIONS.items()
        for stored in [PointStore(results, question)]
        for index in [stored.index()]
    ]


def remove(found: Iterable[Unasked], configs: Iterable[spec.Config], results: Path) -> None:
    """Remove what was found, while no sweep of `configs` is running."""
    with ExitStack() as stack:
        for name in {name for config in configs for name in spec.sweeps(config)}:
            stack.enter_context(held(results, name))
        for one in found:
            one.stored.remove(one.keys)
