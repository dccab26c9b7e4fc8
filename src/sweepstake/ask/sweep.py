"""A question over several values of its parameters, here and now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from sweepstake import ask
from sweepstake.ask import cached, inverse, number, save
from sweepstake.config import blocks, spec, valid
from sweepstake.config.point import MOST_SEED, MOST_TRIALS
from sweepstake.puzzle import register
from sweepstake.puzzle.lists import ListOf
from sweepstake.puzzle.method import always
from sweepstake.puzzle.puzzle import Asking
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import setting
from sweepstake.report.story import certainty
from sweepstake.report.story.values import Value
from sweepstake.report.usual import usual as usual_values
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sweepstake.config.limits import Limits

Config = dict[str, Any]
Set = tuple[dict[str, Any], str]
"""Parameters, as tables hold them, and the method that answers there."""


@dataclass(frozen=True)
class Answers:
    """The answers to a question over a sweep, computed when they are first looked at.

    `config` asks for the same in a run. `left_out` says why some sets of
    parameters have no answer.
    """

    sweep: spec.Sweep
    config: Config
    limits: Limits
    swept: tuple[str, ...]
    """The parameters with several values."""
    left_out: str = ""
    advance: cached.Advance = field(default=lambda done, total: None, repr=False)

    @property
    def question(self) -> Question:
        """The question."""
        return self.sweep.question

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The rows of all answers, with the columns of a sweep's Parquet file."""
        from sweepstake.run.computation import FailedPointsError
        from sweepstake.store.tables import joined

        if register.is_kept(self.question.name):
            return joined([ask.answered_here(point, self.limits) for point in self.sweep.points])
        try:
            return cached.answers(self.sweep, self.limits, self.advance)
        except FailedPointsError as error:
            raise RuntimeError(error.first.error) from None

    def values(self, asked: str | number.Number) -> list[Value]:
        """The number called `asked` at each set of parameters: a number, its 95% interval.

        `asked` is as `won`, `winner=A`, `plays>=1000`, `mean:points` or `median:points`.
        """
        wanted = number.read(asked, self.question) if isinstance(asked, str) else asked
        return wanted.of_each(self.frame)

    def numbers(self, *asked: str | number.Number) -> list[number.Number]:
        """The numbers that are asked for, or those that tell the answers."""
        if not asked:
            return [*number.usual(self.question, self.frame)]
        return [number.read(n, self.question) if isinstance(n, str) else n for n in asked]

    @property
    def setting(self) -> str:
        """In words the parameters that are the same everywhere."""
        first = dict(self.sweep.points[0].params)
        same = {n: v for n, v in self.question.stored(first).items() if n not in self.swept}
        usual = dict.fromkeys(self.question.parameter) | usual_values(self.question)
        return setting(self.question.setting, same, usual)

    def compared(self, *asked: str | number.Number) -> list[str]:
        """Of two answers the difference of each number, after which is taken from which."""
        if len(self.sweep.points) != 2 or self.question.listing:
            return []
        lines = [n.difference(*n.of_each(self.frame)) for n in self.numbers(*asked)]
        first, second = (
            " ".join(f"{name}={held[name]}" for name in self.swept)
            for held in (self.question.stored(dict(point.params)) for point in self.sweep.points)
        )
        return [f"{second} less {first}:", *filter(None, lines)]

    def table(self, *asked: str | number.Number) -> pd.DataFrame:
        """The answers in words: a row for each set of parameters, a column for each number.

        Unless numbers are named, there are means, and the probability of each word.
        """
        if self.question.listing and not asked:
            return self.summary()[[*self.swept, "rows of the answer", "method"]]
        if not (numbers := self.numbers(*asked)):
            likeliest = self.summary().filter(regex="likeliest")
            return self.summary()[[*self.swept, *likeliest, "method"]]
        held = [each.of_each(self.frame) for each in numbers]
        rows = [
            {name: values[0].params[name] for name in self.swept}
            | {n.label: n.text(value) for n, value in zip(numbers, values, strict=True)}
            | {"how": _how(values[0])}
            for values in zip(*held, strict=True)
        ]
        return pd.DataFrame(rows)

    def greatest(self, asked: str) -> inverse.Location:
        """Where a number is greatest: all ties, and what samples can't tell from the greatest."""
        return inverse.extreme(self, asked, is_greatest=True)

    def least(self, asked: str) -> inverse.Location:
        """Where it is least."""
        return inverse.extreme(self, asked, is_greatest=False)

    def first(
        self,
        asked: str,
        *,
        at_least: object = None,
        at_most: object = None,
        monotone: bool = False,
    ) -> inverse.Location:
        """The first value of the swept parameter at which a number is at least, or at most, so.

        If it is `monotone`, few values are computed, and no later one is looked at.
        """
        if (at_least is None) == (at_most is None):
            raise ValueError("give one of at_least and at_most")
        relation, bound = ("at_least", at_least) if at_most is None else ("at_most", at_most)
        return inverse.first(self, asked, relation, bound, monotone)

    def summary(self) -> pd.DataFrame:
        """One row for each set of parameters, as `sweepstake.summary` has them."""
        from sweepstake.report import summary

        return summary.summary(self.frame)

    def plot(self, at: str | None = None) -> Axes:
        """New Matplotlib axes with the sweep drawn against the parameter `at`, as `plot` does."""
        import sweepstake

        return sweepstake.plot(self.frame, at)

    def save(self, path: str | Path) -> Path:
        """Write all rows to a file of CSV, Parquet or JSON, or a plot, as its suffix says."""
        return save.save(self, Path(path))

    def only(self, places: Iterable[int]) -> Answers:
        """The answers at some of the sets of parameters, by their places in the sweep."""
        points = self.sweep.points.taken([*places])
        return replace(self, sweep=replace(self.sweep, points=points))

    def _repr_html_(self) -> str:
        """In a notebook: the question, a plot, and the answers in words."""
        from html import escape

        from sweepstake.report import plots
        from sweepstake.report.defaults import plot

        drawn = plots.drawing(plot.panel(self.question, self.frame))
        title = f"<p><b>{escape(self.question.text)}</b> {escape(self.setting)}</p>"
        return f"{title}{drawn}{self.table().to_html(index=False)}"

    def _repr_latex_(self) -> str:
        """In a paper: the answers in words."""
        table = self.table()
        marks = {"%": r"\%", "_": r"\_", "±": r"$\pm$", "×": r"$\times$"}
        cells = table.astype(str).replace(marks, regex=True)
        return str(
            cells.set_axis([str(c).replace("_", " ") for c in table], axis=1).to_latex(index=False)
        )


