"""The answers to a question at one or more points: rows, words, plots, inverse questions, files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from sweepstake.ask import number
from sweepstake.ask.save import save
from sweepstake.config import spec
from sweepstake.config.points import Point, Points, alone
from sweepstake.errors import InputError
from sweepstake.puzzle.question import Question
from sweepstake.report.defaults.chosen import setting_in_words
from sweepstake.report.words import answers
from sweepstake.report.words.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sweepstake.ask.instead import Answered

Config = dict[str, Any]
LATEX = str.maketrans({"%": r"\%", "_": r"\_", "±": r"$\pm$", "×": r"$\times$"})
"""Characters that are special in LaTeX, and how to write them there."""


@dataclass(frozen=True, repr=False)
class Answers:
    """The answers to a question over a sweep, which `compute` gives when they are first used.

    `config` is a config for the same sweep. `left_out` says why some sets of parameters have no
    answer.
    """

    sweep: spec.Sweep
    config: Config
    compute: Callable[[spec.Sweep], Answered]
    swept: tuple[str, ...]
    """The parameters with several values."""
    left_out: str = ""

    @property
    def question(self) -> Question:
        """The question."""
        return self.sweep.question

    @property
    def frame(self) -> pd.DataFrame:
        """The rows of all answers, with the columns of a sweep's Parquet file."""
        return self._answered.frame

    @property
    def points(self) -> Points:
        """The points that have the answers: some by other methods than the sweep asks for."""
        return self._answered.points

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines that say which first-choice methods did not answer, and why."""
        return self._answered.notes

    @cached_property
    def _answered(self) -> Answered:
        return self.compute(self.sweep)

    def values(self, asked: str | number.Number) -> list[Value]:
        """The number called `asked` at each set of parameters, with its 95% interval.

        `asked` is, for example, `won`, `winner=A`, `plays>=1000`, `mean:points`, `median:points`.
        """
        [wanted] = self.numbers(asked)
        return wanted.values_in(self.frame)

    def numbers(self, *asked: str | number.Number) -> list[number.Number]:
        """The requested numbers, or by default the usual ones."""
        if not asked:
            return [*number.usual(self.question, self.frame)]
        return [number.read(n, self.question) if isinstance(n, str) else n for n in asked]

    @property
    def setting(self) -> str:
        """The parameters that are the same for all answers, in words."""
        first = self.sweep.points[0].stored
        same = {name: value for name, value in first.items() if name not in self.swept}
        return setting_in_words(self.question, same)

    def table(self, *asked: str | number.Number) -> pd.DataFrame:
        """The answers in words: a row for each set of parameters, a column for each number.

        By default, the numbers are means, and the probability of each word.
        """
        if self.question.listing and not asked:
            return self.summary()[[*self.swept, "rows of the answer", "method"]]
        if not (numbers := self.numbers(*asked)):
            likeliest = self.summary().filter(regex="likeliest")
            return self.summary()[[*self.swept, *likeliest, "method"]]
        values_of = [n.values_in(self.frame) for n in numbers]
        rows = [
            {name: values[0].params[name] for name in self.swept}
            | {n.label: n.text(value) for n, value in zip(numbers, values, strict=True)}
            | {"how": _how(values[0])}
            for values in zip(*values_of, strict=True)
        ]
        return pd.DataFrame(rows)

    def greatest(self, asked: str) -> number.Location:
        """The points of the greatest number: all ties, and all that samples can't tell apart."""
        return number.extreme(self, asked, is_greatest=True)

    def least(self, asked: str) -> number.Location:
        """The points of the least number, like `greatest`."""
        return number.extreme(self, asked, is_greatest=False)

    def first(
        self, asked: str, *, at_least: object = None, at_most: object = None
    ) -> number.Location:
        """The first value of the swept parameter at which a number is at least or at most a bound.

        Its text says whether later values meet the bound, too.
        """
        if (at_least is None) == (at_most is None):
            raise InputError("give one of at_least and at_most")
        relation, bound = (">=", at_least) if at_most is None else ("<=", at_most)
        return number.first(self, asked, relation, bound)

    def summary(self) -> pd.DataFrame:
        """One row for each set of parameters, by `sweepstake.summary`."""
        from sweepstake.report import summary

        return summary.summary(self.frame)

    def plot(self, at: str | None = None) -> Axes:
        """New Matplotlib axes with the sweep drawn against the parameter `at`, as `plot` does."""
        from sweepstake.report.charts import figure
        from sweepstake.report.defaults import plot

        return figure.axes(plot.panel(self.question, self.frame.reset_index(drop=True), at))

    def save(self, path: str | Path) -> Path:
        """Write all rows (.csv, .parquet, .json) or a plot to a file; its suffix says which."""
        return save(self, Path(path))

    def __str__(self) -> str:
        """The question and the answers in words."""
        above = filter(None, [self.question.text, self.setting, ""])
        below = filter(None, [self.left_out])
        return "\n".join([*above, self.table().to_string(index=False), *below])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """In a notebook: the question, a plot, and the answers in words."""
        from html import escape

        from sweepstake.report.charts import figure
        from sweepstake.report.defaults import plot

        drawn = figure.drawing(plot.panel(self.question, self.frame))
        title = f"<p><b>{escape(self.question.text)}</b> {escape(self.setting)}</p>"
        return f"{title}{drawn}{self.table().to_html(index=False)}"

    def _repr_latex_(self) -> str:
        """In a paper: the answers in words."""
        table = self.table().astype(str).map(lambda cell: cell.translate(LATEX))
        return str(table.rename(columns=lambda name: name.translate(LATEX)).to_latex(index=False))


class Answer(pd.DataFrame):
    """The rows of one answer; frames made from them are ordinary ones."""

    _metadata = ["point"]  # noqa: RUF012
    point: Point

    @classmethod
    def of(cls, point: Point, frame: pd.DataFrame) -> Answer:
        """The answer to `point` with the rows of `frame`."""
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
        from sweepstake.ask.instead import Answered

        sweep = spec.Sweep("answer", self.point.asks, alone(self.point))
        answered = Answered(pd.DataFrame(self), sweep.points)
        return Answers(sweep, {}, lambda sweep: answered, ())


def _how(value: Value) -> str:
    """How a value was computed: exactly, or by so many trials."""
    return value.times if value.is_sampled else answers.IS[value.kind]
