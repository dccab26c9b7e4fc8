"""How the stored answers were computed, as the page shows it: when, by whom and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.report.page import rows
from sweepstake.report.page.model import ShownTable, Words
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
Chunks = Mapping[str, pd.DataFrame]
"""The chunks of each sweep."""
FORMATS = {"chunks": ",", "trials": ",", "core seconds": ",.1f"}


def once(by_question: Mapping[str, Sequence[str]], chunks: Chunks) -> pd.DataFrame:
    """The chunks of all sweeps, once each: one may serve several sweeps of a question."""
    parts = []
    for question, sweeps in by_question.items():
        key = [*register.question(question).parameter, "method", "chunk", "trials"]
        parts.append(pd.concat([chunks[sweep] for sweep in sweeps]).drop_duplicates(key))
    return pd.concat(parts)


def by_sweep(chunks: Chunks) -> ShownTable:
    """A row a sweep: what its answers were computed in."""
    frame = pd.DataFrame([_row(name, some) for name, some in chunks.items()], columns=HEADER)
    return rows.shown(SWEEPS, frame, FORMATS, summary=True)


def _row(name: str, chunks: pd.DataFrame) -> tuple[object, ...]:
    totals = len(chunks), int(chunks["trials"].sum()), float(chunks["seconds"].sum())
    times = [_time(chunks["started"].min()), _time(chunks["started"].max())] if len(chunks) else []
    return (name, *totals, chunks["worker"].nunique(), *(times or ["", ""]))


def computed(frame: pd.DataFrame) -> str:
    """How much was computed, by whom and when, in a sentence."""
    if frame.empty:
        return "Nothing was computed."
    workers, started = frame["worker"], frame["started"]
    hosts = workers.str.rpartition("/")[0].nunique()
    return (
        f"{len(frame):,} chunks took {duration(float(frame['seconds'].sum()))} of one core, on "
        f"{_number(workers.nunique(), 'worker')} of {_number(hosts, 'host')}; the first task "
        f"started at {_time(started.min())} and the last at {_time(started.max())} (UTC)."
    )


def versions(frame: pd.DataFrame) -> ShownTable:
    """A row a package; more than one version if several computed the answers."""
    by_name: dict[str, dict[str, None]] = {}
    for record in sorted(set(frame["versions"])):
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
