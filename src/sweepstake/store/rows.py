"""The rows of computed pieces: one an outcome, each with the place or the number of its piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.core.distribution import Distribution
from sweepstake.puzzle.question import Kind, Question
from sweepstake.store.keys import Key, Places
from sweepstake.store.schema import ARROW, MEASURES

STORED = 4
"""How many of the measures stand in the store; the others follow when chunks are pooled."""


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
    columns = [piece, *([values[k] for values in outcomes] for k in range(len(question.outcomes)))]
    columns += [[values[k] for values in measures] for k in range(STORED)]
    declared = schema(question)
    arrays = [pa.array(c, field.type) for c, field in zip(columns, declared, strict=True)]
    return pa.table(arrays, declared)


def schema(question: Question) -> pa.Schema:
    """The columns of `placed`, as they have to be in a stored file."""
    outcomes = [(column.name, ARROW[column.type]) for column in question.outcomes]
    measures = [(name, kind) for name, kind, _ in MEASURES[:STORED]]
    return pa.schema([("_piece", pa.int32()), *outcomes, *measures])


def digest(placed: pa.Table) -> str:
    """The SHA-256 of what the rows say, however a file lays them out."""
    found = sha256(str(len(placed)).encode())
    for name, column in zip(placed.column_names, placed.columns, strict=True):
        found.update(f"{name}\0{column.type}\0".encode())
        found.update(np.packbits(column.is_valid().to_numpy()).tobytes())
        if pa.types.is_string(column.type):
            texts = [text.encode() for text in column.drop_null().to_pylist()]
            found.update(np.array([len(text) for text in texts], "<i8").tobytes())
            found.update(b"".join(texts))
        else:
            found.update(column.drop_null().to_numpy().tobytes())
    return found.hexdigest()


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
