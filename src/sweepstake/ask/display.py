"""An answer as a frame that shows itself in a notebook."""

from __future__ import annotations

from typing import Any

import pandas as pd

from sweepstake.ask.answers import Answers
from sweepstake.config.point import Point
from sweepstake.config.points import alone
from sweepstake.config.spec import Sweep
from sweepstake.run.limits import Limits


class Answer(pd.DataFrame):
    """The rows of one answer; what is made of them is an ordinary frame."""

    _metadata = ["point"]  # noqa: RUF012
    point: Point

    @classmethod
    def of(cls, point: Point, frame: pd.DataFrame) -> Answer:
        """The answer to `point`, whose rows are those of `frame`."""
        answer = cls(frame)
        answer.attrs, answer.point = frame.attrs, point
        return answer

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    def _repr_html_(self) -> str:
        """In a notebook: the question, a plot, and the answer in words."""
        return self._answers()._repr_html_()

    def _repr_latex_(self) -> str:
        """In a paper: the answer in words."""
        return self._answers()._repr_latex_()

    def _answers(self) -> Answers:
        answers = Answers(Sweep("answer", self.point.asks, alone(self.point)), {}, Limits(), ())
        vars(answers)["frame"] = pd.DataFrame(self)
        return answers
