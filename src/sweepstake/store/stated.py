"""The remainders and means that exact answers state beside their outcomes.

A sweep's table has no column for them. They are in the sweep's runs table, and in the metadata of
the frame that is read from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.puzzle.question import Question
from sweepstake.text.digits import fraction

STATED = "stated"
"""The column of remainders and means, and the key in a table's metadata."""
TEXTS = pa.list_(pa.field("element", pa.string()))
"""Its type: the remainder, and the mean of each outcome column; empty for most answers."""
LEFT_OUT = "left out"
Columns = dict[str, list[Any]]


class Stated(NamedTuple):
    """The remainder of an answer, and the mean of each outcome column, or None."""

    left_out: Fraction
    means: tuple[Fraction | None, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Stated:
        """From the stored texts."""
        left_out, *means = texts
        return cls(fraction(left_out), tuple(fraction(mean) if mean else None for mean in means))


def remainders(chunks: pa.Table) -> pa.Table:
    """The chunks whose answers have a remainder or means."""
    return chunks.filter(pc.greater(pc.list_value_length(chunks[STATED]), 0))


def columns(table: pa.Table, outcomes: Sequence[str]) -> Columns:
    """`table` as a user sees it: with a column for the remainder, and one for each mean.

    >>> columns(pa.table({"method": ["states"], "stated": [["1/8", "2"]]}), ["n"])
    {'method': ['states'], 'left out': ['1/8'], 'mean n': ['2']}
    """
    rows = table[STATED].to_pylist()
    answers: Columns = table.drop_columns([STATED]).to_pydict()
    return answers | {n: [row[k] or None for row in rows] for k, n in enumerate(_texts(outcomes))}


def read(question: Question, columns: Columns) -> dict[tuple[Any, ...], Stated]:
    """The remainders and means in the `columns` of a frame, by parameters and method."""
    keys = zip(*(columns[name] for name in (*question.parameter, "method")), strict=True)
    outcomes = [column.name for column in question.outcomes]
    rows = zip(*(columns[name] for name in _texts(outcomes)), strict=True)
    return {key: Stated.of(text or "" for text in row) for key, row in zip(keys, rows, strict=True)}


def joined_remainders(parts: Sequence[Columns]) -> Columns:
    """Several results of `columns`, concatenated."""
    return {name: [value for part in parts for value in part[name]] for name in parts[0]}


def _texts(outcomes: Sequence[str]) -> list[str]:
    return [LEFT_OUT, *(f"mean {name}" for name in outcomes)]
