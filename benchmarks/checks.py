"""Do two runs make the same checks? `python benchmarks/checks.py OLD NEW`.

Each is a `checks.csv`, or a `checks.parquet`, which has all checks however many they are. Rows are
compared one by one, by what they compare; differences to 1e-9 of their size, where they are not
both rounding (below 1e-12, and the bound is above that).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import isclose
from pathlib import Path

import pandas as pd

from sweepstake.report.check.checks import NUMBERS, Check
from sweepstake.report.tables import read_csv

KEY = ["question", "parameters", "methods", "compared"]
ROUNDING = 1e-12
SHOWN = 20


def rows(file: Path) -> list[Check]:
    """The checks in a file, in its order."""
    if file.suffix == ".parquet":
        frame = pd.read_parquet(file)
    else:
        frame = read_csv(file, {*Check._fields} - {*NUMBERS})
    frame["bound"] = frame["bound"].astype(object).where(frame["bound"].notna(), None)
    return [Check(*row) for row in frame[[*Check._fields]].itertuples(index=False, name=None)]


def agree(old: Check, new: Check) -> bool:
    """Are two checks the same, but for rounding?"""
    rest = [
        row._replace(difference=0.0, furthest="", power=None, p_value=None) for row in (old, new)
    ]
    both_rounding = max(old.difference, new.difference) < ROUNDING and old.bound != 0.0
    near = isclose(old.difference, new.difference, rel_tol=1e-9) or both_rounding
    return rest[0] == rest[1] and near and old.furthest == new.furthest


def differing(old: list[Check], new: list[Check]) -> Iterator[tuple[Check | None, Check | None]]:
    """The checks that are in one of two runs only, or not the same in both."""
    ours, theirs = ({row[:4]: row for row in each} for each in (new, old))
    for key in dict.fromkeys([*theirs, *ours]):
        before, after = theirs.get(key), ours.get(key)
        if before is None or after is None or not agree(before, after):
            yield before, after


def main(old_file: str, new_file: str) -> int:
    """Print how many rows agree, and the first that do not; 1 if there are any."""
    old, new = rows(Path(old_file)), rows(Path(new_file))
    wrong = [*differing(old, new)]
    print(f"{len(old):,} checks before, {len(new):,} after: {len(wrong):,} differ")
    same_order = [row[:4] for row in old] == [row[:4] for row in new]
    print(f"in the same order: {'yes' if same_order else 'no'}")
    for before, after in wrong[:SHOWN]:
        print(f"- {before}\n+ {after}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
