"""How much memory a point more costs: of the whole run, beside loading the finished table."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

RESULTS = Path(__file__).parent.parent / "results"
PEAK = "from pathlib import Path; print(Path('/proc/self/status').read_text())"
RUN = """
from functools import partial
from pathlib import Path
import sys

from sweepstake.config import spec
from sweepstake.run import engine
from sweepstake.cluster.pool import pool

if __name__ == "__main__":
    suits = {"range": [2, 2 * int(sys.argv[1]), 2]}
    part = {
        "grid": {"ranks": {"range": [2, 250]}, "suits": suits, "down": {"range": [0, 200]}},
        "methods": {"simulate": {"trials": 1}},
    }
    config = {"sweeps": {"s": {"question": "war_rush", "points": [part]}}}
    sweep = spec.sweep(config, "s")
    engine.run(sweep, Path(sys.argv[2]), partial(pool, 2), lambda line: None)
    %s
"""
LOAD = f"import sys, sweepstake; table = sweepstake.load('s', sys.argv[2]); {PEAK}"
POINTS = 249 * 201


def peak(program, size, folder):
    """The most bytes that a process of its own held."""
    command = [sys.executable, *program, str(size), str(folder)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    [kilobytes] = re.findall(r"VmHWM:\s+(\d+) kB", said)
    return 1024 * int(kilobytes)


@pytest.mark.benchmark(group="memory")
def test_growth_of_memory(benchmark, tmp_path):
    script = tmp_path / "run.py"
    script.write_text(RUN % PEAK)
    small, large = 1, 4

    def measured():
        return {
            says: [peak(program, size, tmp_path / str(size)) for size in (small, large)]
            for says, program in (
                ("a run, all to compute", [script]),
                ("a run, all stored", [script]),
                ("loading the finished table", ["-c", LOAD]),
            )
        }

    grown, lines = {}, []
    for says, (least, most) in benchmark.pedantic(measured, rounds=1, iterations=1).items():
        grown[says] = (most - least) / ((large - small) * POINTS)
        lines.append(
            f"- {says}: {least / 2**20:.0f} MB for {small * POINTS:,} points, "
            f"{most / 2**20:.0f} MB for {large * POINTS:,}: {grown[says]:.0f} bytes a point more\n"
        )
    (RESULTS / "benchmarks_memory.md").write_text("".join(lines))
    *runs, table = grown.values()
    assert max(runs) < 1.25 * table, grown  # as much as the table, within the noise of a mark
