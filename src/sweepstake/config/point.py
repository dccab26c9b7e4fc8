"""A point is one question, one method and one set of parameters.

Its random streams are named by its canonical JSON and not by the source that computes it, so a
refactoring, which changes the source but not what it does, draws the same sample.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sweepstake.config.precision import Until
from sweepstake.puzzle import register
from sweepstake.puzzle.method import Method
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Question

MOST_TRIALS = 10**12
MOST_POINTS = 10**7
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Point:
    """One question, method and set of parameters.

    `trials`, `seed` and `until` are None unless the method samples. A sampled point has `trials`,
    or in `until` the bound that its estimate has to meet.
    """

    question: str
    method: str
    params: Params
    trials: int | None = None
    seed: int | None = None
    until: Until | None = None

    @property
    def asks(self) -> Question:
        """The question itself."""
        return register.question(self.question)

    @property
    def by(self) -> Method:
        """The method itself."""
        return self.asks.methods[self.method]

    @property
    def held(self) -> dict[str, Any]:
        """Its parameters as tables hold them."""
        return self.asks.stored(self.params)

    @property
    def setting(self) -> str:
        """Its parameters in words."""
        return self.asks.in_words(self.params)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.question, self.setting, self.method)))


def stream_name(question: Question, method: str, params: Params, seed: int | None) -> str:
    """The name of a point's random streams: canonical JSON, whatever its trials."""
    held = question.stored(params)
    asked = {"method": method, "params": held, "question": question.name, "seed": seed}
    return json.dumps(asked, sort_keys=True, separators=(",", ":"))
