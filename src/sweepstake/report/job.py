"""What the workflow's check, table and plot scripts call, one function a rule."""

from __future__ import annotations

import sys
from pathlib import Path

from sweepstake import puzzles
from sweepstake.report import checks, tables
from sweepstake.report.contents import contents
from sweepstake.sweep.config import Config

RESULTS = Path("results")


def check(config: Config, output: str, log: str) -> int:
    """Write every comparison to `output`; 1, and the failed ones said, if any fails."""
    made = contents(config)
    rows = [
        row
        for name in made.by_question
        for row in checks.checks(puzzles.question(name), made.frame(name, RESULTS))
    ]
    checks.as_frame(rows).to_csv(output, index=False, lineterminator="\n")
    failed = [row for row in rows if row.verdict == "fails"]
    said = [
        f"check failed: {row.question} {row.parameters} ({row.methods}): {row.compared}: "
        f"difference {row.difference:.6g}, allowed {row.bound:.6g}"
        for row in failed
    ]
    said.append(f"{len(rows)} checks, {len(failed)} failed")
    Path(log).write_text("\n".join(said) + "\n")
    sys.stderr.write("\n".join(said) + "\n")
    return 1 if failed else 0


def table(config: Config, name: str, csv: str, markdown: str) -> None:
    """Write the table called `name`."""
    made = contents(config)
    wanted = made.tables[name]
    tables.write(wanted, made.frames(wanted, RESULTS), Path(csv), Path(markdown))


def findings(config: Config, csv: str, markdown: str) -> None:
    """Write the findings of every room that has a say."""
    tables.write_findings(contents(config).rooms, Path(csv), Path(markdown))


def plot(config: Config, name: str, svg: str, png: str) -> None:
    """Draw the plot called `name`."""
    from sweepstake.report import plots

    made = contents(config)
    wanted = made.plots[name]
    plots.write(wanted, made.frames(wanted, RESULTS), Path(svg), Path(png))
