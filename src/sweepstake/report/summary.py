"""Answers summed up: one row for each point (a question, its parameters and a method).

A yes-or-no outcome has the probability of yes; a number has its mean, spread and quantiles; a word
has the probability of each word, or of the likeliest word. If a number may be missing, the mean is
taken over the others, and the probability that it is missing is a column of its own. An exact
answer may leave out outcomes and give its means; a float method may leave out rare outcomes.
The column `left out` has their probability; the least and the greatest value are then unknown.
An outcome declared as `given` becomes a parameter, and the other outcomes are conditional on it.

Estimates have a standard error and a 95% interval. For counted trials the standard error follows
from the counts. For weighted trials only the errors of single outcomes are known. The error of a
sum of outcomes is at most the sum of their errors, which is used here, so the interval contains the
true value in at least 95% of cases.

Rows are in the order of the parameters' values: rationals by size, words and lists as declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import fsum, inf, nan
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf, Parameter
from sweepstake.puzzle.question import Column, Question
from sweepstake.stats import interval
from sweepstake.store.stated import STATED, Stated, read
from sweepstake.store.tables import joined
from sweepstake.text.digits import fraction
from sweepstake.text.shown import listed, shown

ERROR = "standard error"
LEFT_OUT = "left out"
ROWS = "rows of the answer"
"""The column that sums up a listing: its number of rows."""
OF = (ERROR, "low", "high")
"""Columns beside an estimate, after its name if there are several estimates."""
QUANTILES = (5, 25, 50, 75, 95)
"""The quantiles of a number, in percent."""
MAX_WORDS, MAX_LETTERS = 8, 20
"""Each word of an outcome has a column, up to so many words and letters."""
ROUNDING_OF_VARIANCE = 1e-26
"""A variance below this share of the squared mean is rounding error."""
ROUNDING_OF_TERM = 2.0**-52
"""The rounding error of a sum of float probabilities, for each term."""
MAX_LEFT_OUT = 1e-9
"""If an answer leaves out a larger probability, its spread and quantiles are unknown."""
Key = tuple[Any, ...]  # parameters and method
Numbers = pd.Series  # one for each row of the frame, or for each point and method
YES = {True: "yes", False: "no"}


def summary(frame: pd.DataFrame | list[pd.DataFrame]) -> pd.DataFrame:
    """Answers summed up: one row for each point, with its parameters as the first columns.

    `frame` is a result of `answer` or `load`, or all rows of some of its points; or it is a list of
    such frames for one question.

    >>> import sweepstake
    >>> frame = sweepstake.answer("war_sweep", ranks=2, suits=2, method="exact")
    >>> sweepstake.summary(frame)[["ranks", "suits", "P(swept)", "exact"]].to_dict("records")
    [{'ranks': 2, 'suits': 2, 'P(swept)': 0.16666666666666666, 'exact': '1/6'}]
    """
    if isinstance(frame, list):  # pandas would drop attrs that not all frames have
        names = sorted({question_of(part).name for part in frame})
        if len(names) != 1:
            raise ValueError(f"summary of {listed(names) or 'nothing'}; allowed: of one question")
        frame = joined(frame)
    question = question_of(frame)
    return summed_up(question, frame.reset_index(drop=True))


def summed_up(question: Question, frame: pd.DataFrame) -> pd.DataFrame:
    """Sum up `frame`, which answers `question`; rows are in the order of the parameters."""
    points = ByPoint(question, frame)
    if question.listing:
        return points.row(**{ROWS: points.total(pd.Series(1, frame.index))})
    parts = [part for column in question.outcomes for part in estimates(points, column)]
    columns: dict[str, Numbers] = {}
    for label, estimate, further in parts:
        before = f"{label}: " if len(parts) > 1 else ""
        columns[label] = estimate.value
        columns |= {f"{before}{name}": end for name, end in zip(OF, estimate[1:], strict=True)}
        columns |= further
    columns |= {"trials": points.trials.astype("Int64"), LEFT_OUT: points.left_out()}
    return points.row(**columns, **_of_yes(points))


def estimates(
    points: ByPoint, column: Column
) -> Iterator[tuple[str, Estimate, dict[str, Numbers]]]:
    """The estimates of an outcome: label, estimate, and further columns."""
    name, outcomes = column.name, points.frame[column.name]
    if (outcome := summed_outcome(points.question, column)) is not None:
        yield summed_as(points.question, column), points.likelihood(_met(outcomes, outcome)), {}
    elif column.is_numeric:
        values = as_numbers(outcomes)
        lacks = {lack(column): points.likelihood(outcomes.isna()).value} if column.nullable else {}
        spread = _spread(points, name, values)
        yield summed_as(points.question, column), points.average(values), {**lacks, **spread}
    elif few(outcomes):
        for word in sorted(outcomes.dropna().unique()):
            yield f"P({name}={word})", points.likelihood(outcomes == word), {}
        if column.nullable:
            yield lack(column), points.likelihood(outcomes.isna()), {}
    else:
        likeliest = points.likeliest(outcomes)
        met = outcomes == points.per_row(likeliest)
        yield f"P(likeliest {name})", points.likelihood(met), {f"likeliest {name}": likeliest}


def summed_outcome(question: Question, column: Column) -> object:
    """The outcome whose probability sums up a column: yes, or a number that a headline names.

    It is None for words and for numbers with a mean. Numbers that name things, such as seats, don't
    have a mean; a headline states the probability of one of them.
    """
    if column.type == "bool":
        return True
    return register.story_outcome(question.name, column.name) if column.is_numeric else None


def summed_as(question: Question, column: Column) -> str:
    """The name of the number that sums up a column: a probability, or a mean."""
    if (outcome := summed_outcome(question, column)) is None:
        return f"mean {column.name}"
    return f"P({column.name})" if outcome is True else f"P({column.name}={outcome})"


def _met(outcomes: pd.Series[Any], outcome: object) -> pd.Series[bool]:
    return (outcomes == outcome).fillna(False).astype(bool)


def lack(column: Column) -> str:
    """The name of the probability that an outcome has no value."""
    return f"P(no {column.name})"


def few(words: pd.Series[Any]) -> bool:
    """True if the words are few and short enough for a column each."""
    kinds = words.dropna().unique()
    return len(kinds) <= MAX_WORDS and all(len(word) <= MAX_LETTERS for word in kinds)


def _spread(points: ByPoint, name: str, values: pd.Series[float]) -> dict[str, Numbers]:
    least, most = points.ends(values)
    quantiles = {
        f"{percent}% of {name}": quantile
        for percent, quantile in zip(QUANTILES, points.quantiles(values, QUANTILES), strict=True)
    }
    spread = {f"sd of {name}": points.spread(values), f"least {name}": least}
    return {**spread, **quantiles, f"most {name}": most}


def _of_yes(points: ByPoint) -> dict[str, Numbers]:
    """The fraction and the logarithm of the summed outcome's probability, for a single column."""
    [first, *others] = points.question.outcomes
    if others or (outcome := summed_outcome(points.question, first)) is None:
        return {}
    yes = points.frame[_met(points.frame[first.name], outcome)]
    logarithm = points.first(yes["log10_probability"])
    named = f"log10 {summed_as(points.question, first)}"
    return {"exact": points.first(yes["exact"]), named: logarithm}


