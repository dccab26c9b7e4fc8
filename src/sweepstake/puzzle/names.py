"""The names that parts of a puzzle may have, and a check that its fields are tuples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, get_args

from sweepstake.text.shown import is_encodable, shown

RESERVED = {
    *("method", "probability", "exact", "log10_probability"),
    *("count", "trials", "standard_error", "low", "high", "chunk", "seed"),
    *("answer", "cost", "place", "point", "row", "shard", "spread", "stated", "until"),
    "weight",
    *("at", "attempts", "error", "traceback"),
    *("seconds", "started", "task", "versions", "worker"),
    *("limit", "question", "self"),
}
"""Columns of answers, chunks, failures and provenance, and arguments of `answer`."""

NAME = re.compile("[a-z][a-z0-9_]*")
"""The names that puzzles, questions, tables and plots may have, because they name files."""


def unfit(name: str, names: Sequence[str]) -> str | None:
    """Why a parameter or an outcome can't have this name; None if it can."""
    if name in RESERVED or name.startswith("_"):
        return f"reserved, as are {', '.join(sorted(RESERVED))} and what begins with _"
    if names.count(name) > 1:
        return "two parameters or outcomes have that name"
    return None if name.isidentifier() else "not a Python identifier"


def check_tuples(named: str, **fields: tuple[object, Any]) -> None:
    """Raise ValueError for the first field that isn't a tuple, or list, of its type.

    A single value in brackets isn't a tuple: it needs a comma.
    """
    for name, (value, kind) in fields.items():
        parts = value if isinstance(value, tuple | list) else None
        unfit = [value] if parts is None else [p for p in parts if not isinstance(p, kind)]
        if unfit:
            kinds = " or ".join(part.__name__ for part in get_args(kind) or (kind,))
            raise ValueError(
                f"{name} of {shown(named)} has {shown(unfit[0])}; allowed: a tuple of {kinds}, "
                f"with a comma after the last, as (one,)"
            )


def check_texts(named: str, declared: object) -> None:
    """Raise ValueError for a text in what is `declared` that UTF-8 can't write."""
    if isinstance(declared, str) and not is_encodable(declared):
        raise ValueError(
            f"{named} has the text {shown(declared)}; allowed: text without surrogates"
        )
    if is_dataclass(declared):
        declared = vars(declared)
    if isinstance(declared, Mapping):
        declared = [*declared, *declared.values()]
    for part in declared if isinstance(declared, list | tuple) else ():
        check_texts(named, part)
