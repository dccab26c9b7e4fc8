"""What the parts of a puzzle may be called, and that there are tuples of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

from sweepstake.text.shown import shown

RESERVED = {
    *("method", "probability", "exact", "log10_probability"),
    *("count", "trials", "standard_error", "low", "high", "chunk", "seed"),
    *("answer", "cost", "place", "point", "row", "shard", "spread", "stated", "until"),
    "weight",
    *("at", "attempts", "error", "traceback"),
    *("seconds", "started", "task", "versions", "worker"),
    *("limit", "question", "self"),
}
"""Names of columns that answers, chunks, failures or provenance have; arguments of `answer`."""

NAME = re.compile("[a-z][a-z0-9_]*")
"""What puzzles, questions, tables and plots may be called: files are named so."""


def unfit(name: str, names: Sequence[str]) -> str | None:
    """Why a parameter or an outcome can't be called so; None if it can."""
    if name in RESERVED or name.startswith("_"):
        return f"reserved, as are {', '.join(sorted(RESERVED))} and what begins with _"
    if names.count(name) > 1:
        return "two parameters or outcomes have that name"
    return None if name.isidentifier() else "no identifier of Python's"


def check_tuples(named: str, **fields: tuple[object, Any]) -> None:
    """Raise ValueError for the first field that is no tuple, or list, of a type.

    A single value in brackets is none: it needs a comma.
    """
    for name, (given, kind) in fields.items():
        its = given if isinstance(given, tuple | list) else None
        unfit = given if its is None else next((v for v in its if not isinstance(v, kind)), None)
        if its is None or unfit is not None:
            kinds = " or ".join(one.__name__ for one in get_args(kind) or (kind,))
            raise ValueError(
                f"{name} of {shown(named)} has {shown(unfit)}; allowed: a tuple of {kinds}, with a "
                f"comma after the last, as (one,)"
            )
