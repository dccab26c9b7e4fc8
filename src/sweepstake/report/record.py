"""The rows of `checks.csv`: all checks; if there are very many, failed and weak ones and counts.

They are read from the Parquet file that has every check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.report.check import FAILS, Check
from sweepstake.report.checks import SCHEMA, listed
from sweepstake.store import parquet

ALL = 10_000
"""Up to so many checks are listed; else at most so many failed and as many weak ones."""
WEAK = "bound"
BATCH = 1 << 17
"""Checks to read at once."""
KIND = ["question", "methods", "compared", "bound", "verdict", "strength"]
"""The columns that are equal in all checks of a kind, which differ only by their point."""


def counts(every: Path) -> pd.DataFrame:
    """For each kind, the check with the largest difference, and the number of its `checks`."""
    parts = (_kinds(part.to_pandas().assign(checks=1)) for part in _parts(every))
    none = SCHEMA.empty_table().to_pandas().assign(checks=0)
    return _kinds(pd.concat([*parts] or [none], ignore_index=True))


def _kinds(checks: pd.DataFrame) -> pd.DataFrame:
    kinds = checks.groupby(KIND, sort=False, dropna=False)
    largest = checks.loc[kinds["difference"].idxmax()]
    return largest.assign(checks=kinds["checks"].sum().to_numpy())


def rows(every: Path, kinds: pd.DataFrame) -> Iterator[Check]:
    """The checks to list. If there are very many, the last rows are one for each kind, with the
    number of its checks and the largest difference.
    """
    if kinds["checks"].sum() <= ALL:
        yield from listed(parquet.read(every))
        return
    yield from _first(every, _fails)
    yield from _first(
        every, lambda part: pc.and_not(pc.equal(part["strength"], WEAK), _fails(part))
    )
    largest = listed(pa.Table.from_pandas(kinds, SCHEMA, preserve_index=False))
    for kind, count in zip(largest, kinds["checks"], strict=True):
        checks = f"{count:,} check{'s' if count > 1 else ''}"
        says = f"{checks}; the largest difference is at {kind.parameters}"
        yield kind._replace(parameters=says, furthest="")


def _first(every: Path, is_listed: Callable[[pa.Table], pa.Array]) -> Iterator[Check]:
    """The first `ALL` checks of a file that `is_listed` selects."""
    found = (check for part in _parts(every) for check in listed(part.filter(is_listed(part))))
    return islice(found, ALL)


def _fails(part: pa.Table) -> pa.Array:
    return pc.equal(part["verdict"], FAILS)


def _parts(every: Path) -> Iterator[pa.Table]:
    return parquet.tables_of(every, SCHEMA.names, BATCH)
