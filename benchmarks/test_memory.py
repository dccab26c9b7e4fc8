"""A million points: the memory and the time of a run, and of loading the finished table."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

RESULTS = Path(__file__).parent.parent / "results"
PEAK = "from pathlib import Path; print(Path('/proc/self/status').read_text())"
RUN = """
from pathlib import Path
import sys

from sweepstake.config import spec
from sweepstake.run import compute

if __name__ == "__main__":
    part = {"grid": {"n": {"range": [1, int(sys.argv[1])]}}, "methods": ["exact"]}
    asked = {"s": {"question": "many_won", "points": [part]}}
    sweep = spec.sweep({"puzzles": ["PUZZLE"], "sweeps": asked}, "s")
    compute.run(sweep, Path(sys.argv[2]), 2, compute.Listener())
    %s
""".replace("PUZZLE", str(Path(__file__).parent / "many.py"))
LOAD = f"import sys, sweepstake; table = sweepstake.load('s', sys.argv[2]); {PEAK}"
POINTS, MOST = 1_000_000, 1 << 30
"""The points of a sweep, and the bytes that a run of it may take."""


def measured(program, folder):
    """The most bytes that a process of its own held, and its seconds."""
    command = [sys.executable, *program, str(POINTS), str(folder)]
    began = time.perf_counter()
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    [kilobytes] = re.findall(r"VmHWM:\s+(\d+) kB", said)
    return 1024 * int(kilobytes), time.perf_counter() - began


@pytest.mark.benchmark(group="memory")
def test_a_million_points(benchmark, tmp_path):
    script = tmp_path / "run.py"
    script.write_text(RUN % PEAK)

    def runs():
        return {
            says: measured(program, tmp_path / "results")
            for says, program in (
                ("a run, all to compute", [script]),
                ("a run, all stored", [script]),
                ("loading the finished table", ["-c", LOAD]),
            )
        }

    found = benchmark.pedantic(runs, rounds=1, iterations=1)
    shards = len([*(tmp_path / "results" / ".points").rglob("*.parquet")])
    lines = [
        f"- {says}: {size / 2**20:.0f} MB at most, {seconds:.0f} s\n"
        for says, (size, seconds) in found.items()
    ]
    head = f"{POINTS:,} points of one exact method, two workers; {shards} stored files\n\n"
    (RESULTS / "benchmarks_memory.md").write_text(head + "".join(lines))
    assert max(size for size, _ in found.values()) < MOST, found
    assert shards < 100
