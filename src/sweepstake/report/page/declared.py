"""Makes the tables and plots that a puzzle declares by columns and panels, or by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Frames, Lines, Map, Panel, Plot, Spread, Table, declared
from sweepstake.puzzle.question import Question
from sweepstake.quantity.estimates import ByPoint
from sweepstake.quantity.given import conditioned
from sweepstake.quantity.statistic import read
from sweepstake.quantity.summary import columns_of, summed_up
from sweepstake.report.defaults import plot as defaults
from sweepstake.report.defaults.distribution import computing, distribution
from sweepstake.report.defaults.lines import panels
from sweepstake.report.tables import is_true

A = TypeVar("A", Table, Plot)
COMPUTED = "computed"


def completed(artefact: A) -> A:
    """A table or a plot with its `make`: the default's if it declares no columns or panels."""
    if artefact.make is not declared:
        return artefact
    question = register.question(artefact.questions[0])
    if isinstance(artefact, Plot):
        if artefact.panels:
            return replace(artefact, make=partial(_panels, artefact))
        default = defaults.plot(question)
        return replace(artefact, make=default.make, chosen=artefact.chosen or default.chosen)
    if artefact.columns:
        return replace(artefact, make=partial(_table, artefact))
    like = defaults.table(question)
    return replace(
        like,
        name=artefact.name,
        title=artefact.title,
        caption=artefact.caption,
        chosen=artefact.chosen or like.chosen,
        headings={**like.headings, **artefact.headings},
    )


class Cells:
    """The columns made so far of a table, and the numbers of its answers."""

    def __init__(self, question: Question, frame: pd.DataFrame, keys: list[str]) -> None:
        self.question, self.frame, self.keys = question, frame, keys
        self._rows = summed_up(question, frame)
        self.table = self._rows[keys].drop_duplicates(ignore_index=True)

    def __getitem__(self, name: str) -> pd.Series[Any]:
        """A column made before, or a number: "mean:plays, method, method to fall back on"."""
        if name in self.table:
            return self.table[name]
        column, *methods = name.split(", ")
        if column not in self._rows:
            self._add(column)
        if "method" in self.keys:
            return self._rows[column]
        values = pd.Series(float("nan"), self.table.index)
        for method in self._methods(methods):
            rows = self._rows[self._rows["method"] == method]
            of_method = self.table[self.keys].merge(
                rows[[*self.keys, column]], on=self.keys, how="left"
            )
            values = of_method[column].where(values.isna(), values)
        return values

    def _add(self, column: str) -> None:
        """Add a number that doesn't sum up the answers, such as the probability of an outcome."""
        name, _, end = column.rpartition(".")
        points, ends = ByPoint(self.question, self.frame), ("standard_error", "low", "high")
        statistic = read(name if end in (*ends, "exact") else column, self.question)
        added = columns_of(points, statistic)
        if end == "exact":
            added[column] = points.exact_probability(points.met(statistic)).replace("", None)
        self._rows = self._rows.assign(**added)

    @property
    def agreeing(self) -> pd.Series[Any]:
        """The exact methods with the same whole answer as the first by name, and that method."""
        exact = self.frame[self.frame["exact"].notna()]
        if exact.empty:
            return pd.Series(None, self.table.index, object)
        names = [column.name for column in self.question.outcomes]
        answers = exact.assign(_answer=exact[[*names, "exact"]].map(str).agg("|".join, axis=1))
        answers = answers.sort_values("_answer", kind="stable")
        whole = answers.groupby([*self.keys, "method"])["_answer"].agg("\n".join).reset_index()
        first = whole.groupby(self.keys)["_answer"].transform("first")
        agree = whole[whole["_answer"] == first].groupby(self.keys)["method"].agg(", ".join)
        return self.table[self.keys].merge(agree.reset_index(), on=self.keys, how="left")["method"]

    def _methods(self, names: list[str]) -> list[str]:
        """The methods with answers among `names`; "computed" is all exact and float methods."""
        computing_methods = computing(self.question, self._rows)
        computed = [n for n in computing_methods if self.question.methods[n].kind != "approximate"]
        requested = [n for name in names for n in (computed if name == COMPUTED else [name])]
        return [name for name in requested if name in {*self._rows["method"]}]


def _table(table: Table, frames: Frames) -> pd.DataFrame:
    name = table.questions[0]
    frame = frames[name].reset_index(drop=True)
    question, frame = conditioned(register.question(name), frame)
    keys = [*question.parameter, *(["method"] * table.by_method)]
    if frame.empty:
        return pd.DataFrame(columns=[*keys, *table.columns])
    cells = Cells(question, frame, keys)
    for name, column in table.columns.items():
        cells.table[name] = cells[column] if isinstance(column, str) else column(cells)
    return table.rows(cells.table) if table.rows else cells.table


def _panels(plot: Plot, frames: Mapping[str, pd.DataFrame]) -> list[Panel | Map]:
    name = plot.questions[0]
    question, frame = register.question(name), frames[name]
    drawn: list[Panel | Map] = []
    for declaration in plot.panels:
        if isinstance(declaration, Lines):
            drawn += [
                _with_finding(panel, declaration) for panel in panels(question, frame, declaration)
            ]
        elif len(rows := declaration.rows(frame) if declaration.rows else frame):
            panel = distribution(question, rows)
            title = declaration.title or panel.title
            whole = replace(panel, title=title, finding=declaration.finding)
            drawn.append(_with_finding(whole, declaration))
    return drawn


def _with_finding(panel: Panel, declaration: Lines | Spread) -> Panel:
    """The panel; without its finding if the declared condition is false."""
    holds = declaration.holds is None or is_true(declaration.holds, panel)
    return panel if holds else replace(panel, finding="")
