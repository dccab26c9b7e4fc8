"""What every puzzle promises, as checks that pytest or `sweepstake check` can run.

    import pytest
    from sweepstake.testing import promises

    @pytest.mark.parametrize("promise", promises("dice.py"), ids=str)
    def test_dice_keeps_its_promises(promise):
        promise()

Methods are tried at the `small` parameters of each question; without them, at the defaults of its
parameters, or else at the least values of its parameters and at some above them. Each is computed
in a child process, once however many promises look at it, and stopped if it takes far too long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from html import escape

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.config.point import Point
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.tried import TRIALS, is_soon, tried
from sweepstake.report.check import FAILS
from sweepstake.report.checks import checks
from sweepstake.report.declared import completed
from sweepstake.report.defaults.plot import plot as default_plot
from sweepstake.report.defaults.table import table as default_table
from sweepstake.run import child, limits
from sweepstake.run.chunk import Chunk, Code, Failure
from sweepstake.run.serve import Outcome
from sweepstake.store import export, rows, tables
from sweepstake.store.points import declared, whole
from sweepstake.store.schema import schema
from sweepstake.store.stated import STATED, as_table
from sweepstake.text.shown import duration, raised, shown

STREAMS = 8
PATIENCE, TIMES = 60.0, 10
"""A method is stopped after so many seconds, or so many times what its cost predicts if longer."""
MOST_SECONDS = 1_000.0
"""What an answer at small parameters may be predicted to take."""
Compute = Callable[[Point, int], Outcome]
"""The answer to a point, computed in a child; a second time if the number is another."""
Small = Callable[[str], pd.DataFrame]
"""From a question's name to its `small_frame`."""


class BrokenPromiseError(AssertionError):
    """A puzzle does not keep a promise; the message says where and how."""


@dataclass(frozen=True)
class Promise:
    """A promise of a puzzle's: calling it raises BrokenPromiseError if it is not kept."""

    name: str
    keep: Callable[[], None]

    def __call__(self) -> None:
        """Raise BrokenPromiseError unless it is kept."""
        self.keep()

    def __str__(self) -> str:
        return self.name

    def objection(self) -> str:
        """How it is broken, in a line; empty if it is kept."""
        try:
            self.keep()
        except AssertionError as error:
            return str(error) or raised(error)
        except Exception as error:  # whatever a puzzle's tables raise breaks the promise
            return raised(error)
        return ""


class Promises(list[Promise]):
    """The promises of a puzzle; a notebook tries them and shows which are kept."""

    def _repr_html_(self) -> str:
        objections = [promise.objection() for promise in self]
        rows = [
            f"<tr><td>{escape(promise.name)}</td><td>{escape(why) or 'kept'}</td></tr>"
            for promise, why in zip(self, objections, strict=True)
        ]
        kept = f"{objections.count('')} of {len(self)} promises are kept"
        return f"<p><b>{kept}</b></p><table>{''.join(rows)}</table>"


def promises(puzzle: Puzzle | str) -> Promises:
    """The promises of `puzzle`, which may also be the name of its file or module."""
    if isinstance(puzzle, str):
        [puzzle] = register.load([puzzle])
    compute: Compute = cache(_computed)
    small = cache(lambda name: small_frame(register.question(name), compute))
    promises = Promises()
    for question in puzzle.questions:
        promises += [
            Promise(f"{question.name}: {says}", keep)
            for says, keep in (
                ("it is declared in full", partial(_declared, question)),
                ("costs are positive seconds", partial(_costs, question)),
                (
                    "answers are distributions over the declared outcomes",
                    partial(_distributions, question, compute),
                ),
                ("a stream always gives the same sample", partial(_repeatable, question, compute)),
                (
                    "methods agree with each other and with published numbers",
                    partial(_agree, question, small),
                ),
            )
        ]
    shows = partial(_shows, puzzle, small)
    promises.append(Promise(f"{puzzle.name}: tables and plots can be made", shows))
    return promises


def _computed(point: Point, number: int) -> Outcome:
    """The answer to `point`, or why there is none; `number` tells two computations apart."""
    params = dict(point.params)
    chunk = Chunk(point.question, point.method, params, 0, point.trials, point.seed or 0)
    predicted = point.asks.seconds(point.method, params) * (point.trials or 1)
    seconds = max(PATIENCE, TIMES * predicted)
    within = replace(limits.configured(), seconds=seconds).here()
    [outcome] = child.outcomes(Code.of(point.question), (chunk,), within)
    sys.stderr.write(child.printed())
    if isinstance(outcome, Failure) and outcome.limit == "seconds":
        why = f"stopped after {duration(seconds)}; predicted to take {predicted:.2g} s"
        return replace(outcome, error=f"{why}; mend it, or its cost, or declare `small`")
    return outcome


def _tried(question: Question) -> list[Params]:
    try:
        return tried(question)
    except ValueError as error:
        raise BrokenPromiseError(str(error)) from None


def small_frame(question: Question, compute: Compute) -> pd.DataFrame:
    """The answers of all methods at the parameters at which they are tried, as a sweep has them."""
    parts = [_frame(_point(question, *at), compute) for at in _able(question)]
    keys = [*question.parameter, "method"]
    return tables.joined(parts).sort_values(keys, kind="stable", ignore_index=True)


