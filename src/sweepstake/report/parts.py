"""The rows of a table or a plot: first sets of parameters are chosen, then their rows are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.store import tables
from sweepstake.store.points.sets import ROWS, Sets
from sweepstake.store.stated import STATED
from sweepstake.text.shown import listed

PART = 100_000
"""About how many rows a part has: the rows of a set of parameters stay together."""


class Parts:
    """The rows of an artefact's questions, by question; a point in two sweeps counts once.

    A table of declared columns gets some points of its first question at a time. Other artefacts
    get all rows, or the rows that `kept` returns. Only the sets that `chosen` returns are read. If
    there are no rows, there is one empty part.
    """

    def __init__(
        self, artefact: Table | Plot, by_question: Mapping[str, Sequence[str]], results: Path
    ) -> None:
        self._artefact, self._sweeps = artefact, by_question
        choose = artefact.chosen or (lambda sets: sets)
        self._sets = {
            name: Sets(register.question(name), by_question[name], results)
            for name in artefact.questions
        }
        self._chosen = {name: choose(sets.frame) for name, sets in self._sets.items()}

    @property
    def left_out(self) -> str:
        """A sentence that says how many answers are not shown; empty if all are."""
        for name, chosen in self._chosen.items():
            if len(chosen) < (every := len(self._sets[name].frame)):
                files = listed(f"data/{sweep}.parquet" for sweep in self._sweeps[name])
                return (
                    f"Made of the answers for {len(chosen):,} of the {every:,} choices of "
                    f"parameters; all are in {files}."
                )
        return ""

    def __iter__(self) -> Iterator[dict[str, pd.DataFrame]]:
        artefact, names = self._artefact, [*self._chosen]
        if isinstance(artefact, Table) and artefact.columns and not artefact.kept:
            yield from ({names[0]: rows} for rows in self._parts(names[0]))
            return
        keep = artefact.kept or (lambda rows: rows)
        yield {name: tables.joined([*map(keep, self._parts(name))]) for name in names}

    def _parts(self, name: str) -> Iterator[pd.DataFrame]:
        """The rows of a question, some sets at a time."""
        sets, chosen = self._sets[name], self._chosen[name]
        before = chosen[ROWS].astype("int64").cumsum() - chosen[ROWS]
        parts = [part for _, part in chosen.groupby(before // PART)]
        yield from (rows_of(sets, part) for part in parts or [chosen])


def rows_of(sets: Sets, chosen: pd.DataFrame) -> pd.DataFrame:
    """The rows of the chosen sets, and what the answers state."""
    table, _ = sets.rows(chosen.index.to_numpy())
    frame = tables.frame(table)
    if stated := sets.stated(chosen.index.to_numpy()):
        frame.attrs[STATED] = stated
    return frame