class Estimate(NamedTuple):
    """A number for each point and method, its standard error, and the ends of its 95% interval.

    The last three are missing unless the number was sampled.
    """

    value: pd.Series[float]
    error: pd.Series[float]
    low: pd.Series[float]
    high: pd.Series[float]


def computed(value: pd.Series[float]) -> Estimate:
    """The estimate of a number that was not sampled; it avoids the slow import of SciPy."""
    return Estimate(value, value * nan, value * nan, value * nan)


class ByPoint:
    """The points and methods of `frame`, in the order of their parameters' values."""

    def __init__(self, question: Question, frame: pd.DataFrame) -> None:
        self.question, self.frame = question, frame
        self.keys = [*question.parameter, "method"]
        records = frame.attrs.get(STATED)
        stated = read(question, records) if records else {}
        rows = frame[self.keys]
        if alone := _alone(stated, rows):
            more = pd.DataFrame(alone, columns=self.keys).astype(dict(rows.dtypes))
            rows = pd.concat([rows, more], ignore_index=True)
        group = rows.groupby(self.keys, sort=True).ngroup().to_numpy()
        first_rows = rows.assign(_group=group).drop_duplicates("_group").sort_values("_group")
        self.table = in_order(question, first_rows)
        """The keys of each point and method."""
        index = np.argsort(self.table.pop("_group").to_numpy())[group]
        self.point_of_row = pd.Series(index[: len(frame)], frame.index)
        """The index in `table` of each row's point and method."""
        trials = frame["trials"].astype(float)
        self._weighs = trials.notna() & frame["count"].isna()
        self.trials = trials.groupby(self.point_of_row).max().reindex(self.table.index)
        keys = self.table[self.keys].itertuples(index=False, name=None) if stated else ()
        pairs = zip(self.table.index, (stated.get(key) for key in keys), strict=False)
        self.stated = {index: statement for index, statement in pairs if statement}
        """What answers leave out, and their means, by index in `table`."""

    def total(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """The sum of `values`, one for each row, over each point; missing if all are missing."""
        return values.groupby(self.point_of_row).sum(min_count=1).reindex(self.table.index)

    def likelihood(self, met: pd.Series[bool]) -> Estimate:
        """The total probability of the rows `met` at each point; missing if it lists no outcome."""
        rows, listed = self.frame[met], self.total(self.frame["probability"]).notna()
        value = self.total(rows["probability"]).fillna(0.0).clip(upper=1.0).where(listed)
        if not self.trials.notna().any():
            return computed(value)
        count = self.total(rows["count"].astype(float)).fillna(0.0)
        counted = self.trials.notna() & ~self._weighed()
        trials = self.trials.where(counted, 1.0)
        value = (count / trials).where(counted, value)  # a sum of probabilities may be rounded
        error = np.sqrt(value * (1.0 - value) / trials).where(counted, self._weighed_error(met))
        counts = count.where(counted, 0.0).to_numpy(np.int64)
        ends = interval.of_counts(counts, np.asarray(trials, np.int64))
        weighted_ends = interval.of_means(*map(np.asarray, (value, error, self.trials.fillna(1.0))))
        low, high = (
            pd.Series(np.where(counted, a, b), value.index)
            for a, b in zip(ends, weighted_ends, strict=True)
        )
        return Estimate(value, error, low, high)

    def average(self, values: pd.Series[float]) -> Estimate:
        """The mean of `values`, one for each row of the frame, without missing values.

        Only trials with a value count; for weighted trials the mean is then a ratio. If `values`
        has the name of an outcome column, means that come with answers replace computed ones.
        """
        mean = self.total(self._shares(values) * values)
        if not self.trials.notna().any():
            return computed(self._given_means(mean, values.name))
        sd = self.spread(values)
        counted, present, trials = ~self._weighed(), values.notna(), self.trials
        by = values.abs()
        if not present.all():
            trials = self.total(self.frame["count"].astype(float).where(present)).where(
                counted, trials
            )
            by = (values - self.per_row(mean)).abs() / self.per_row(
                self.total(self.frame["probability"].where(present))
            )
        bound = self._weighed_error(present, by)
        more = (trials - 1.0).where(trials > 1.0)  # a single trial has no spread
        error: pd.Series[float] = (sd / more**0.5).where(counted, bound)
        errors, played = np.asarray(error, float), np.asarray(trials.fillna(1.0))
        sizes = np.asarray(self.total((self.frame["probability"] * by).where(present)), float)
        mean = self._given_means(mean, values.name)
        wide = interval.reach_of_weights(sizes, errors, played)
        reach = np.where(counted, interval.reach(errors, played), wide)
        return Estimate(mean, error, mean - reach, mean + reach)

    def spread(self, values: pd.Series[float]) -> pd.Series[float]:
        """The standard deviation of `values`, one for each row of the frame, at each point."""
        probabilities = self._shares(values)
        mean = self.total(probabilities * values)
        deviation = values - self.per_row(mean)
        variance: pd.Series[float] = self.total(probabilities * deviation**2)
        variance = variance.mask(self.left_out() > MAX_LEFT_OUT)
        return variance.mask(variance < ROUNDING_OF_VARIANCE * mean**2, 0.0) ** 0.5

    def quantiles(self, values: pd.Series[float], percents: Sequence[int]) -> list[Numbers]:
        """The quantiles of `values` at each point, one series for each of `percents`.

        They are missing if the answer leaves out too much.
        """
        probability, is_known = self.frame["probability"], ~(self.left_out() > MAX_LEFT_OUT)
        rows = pd.DataFrame(
            {"at": self.point_of_row, "value": values, "share": probability}
        ).dropna()
        rows = rows.sort_values(["at", "value"], kind="stable")
        by_point = rows.groupby("at")["share"]
        reached = by_point.cumsum() / by_point.transform("sum")
        firsts = (
            rows[reached >= percent / 100 - 1e-12].groupby("at")["value"].first()
            for percent in percents
        )
        return [first.reindex(is_known.index).where(is_known) for first in firsts]

    def ends(self, values: pd.Series[float]) -> tuple[Numbers, Numbers]:
        """The least and the greatest value at each point; missing if outcomes are left out."""
        met = values[self.frame["log10_probability"].notna()].groupby(self.point_of_row)
        all_there = ~(self.left_out() > 0.0)
        return met.min().where(all_there), met.max().where(all_there)

    def left_out(self) -> pd.Series[float]:
        """1 less the sum of each point's probabilities; 0 if that is only a rounding error.

        Exact answers give it themselves; it is missing for samples.
        """
        methods = [self.question.methods[name] for name in self.table["method"]]
        whole = np.array([m.kind == "exact" and not m.leaves_out for m in methods], bool)
        is_sampled = self.trials.notna().to_numpy(bool)
        out, point_of_row = np.where(is_sampled, np.nan, 0.0), self.point_of_row.to_numpy()
        rows = np.flatnonzero(~(whole | is_sampled)[point_of_row])
        rows = rows[np.argsort(point_of_row[rows], kind="stable")]
        at, sizes = np.unique(point_of_row[rows], return_counts=True)
        probabilities = self.frame["probability"].to_numpy()[rows].tolist()
        ends = zip(sizes.tolist(), np.cumsum(sizes).tolist(), strict=True)
        left = 1.0 - np.array([fsum(probabilities[end - size : end]) for size, end in ends])
        out[at] = np.where(left > ROUNDING_OF_TERM * sizes, left, 0.0)
        for index, stated in self.stated.items():
            out[index] = float(stated.left_out)
        return pd.Series(out, self.table.index)

    def likeliest(self, words: pd.Series[Any]) -> pd.Series[Any]:
        """The likeliest of `words`, one for each row, at each point; the first of equals."""
        rows = pd.DataFrame(
            {"at": self.point_of_row, "word": words, "p": self.frame["probability"]}
        )
        sums = rows.groupby(["at", "word"], sort=True)["p"].sum().reset_index()
        order = sums.sort_values(["at", "p"], ascending=[True, False], kind="stable")
        return order.groupby("at")["word"].first()

    def per_row(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """For each row of the frame, the value of its point and method."""
        return self.point_of_row.map(values)

    def first(self, values: pd.Series[Any]) -> pd.Series[Any]:
        """The first of `values` at each point; only some rows of the frame have a value."""
        return values.groupby(self.point_of_row).first()

    def row(self, **columns: pd.Series[Any]) -> pd.DataFrame:
        """One row for each point and method: its keys, and `columns`."""
        return self.table.assign(**columns).reset_index(drop=True)

    def _shares(self, values: pd.Series[float]) -> pd.Series[float]:
        """The probability of each row, conditional on having a value."""
        share = self.frame["probability"].where(values.notna())
        if not values.isna().any():
            return share
        return share / self.per_row(self.total(share))

    def mean(self, index: int, column: str) -> Fraction | None:
        """The mean of an outcome column that comes with the answer at `index`, or None."""
        names = [outcome.name for outcome in self.question.outcomes]
        if index not in self.stated or column not in names:
            return None
        return self.stated[index].means[names.index(column)]

    def _given_means(self, means: pd.Series[float], column: object) -> pd.Series[float]:
        """The means; if an exact answer is incomplete, the mean that comes with it, or NaN."""
        means = means.copy()
        for index in self.table.index[(self.left_out() > 0.0) & self._is_exact()]:
            mean = self.mean(index, str(column))
            means[index] = nan if mean is None else as_float(mean)
        return means

    def _is_exact(self) -> pd.Series[bool]:
        methods = self.question.methods
        return self.table["method"].map(lambda name: methods[name].kind == "exact").astype(bool)

    def _weighed(self) -> pd.Series[bool]:
        return (
            self._weighs.groupby(self.point_of_row)
            .any()
            .reindex(self.table.index, fill_value=False)
        )

    def _weighed_error(self, met: pd.Series[bool], by: pd.Series[float] | float = 1.0) -> Numbers:
        """An upper bound for the standard error of weighted trials, over the rows `met`."""
        return self.total((self.frame["standard_error"] * by).where(met & self._weighs))


def _alone(stated: Mapping[Key, Stated], rows: pd.DataFrame) -> list[Key]:
    """The answers without rows; [] if other answers are missing, as in a selection of rows."""
    alone = [key for key, answer in stated.items() if answer.left_out == 1]
    if not alone or len(alone) == len(stated):
        return alone
    answered = {*rows.itertuples(index=False, name=None)}
    return alone if answered.issuperset(stated.keys() - {*alone}) else []


def conditioned(question: Question, frame: pd.DataFrame) -> tuple[Question, pd.DataFrame]:
    """Apply `given_outcome` for each outcome declared as `given`, if another outcome remains."""
    conditional = question
    for column in question.outcomes:
        if column.given and len(conditional.outcomes) > 1 and may_be(frame, column.name).any():
            conditional, frame = given_outcome(conditional, frame, column.name)
    return conditional, frame


def given_outcome(
    question: Question, frame: pd.DataFrame, name: str
) -> tuple[Question, pd.DataFrame]:
    """`frame` with the outcome `name` as one more parameter, and the question that it answers.

    The probabilities of the other outcomes become conditional on its value, and only the trials
    with that value are counted; a ratio of mean weights has no error. Values that are missing or
    have probability 0 are left out.
    """
    [column] = [outcome for outcome in question.outcomes if outcome.name == name]
    remaining = tuple(outcome for outcome in question.outcomes if outcome.name != name)
    rows = frame[may_be(frame, name)]
    if column.type == "bool":
        rows = rows.assign(**{name: rows[name].astype(bool).map(YES)})
    groups = rows.groupby([*question.parameter, name, "method"], sort=False)
    counted = rows["count"].notna()
    conditional = rows.assign(
        probability=rows["probability"] / groups["probability"].transform("sum"),
        trials=groups["count"].transform("sum").where(counted),
    )
    conditional.attrs.pop(STATED, None)  # means are over all values together
    conditional_question = replace(
        question,
        parameters=(*question.parameters, _parameter(column, rows)),
        outcomes=remaining,
        published=(),
    )
    return conditional_question, conditional


def may_be(frame: pd.DataFrame, name: str) -> pd.Series[bool]:
    """True for rows that have a possible value of the outcome `name`."""
    return (frame["probability"] > 0) & frame[name].notna()


def _parameter(column: Column, rows: pd.DataFrame) -> AnyParameter:
    """The outcome as a parameter with the values that occur."""
    values = rows[column.name].unique()
    if column.type == "int":
        return Parameter(column.name, column.meaning, int(min(values)), int(max(values)))
    return Choice(column.name, column.meaning, tuple(sorted(values)))


def in_order(question: Question, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows, which are sorted as tables store their parameters, in the order of their values."""
    if all(p.type == "int" for p in question.parameters):
        return rows.reset_index(drop=True)
    order = pd.DataFrame({p.name: ranks(p, rows[p.name]) for p in question.parameters})
    return rows.loc[order.sort_values([*order], kind="stable").index].reset_index(drop=True)


def ranks(parameter: AnyParameter, values: pd.Series[Any]) -> pd.Series[float]:
    """Numbers with the same order as a parameter's values."""
    if isinstance(parameter, Choice):
        return values.map({word: k for k, word in enumerate(parameter.values)}).astype(float)
    if isinstance(parameter, ListOf):
        ordered = sorted(values.unique(), key=parameter.sort_key)
        return values.map({text: k for k, text in enumerate(ordered)}).astype(float)
    return as_numbers(values)


def as_numbers(column: pd.Series[Any]) -> pd.Series[float]:
    """A column of numbers, booleans, or rationals as text, as floats."""
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        return column.astype(float)
    floats = {text: as_float(fraction(text)) for text in column.dropna().unique()}
    return column.map(floats).astype(float)


def as_float(number: Fraction) -> float:
    """A number as a float; infinite if it is too large."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def question_of(frame: pd.DataFrame) -> Question:
    """The question that the rows answer; ValueError in one line if there isn't one.

    `sweepstake.answer`, `sweepstake.load` and `pd.read_parquet` of a sweep's table name it in
    `frame.attrs`, which pandas keeps when rows are chosen or sorted.
    """
    if not isinstance(getattr(frame, "attrs", None), dict):
        raise ValueError(f"{shown(frame)} is no frame; give what answer or load returned")
    if (name := frame.attrs.get("question")) is None:
        raise ValueError(
            'frame.attrs["question"] is missing; give a frame that sweepstake.answer or '
            "sweepstake.load returned, or set it to the question's name"
        )
    if name not in register.questions():
        raise ValueError(
            f"the rows answer {shown(name)}, a question of no puzzle that is known here; name the "
            f"puzzle's file with --puzzle or {register.VARIABLE}"
        )
    question = register.question(name)
    if lacking := [name for name in [*columns(question), "probability"] if name not in frame]:
        raise ValueError(
            f"the frame answers {name}, but has no column {listed(lacking)}; keep all columns"
        )
    return _whole(question, frame)


def columns(question: Question) -> list[str]:
    """The columns that name an outcome: parameters, method and outcomes."""
    return [*question.parameter, "method", *(column.name for column in question.outcomes)]


def _whole(question: Question, frame: pd.DataFrame) -> Question:
    """The question, if every row answers it and no answer occurs twice; else ValueError."""
    if frame[[*question.parameter, "method"]].isna().to_numpy().any():
        raise ValueError(
            f"some rows have no {listed([*question.parameter, 'method'])}, so they don't answer "
            f"{question.name}; give the answers of one question at a time"
        )
    twice = frame.duplicated(columns(question))
    if twice.any():
        row = frame[twice].iloc[0]
        at = " ".join(f"{name}={row[name]}" for name in [*question.parameter, "method"])
        raise ValueError(
            f"the answer at {at} has a row twice, as of two sweeps that share points; give each "
            f"answer once"
        )
    return question
