"""How the stored answers were computed, for the page: trials, seconds and versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from sweepstake.puzzle import register
from sweepstake.report.page import rows
from sweepstake.store import tables
from sweepstake.store.rows import read_versions

SAYS = (
    "What computed the answers; the commit is that of Sweepstake's source. If there are two of "
    "one thing, some answers were kept from an earlier run."
)
COLUMNS = ["trials", "seconds", "versions"]
MOST_PACKAGES = 50
"""The largest number of packages to list."""


def chunks(by_question: Mapping[str, Sequence[str]], results: Path) -> pa.Table:
    """The chunks of all sweeps without duplicates: sweeps of a question may share chunks."""
    parts = []
    for question, sweeps in by_question.items():
        key = [*register.question(question).parameter, "method", "chunk"] * (len(sweeps) > 1)
        every = pa.concat_tables(tables.runs(results, name, [*key, *COLUMNS]) for name in sweeps)
        if key:
            again = every.select([*key, "trials"]).to_pandas().duplicated().to_numpy()
            every = every.filter(pa.array(~again))
        parts.append(every.select(COLUMNS))
    return pa.concat_tables(parts)


def total(chunks: pa.Table, name: str) -> Any:
    """The sum of a column of numbers."""
    return chunks[name].to_numpy().sum()


def versions(chunks: pa.Table) -> dict[str, Any]:
    """A row for each package, with every version that computed answers."""
    by_name: dict[str, dict[str, None]] = {}
    records = chunks["versions"].unify_dictionaries().unique().drop_null().to_pylist()
    for record in sorted(records):
        for name, version in read_versions(record).items():
            if name != "source":  # a hash for each puzzle
                by_name.setdefault(name, {})[str(version or "unknown")[:40]] = None
    cells = [(name, ", ".join(versions)) for name, versions in by_name.items()]
    frame = pd.DataFrame(cells, columns=["what", "version"])
    return rows.shown("Versions", SAYS, frame, {}, MOST_PACKAGES)
