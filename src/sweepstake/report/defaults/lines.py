"""Panels of lines: a number from the answers against one of the parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from sweepstake.puzzle.display import Lines, Mark, Panel, Series
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import setting
from sweepstake.quantity.estimates import as_numbers, ranks
from sweepstake.quantity.given import conditioned
from sweepstake.quantity.statistic import QUANTILES, Statistic, headline, read
from sweepstake.quantity.summary import summed_up
from sweepstake.report.defaults.chosen import MOST_LINES, nearest, usual, wide
from sweepstake.report.defaults.distribution import WORDS, axis, computing
from sweepstake.text.shown import evenly

FEW = 12
"""A line of up to so many points has marks, which show where values were computed."""
MOST_SPANS = 12
MAX_BARS = 16
"""Probabilities are bars at up to so many values of a parameter."""


class Heights(NamedTuple):
    """What the vertical axis of a panel has: a statistic, or a column that a puzzle has added."""

    words: str
    statistic: Statistic | None
    is_single: bool = True
    """False if each line is of another statistic."""

    @classmethod
    def of(cls, question: Question, name: str) -> Heights:
        """The heights that a name stands for."""
        statistic = statistic_of(question, name)
        return cls(statistic.words if statistic else name, statistic)

    @property
    def is_share(self) -> bool:
        """True if they are probabilities."""
        return self.statistic is not None and self.statistic.is_probability

    @property
    def unit(self) -> str:
        """The declared unit of these numbers; empty if they have none."""
        has_unit = self.statistic and self.statistic.column and not self.is_share
        return self.statistic.column.unit if has_unit else ""  # type: ignore[union-attr]


def statistic_of(question: Question, name: str) -> Statistic | None:
    """The statistic that a text names; None if it is the name of another column."""
    try:
        return read(name, question)
    except ValueError:
        return None


def panels(question: Question, frame: pd.DataFrame, lines: Lines) -> list[Panel]:
    """The panels that `lines` declares; none if there are no rows to draw."""
    question, frame = conditioned(question, frame.reset_index(drop=True))
    rows = summed_up(question, frame)
    rows = lines.rows(rows) if lines.rows else rows
    fixed = _fixed(question, lines)
    rows, heights = values(question, nearest(question, rows, fixed) if len(rows) else rows, lines.y)
    at = {name: rows[name].iloc[0] for name in fixed if len(rows)}
    where = setting(question.setting, at, dict.fromkeys(question.parameter) | usual(question))
    parts = rows.groupby(lines.each, sort=True) if lines.each else [("", rows)]
    panel = _spans if lines.spans else _panel
    return [
        panel(question, part, heights, replace(lines, title=lines.title.format(value) or where))
        for value, part in parts
        if len(part)
    ]


def _fixed(question: Question, lines: Lines) -> dict[str, Any]:
    """The usual values of the parameters for which `lines` has neither an axis nor lines."""
    if lines.x not in question.parameter or (lines.by is None and not lines.spans):
        return {}
    drawn = {lines.x, lines.each, *(lines.by or ())}
    return {name: value for name, value in usual(question).items() if name not in drawn}


def values(
    question: Question, rows: pd.DataFrame, y: str | Mapping[str, str] = ""
) -> tuple[pd.DataFrame, Heights]:
    """The rows with a `_value`, its `_error` and the name of its `_line`; and what the value is.

    Unless `y` names columns, the value sums up the first outcome: the probability of yes, the mean,
    or the probability of each word if they are few (of two words, the first), else of the likeliest
    word.
    """
    first = question.outcomes[0]
    if isinstance(y, str) and y:
        return _valued(rows, y).assign(_line=""), Heights.of(question, y)
    if y:
        named = [_valued(rows, name).assign(_line=label) for label, name in dict(y).items()]
        heights = Heights.of(question, next(iter(dict(y).values())))
        return pd.concat(named, ignore_index=True), heights
    if not first.is_word:
        statistic = headline(question, first)
        where = ", where there is one" if first.nullable and statistic.of == "mean" else ""
        heights = Heights(f"{statistic.words}{where}", statistic)
        return _valued(rows, statistic.text).assign(_line=""), heights
    starts = f"{first.name}="
    has_errors = [name for name in map(str, rows) if f"{name}.standard_error" in rows]
    names = [name for name in has_errors if name.startswith((starts, f"likeliest:{first.name}"))]
    if len(names) == 1 or (len(names) == 2 and not first.nullable):  # the other is the complement
        return _valued(rows, names[0]).assign(_line=""), Heights.of(question, names[0])
    of = {name: name.removeprefix(starts) for name in names}
    lines = [_valued(rows, n).assign(_line=first.words.get(w, w)) for n, w in of.items()]
    statistic = Statistic("probability", first)
    return pd.concat(lines, ignore_index=True), Heights("probability", statistic, False)


def computed_rows(question: Question, rows: pd.DataFrame, *at: str) -> pd.DataFrame:
    """The best method's computed rows at each value of `at`, or else an approximation's."""
    computed = computing(question, rows)
    order = [n for n in computed if question.methods[n].kind != "approximate"] or computed[:1]
    parts = [rows[rows["method"] == name] for name in order] or [rows.head(0)]
    return pd.concat(parts).drop_duplicates([*at])


def best(question: Question, rows: pd.DataFrame, *at: str) -> pd.DataFrame:
    """At each value of `at`, the best computed row, or else that of the largest sample."""
    sampled = rows.sort_values("trials", ascending=False)
    return pd.concat([computed_rows(question, rows, *at), sampled]).drop_duplicates([*at])


def ordered(question: Question, rows: pd.DataFrame, at: str) -> list[str]:
    """The words of a parameter in their declared order."""
    words = rows[at].drop_duplicates()
    order = np.argsort(ranks(question.parameter[at], words).to_numpy(), kind="stable")
    return [*words.astype(str).to_numpy()[order]]


def series(label: str, rows: pd.DataFrame, at: str, question: Question) -> Series:
    """The values of one method against the parameter `at`, with errors if it samples."""
    method = question.methods[str(rows["method"].iloc[0])]
    words = _are_words(question, at)
    x = rows[at].astype(str) if words else as_numbers(rows[at])
    positions = ranks(question.parameter[at], rows[at]) if at in question.parameter else x
    order = np.argsort(positions.to_numpy(), kind="stable")
    few: Mark = "joined" if len(rows) <= FEW else "line"
    few = "dashes" if method.kind == "approximate" else few
    mark: Mark = "points" if method.draws or words else few
    error = rows["_error"].astype(float).to_numpy()[order].tolist() if method.draws else None
    value = rows["_value"].astype(float).to_numpy()[order].tolist()
    return Series(
        label, x.to_numpy()[order].tolist(), value, mark, error,
        weighted=method.kind == "rare", trials=_trials(rows),
    )  # fmt: skip


def _trials(rows: pd.DataFrame) -> list[int]:
    """The trials of each sampled row."""
    return rows["trials"].dropna().astype(int).tolist() if "trials" in rows else []


def label_of(question: Question, names: Sequence[str], key: Sequence[Any], line: str) -> str:
    """The default name of a line: its parameters in words, and the name of its number."""
    params = dict(zip(names, key, strict=True))
    words = setting(question.setting, params, dict.fromkeys(question.parameter))
    return ", ".join(filter(None, [words, line]))


def _panel(question: Question, rows: pd.DataFrame, heights: Heights, lines: Lines) -> Panel:
    """Values against a parameter, with lines for each set of other parameters."""
    at = lines.x
    swept = [name for name in question.parameter if name != at and rows[name].nunique() > 1]
    by = swept if lines.by is None else [*lines.by]
    log_y = wide(rows["_value"], least=0.0) if lines.log_y is None else lines.log_y
    rows = rows[rows["_value"] > 0] if log_y else rows
    words = ordered(question, rows, at) if _are_words(question, at) else ()
    usual_values = [usual(question).get(name) for name in by]
    drawn: list[Series] = []
    for keys, part in evenly(_parts(rows, lines, by), MOST_LINES):
        is_usual = bool(by) and any([*key[:-1]] == usual_values for key in keys)
        key = [", ".join(dict.fromkeys(map(str, names))) for names in zip(*keys, strict=True)]
        label = lines.label.format(*key) if by else lines.label
        label = label or label_of(question, by, key[:-1], key[-1])
        drawn += [replace(line, usual=is_usual) for line in _line(question, part, at, label)]
    shown = next((line.label for line in drawn if line.usual), drawn[0].label if drawn else "")
    drawn = [line for line in drawn if line.like in ("", shown)]  # grey lines have no samples
    drawn += [_dashed(rows, at, label, column) for label, column in lines.dashed.items()]
    far = not words and wide(as_numbers(rows[at])) if lines.log_x is None else lines.log_x
    x = lines.x_axis or (axis(question.parameter[at]) if at in question.parameter else at)
    has_usual = not by or any(line.usual for line in drawn)
    usual_x = _usual_x(question, rows, at) if has_usual else None
    if heights.is_share and heights.is_single and not (log_y or far or words):
        drawn = _as_bars(drawn)
    zero = lines.zero or any(line.mark == "bars" for line in drawn)
    return Panel(
        lines.title, x, lines.y_axis or heights.words, drawn, far, log_y, zero, words,
        lines.finding, usual_x, heights.unit, is_share=heights.is_share,
    )  # fmt: skip


def _dashed(rows: pd.DataFrame, at: str, label: str, column: str) -> Series:
    """A column of numbers that no method has computed, against the parameter `at`."""
    points = rows.drop_duplicates(at).assign(_at=lambda row: as_numbers(row[at])).sort_values("_at")
    return Series(label, [*points["_at"]], [*points[column]], "dashes")


def _as_bars(drawn: list[Series]) -> list[Series]:
    """Bars with points, if there is a single computed line with few, evenly spaced points."""
    lines = [line for line in drawn if not line.like]
    x = lines[0].x if len(lines) == 1 and lines[0].error is None else []
    if not 1 < len(x) <= MAX_BARS or max(np.diff(x)) > 1.01 * min(np.diff(x)):
        return drawn
    return [replace(line, like="", mark=line.mark if line.like else "bars") for line in drawn]


def _usual_x(question: Question, rows: pd.DataFrame, at: str) -> float | str | None:
    """The x of the usual parameters on the axis `at`: a parameter or an added column."""
    if at in question.parameter:
        value = usual(question).get(at)
    else:
        wanted = usual(question).items()
        met = np.logical_and.reduce([rows[name] == value for name, value in wanted])
        xs = [*rows.loc[met, at].unique()] if wanted else []
        value = xs[0] if len(xs) == 1 else None
    if value is None:
        return None
    return str(value) if _are_words(question, at) else float(as_numbers(pd.Series([value]))[0])


def _spans(question: Question, rows: pd.DataFrame, heights: Heights, lines: Lines) -> Panel:
    """The distribution of the first outcome at each value of a parameter, as rows of a panel."""
    at, first = lines.x, question.outcomes[0]
    best_rows = best(question, rows, at).sort_values(at)
    best_rows = best_rows.iloc[[*evenly(range(len(best_rows)), MOST_SPANS)]]
    names = [Statistic("quantile", first, percent=percent).text for percent in QUANTILES]
    drawn = Series(
        "", [*best_rows[at].astype(str)], [*best_rows["_value"]], "spans",
        [*best_rows["_error"]] if best_rows["_error"].notna().any() else None,
        quantiles=best_rows[names].to_numpy(float).tolist(), trials=_trials(best_rows),
    )  # fmt: skip
    x = lines.x_axis or axis(question.parameter[at])
    usual_x = usual(question).get(at)
    usual_x = None if usual_x is None else str(usual_x)
    y = lines.y_axis or heights.words
    return Panel(lines.title, x, y, [drawn], finding=lines.finding, usual=usual_x, unit=first.unit)


def _parts(
    rows: pd.DataFrame, lines: Lines, other_params: list[str]
) -> list[tuple[list[Any], pd.DataFrame]]:
    """The keys and the rows of each line; equal lines may share a label and have several keys."""
    shared = bool(lines.label) and len(other_params) == 1
    lines_by_content: dict[object, tuple[list[Any], pd.DataFrame]] = {}
    for key, part in rows.groupby([*other_params, "_line"], sort=False):
        drawn = part[["method", lines.x, "_value", "_error"]].to_numpy().tolist()
        line_of = lines_by_content.setdefault((key[1:], str(drawn)) if shared else key, ([], part))
        line_of[0].append(key)
    return [*lines_by_content.values()]


def _line(question: Question, part: pd.DataFrame, at: str, label: str) -> Iterator[Series]:
    """A line for computed values and points for samples, or lines for samples if nothing else.

    If samples reach further than computed values, one line goes through both.
    """
    sampled = _sampled(question, part, at)
    computed, words = computed_rows(question, part, at), _are_words(question, at)
    beyond = sampled[~sampled[at].isin(computed[at])].drop_duplicates(at)
    if len(computed) and len(beyond) and not words:
        whole = series(label, pd.concat([beyond, computed.assign(_error=np.nan)]), at, question)
        yield replace(whole, mark="joined")
        return
    if len(computed) and len(sampled):
        label = label or WORDS[question.methods[computed["method"].iloc[0]].kind]
    if len(computed):
        yield series(label, computed, at, question)
        sampled = sampled[sampled["_error"].notna()]
    for kind, points in sampled.groupby("_kind", sort=True):
        if len(computed):
            yield replace(series("", points, at, question), like=label)
        else:
            mark: Mark = "points" if words else "joined"
            yield replace(series(label or str(kind), points, at, question), mark=mark)


def _sampled(question: Question, rows: pd.DataFrame, at: str) -> pd.DataFrame:
    """At each value of `at`, the largest sample of each kind, with its `_kind` in words."""
    kinds = {name: WORDS[method.kind] for name, method in question.methods.items() if method.draws}
    sampled = rows.assign(_kind=rows["method"].map(kinds)).dropna(subset=["_kind"])
    if len(sampled):
        sampled = sampled.sort_values("trials", ascending=False, kind="stable")
    return sampled.drop_duplicates([at, "_kind"])


def _are_words(question: Question, at: str) -> bool:
    return at in question.parameter and question.parameter[at].type == "string"


def _valued(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Rows with the column `name` as their value, and its standard error, if it has one."""
    error = rows.get(f"{name}.standard_error", np.nan)
    return rows.assign(
        _value=rows.get(name, 0.0), _error=error
    )  # a word that never came up has no column
