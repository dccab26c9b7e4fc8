"""The rows that make a table or a plot: the sets it shows are chosen first, then read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.store import tables
from sweepstake.store.points.sets import ROWS, Sets
from sweepstake.store.stated import STATED
from sweepstake.text.shown import listed

PART = 100_000
"""Rows of a part: it ends with the set of parameters that reaches them."""


class Parts:
    """The rows of an artefact's questions, by question; a point in two sweeps counts once.

    A table that is made by the point gets some points at a time, each with the rows of all its
    questions, which have the same parameters. Other artefacts get all rows, or those they keep.
    Only the sets that the artefact has `chosen` are read. Without any row there is one empty part.
    """

    def __init__(
        self, artefact: Table | Plot, by_question: Mapping[str, Sequence[str]], results: Path
    ) -> None:
        self._artefact, self._sweeps = artefact, by_question
        self._is_by_point = isinstance(artefact, Table) and artefact.by_point
        choose = artefact.chosen or (lambda sets: sets)
        self._sets = {
            name: Sets(register.question(name), by_question[name], results)
            for name in artefact.questions
        }
        self._chosen = {name: choose(sets.frame) for name, sets in self._sets.items()}

    @property
    def left_out(self) -> str:
        """A sentence on what is not shown; empty if everything is."""
        for name, chosen in self._chosen.items():
            if len(chosen) < (every := len(self._sets[name].frame)):
                files = listed(f"data/{sweep}.parquet" for sweep in self._sweeps[name])
                return (
                    f"Made of the answers for {len(chosen):,} of the {every:,} choices of "
                    f"parameters; all are in {files}."
                )
        return ""

    def __iter__(self) -> Iterator[dict[str, pd.DataFrame]]:
        parts = self._parts()
        if self._is_by_point:
            yield from parts
            return
        keep = self._artefact.kept or (lambda rows: rows)
        some = [{name: keep(frame) for name, frame in part.items()} for part in parts]
        yield {n: tables.joined([p[n] for p in some]) for n in self._chosen}

    def _parts(self) -> Iterator[dict[str, pd.DataFrame]]:
        numbers = _numbered(self._chosen, self._is_by_point)
        count = max(1, *(1 + of.max(initial=0) for of in numbers.values()))
        rows = np.zeros(count)
        for name, of in numbers.items():
            rows += np.bincount(of, self._chosen[name][ROWS], count)
        for low, high in _cuts(rows):
            yield {
                name: rows_of(self._sets[name], self._chosen[name][(low <= of) & (of < high)])
                for name, of in numbers.items()
            }


def rows_of(sets: Sets, chosen: pd.DataFrame) -> pd.DataFrame:
    """The rows of the chosen sets, with what answers state and the columns added by the choice."""
    table, place = sets.rows(chosen.index.to_numpy())
    frame = tables.frame(table)
    if stated := sets.stated(chosen.index.to_numpy()):
        frame.attrs[STATED] = stated
    for added in chosen.columns.difference(sets.frame.columns, sort=False):
        frame[added] = chosen[added].reindex(place).to_numpy()
    return frame


def _numbered(chosen: Mapping[str, pd.DataFrame], together: bool) -> dict[str, NDArray[np.int64]]:
    """The sets of each question numbered in order; if `together`, equal sets share a number."""
    if len(chosen) == 1 or not together:
        return {name: np.arange(len(sets)) for name, sets in chosen.items()}
    names = [*register.question(next(iter(chosen))).parameter]
    every = pd.concat([sets[names] for sets in chosen.values()])
    numbers = every.groupby(names, sort=True).ngroup().to_numpy()
    ends = np.cumsum([len(sets) for sets in chosen.values()])
    return dict(zip(chosen, np.split(numbers, ends[:-1]), strict=True))


def _cuts(rows: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """The first and last numbers of parts, if each number has so many `rows`."""
    reached, low = np.cumsum(rows), 0
    while low < len(rows):
        before = reached[low - 1] if low else 0
        high = min(int(np.searchsorted(reached, before + PART)) + 1, len(rows))
        yield low, high
        low = high
