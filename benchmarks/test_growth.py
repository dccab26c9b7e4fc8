"""How cost grows with size: measured, fitted on a log-log scale, beside what theory says."""

import time
from itertools import islice
from math import log
from pathlib import Path

import numpy as np
import pytest

from sweepstake.puzzle.display import Panel, Plot, Series
from sweepstake.puzzles.guess import exact as guess
from sweepstake.puzzles.war import exact, formula
from sweepstake.report import plots

RESULTS = Path(__file__).parent.parent / "results"


def war_exact(cards):
    exact.sweep(cards // 4, 4)


def war_formula(cards):
    forget(formula)
    formula.sweep(cards // 4, 4)


def flipping(cards):
    list(islice(guess._layers([1], 0), cards))


def forget(module):
    for cached in vars(module).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


# Abstract decks of 4 suits: ranks^4 / 4! of them. The formula and the flipping cards: some cards^2
# additions of numbers whose length grows with the cards, so between 2 and 3, and 3 in the long run.
GROWTH = [
    ("war_sweep exact, 4 suits", war_exact, (24, 32, 40, 52, 64, 80), 4),
    ("war_sweep formula, 4 suits", war_formula, (400, 600, 800, 1200, 1600), 3),
    ("guess_win exact", flipping, (400, 600, 800, 1200, 1600), 3),
]


def seconds(work, size):
    times = []
    for _ in range(3):
        began = time.process_time()
        work(size)
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.benchmark(group="growth of cost")
def test_growth(benchmark):
    measured = benchmark.pedantic(
        lambda: [[seconds(work, size) for size in sizes] for _, work, sizes, _ in GROWTH],
        rounds=1, iterations=1,
    )  # fmt: skip
    series = []
    for (name, _, sizes, predicted), times in zip(GROWTH, measured, strict=True):
        exponent, height = np.polyfit([log(size) for size in sizes], [log(t) for t in times], 1)
        line = [np.exp(height) * size**exponent for size in sizes]
        series.append(Series(f"{name}: measured", sizes, times, "points"))
        series.append(Series(f"fitted {exponent:.2f}, predicted {predicted}", sizes, line))
        benchmark.extra_info[name] = f"exponent {exponent:.2f}, predicted {predicted}"
        assert abs(exponent - predicted) < 1.5
    panel = Panel("", "cards", "seconds", series, log_x=True, log_y=True)
    plot = Plot("growth", "Growth of cost with size", "", (), lambda frames: [panel])
    plots.write(plot, {}, RESULTS / "benchmarks_growth.svg", RESULTS / "benchmarks_growth.png")
    (RESULTS / "benchmarks_growth.md").write_text(
        "".join(f"- {name}: {said}\n" for name, said in benchmark.extra_info.items())
    )
