"""What the way from a config to its report costs: processor seconds, time, the largest process.

`python benchmarks/road.py` takes ten minutes on 2 cores, prints a table of goals beside what was
measured, and exits with 1 if a goal is not met. `python benchmarks/road.py coin tiny` measures only
these; `--points 10_000_000` gives the road `cheap` that many points, `--points 100_000` makes
everything ten times smaller. Only these sizes have goals: a million, and ten million.

This process adopts the orphans of those that it starts (it is a subreaper), so every descendant of
a command counts, in sessions of their own too, and a command ends when the last of them has ended.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
MILLION = 1_000_000
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
PR_SET_CHILD_SUBREAPER = 36
HEADER = """| road | step | processor s | goal | wall s | goal | largest process, MiB | goal | met |
| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | :--- |
"""


@dataclass(frozen=True)
class Cost:
    """What a command and all its descendants took, or may take."""

    processor: float | None = None
    wall: float | None = None
    mebibytes: float | None = None
    """Of the largest process."""

    def meets(self, goal: Cost) -> bool:
        """Is nothing above its goal?"""
        return all(
            limit is None or spent is None or spent <= limit
            for spent, limit in zip(self.values, goal.values, strict=True)
        )

    @property
    def values(self) -> tuple[float | None, ...]:
        return self.processor, self.wall, self.mebibytes


@dataclass(frozen=True)
class Road:
    """Lines for a shell in one folder, each with its goal; `prepare` is not measured."""

    steps: dict[str, tuple[str, Cost]]
    prepare: Callable[[Path], None] = lambda folder: None


def cost(line: str, folder: Path) -> Cost:
    """Run a line in `folder` until the last descendant ends; SystemExit if it fails.

    The kernel adds the time of a process that was waited for to that of the one that waited.
    """
    began, wall = time.perf_counter(), 0.0
    with (folder / "log").open("a+") as log:
        environment = {**os.environ, "PATH": PATH}
        process = subprocess.Popen(
            line, shell=True, cwd=folder, stdout=log, stderr=log, env=environment
        )
        processor = kibibytes = 0.0
        for pid, status, usage in _ended():
            processor += usage.ru_utime + usage.ru_stime
            kibibytes = max(kibibytes, usage.ru_maxrss)
            if pid == process.pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                wall = time.perf_counter() - began
        if process.returncode:
            log.seek(0)
            sys.exit(f"{line}: exit code {process.returncode}\n{log.read()[-5_000:]}")
    return Cost(processor, wall, kibibytes / 1024)


def _ended() -> Iterator[tuple[int, int, Any]]:
    """Each child as it ends, adopted ones too, until there is none left."""
    while True:
        try:
            yield os.wait4(-1, 0)
        except ChildProcessError:
            return


def config(question: str, sizes: Sequence[int]) -> Callable[[Path], None]:
    """Writes a config of one sweep a size, of so many points that no other sweep has."""

    def write(folder: Path) -> None:
        sweeps, begin = {}, 1
        for number, size in enumerate(sizes):
            block = {"grid": {"n": {"range": [begin, begin + size - 1]}}, "methods": ["exact"]}
            sweeps[f"s{number:02}"] = {"question": question, "points": [block]}
            begin += size
        asked = {"puzzles": [str(HERE / "many.py")], "sweeps": sweeps}
        (folder / "config.json").write_text(json.dumps(asked))

    return write


SCATTER = """
from pathlib import Path

from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.run import compute, task
from sweepstake.run.chunk import configured
from sweepstake.store.shards import Store

if __name__ == "__main__":
    task.TASK_SECONDS = compute.SECONDS = 0.0  # each task is stored at once
    [sweep] = spec.sweeps(read_config(Path("config.json"))).values()
    stored = Store(Path("results"), sweep.question)
    compute.compute(sweep, stored, configured(), 1, compute.Listener())
    [own] = stored.partitions()
    assert len(own.paths()) == len(sweep.points)
"""


def scattered(count: int) -> Callable[[Path], None]:
    """Stores the points of a sweep in a shard each, as a run leaves them that is killed."""

    def store(folder: Path) -> None:
        config("many_won", [count])(folder)
        (folder / "scatter.py").write_text(SCATTER)
        cost("python scatter.py", folder)

    return store


def roads(points: int) -> dict[str, Road]:
    """What is measured, where the cheap road has so many points."""
    large = Cost(wall=300, mebibytes=1024)
    goals = {
        MILLION: (Cost(processor=45, mebibytes=500), Cost(processor=4.5), large),
        10 * MILLION: (large, Cost(), Cost()),
    }
    first, again, wide = goals.get(points, (Cost(), Cost(), Cost()))
    shards = Cost(processor=30) if points == MILLION else Cost()
    run, share, tenth = "sweepstake run config.json", points // 100, points // 10
    coin, tiny = "sweepstake run coin.yaml", HERE.parent / "config" / "tiny.yaml"
    return {
        "cheap": Road(
            {f"{points:,} cheap points": (run, first), "again": (run, again)},
            config("many_won", [points]),
        ),
        "wide": Road(
            {f"{share:,} points of 1,000 outcomes": (run, wide), "again": (run, Cost())},
            config("many_thousands", [share]),
        ),
        "sweeps": Road(
            {f"20 sweeps of {tenth:,}": (run, Cost()), "again": (run, Cost())},
            config("many_won", [tenth] * 20),
        ),
        "tasks": Road(
            {"3,000 tasks of one chunk": (run, Cost(processor=14))}, config("many_slow", [3_000])
        ),
        "shards": Road({f"{share:,} shards to export": (run, shards)}, scattered(share)),
        "coin": Road(
            {
                "new coin, its run": (f"sweepstake new coin && {coin}", Cost(processor=9)),
                "again": (coin, Cost(processor=3.8)),
            }
        ),
        "tiny": Road(
            {"config/tiny.yaml": (f"sweepstake run {tiny} --directory .", Cost(processor=45))}
        ),
    }


def row(road: str, step: str, spent: Cost, goal: Cost) -> str:
    """A line of the table."""
    cells = []
    for value, limit, form in zip(spent.values, goal.values, (".1f", ".1f", ",.0f"), strict=True):
        cells += [format(value or 0, form), "" if limit is None else format(limit, "g")]
    met = "" if goal == Cost() else "yes" if spent.meets(goal) else "no"
    return f"| {' | '.join([road, step, *cells, met])} |\n"


def main() -> int:
    """Print the table; 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description="Measure the way from a config to its report.")
    parser.add_argument("roads", nargs="*", help="all that a million points have, unless given")
    parser.add_argument("--points", type=int, default=MILLION)
    given = parser.parse_args()
    declared = roads(given.points)
    names = given.roads or (["cheap"] if given.points > MILLION else [*declared])
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    print(HEADER, end="", flush=True)
    met = True
    for name in names:
        with TemporaryDirectory() as folder:
            declared[name].prepare(Path(folder))
            for step, (line, goal) in declared[name].steps.items():
                spent = cost(line, Path(folder))
                met = met and spent.meets(goal)
                print(row(name, step, spent, goal), end="", flush=True)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
