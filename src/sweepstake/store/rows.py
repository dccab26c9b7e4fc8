"""The rows of computed pieces: one an outcome, each with the place or the number of its piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.core.distribution import Distribution
from sweepstake.core.question import Kind, Question
from sweepstake.store.keys import Key, Places
from sweepstake.store.schema import ARROW, MEASURES


@dataclass(frozen=True)
class Computed:
    """A piece's answer, and the seconds that it took."""

    key: Key
    kind: Kind
    answer: Distribution
    seconds: float


def of(question: Question, computed: Sequence[Computed], number: Sequence[int]) -> pa.Table:
    """The rows of pieces, `_number` saying what number each piece goes by."""
    return numbered(placed(question, computed), np.array(number, np.int64))


def placed(question: Question, computed: Sequence[Computed]) -> pa.Table:
    """One row an outcome of each piece; `_piece` says which piece it is, by its place."""
    single = len(question.outcomes) == 1
    piece: list[int] = []
    outcomes: list[tuple[Any, ...]] = []
    measures: list[tuple[float | None, str | None, float | None, int | None]] = []
    for place, one in enumerate(computed):
        for outcome in one.answer:
            piece.append(place)
            outcomes.append((outcome,) if single else outcome)
            measures.append(_measured(one, outcome))
    columns = {"_piece": pa.array(piece, pa.int32())}
    for k, column in enumerate(question.outcomes):
        columns[column.name] = pa.array([values[k] for values in outcomes], ARROW[column.type])
    for k, (name, kind, _) in enumerate(MEASURES[:4]):
        columns[name] = pa.array([values[k] for values in measures], kind)
    return pa.table(columns)


def names(question: Question) -> list[str]:
    """The columns of `placed`."""
    return ["_piece", *(c.name for c in question.outcomes), *(name for name, *_ in MEASURES[:4])]


def counts(placed: pa.Table, pieces: int) -> list[int]:
    """How many rows each piece has."""
    counted: list[int] = np.bincount(placed["_piece"].to_numpy(), minlength=pieces).tolist()
    return counted


def _measured(
    one: Computed, outcome: Any
) -> tuple[float | None, str | None, float | None, int | None]:
    """(probability, exact, log10, count) of an outcome: a sample has only its count."""
    if one.kind == "sampled":
        return None, None, None, int(one.answer.counts[outcome])
    probability = one.answer[outcome]
    exact = str(probability) if one.kind == "exact" else None
    return float(probability), exact, one.answer.log10(outcome), None


def numbered(rows: pa.Table, number: Places) -> pa.Table:
    """`rows` with the number of each piece in place of its place; number -1 is left out."""
    its = pc.take(pa.array(number), rows["_piece"])
    rows = rows.drop_columns(["_piece"]).append_column("_number", its)
    return rows.replace_schema_metadata(None).filter(pc.greater_equal(its, 0))
