"""The answers of a question, read from its sweeps' tables one set of parameters at a time.

Tables are sorted, so they are read as streams: only some rows of each table are in memory, and
those of one set of parameters. A listing with nothing in it has no row, but is an answer: that it
was computed stands in the record of the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, tables
from sweepstake.store.schema import schema


class Measures(NamedTuple):
    """What a row says of its outcome; the columns are those of `schema.MEASURES`."""

    probability: float
    exact: str | None
    log10_probability: float | None
    count: int | None  # type: ignore[assignment]  # a tuple's own `count` is of no use here
    trials: int | None
    standard_error: float | None
    low: float | None
    high: float | None


Outcome = tuple[Any, ...]
Rows = Mapping[Outcome, Measures]
"""The answer of one method at one set of parameters."""
Methods = Mapping[str, Rows]
Answers = tuple[tuple[Any, ...], Methods]
"""One set of parameters, and by method what it answers there."""


def answers(question: Question, sweeps: Sequence[str], results: Path) -> Iterator[Answers]:
    """What `sweeps` answer, in the order of parameters; a point in several is there once."""
    read = _listed if question.listing else _answers
    streams = [read(question, name, results) for name in sweeps]
    for params, found in groupby(merge(*streams, key=itemgetter(0)), key=itemgetter(0)):
        yield params, _united([methods for _, methods in found])


def _united(found: Sequence[Methods]) -> Methods:
    """By method the answer with the most trials, the first of equals."""
    every = sorted({method for methods in found for method in methods})
    return {m: max((one[m] for one in found if m in one), key=_trials) for m in every}


def _trials(rows: Rows) -> int:
    """The trials of a sampled answer; 0 if it is not sampled."""
    return next((measures.trials or 0 for measures in rows.values()), 0)


def _listed(question: Question, name: str, results: Path) -> Iterator[Answers]:
    """What one sweep answers, with the listings that have nothing in them."""
    columns = [*question.parameter, "method"]
    computed = parquet.rows_of(results / "runs" / f"{name}.parquet", columns)
    return with_empty(_answers(question, name, results), computed)


def with_empty(found: Iterable[Answers], computed: Iterable[tuple[Any, ...]]) -> Iterator[Answers]:
    """Also an answer without outcomes for what was `computed` (parameters, then a method)."""
    empty: dict[tuple[Any, ...], dict[str, Rows]] = {}
    for *params, method in computed:
        empty.setdefault(tuple(params), {})[method] = {}
    both = merge(sorted(empty.items()), found, key=itemgetter(0))
    for at, its in groupby(both, key=itemgetter(0)):
        yield at, {method: rows for _, methods in its for method, rows in methods.items()}


def _answers(question: Question, name: str, results: Path) -> Iterator[Answers]:
    """What one sweep answers; DamagedFileError if its table is not sorted."""
    path, columns = tables.path(name, results), schema(question).names
    last: tuple[Any, ...] | None = None
    for params, methods in of_rows(question, parquet.rows_of(path, columns)):
        if last is not None and params <= last:
            of = ", ".join(question.parameter)
            raise parquet.DamagedFileError(f"{path} is not sorted by {of}")
        yield params, methods
        last = params


def of_rows(question: Question, rows: Iterable[tuple[Any, ...]]) -> Iterator[Answers]:
    """What the rows of a table answer, which stand together for each set of parameters."""
    size = len(question.parameters)
    for params, its in groupby(rows, key=itemgetter(slice(size))):
        yield params, _methods(its, size, len(question.outcomes))


def _methods(rows: Iterator[tuple[Any, ...]], params: int, outcomes: int) -> Methods:
    """Rows by method and outcome."""
    first = params + 1 + outcomes
    methods: dict[str, dict[Outcome, Measures]] = {}
    for row in rows:
        its = methods.setdefault(row[params], {})
        its[row[params + 1 : first]] = Measures._make(row[first:])
    return methods