def sweep(
    question: str | Callable[..., Any] | Asking | Question,
    *,
    method: str | None = None,
    trials: float | str | None = None,
    seed: int | str | None = None,
    limit: float | str | None = None,
    advance: cached.Advance = lambda done, total: None,
    **params: object,
) -> Answers:
    """The answers over several values of parameters: a range, a list, or a text as `0..5` or `2,3`.

    What is left out has its default. Unless `method` is given, each set of parameters is answered
    by the best method that can in a minute. A ValueError says in one line what is wrong.

    `question` may also be a game, or a bare function of `draw` and parameters; its methods compute
    in this process, and its answers are not kept.
    """
    if not isinstance(question, str):
        question, params = _kept(question, params)
    asks = register.question(question)
    axes = {name: _axis(asks, name, value) for name, value in params.items()}
    columns = blocks.params("", replace(asks, objection=always), {"grid": axes, "exclude": []})
    sets, left_out = list[Set](), list[str]()
    for row in blocks.rows(columns):
        values = asks.read(row)
        if objection := asks.objection(**values):
            left_out.append(objection)
        else:
            sets.append((row, _method(asks, method, values)))
    if not sets:
        raise ValueError(left_out[0])
    swept = tuple(name for name in asks.parameter if len({row[name] for row, _ in sets}) > 1)
    config = _config(asks, sets, {} if left_out else axes, _amounts(asks, sets, trials, seed), seed)
    every = len(sets) + len(left_out)
    why = (
        f"{len(left_out):,} of {every:,} are left out; the first: {left_out[0]}" if left_out else ""
    )
    within = ask.limits(limit)
    return Answers(spec.sweep(config, question), config, within, swept, why, advance)


def _kept(
    asking: Callable[..., Any] | Asking | Question, params: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The name of what is asked in this process only, and its parameters.

    Of a bare function the values tell what its parameters may be, so it sees each text.
    """
    several = {name: value for name, value in params.items() if isinstance(value, list | range)}
    first = params | {name: value[0] for name, value in several.items() if len(value)}
    name, values = ask.kept(asking, first)
    for key, every in several.items():
        for value in every:
            if isinstance(value, str):
                ask.kept(asking, first | {key: value})
    return name, values | several


def _axis(question: Question, name: str, given: object) -> Any:
    """The values of a parameter as a config has them."""
    question.checked_value(name, None)
    parameter = question.parameter[name]
    if isinstance(given, str | Mapping):
        return given
    if isinstance(parameter, ListOf) and parameter.takes(given):
        return [given]
    if not isinstance(given, Iterable):
        return given
    if not (listed := [*given]):
        raise ValueError(f"{name} is empty; give at least one value")
    return listed


def _method(question: Question, method: str | None, values: Mapping[str, Any]) -> str:
    method = method or ask.default_method(question, values)
    question.method(method, values)
    return method


def _amounts(
    question: Question, sets: Sequence[Set], trials: float | str | None, seed: int | str | None
) -> dict[str, Any]:
    """The methods, and of those that sample the trials."""
    methods = dict.fromkeys(method for _, method in sets)
    if not any(question.methods[name].draws for name in methods):
        for name, given in (("trials", trials), ("seed", seed)):
            if given is not None:
                raise ValueError(
                    f"{name} is {shown(given)}, but no answer is sampled; leave it out, or give a "
                    f"method that samples"
                )
    games = valid.whole("trials", ask.TRIALS if trials is None else trials, 1, MOST_TRIALS)
    return {m: {"trials": games} if question.methods[m].draws else None for m in methods}


def _config(
    question: Question,
    sets: Sequence[Set],
    grid: Mapping[str, Any],
    amounts: Mapping[str, Any],
    seed: int | str | None,
) -> Config:
    """What asks for the same in a run: a grid, or a list for each method if there are several."""
    points: list[Config] = [
        {"list": [row for row, by in sets if by == method], "methods": {method: amount}}
        for method, amount in amounts.items()
    ]
    if (grid and len(amounts) == 1) or not question.parameters:
        points = [{"grid": {**grid}, "methods": {**amounts}}]
    named = valid.whole("seed", ask.SEED if seed is None else seed, 0, MOST_SEED)
    return {"seed": named, "sweeps": {question.name: {"question": question.name, "points": points}}}


def _how(value: Value) -> str:
    """How a value was computed: exactly, or by so many trials."""
    return f"{value.trials:,} trials" if value.is_sampled else certainty.IS[value.kind]
