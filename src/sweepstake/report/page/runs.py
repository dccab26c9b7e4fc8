"""How the stored answers were computed, as the page shows it: when, by whom and with what."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.report.page import rows
from sweepstake.report.page.model import ShownRuns, ShownTable, Words
from sweepstake.store import tables
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
FORMATS = {"chunks": ",", "trials": ",", "core seconds": ",.1f"}


def runs(by_question: Mapping[str, Sequence[str]], results: Path) -> ShownRuns:
    """The runs of all sweeps below `results`."""
    frames = {
        question: {name: tables.runs(results, name) for name in names}
        for question, names in by_question.items()
    }
    every = pd.concat([_once(question, of) for question, of in frames.items()])
    made = [_row(name, frame) for of in frames.values() for name, frame in of.items()]
    return ShownRuns(
        chunks=len(every),
        trials=int(every["trials"].sum()),
        said=_said(every),
        sweeps=rows.shown(SWEEPS, pd.DataFrame(made, columns=HEADER), FORMATS, summary=True),
        versions=_versions(every),
    )


def _once(question: str, frames: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The chunks of a question, each of which may serve several sweeps."""
    named = [*register.question(question).parameter, "method", "chunk", "trials"]
    return pd.concat(frames.values()).drop_duplicates(named)


def _row(name: str, frame: pd.DataFrame) -> tuple[object, ...]:
    started = frame["started"]
    return (
        name,
        len(frame),
        int(frame["trials"].sum()),
        float(frame["seconds"].sum()),
        frame["worker"].nunique(),
        *([_time(started.min()), _time(started.max())] if len(frame) else ["", ""]),
    )


def _said(frame: pd.DataFrame) -> str:
    if frame.empty:
        return "Nothing was computed."
    workers, started = frame["worker"], frame["started"]
    hosts = workers.str.rpartition("/")[0].nunique()
    return (
        f"{len(frame):,} chunks took {duration(float(frame['seconds'].sum()))} of one core, on "
        f"{_number(workers.nunique(), 'worker')} of {_number(hosts, 'host')}; the first task "
        f"started at {_time(started.min())} and the last at {_time(started.max())} (UTC)."
    )


def _versions(frame: pd.DataFrame) -> ShownTable:
    """A row a package; more than one version if several computed the answers."""
    found: dict[str, dict[str, None]] = {}
    for one in sorted(set(frame["versions"])):
        for name, version in json.loads(one).items():
            if name != "source":  # a hash, and one a puzzle
                found.setdefault(name, {})[str(version or "unknown")[:40]] = None
    made = [(name, ", ".join(versions)) for name, versions in found.items()]
    return rows.shown(VERSIONS, pd.DataFrame(made, columns=["what", "version"]), {}, summary=True)


def _time(at: str) -> str:
    """A moment to the second.

    >>> _time("2026-03-04T05:06:07.891+00:00")
    '2026-03-04 05:06:07'
    """
    return at[:19].replace("T", " ")


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
