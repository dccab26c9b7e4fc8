"""The declared columns of a sweep, with units and the question's words."""

from __future__ import annotations

import json

import pyarrow as pa

from sweepstake.puzzle.question import Question

VERSION = "2"
IDENTITY = b"asked"
"""The metadata key of a sweep's table for the hash of the points from which it was made."""
ATTRS = "PANDAS_ATTRS"
"""The metadata key from which `pd.read_parquet` takes a frame's `attrs`."""
ARROW = {
    "int": pa.int64(), "bool": pa.bool_(), "string": pa.string(), "rational": pa.string()
}  # fmt: skip
MEASURES = (
    ("probability", pa.float64(), "probability of this outcome"),
    ("exact", pa.string(), "the probability as p/q, if it is known exactly"),
    ("log10_probability", pa.float64(), "common logarithm of the probability"),
    ("count", pa.int64(), "trials that ended so, if simulated"),
    ("trials", pa.int64(), "trials in all, if simulated"),
    ("standard_error", pa.float64(), "standard error of the probability, if simulated"),
    ("low", pa.float64(), "lower end of the 95% interval of the probability, if simulated"),
    ("high", pa.float64(), "upper end of the 95% interval of the probability, if simulated"),
)
WEIGHTS = (("weight", pa.float64()), ("spread", pa.float64()))
"""Stored for rare outcomes: the sums of the weights of a chunk's trials (`core.weighted`)."""


def schema(question: Question) -> pa.Schema:
    """Parameters, method, outcomes and measures of `question`, in this order."""
    fields = [
        *(_field(p.name, p.type, p.meaning, False) for p in question.parameters),
        _field("method", "string", "how it was found", False),
        *(_field(c.name, c.type, c.meaning, c.nullable) for c in question.outcomes),
        *(pa.field(name, kind, metadata={"meaning": says}) for name, kind, says in MEASURES),
    ]
    about = {"question": question.name, "text": question.text, "schema_version": VERSION}
    about[ATTRS] = json.dumps({"question": question.name})
    return pa.schema(fields, metadata=about)


def parameters(question: Question) -> list[tuple[str, pa.DataType]]:
    """The columns of the parameters of `question`."""
    return [(p.name, ARROW[p.type]) for p in question.parameters]


def _field(name: str, kind: str, meaning: str, nullable: bool) -> pa.Field:
    return pa.field(name, ARROW[kind], nullable=nullable, metadata={"meaning": meaning})
