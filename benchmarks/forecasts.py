"""How well `states` predicts what an answer costs: predicted and measured processor seconds.

`python benchmarks/forecasts.py` runs the tests that answer the gallery, the published puzzles and
other games, and prints each answer's prediction beside what it took, the dearest first. It takes
about three minutes. The last line counts the predictions within a factor of three, among the
answers that take half a second or more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from sweepstake.game.solving.states import States

TESTS = Path(__file__).parents[1] / "tests" / "game"
FILES = ("cases", "gallery", "best", "unbounded", "hints", "choices")
SHORT = 0.5
"""Seconds of an answer whose prediction does not matter."""


@dataclass(frozen=True)
class Forecast:
    """The predicted and the measured seconds of an answer."""

    answer: str
    predicted: float
    measured: float

    @property
    def factor(self) -> float:
        """By how much the prediction is too high, or 1 divided by how much it is too low."""
        return self.predicted / self.measured


def recorded(answer: Callable[..., Any], forecasts: dict[str, Forecast]) -> Callable[..., Any]:
    """The method's answer, which notes a forecast the first time that it is asked for."""

    def call(states: States, /, **params: Any) -> Any:
        name = f"{states.query.name} {' '.join(f'{k}={v}' for k, v in params.items())}"
        if name in forecasts:
            return answer(states, **params)
        predicted = states.seconds(**params)
        begun = thread_time()
        result = answer(states, **params)
        forecasts[name] = Forecast(name, predicted, thread_time() - begun)
        return result

    return call


def main() -> int:
    """Print the table; 1 if a test fails."""
    forecasts: dict[str, Forecast] = {}
    with pytest.MonkeyPatch.context() as patch, Path(os.devnull).open("w") as silent:
        patch.setattr(States, "answer", recorded(States.answer, forecasts))
        patch.setattr(sys, "stdout", silent)
        code = pytest.main(["-q", *(str(TESTS / f"test_{name}.py") for name in FILES)])
    print(f"{'predicted':>9}{'took':>9}{'factor':>9}  answer")
    for forecast in sorted(forecasts.values(), key=lambda f: -f.measured):
        columns = (forecast.predicted, forecast.measured, forecast.factor)
        print(*(f"{number:9.2f}" for number in columns), f" {forecast.answer}", sep="")
    long = [f for f in forecasts.values() if f.measured >= SHORT]
    near = [f for f in long if 1 / 3 <= f.factor <= 3]
    print(f"{len(near)} of {len(long)} within a factor of three (answers of {SHORT} s and more)")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
