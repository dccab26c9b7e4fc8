"""Sets ticks as a person would write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from sweepstake.puzzle.display import Panel
from sweepstake.report.charts.look import LETTER, room
from sweepstake.text import words

PLAIN = (1e-3, 1e6)
"""Within these limits, ticks of a logarithmic axis are plain numbers."""
LEAST = 1e-307
"""The smallest tick: about the smallest float with full precision."""
LARGEST_IN_WORDS = 9e14
"""Beyond this number, "once in ..." is written with a power of ten."""
ONE = "1 × "
"""The beginning of a power of ten, which is removed."""
LEAST_PERCENT = 0.01
"""An axis is in percent if its largest probability is at least this; a logarithmic axis, if its
smallest is."""
BESIDE = 86.0
"""About the width of a line's name beside the axes, in pixels of the page."""
LEAST_LETTERS, MOST_LINES = 5, 3
"""The least width in letters of a label below the axes, and the most lines of a label."""
MAX_NUMBERED_BARS = 16
"""Up to so many bars, each has its number below the axes, if there is room."""
NARROW = 480.0
"""In a figure with fewer pixels of the page, the horizontal axis has fewer ticks."""


def set_ticks(axes: Axes, panel: Panel) -> None:
    """Set ticks: whole for whole numbers; plain, in words or powers of ten on logarithmic axes."""
    xs = [value for series in panel.series for value in series.x]
    ys = [value for series in panel.series for value in series.y]
    for limit, values, log in ((axes.set_xlim, xs, panel.log_x), (axes.set_ylim, ys, panel.log_y)):
        if log and len({*values}) == 1 and values[0] > 0:
            limit(values[0] / 2, 2 * values[0])  # Matplotlib's own are too close to a single value
    if xs and isinstance(xs[0], str):
        _words(axes, list(dict.fromkeys([*panel.words, *xs])))
    else:
        most = 4 if room(axes) < NARROW else 7
        _numbers(axes.xaxis, axes.get_xlim(), xs, log=panel.log_x, most=most)
        bars = [x for series in panel.series if series.mark == "bars" for x in series.x]
        if len(bars) <= MAX_NUMBERED_BARS and all(x == round(x) for x in bars) and bars:
            axes.xaxis.set_major_locator(FixedLocator(bars))
    if panel.levels:
        axes.set_yticks(range(len(panel.levels)), panel.levels)
        return
    is_share = panel.is_share and max(ys, default=2) <= 1
    if is_share and panel.log_y and axes.get_ylim()[0] < LEAST_PERCENT:
        _chances(axes.yaxis, *axes.get_ylim())
        return
    lines = [series for series in panel.series if series.error is not None]
    _numbers(axes.yaxis, axes.get_ylim(), ys, log=panel.log_y, whole=not lines)
    if is_share and max(ys) >= LEAST_PERCENT:
        axes.yaxis.set_major_formatter(lambda tick, _: f"{100 * tick:.10g}%")


def _words(axes: Axes, words: Sequence[str]) -> None:
    """Write words below the horizontal axis, in lines that fit side by side."""
    axes.set_xticks(range(len(words)), in_lines(axes, words))
    axes.margins(x=0.5 / len(words))


def in_lines(axes: Axes, words: Sequence[str]) -> list[str]:
    """Words in lines that fit side by side below the axes; shortened if they need more lines."""
    width = max(LEAST_LETTERS, int((room(axes) - BESIDE) / LETTER / len(words)) - 1)
    return [fill(word, width, max_lines=MOST_LINES, placeholder="...") for word in words]


def _numbers(
    axis: Any,
    limits: tuple[float, float],
    values: Iterable[Any],
    *,
    log: bool,
    whole: bool = True,
    most: int = 7,
) -> None:
    numbers = np.array([float(value) for value in values])
    numbers = numbers[np.isfinite(numbers)]
    if log and len(numbers[numbers > 0]):
        ticks = _log_ticks(*limits)
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(_written(ticks)))
    elif not log:
        whole = whole and np.array_equal(numbers, np.round(numbers))
        axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole))
        axis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,.10g}"))


def _log_ticks(low: float, high: float) -> list[float]:
    """Ticks of a logarithmic axis between two positive numbers, about eight at most."""
    low = max(low, LEAST)
    decades = log10(high / low)
    if decades > 3.5:
        step = next(s for s in (1, 3, 6, 10, 20, 30, 50, 100, 200) if decades / s <= 8)
        first = ceil(log10(low) / step - 1e-9) * step
        return [10.0**k for k in range(first, floor(log10(high) + 1e-9) + 1, step)]
    within = (1, 2, 5) if decades > 1 else (1, 1.5, 2, 3, 4, 5, 6, 8)
    ticks = [m * 10.0**k for k in range(floor(log10(low)), ceil(log10(high)) + 1) for m in within]
    return [tick for tick in ticks if low <= tick * (1 + 1e-9) and tick <= high * (1 + 1e-9)]


def _written(ticks: Sequence[float]) -> Any:
    """The format function for ticks of a logarithmic axis."""
    if all(PLAIN[0] <= tick <= PLAIN[1] for tick in ticks):
        return lambda tick, _: f"{tick:,.10g}"
    if all(round(log10(tick), 9) % 1 == 0 for tick in ticks):
        return lambda tick, _: words.power(log10(tick), 1).removeprefix(ONE)
    return lambda tick, _: f"{tick:.0e}"


def _chances(axis: Any, low: float, high: float) -> None:
    """Write the ticks of a logarithmic axis of probabilities as "once in ...".

    The largest tick below 1 is written in full, the others without "once".
    """
    numbers = _log_ticks(max(1.0, 1 / high), 1 / max(low, LEAST))
    first = next((number for number in numbers if number > 1), 1.0)
    texts = [_once(number).removeprefix("once " * (number > first)) for number in numbers]
    axis.set_ticks([1 / number for number in numbers], texts)
    axis.set_minor_locator(NullLocator())


def _once(number: float) -> str:
    """The probability 1 / `number` in words.

    >>> _once(1.0), _once(100.0), _once(1e6), _once(2e7), _once(1e18)
    ('always', 'once in 100', 'once in a million', 'once in 20 million', 'once in 10¹⁸')
    """
    if number == 1:
        return "always"
    if number > LARGEST_IN_WORDS:
        return f"once in {words.power(log10(number), 1).removeprefix(ONE)}"
    return words.once_in(-log10(number)).replace("in 1 ", "in a ")
