"""The stored answers as the tables and figures get them: all at once, or some points at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.store import answers, tables

PART = 100_000
"""Rows of a part: it ends with the set of parameters that reaches them."""
Found = tuple[tuple[Any, ...], str, answers.Methods]


def parts(
    artefact: Table | Plot, by_question: Mapping[str, Sequence[str]], results: Path
) -> Iterator[dict[str, pd.DataFrame]]:
    """By question, the rows of its sweeps; a point in two sweeps is there once.

    A table that is made by the point gets some points at a time, each with the rows of all
    questions, whose parameters are the same; anything else gets all rows, or what it keeps of them.
    Where no answer has a row there is one part, with none.
    """
    every = _parts(artefact, by_question, results)
    if isinstance(artefact, Table) and artefact.by_point:
        yield from every
        return
    kept = artefact.kept or (lambda rows: rows)
    some = [{name: kept(frame) for name, frame in part.items()} for part in every]
    yield {n: pd.concat([p[n] for p in some], ignore_index=True) for n in artefact.questions}


def _parts(
    artefact: Table | Plot, by_question: Mapping[str, Sequence[str]], results: Path
) -> Iterator[dict[str, pd.DataFrame]]:
    held: dict[str, list[answers.Answers]] = {name: [] for name in artefact.questions}
    rows, none = 0, True
    streams = [_named(name, by_question[name], results) for name in artefact.questions]
    for _, point in groupby(merge(*streams, key=itemgetter(0)), key=itemgetter(0)):
        for params, name, methods in point:
            held[name].append((params, methods))
            rows += sum(map(len, methods.values()))
        if rows >= PART:
            yield _frames(held)
            held, rows, none = {name: [] for name in held}, 0, False
    if rows or none:
        yield _frames(held)


def _named(question: str, sweeps: Sequence[str], results: Path) -> Iterator[Found]:
    found = answers.answers(register.question(question), sweeps, results)
    return ((params, question, methods) for params, methods in found)


def _frames(held: Mapping[str, Sequence[answers.Answers]]) -> dict[str, pd.DataFrame]:
    return {
        name: tables.frame(answers.table(register.question(name), found))
        for name, found in held.items()
    }