def _able(question: Question) -> list[tuple[str, Params]]:
    """The methods to try, with parameters: also where numbers are published that are soon there."""
    able = [(name, params) for params in _tried(question) for name in question.able(params)]
    for value in question.published:
        at = (value.method, value.params)
        if at not in able and is_soon(question, *at):
            able.append(at)
    return able


def _point(question: Question, name: str, params: Params, seed: int = 1) -> Point:
    drawn = (TRIALS, seed) if question.methods[name].draws else ()
    return Point(question.name, name, tuple(params.items()), *drawn)


def _answered(point: Point, compute: Compute, number: int = 1) -> pa.Table:
    """The answer to `point` as it is stored; BrokenPromiseError if there is none.

    A second time the error has the same words.
    """
    outcome = compute(point, number)
    if isinstance(outcome, Failure):
        at = point.asks.in_words(dict(point.params))
        raise BrokenPromiseError(f"{point.question} {point.method} at {at}: {outcome.error}")
    return pa.Table.from_batches([outcome])


def _frame(point: Point, compute: Compute) -> pd.DataFrame:
    params, answers = dict(point.params), _answered(point, compute)
    return export.frame_of(point.asks, params, point.method, point.trials, answers)


def _declared(question: Question) -> None:
    _hold(question.text.endswith("?"), f"the text {shown(question.text)} asks nothing")
    _hold(bool(question.methods), "there is no method")
    _hold(bool(question.outcomes), "there is no outcome")
    for params in _tried(question):
        _hold(any(question.able(params)), f"no method can answer at {question.in_words(params)}")
    for published in question.published:
        question.method(published.method)
        is_possible = Fraction(published.printed) >= 0 or bool(published.mean)
        _hold(is_possible, f"{published.value} can't be a probability")


def _costs(question: Question) -> None:
    for name, params in _able(question):
        seconds = question.seconds(name, params)
        _hold(
            seconds < MOST_SECONDS,
            f"{name} at {question.in_words(params)} is predicted to take {seconds:g} s; "
            f"allowed: less than {MOST_SECONDS:g} where parameters are small",
        )


def _distributions(question: Question, compute: Compute) -> None:
    for at in _able(question):
        _answered(_point(question, *at), compute)  # which checks what it answers


def _repeatable(question: Question, compute: Compute) -> None:
    for name, params in _able(question):
        if question.methods[name].draws:
            point = _point(question, name, params)
            first, other = (rows.flat(_answered(point, compute, number))[0] for number in (1, 2))
            _hold(
                first.equals(other),
                f"{name} at {question.in_words(params)} draws from something else than its stream",
            )
            if (pc.sum(pc.greater(first["count"], 0)).as_py() or 0) > 1:
                others = (_point(question, name, params, 2 + k) for k in range(STREAMS))
                _hold(
                    any(not rows.flat(_answered(o, compute))[0].equals(first) for o in others),
                    f"{name} at {question.in_words(params)} draws the same from every stream; "
                    f"use the one given",
                )


def _agree(question: Question, small: Small) -> None:
    frame = small(question.name)
    columns = declared(question)
    table = pa.Table.from_pandas(frame, schema(question), preserve_index=False)
    table = table.select(columns.names).cast(columns)
    if question.listing:
        asked = [question.stored(params) | {"method": name} for name, params in _able(question)]
        table = pa.concat_tables([table, pa.Table.from_pylist(asked, columns)])  # of empty ones too
    if STATED in frame.attrs:
        states = as_table(question, frame.attrs[STATED])
        table = pa.concat_tables([table, states], promote_options="default")
    for check in checks(whole(question, table)):
        _hold(check.verdict != FAILS, f"at {check.parameters} {check.disagreement}")


def _shows(puzzle: Puzzle, small: Small) -> None:
    frames = {question.name: small(question.name) for question in puzzle.questions}
    tables = (*map(completed, puzzle.tables), *map(default_table, puzzle.questions))
    for table in tables:
        with _named(f"table {table.name}"):
            frame = table.make({name: frames[name] for name in table.questions})
        unknown = {*table.formats} - {*frame.columns}
        _hold(not unknown, f"table {table.name} has formats for {unknown}, which are no columns")
    plots = (*map(completed, puzzle.plots), *map(default_plot, puzzle.questions))
    for plot in plots:
        with _named(f"plot {plot.name}"):
            panels = plot.make({name: frames[name] for name in plot.questions})
        for panel in panels:
            _hold(bool(panel.x and panel.y), f"plot {plot.name} has an axis without a label")
    names = [table.name for table in tables]
    for finding in puzzle.findings:
        _hold(
            finding.table in names,
            f"a finding is to be shown by the table {finding.table!r}; allowed: {', '.join(names)}",
        )
    for table in tables:
        ends = table.caption.endswith(".")
        _hold(ends, f"{table.name} needs a caption that ends with a full stop")
    artefacts: tuple[Table | Plot, ...] = (*tables, *plots)
    for artefact in artefacts:
        _hold(bool(artefact.title), f"{artefact.name} needs a title")
        _hold(bool(artefact.questions), f"{artefact.name} is made of no question")


@contextmanager
def _named(label: str) -> Iterator[None]:
    """Whatever is raised inside is a broken promise, whose message begins with `label`."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BrokenPromiseError(f"{label}: {raised(error)}") from error


def _hold(true: bool, says: str) -> None:
    if not true:
        raise BrokenPromiseError(says)
