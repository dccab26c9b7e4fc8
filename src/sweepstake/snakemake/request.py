"""What the job of a sweep asks a batch system for: minutes and memory.

Minutes are estimated by the plan, and by what methods took on whichever machine before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path

import pyarrow.compute as pc

from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.plan.learned import expected, learned
from sweepstake.plan.plan import plan
from sweepstake.store.files import Place
from sweepstake.store.shards import Store

SAFETY = 3.0
"""Estimates should be right within this factor."""
START, LEAST = 120.0, 5
"""The seconds until workers compute, kernels compiled, and the fewest minutes asked for."""
RUN_MB, WORKER_MB = 1000, 1000
"""The memory of Snakemake and its script, and of a worker process."""
CHUNK_BYTES = 4000
"""What each chunk of the plan takes in the script's memory, measured at 100,000 of them."""


@dataclass(frozen=True)
class Work:
    """What a sweep has to do: seconds on one core, those of its longest chunk, and all chunks."""

    seconds: float
    longest: float
    chunks: int


def resources(
    config: Config, results: Path, most: float, place: Place | None = None
) -> dict[str, Callable[..., int]]:
    """The resources of the workflow's `sweep` jobs, as functions that Snakemake calls.

    The store is below `results`, or in `place` if that is given. Chunks that would take more than
    `most` seconds are refused, so no time is asked for them. Where a job was ended too early, the
    next attempt asks for more, and only for what is missing.
    """
    of = cache(lambda name, attempt: work(config, name, results, most, place))

    def runtime(wildcards: Mapping[str, str], attempt: int, threads: int) -> int:
        return attempt * minutes(of(wildcards["sweep"], attempt), threads)

    def mem_mb(wildcards: Mapping[str, str], attempt: int, threads: int) -> int:
        return attempt * megabytes(of(wildcards["sweep"], attempt), threads)

    return {"runtime": runtime, "mem_mb": mem_mb}


def work(config: Config, name: str, results: Path, most: float, place: Place | None = None) -> Work:
    """What is not stored of the sweep called `name`, in chunks of at most `most` seconds.

    Of points with `until`, only the trials that come next are known.
    """
    planned = plan(spec.sweep(config, name), results, place)
    missing = planned.missing
    missing = missing.filter(pc.less_equal(missing["cost"], most))
    before = learned(Store(results, planned.sweep.question, place))
    seconds = expected(missing, before)
    return Work(float(seconds.sum()), float(seconds.max(initial=0.0)), len(planned.chunks))


def minutes(work: Work, threads: int) -> int:
    """The minutes that `threads` workers are given for `work`.

    >>> minutes(Work(seconds=7200, longest=1, chunks=7200), threads=4)
    92
    """
    seconds = START + SAFETY * max(work.seconds / threads, work.longest)
    return max(ceil(seconds / 60), LEAST)


def megabytes(work: Work, threads: int) -> int:
    """The memory that `threads` workers and their run are given for `work`.

    >>> megabytes(Work(seconds=7200, longest=1, chunks=7200), threads=4)
    5029
    """
    return RUN_MB + threads * WORKER_MB + ceil(work.chunks * CHUNK_BYTES / 1e6)
