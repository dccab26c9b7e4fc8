"""The answers to a question at one or more points: rows, words, plots, inverse questions, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from sweepstake.ask import inverse
from sweepstake.ask.save import save
from sweepstake.config import spec
from sweepstake.config.points import Point, Points, alone
from sweepstake.errors import InputError
from sweepstake.puzzle.question import Question
from sweepstake.quantity import summary
from sweepstake.quantity.given import YES, given_outcome, may_be
from sweepstake.quantity.quantity import Quantity, quantities
from sweepstake.quantity.statistic import Statistic, are_facts, read, usual, value_of
from sweepstake.report.defaults.chosen import setting_in_words
from sweepstake.report.words import answers
from sweepstake.text.shown import check_among, listed, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sweepstake.ask.instead import Answered

Config = dict[str, Any]
ROWS = "rows of the answer"
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

    def quantities(self, name: str) -> list[Quantity]:
        """The number called `name` at each set of parameters, with its 95% interval.

        `name` is, for example, `won`, `winner=A`, `plays>=1000`, `mean:points`, `median:points`.
        """
        return quantities(self.question, self.frame, read(name, self.question))

    def statistics(self, *names: str) -> list[Statistic]:
        """The requested statistics, or by default the usual ones."""
        if not names:
            return [*usual(self.question, self.frame)]
        return [read(text, self.question) for text in names]

    @property
    def setting(self) -> str:
        """The parameters that are the same for all answers, in words."""
        first = self.sweep.points[0].stored
        constants = {name: value for name, value in first.items() if name not in self.swept}
        return setting_in_words(self.question, constants)

    def table(self, *names: str) -> pd.DataFrame:
        """The answers in words: a row for each set of parameters, a column for each number.

        By default, the numbers are means, and the probability of each word.
        """
        if self.question.listing and not names:
            rows = summary.summed_up(self.question, self.frame).rename(columns={"rows": ROWS})
            return rows[[*self.swept, ROWS, "method"]].astype({ROWS: int})
        if not (statistics := self.statistics(*names)):
            rows = summary.summed_up(self.question, self.frame)
            headings = _likeliest(self.question, rows)
            return rows[[*self.swept, *headings, "method"]].rename(columns=headings)
        is_fact = not names and are_facts(self.question, self.frame)
        values_of = [quantities(self.question, self.frame, s) for s in statistics]
        labels = [s.name.replace("_", " ") if is_fact else s.label for s in statistics]
        cells = [
            {name: values[0].params[name] for name in self.swept}
            | {
                label: _cell(statistic, value, is_fact)
                for label, statistic, value in zip(labels, statistics, values, strict=True)
            }
            | {"how": _method_text(values[0])}
            for values in zip(*values_of, strict=True)
        ]
        return pd.DataFrame(cells)

    def given(self, fixed: Mapping[str, Any]) -> Answers:
        """The same answers, given that outcomes have these values, as `{"aces": 4}`."""
        conditional = _Conditional(
            self.sweep, self.config, self.compute, self.swept, self.left_out, dict(fixed)
        )
        conditional.check()
        return conditional

    def greatest(self, name: str) -> inverse.Location:
        """The points of the greatest number: all ties, and all that samples can't tell apart."""
        return inverse.extreme(self, name, is_greatest=True)

    def least(self, name: str) -> inverse.Location:
        """The points of the least number, like `greatest`."""
        return inverse.extreme(self, name, is_greatest=False)

    def first(
        self, name: str, *, at_least: object = None, at_most: object = None
    ) -> inverse.Location:
        """The first value of the swept parameter at which a number is at least or at most a bound.

        Its text says whether later values meet the bound, too.
        """
        if (at_least is None) == (at_most is None):
            raise InputError("give one of at_least and at_most")
        relation, bound = (">=", at_least) if at_most is None else ("<=", at_most)
        return inverse.first(self, name, relation, bound)

    def summary(self, *, wide: bool = False) -> pd.DataFrame:
        """A row for each number of each answer, by `sweepstake.summary`."""
        return summary.summary(self.frame, wide=wide)

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

        image = figure.drawing(plot.panel(self.question, self.frame))
        title = f"<p><b>{escape(self.question.text)}</b> {escape(self.setting)}</p>"
        return f"{title}{image}{self.table().to_html(index=False)}"

    def _repr_latex_(self) -> str:
        """In a paper: the answers in words."""
        table = self.table().astype(str).map(lambda cell: cell.translate(LATEX))
        return str(table.rename(columns=lambda name: name.translate(LATEX)).to_latex(index=False))


@dataclass(frozen=True, repr=False)
class _Conditional(Answers):
    """Answers given that the outcomes `fixed` have these values."""

    fixed: Mapping[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        """ValueError unless these are outcomes of the question, and another one remains."""
        columns = {column.name: column for column in self.sweep.question.outcomes}
        for name, value in self.fixed.items():
            check_among(f"{self.sweep.question.name} has no outcome", name, columns)
            value_of(columns[name], value)
        if columns.keys() <= self.fixed.keys():
            raise InputError(f"given {listed(columns)}, nothing is left to ask; leave one out")

    @property
    def question(self) -> Question:
        """The question about the other outcomes."""
        return self._parts[0]

    @property
    def frame(self) -> pd.DataFrame:
        """The rows of the other outcomes, with their probabilities given the fixed ones."""
        return self._parts[1]

    @cached_property
    def _parts(self) -> tuple[Question, pd.DataFrame]:
        question, frame = self.sweep.question, self._answered.frame
        for name, value in self.fixed.items():
            [column] = [column for column in question.outcomes if column.name == name]
            if not may_be(frame, name).any():
                raise InputError(f"{name} never has a value here")
            question, frame = given_outcome(question, frame, name)
            cell = value_of(column, value)
            cell = YES[cell] if column.type == "bool" else cell
            if not len(rows := frame[frame[name] == cell]):
                values = listed(sorted(frame[name].unique()))
                raise InputError(f"{name} is never {shown(value)} here; it may be: {values}")
            frame = rows
        return question, frame.reset_index(drop=True)

    @property
    def setting(self) -> str:
        """The parameters that are the same for all answers, and the fixed outcomes, in words."""
        fixed = ", ".join(f"given {name} {value}" for name, value in self.fixed.items())
        return ", ".join(filter(None, [super().setting, fixed]))


class Answer(pd.DataFrame):
    """The rows of one answer; frames made from them are ordinary ones."""

    _metadata = ["point"]  # noqa: RUF012
    point: Point

    @classmethod
    def of(cls, point: Point, frame: pd.DataFrame) -> Answer:
        """The answer to `point` with the rows of `frame`."""
        answer = cls(frame)
        answer.point = point
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
        result = Answered(pd.DataFrame(self), sweep.points)
        return Answers(sweep, {}, lambda sweep: result, ())


def _likeliest(question: Question, rows: pd.DataFrame) -> dict[str, str]:
    """The columns of the likeliest words and their probabilities, and what is above them."""
    headings = {}
    for column in question.outcomes:
        if f"likeliest:{column.name}" in rows:
            headings[f"likeliest:{column.name}"] = f"P(likeliest {column.name})"
            headings[f"word:{column.name}"] = f"likeliest {column.name}"
    return headings


def _cell(statistic: Statistic, quantity: Quantity, is_fact: bool) -> str:
    if is_fact and statistic.is_probability:
        return "yes" if quantity.value else "no"
    return inverse.in_words(statistic, quantity)


def _method_text(value: Quantity) -> str:
    """How a value was computed: exactly, or by so many trials."""
    return value.times if value.is_sampled else answers.certainty(value.kind, value)
