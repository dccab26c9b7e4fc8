"""Sets ticks as a person would write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import (
    FixedLocator,
    FuncFormatter,
    MaxNLocator,
    NullLocator,
    StrMethodFormatter,
)

from sweepstake.puzzle.display import Map, Panel
from sweepstake.report.charts.look import room
from sweepstake.text import words
from sweepstake.text.numbers import raised

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
NUMBER = "{x:,.10g}"
"""The format of a plain number."""
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
    if below := words_of(panel):
        words_below(axes, range(len(below)))
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
        axes.yaxis.set_major_formatter(FuncFormatter(_percent))


def words_of(panel: Panel | Map) -> list[str]:
    """The words below the horizontal axis, in order; none if it has numbers."""
    if isinstance(panel, Map):
        return [*panel.columns]
    xs = [x for series in panel.series for x in series.x if not panel.has_spans]
    return [*dict.fromkeys([*panel.words, *xs])] if xs and isinstance(xs[0], str) else []


def words_below(axes: Axes, positions: Sequence[float]) -> None:
    """Leave the horizontal axis without words: they are written when its width is known."""
    axes.set_xticks(positions, [""] * len(positions))
    axes.margins(x=0.5 / len(positions))


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
        is_plain = all(PLAIN[0] <= tick <= PLAIN[1] for tick in ticks)
        axis.set_major_formatter(StrMethodFormatter(NUMBER) if is_plain else FuncFormatter(_power))
    elif not log:
        whole = whole and np.array_equal(numbers, np.round(numbers))
        axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole))
        axis.set_major_formatter(StrMethodFormatter(NUMBER))


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


def _percent(tick: float, _: int | None = None) -> str:
    """A share in percent, with no more digits than it has: Matplotlib's own writes 0.00%, 0.50%."""
    return f"{100 * tick:.10g}%"


def _power(tick: float, _: int | None = None) -> str:
    """A tick with a power of ten.

    >>> _power(1e-250), _power(1.5e7)
    ('10⁻²⁵⁰', '1.5 × 10⁷')
    """
    return raised(f"{tick:.1e}".replace(".0e", "e")).removeprefix(ONE)


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
