"""How the stored answers were computed, as the page shows it: when, by whom and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from sweepstake.puzzle import register
from sweepstake.report.page import rows
from sweepstake.report.page.model import ShownTable, Words
from sweepstake.store import tables
from sweepstake.store.rows import read_versions
from sweepstake.text.shown import duration

SWEEPS = Words(
    "runs-sweeps",
    "Runs by sweep",
    "What each sweep's answers were computed in: chunks, and seconds of one core. Times are when "
    "the first and the last task started (UTC). Chunks that were stored by an earlier run were not "
    "computed again. A chunk that two sweeps share is counted in both.",
    "runs/",
)
VERSIONS = Words(
    "runs-versions",
    "Versions",
    "The source's commit, Python and the packages that computed the answers.",
    "runs/",
)
HEADER = ["sweep", "chunks", "trials", "core seconds", "workers", "first task", "last task"]
Chunks = Mapping[str, pa.Table]
"""The chunks of each sweep, as `store.tables.runs` reads them."""
COLUMNS = ["trials", "seconds", "worker", "started", "versions"]
FORMATS = {"chunks": ",", "trials": ",", "core seconds": ",.1f"}


def read(by_question: Mapping[str, Sequence[str]], results: Path) -> Chunks:
    """The chunks of all sweeps, with what names them where a question has several sweeps."""
    return {
        sweep: tables.runs(
            results, sweep, COLUMNS if len(sweeps) == 1 else [*_key(question), *COLUMNS]
        )
        for question, sweeps in by_question.items()
        for sweep in sweeps
    }


def _key(question: str) -> list[str]:
    return [*register.question(question).parameter, "method", "chunk"]


def once(by_question: Mapping[str, Sequence[str]], chunks: Chunks) -> pa.Table:
    """The chunks of all sweeps, once each: one may serve several sweeps of a question."""
    parts = []
    for question, sweeps in by_question.items():
        every = pa.concat_tables(chunks[sweep] for sweep in sweeps)
        if len(sweeps) > 1:
            again = every.select([*_key(question), "trials"]).to_pandas().duplicated().to_numpy()
            every = every.filter(pa.array(~again))
        parts.append(every.select(COLUMNS))
    return pa.concat_tables(parts)


def by_sweep(chunks: Chunks) -> ShownTable:
    """A row a sweep: what its answers were computed in."""
    frame = pd.DataFrame([_row(name, some) for name, some in chunks.items()], columns=HEADER)
    return rows.shown(SWEEPS, frame, FORMATS, summary=True)


def _row(name: str, chunks: pa.Table) -> tuple[object, ...]:
    started = [*map(_time, _texts(chunks, "started"))]
    times = [started[0], started[-1]] if started else ["", ""]
    sums = total(chunks, "trials"), float(total(chunks, "seconds"))
    return (name, len(chunks), *sums, len(_texts(chunks, "worker")), *times)


def total(chunks: pa.Table, name: str) -> Any:
    """The sum of a column of numbers."""
    return chunks[name].to_numpy().sum()


def _texts(chunks: pa.Table, name: str) -> list[str]:
    """The different texts of a column, in order."""
    return sorted(chunks[name].unify_dictionaries().unique().drop_null().to_pylist())


def computed(chunks: pa.Table) -> str:
    """How much was computed, by whom and when, in a sentence."""
    if not len(chunks):
        return "Nothing was computed."
    workers, started = _texts(chunks, "worker"), _texts(chunks, "started")
    hosts = {worker.rpartition("/")[0] for worker in workers}
    return (
        f"{len(chunks):,} chunks took {duration(float(total(chunks, 'seconds')))} of one core, on "
        f"{_number(len(workers), 'worker')} of {_number(len(hosts), 'host')}; the first task "
        f"started at {_time(started[0])} and the last at {_time(started[-1])} (UTC)."
    )


def versions(chunks: pa.Table) -> ShownTable:
    """A row a package; more than one version if several computed the answers."""
    by_name: dict[str, dict[str, None]] = {}
    for record in _texts(chunks, "versions"):
        for name, version in read_versions(record).items():
            if name != "source":  # a hash, and one a puzzle
                by_name.setdefault(name, {})[str(version or "unknown")[:40]] = None
    cells = [(name, ", ".join(versions)) for name, versions in by_name.items()]
    return rows.shown(VERSIONS, pd.DataFrame(cells, columns=["what", "version"]), {}, summary=True)


def _time(at: str) -> str:
    """A moment to the second.

    >>> _time("2026-03-04T05:06:07.891+00:00")
    '2026-03-04 05:06:07'
    """
    return at[:19].replace("T", " ")


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
