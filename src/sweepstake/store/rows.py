"""The rows of shards in Arrow: one row for each chunk, with its answer as a list of outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, repeat
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.puzzle.answer import Computed
from sweepstake.puzzle.question import Question
from sweepstake.store.columns import Whole, array, built, starts
from sweepstake.store.parquet import (
    ARROW,
    LEFT_OUT,
    MEASURES,
    SHARED,
    WEIGHTS,
    mean_bounds,
    means,
    parameters,
)

ORIGIN = ("seconds", "task", "worker", "started", "versions")
"""The columns that say where a chunk was computed."""
GROUP = 100_000
"""About how many outcomes a row group has; it has at least one chunk."""
STORED = tuple(measure for measure in MEASURES if measure[0] not in ("trials", "standard_error"))
"""The stored measures; the others are computed when chunks are pooled."""


def key(question: Question) -> list[str]:
    """The columns that name a chunk in its folder."""
    return [*question.parameter, "chunk", "trials"]


def shard_schema(question: Question) -> pa.Schema:
    """The columns of a shard."""
    return pa.schema(
        [
            *parameters(question),
            ("chunk", pa.int64()),
            ("trials", pa.int64()),
            ("_answer", answer_type(question)),
            *remainder(question).items(),
            ("seconds", pa.float64()),
            *((name, SHARED) for name in ORIGIN[1:]),
        ]
    )


def remainder(question: Question) -> dict[str, pa.DataType]:
    """The columns with what an answer leaves out, the means that come with it, and their bounds."""
    texts = [LEFT_OUT, *means(question).values()]
    bounds = [name for names in mean_bounds(question).values() for name in names]
    return dict.fromkeys(texts, pa.string()) | dict.fromkeys(bounds, pa.float64())


def answer_type(question: Question) -> pa.DataType:
    """A list of the outcomes of a chunk, each with its measures."""
    outcomes = [(column.name, ARROW[column.type]) for column in question.outcomes]
    measures = [(name, kind) for name, kind, _ in STORED] + [*WEIGHTS]
    return pa.list_(pa.field("element", pa.struct([*outcomes, *measures])))  # Parquet's own name


def answers(question: Question, computed: Sequence[Computed]) -> pa.RecordBatch:
    """A row for each answer: a list of its outcomes, what it leaves out, its means, its seconds."""
    kind = answer_type(question)
    fields = list(kind.value_type)
    rows = [row for answer in computed for row in answer.rows]
    values = zip(*rows, strict=True) if rows else (() for _ in fields)
    columns = [built(column, field.type) for column, field in zip(values, fields, strict=True)]
    flat = pa.StructArray.from_arrays(columns, fields=fields)
    ends = np.cumsum([0, *(len(answer.rows) for answer in computed)]).tolist()
    lists = pa.ListArray.from_arrays(built(ends, pa.int32()), flat, type=kind)
    cells = zip(*(_remainder(question, answer) for answer in computed), strict=True)
    types = remainder(question)
    left = [*map(built, cells if computed else [()] * len(types), types.values())]
    seconds = built([answer.seconds for answer in computed], pa.float64())
    names = ["_answer", *types, "seconds"]
    return pa.RecordBatch.from_arrays([lists, *left, seconds], names)


def _remainder(question: Question, answer: Computed) -> tuple[Any, ...]:
    """The cells of `remainder`."""
    names = [column.name for column in question.outcomes]
    by_name = dict(zip(names, answer.means or repeat(None), strict=False))
    bounds_of = dict(zip(names, answer.mean_bounds or repeat(None), strict=False))
    bounds = [bounds_of[name] or (None, None) for name in mean_bounds(question)]
    return answer.left_out, *(by_name[name] for name in means(question)), *sum(bounds, ())


def of_shard(
    question: Question, chunks: pa.Table, answers: pa.Table, origin: Mapping[str, str]
) -> pa.Table:
    """Rows of shards, from `chunks`, their `answers`, and their `origin`: the texts of `ORIGIN`."""
    columns = {name: chunks[name] for name in key(question)}
    columns |= {name: answers[name] for name in answers.column_names}
    first = np.zeros(len(chunks), np.int32)
    for name in ORIGIN[1:]:
        columns[name] = pa.DictionaryArray.from_arrays(first, pa.array([origin[name]]))
    return pa.table(columns, shard_schema(question))


def grouped(chunks: pa.Table) -> Iterator[pa.Table]:
    """Rows of shards in parts of about `GROUP` outcomes, or of one chunk."""
    cuts = [*starts((ends(chunks) - 1) // GROUP).tolist(), len(chunks)]
    for begin, end in pairwise(cuts):
        yield chunks.slice(begin, end - begin)


def flat(chunks: pa.Table) -> tuple[pa.Table, Whole]:
    """The outcomes of all `chunks`, and the position of each outcome's chunk."""
    lists = array(chunks["_answer"])
    outcomes = pa.Table.from_struct_array(pc.list_flatten(lists))
    return outcomes, pc.list_parent_indices(lists).to_numpy()


def ends(chunks: pa.Table) -> Whole:
    """The cumulative number of outcomes after each of `chunks`."""
    return np.cumsum(pc.list_value_length(array(chunks["_answer"])).to_numpy())


def is_filled(chunks: pa.Table, question: Question) -> bool:
    """True if every column that needs one has a value in every row."""
    may_lack = remainder(question)
    return not any(chunks[name].null_count for name in chunks.column_names if name not in may_lack)


def has_outcomes(chunks: pa.Table, question: Question) -> bool:
    """True if every outcome has a value in each column that needs one."""
    outcomes = pc.list_flatten(array(chunks["_answer"]))
    names = [column.name for column in question.outcomes if not column.nullable]
    null_counts = [pc.struct_field(outcomes, name).null_count for name in names]
    return not outcomes.null_count and not any(null_counts)


def read_versions(text: str) -> dict[str, Any]:
    """The versions recorded with a chunk; empty if the text is not such a record."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
