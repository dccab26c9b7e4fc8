"""The answers of chunks as Arrow has them: a list of outcomes a chunk, and back as rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from numbers import Integral, Rational
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.core.distribution import Distribution
from sweepstake.core.shown import shown
from sweepstake.core.weighted import Weighted
from sweepstake.puzzle.question import Kind, Question
from sweepstake.store.schema import ARROW, MEASURES, WEIGHTS

PYTHON: Mapping[str, Any] = {
    "int": Integral,
    "bool": bool | np.bool_,
    "string": str,
    "rational": Rational,
}
"""What outcomes are, by the types of their columns."""
STORED = MEASURES[:4]
"""The measures that stand in the store; the others follow when chunks are pooled."""


@dataclass(frozen=True)
class Computed:
    """A chunk's answer, the seconds that it took, and the trials that were asked for, if known."""

    kind: Kind
    answer: Distribution | Weighted
    seconds: float
    trials: int | None = None


def answer_type(question: Question) -> pa.DataType:
    """A list of the outcomes of a chunk, each with its measures."""
    outcomes = [(column.name, ARROW[column.type]) for column in question.outcomes]
    measures = [(name, kind) for name, kind, _ in STORED] + [*WEIGHTS]
    return pa.list_(pa.field("element", pa.struct([*outcomes, *measures])))  # Parquet's own name


def answers(question: Question, computed: Sequence[Computed]) -> pa.Array:
    """One list of outcomes for each answer; ValueError if one is not what its method declares."""
    for one in computed:
        _check(question, one)
    fields = answer_type(question).value_type
    rows = [
        question.held(outcome) + _measured(one, outcome)
        for one in computed
        for outcome in one.answer
    ]
    columns = [pa.array([row[k] for row in rows], field.type) for k, field in enumerate(fields)]
    ends = np.cumsum([0, *(len(one.answer) for one in computed)])
    flat = pa.StructArray.from_arrays(columns, fields=list(fields))
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), flat, type=answer_type(question))


def flat(chunks: pa.Table) -> tuple[pa.Table, Any]:
    """The outcomes of all `chunks`, and of each the place of its chunk."""
    lists = chunks["answer"].combine_chunks()
    if isinstance(lists, pa.ChunkedArray):  # there are none, or too many for one array
        lists = pa.concat_arrays(lists.chunks) if lists.num_chunks else pa.array([], lists.type)
    outcomes = pa.Table.from_struct_array(pc.list_flatten(lists))
    return outcomes, pc.list_parent_indices(lists).to_numpy()


def digest(table: pa.Table) -> str:
    """The SHA-256 of what a table says, however a file lays it out."""
    found = sha256(str(len(table)).encode())
    for name, column in zip(table.column_names, table.columns, strict=True):
        found.update(f"{name}\0{column.type}\0".encode())
        if pa.types.is_list(column.type):
            found.update(pc.list_value_length(column).to_numpy().astype("<i8").tobytes())
            found.update(digest(flat(table.select([name]).rename_columns(["answer"]))[0]).encode())
        else:
            _add(found, column)
    return found.hexdigest()


def _add(found: Any, column: pa.ChunkedArray) -> None:
    found.update(np.packbits(column.is_valid().to_numpy()).tobytes())
    column = column.drop_null()
    if pa.types.is_string(column.type) or pa.types.is_fixed_size_binary(column.type):
        values = column.to_pylist()
        texts = [value if isinstance(value, bytes) else value.encode() for value in values]
        found.update(np.array([len(text) for text in texts], "<i8").tobytes())
        found.update(b"".join(texts))
    else:
        found.update(column.to_numpy().tobytes())


def _check(question: Question, one: Computed) -> None:
    """ValueError if an answer is not what its method declares."""
    weighted = isinstance(one.answer, Weighted)
    if weighted and one.kind != "rare":
        raise ValueError(f"a method of kind {one.kind} has returned weights; allowed: kind rare")
    if one.kind == "rare" and not weighted:
        raise ValueError("a method of kind rare has returned no sweepstake.core.weighted.Weighted")
    if not len(one.answer) and not question.listing:
        raise ValueError("the answer has no outcome; allowed: one or more")
    for outcome in one.answer:
        check_outcome(question, outcome)
    if isinstance(one.answer, Weighted):
        _check_trials(one.answer.total, one)
        return
    if one.kind == "exact":
        _check_sum(question, one.answer)
    for count in one.answer.counts.values():
        if one.kind == "sampled" and not isinstance(count, Integral):
            raise ValueError(f"{count!r} trials ended in an outcome; allowed: whole numbers")
        if not count >= 0:
            raise ValueError(
                f"an outcome has the count or probability {count!r}; allowed: 0 or more"
            )
    if one.kind == "sampled" and not question.listing:
        _check_trials(sum(one.answer.counts.values()), one)


def _check_trials(found: int, one: Computed) -> None:
    """ValueError if a method that draws has made other trials than it was asked for."""
    if one.trials not in (None, found):
        raise ValueError(f"{found:,} trials are in the answer; allowed: {one.trials:,}, as asked")


def _check_sum(question: Question, answer: Distribution) -> None:
    """ValueError unless the exact probabilities are those of a distribution, or of a listing."""
    ways = [*answer.counts.values()]
    if question.listing and any(count != answer.total for count in ways):
        off = next(count for count in ways if count != answer.total)
        raise ValueError(
            f"an outcome of a listing has the probability {Fraction(off, answer.total)}; allowed: "
            f"Fraction(1), for each is certain"
        )
    if not question.listing and sum(ways) != answer.total:
        total = shown(str(Fraction(sum(ways), answer.total)))
        raise ValueError(f"the probabilities sum to {total[1:-1]}; allowed: 1")


def check_outcome(question: Question, outcome: object) -> None:
    """ValueError if an outcome does not have its question's columns."""
    columns = question.outcomes
    values = outcome if len(columns) > 1 else (outcome,)
    if not isinstance(values, tuple) or len(values) != len(columns):
        raise ValueError(
            f"an outcome is {shown(outcome)}; allowed: tuples of {len(columns)} values"
        )
    for value, column in zip(values, columns, strict=True):
        if value is None and column.nullable:
            continue
        its_bool = isinstance(value, bool | np.bool_)
        if its_bool != (column.type == "bool") or not isinstance(value, PYTHON[column.type]):
            raise ValueError(
                f"{column.name} is {shown(value)}, of type {type(value).__name__}; allowed: "
                f"{column.type}"
            )


def _measured(one: Computed, outcome: Any) -> tuple[Any, ...]:
    """(probability, exact, log10, count, weight, spread) of an outcome, as far as they apply."""
    if isinstance(one.answer, Weighted):
        return None, None, None, None, *one.answer.sums[outcome]
    if one.kind == "sampled":
        return None, None, None, int(one.answer.counts[outcome]), None, None
    probability = one.answer[outcome]
    if one.kind == "exact" and not isinstance(probability, Rational):
        raise ValueError(
            f"a method of kind exact has returned {probability!r}; allowed: whole numbers and "
            f"fractions"
        )
    exact = str(probability) if one.kind == "exact" else None
    return float(probability), exact, one.answer.log10(outcome), None, None, None
