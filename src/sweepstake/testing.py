"""The promises that every puzzle makes, as checks for pytest and `sweepstake check`.

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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.errors import SweepstakeError
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.tried import TRIALS, is_soon, tried
from sweepstake.quantity.estimates import outcomes
from sweepstake.report.check.checks import FAILS, checks
from sweepstake.report.defaults.plot import plot as default_plot
from sweepstake.report.defaults.plot import table as default_table
from sweepstake.report.page.declared import completed
from sweepstake.run import child
from sweepstake.run.chunk import Chunk, Code, Failure, configured
from sweepstake.run.serve import Outcome
from sweepstake.store import export, rows
from sweepstake.store.points import whole
from sweepstake.text.shown import duration, message, raised, shown

STREAMS = 8
PATIENCE, TIMES = 60.0, 10
"""A method is stopped after so many seconds, or so many times its predicted cost if longer."""
MOST_SECONDS = 1_000.0
"""The most predicted seconds of an answer at small parameters."""


class BrokenPromiseError(SweepstakeError, AssertionError):
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
            return message(error) or raised(error)
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
    by_question = {question.name: _Tried(question) for question in puzzle.questions}
    promises = Promises(
        Promise(f"{name}: {says}", keep)
        for name, tried in by_question.items()
        for says, keep in (
            ("it is declared in full", tried.check_declared),
            ("costs are positive seconds", tried.check_costs),
            ("answers are distributions over the declared outcomes", tried.check_distributions),
            ("a stream always gives the same sample", tried.check_repeatable),
            ("methods agree with each other and with published numbers", tried.check_agreement),
        )
    )
    shows = partial(_shows, puzzle, by_question)
    promises.append(Promise(f"{puzzle.name}: tables and plots can be made", shows))
    return promises


class _Tried:
    """A question, and the answers of its methods where they are tried; each is computed once."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._answers: dict[Any, Outcome] = {}

    @cached_property
    def params(self) -> list[Params]:
        """The parameters at which all methods that can answer are tried."""
        try:
            return tried(self.question)
        except ValueError as error:
            raise BrokenPromiseError(str(error)) from None

    @cached_property
    def able(self) -> list[tuple[str, Params]]:
        """The methods that answer, with parameters.

        A method that is found to be too large there is left out, if another one answers.
        """
        able = [at for at in self._tried if not self._is_too_large(*at)]
        return able + [at for at in self._tried if all(at[1] != other for _, other in able)]

    def _is_too_large(self, name: str, params: Params) -> bool:
        outcome = self._outcome(name, params)
        return isinstance(outcome, Failure) and outcome.limit == "size"

    @cached_property
    def _tried(self) -> list[tuple[str, Params]]:
        """The methods to try, with parameters: also at published numbers that are soon computed."""
        able = [(name, params) for params in self.params for name in self.question.able(params)]
        for value in self.question.published:
            at = (value.method, value.params)
            if at not in able and is_soon(self.question, *at):
                able.append(at)
        return able

    @cached_property
    def chunks(self) -> pa.Table:
        """The answers as a store has them."""
        calls = [(name, params, self._trials(name)) for name, params in self.able]
        answers = pa.Table.from_batches([self.answer(*at) for at in self.able])
        return export.chunks_of(self.question, calls, answers)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The answers, as a sweep has them."""
        keys = [*self.question.parameter, "method"]
        frame = export.frame(self.question, [self.chunks])
        frame = outcomes(frame) if self.question.listing else frame  # as the report does
        return frame.sort_values(keys, kind="stable", ignore_index=True)

    def answer(self, name: str, params: Params, seed: int = 1, number: int = 1) -> pa.RecordBatch:
        """An answer as it is stored; BrokenPromiseError, each time, if there is none.

        `number` tells two computations of one answer apart.
        """
        outcome = self._outcome(name, params, seed, number)
        if isinstance(outcome, Failure):
            raise BrokenPromiseError(f"{self._at(name, params)}: {outcome.error}")
        return outcome

    def _at(self, name: str, params: Params) -> str:
        at = self.question.in_words(params)
        return f"{self.question.name} {name}{at and f' at {at}'}"

    def _outcome(self, name: str, params: Params, seed: int = 1, number: int = 1) -> Outcome:
        key = (name, *params.items(), seed, number)
        if key not in self._answers:
            self._answers[key] = outcome = self._computed(name, params, seed)
            if isinstance(outcome, Failure) and outcome.limit == "size":
                sys.stderr.write(f"{self._at(name, params)} is left out: {outcome.error}\n")
        return self._answers[key]

    def _computed(self, name: str, params: Params, seed: int) -> Outcome:
        trials = self._trials(name)
        chunk = Chunk(self.question.name, name, params, 0, trials, seed)
        predicted = self.question.seconds(name, params, trials or 1)
        seconds = max(PATIENCE, min(TIMES * predicted, MOST_SECONDS))
        within = replace(configured(), seconds=seconds).here()
        [outcome] = child.outcomes(Code.of(self.question.name), (chunk,), within)
        sys.stderr.write(child.printed())
        if isinstance(outcome, Failure) and outcome.limit == "seconds":
            why = f"stopped after {duration(seconds)}; predicted to take {predicted:.2g} s"
            return replace(outcome, error=f"{why}; mend it, or its cost, or declare `small`")
        return outcome

    def _trials(self, name: str) -> int | None:
        return TRIALS if self.question.methods[name].draws else None

    def check_declared(self) -> None:
        question = self.question
        _hold(question.text.endswith("?"), f"the text {shown(question.text)} asks nothing")
        _hold(bool(question.methods), "there is no method")
        _hold(bool(question.outcomes), "there is no outcome")
        for params in self.params:
            at = question.in_words(params)
            _hold(any(question.able(params)), f"no method can answer at {at}")
        for published in question.published:
            is_possible = Fraction(published.printed) >= 0 or bool(published.mean)
            _hold(is_possible, f"{published.value} can't be a probability")

    def check_costs(self) -> None:
        for name, params in self.able:
            seconds = self.question.seconds(name, params)
            _hold(
                seconds < MOST_SECONDS,
                f"{name} at {self.question.in_words(params)} is predicted to take {seconds:g} s; "
                f"allowed: less than {MOST_SECONDS:g} where parameters are small",
            )

    def check_distributions(self) -> None:
        for at in self.able:
            self.answer(*at)  # is checked where it is computed

    def check_repeatable(self) -> None:
        for name, params in self.able:
            if not self.question.methods[name].draws:
                continue
            at = f"{name} at {self.question.in_words(params)} draws"
            first, again = (self._rows(name, params, number=number) for number in (1, 2))
            _hold(first.equals(again), f"{at} from something else than its stream")
            if (pc.sum(pc.greater(first["count"], 0)).as_py() or 0) > 1:
                samples = (self._rows(name, params, 2 + k) for k in range(STREAMS))
                differs = any(not sample.equals(first) for sample in samples)
                _hold(differs, f"{at} the same from every stream; use the one given")

    def _rows(self, name: str, params: Params, seed: int = 1, number: int = 1) -> pa.Table:
        answer = self.answer(name, params, seed, number)
        return rows.flat(pa.Table.from_batches([answer]))[0]

    def check_agreement(self) -> None:
        for check in checks(whole(self.question, export.pooled(self.question, self.chunks))):
            _hold(check.verdict != FAILS, f"at {check.parameters} {check.disagreement}")


def _shows(puzzle: Puzzle, by_question: Mapping[str, _Tried]) -> None:
    frames = {name: tried.frame for name, tried in by_question.items()}
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
    """Raise every error of the block as a broken promise, whose message begins with `label`."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BrokenPromiseError(f"{label}: {raised(error)}") from error


def _hold(true: bool, message: str) -> None:
    if not true:
        raise BrokenPromiseError(message)
