"""Results that answer something else than is asked now, or are shown in another way.

Snakemake compares a config with what it has noted in `.snakemake`. Results that came without that
folder, or into which a run of another folder wrote, it would take as they are. So a sweep's table
says of which points it was made, and the file `NOTE`, written last, what checks, tables, plots and
the page show.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex

from sweepstake.store.tables import is_made_of

NOTE, ALL = ".page/shown.json", "all"
Shown = Mapping[str, str]
"""By question, what says which answers are shown, and in what way."""
OLD = 10**9
"""The time of a file that nothing is older than: in 2001."""


def stale_files(asked: Mapping[str, str], results: Path, folder: Path) -> dict[str, list[str]]:
    """Of each sweep a file in `folder` that is newer than its table, if that has to be made anew.

    `asked` has the hash of each sweep's points.
    """
    return {
        name: _marked(folder / name, partial(is_made_of, results / "data" / f"{name}.parquet", its))
        for name, its in asked.items()
    }


def reshown_files(
    shown: Shown, made: Mapping[str, Sequence[str]], results: Path, folder: Path
) -> dict[str, list[str]]:
    """Of each of `made` a file in `folder` that is newer than it, if it shows something else.

    They are known by name, with the questions that they are made of.
    """
    file = results / NOTE

    def is_noted(name: str) -> bool:
        if not file.exists():
            return True
        said = dict(json.loads(file.read_bytes()))
        return said == shown if name == ALL else all(said.get(q) == shown[q] for q in made[name])

    return {name: _marked(folder / name, partial(is_noted, name)) for name in (*made, ALL)}


def note_shown(shown: Shown, file: Path) -> None:
    """Note what all that was made shows."""
    file.write_text(f"{json.dumps(dict(shown), indent=1, sort_keys=True)}\n")


def _marked(mark: Path, is_fresh: Callable[[], bool]) -> list[str]:
    """A file that is older than everything if `is_fresh`, and else new; none if it can't be.

    It is new while that is found out, so a file that can't be read is not taken for fresh. What is
    in it never comes twice: a new file with the content of the last one is no change to Snakemake.
    """
    # what can't be written can't be made anew either, and what can't be read is not fresh
    with suppress(OSError, ValueError, TypeError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(token_hex())
        if is_fresh():
            os.utime(mark, (OLD, OLD))
    return [str(mark)] if mark.exists() else []
