"""What every puzzle promises, as checks that pytest or `sweepstake check` can run.

    import pytest
    from sweepstake.testing import promises

    @pytest.mark.parametrize("promise", promises("dice.py"), ids=str)
    def test_dice_keeps_its_promises(promise):
        promise()

Methods are tried at the `small` parameters of each question; without them, at the defaults of its
parameters, or else at the least values of its parameters and at some above them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pandas as pd
import pyarrow as pa

from sweepstake import ask
from sweepstake.core.distribution import Distribution
from sweepstake.core.stream import stream
from sweepstake.core.weighted import Weighted
from sweepstake.puzzle import register
from sweepstake.puzzle.answer import check, read
from sweepstake.puzzle.display import Plot, Puzzle, Table
from sweepstake.puzzle.parameter import AnyParameter, Choice, Parameter, Params, stored
from sweepstake.puzzle.question import Method, Question
from sweepstake.report.check import FAILS
from sweepstake.report.checks import checks
from sweepstake.report.defaults.plot import plot as default_plot
from sweepstake.report.defaults.table import table as default_table
from sweepstake.store import answers
from sweepstake.store.schema import schema
from sweepstake.text.shown import raised, shown

TRIALS, STREAMS = 2_000, 8
MOST_SECONDS = 1_000.0
"""What an answer at small parameters may be predicted to take."""
SOON = 1.0
"""Predicted seconds within which a published number is compared; others are in runs only."""
STEPS = (1, 2, 4)
"""How far above the first parameters others are tried, where a question does not say which."""
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


def promises(puzzle: Puzzle | str) -> list[Promise]:
    """What `puzzle` promises; a file or a module of one may be named."""
    if isinstance(puzzle, str):
        [puzzle] = register.load([puzzle])
    small = cache(lambda name: small_frame(register.question(name)))  # two promises look at it
    made = [Promise(f"{puzzle.name}: tables and plots can be made", partial(_shows, puzzle, small))]
    for question in puzzle.questions:
        made += [
            Promise(f"{question.name}: {says}", keep)
            for says, keep in (
                ("it is declared in full", partial(_declared, question)),
                ("costs are positive seconds", partial(_costs, question)),
                (
                    "answers are distributions over the declared outcomes",
                    partial(_distributions, question),
                ),
                ("a stream always gives the same sample", partial(_repeatable, question)),
                ("methods agree, and with what is published", partial(_agree, question, small)),
            )
        ]
    return made


def tried(question: Question) -> list[Params]:
    """The parameters at which methods are tried.

    Unless the question says where: the defaults, or else the least values, and others further on
    that are allowed and soon answered, for at the least values many methods agree by chance.
    """
    if question.small:
        return [question.checked(params) for params in question.small]
    values = {p.name: p.values[0] if isinstance(p, Choice) else p.low for p in question.parameters}
    values |= {p.name: p.default for p in question.parameters if p.default is not None}
    made: list[Params] = [question.checked(values)]
    for step in STEPS:
        further = {p.name: _further(p, made[0][p.name], step) for p in question.parameters}
        if further not in made and _is_soon(question, further):
            made.append(further)
    return made


def _further(parameter: AnyParameter, value: Any, step: int) -> Any:
    if isinstance(parameter, Choice):
        return parameter.values[(parameter.values.index(value) + step) % len(parameter.values)]
    if isinstance(parameter, Parameter):
        return min(value + step, parameter.high)
    low, high = Fraction(parameter.low), Fraction(parameter.high)
    return low + (high - low) * Fraction(step, STEPS[-1] + 1)


def _is_soon(question: Question, params: Params) -> bool:
    """Is something soon answered at `params`, and nothing late?"""
    if question.objection(**params):
        return False
    able = question.able(params)
    return bool(able) and all(
        question.seconds(name, params) * (TRIALS if question.methods[name].draws else 1) <= SOON
        for name in able
    )


def small_frame(question: Question) -> pd.DataFrame:
    """The answers of all methods at the parameters at which they are tried, as a sweep has them."""
    return _sorted(question, [_frame(question, name, params) for name, params in _able(question)])


def _sorted(question: Question, parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    keys = [*question.parameter, "method"]
    return pd.concat(parts, ignore_index=True).sort_values(keys, kind="stable", ignore_index=True)


def _able(question: Question) -> Iterator[tuple[str, Params]]:
    for params in tried(question):
        for name in question.able(params):
            yield name, params


def _frame(question: Question, name: str, params: Params) -> pd.DataFrame:
    trials = TRIALS if question.methods[name].draws else None
    with _named(f"{name} at {said_of(params)}"):
        return ask.answer(question.name, method=name, trials=trials, **params)


def _declared(question: Question) -> None:
    _hold(question.text.endswith("?"), f"the text {shown(question.text)} asks nothing")
    _hold(bool(question.methods), "there is no method")
    _hold(bool(question.outcomes), "there is no outcome")
    for params in tried(question):
        _hold(any(question.able(params)), f"no method can answer at {said_of(params)}")
    for published in question.published:
        question.checked(published.params)
        question.method(published.method)
        _hold(Fraction(published.value) >= 0, f"{published.value} is no probability")


def _costs(question: Question) -> None:
    for name, params in _able(question):
        seconds = question.seconds(name, params)
        _hold(
            seconds < MOST_SECONDS,
            f"{name} at {said_of(params)} is predicted to take {seconds:g} s; allowed: less than "
            f"{MOST_SECONDS:g} where parameters are small",
        )


def _distributions(question: Question) -> None:
    for name, params in _able(question):
        answer, method = _answered(question, name, params), question.methods[name]
        with _named(f"{name} at {said_of(params)}"):
            check(question, method.kind, answer, TRIALS if method.draws else None)


def _repeatable(question: Question) -> None:
    for name, params in _able(question):
        if question.methods[name].draws:
            one, other = (_answered(question, name, params) for _ in range(2))
            _hold(
                vars(one) == vars(other),
                f"{name} at {said_of(params)} draws from something else than its stream",
            )
            if isinstance(one, Distribution) and sum(map(bool, one.counts.values())) > 1:
                others = (_answered(question, name, params, 2 + k) for k in range(STREAMS))
                _hold(
                    any(vars(another) != vars(one) for another in others),
                    f"{name} at {said_of(params)} draws the same from every stream; use the one "
                    f"given",
                )


def _published(question: Question) -> list[tuple[str, Params]]:
    """Where something is published, besides what is tried, as far as it is soon computed."""
    found = [(its.method, its.params) for its in question.published]
    there = [*_able(question)]
    return [
        (name, params)
        for place, (name, params) in enumerate(found)
        if (name, params) not in (*there, *found[:place])
        and question.seconds(name, params) * (TRIALS if question.methods[name].draws else 1) < SOON
    ]


def _agree(question: Question, small: Small) -> None:
    others = [_frame(question, name, params) for name, params in _published(question)]
    frame = _sorted(question, [small(question.name), *others])
    table = pa.Table.from_pandas(frame, schema(question), preserve_index=False)
    columns = [table[name].to_pylist() for name in schema(question).names]
    found = answers.of_rows(question, zip(*columns, strict=True))
    if question.listing:
        found = answers.with_empty(found, _computed(question))
    for one in checks(question, found):
        _hold(one.verdict != FAILS, f"at {one.parameters} {one.disagreement}")


def _computed(question: Question) -> Iterator[tuple[Any, ...]]:
    """The parameters and the methods that are tried, as results have them."""
    for name, params in _able(question):
        yield *(stored(params[parameter]) for parameter in question.parameter), name


def _shows(puzzle: Puzzle, small: Small) -> None:
    frames = {question.name: small(question.name) for question in puzzle.questions}
    tables = (*puzzle.tables, *map(default_table, puzzle.questions))
    for table in tables:
        with _named(f"table {table.name}"):
            made = table.make({name: frames[name] for name in table.questions})
        unknown = {*table.formats} - {*made.columns}
        _hold(not unknown, f"table {table.name} has formats for {unknown}, which are no columns")
    plots = (*puzzle.plots, *map(default_plot, puzzle.questions))
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
    artefacts: tuple[Table | Plot, ...] = (*tables, *plots)
    for artefact in artefacts:
        _hold(
            bool(artefact.title) and artefact.caption.endswith("."),
            f"{artefact.name} needs a title, and a caption that ends with a full stop",
        )
        _hold(bool(artefact.questions), f"{artefact.name} is made of no question")


def _answered(
    question: Question, name: str, params: Params, seed: int = 1
) -> Distribution | Weighted:
    method: Method = question.methods[name]
    drawn = (stream(seed, question.name), TRIALS) if method.draws else ()
    with _named(f"{name} at {said_of(params)}"):
        return read(method.answer(*drawn, **params))


@contextmanager
def _named(what: str) -> Iterator[None]:
    """Whatever `what` raises is a broken promise that names it."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BrokenPromiseError(f"{what}: {raised(error)}") from error


def said_of(params: Params) -> str:
    """Parameters in words, as on the command line."""
    return " ".join(f"{name}={stored(value)}" for name, value in params.items())


def _hold(true: bool, says: str) -> None:
    if not true:
        raise BrokenPromiseError(says)
