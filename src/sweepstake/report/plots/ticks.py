"""Ticks as a person would write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, log10
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from sweepstake.puzzle.display import Panel
from sweepstake.report.plots.titles import SHARE

PLAIN = (1e-3, 1e6)
"""Between these, ticks of a logarithmic axis are plain numbers."""
LEAST = 1e-307
"""About the smallest float with all of its digits, and that of ticks."""
LEAST_IN_WORDS = 1e-20
"""Probabilities below it are powers of ten on their axis."""
LEAST_PERCENT = 0.01
"""The largest probability of an axis in percent is as large at least."""
LETTERS = 9
"""Of an inch."""
LEAST_LETTERS, MOST_LINES = 5, 3
"""Of a line below the axes, and lines of a word."""
FEW_LETTERS = 50
"""Side by side below the axes, where there is room for few ticks."""
ONCE = ("", "thousand", "million", "billion", "trillion")
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def set_ticks(axes: Axes, panel: Panel) -> None:
    """Whole ticks for whole numbers, plain ones or powers of ten on logarithmic axes."""
    xs = [value for series in panel.series for value in series.x]
    ys = [value for series in panel.series for value in series.y]
    _make_room(axes.set_xlim, xs, log=panel.log_x)
    if not panel.zero:
        _make_room(axes.set_ylim, ys, log=panel.log_y)
    if xs and isinstance(xs[0], str):
        _words(axes, list(dict.fromkeys([*panel.words, *xs])))
    else:
        most = 4 if _room(axes) < FEW_LETTERS else 7
        _numbers(axes.xaxis, axes.get_xlim(), xs, log=panel.log_x, most=most)
    lines = [series for series in panel.series if series.error is not None]
    _numbers(axes.yaxis, axes.get_ylim(), ys, log=panel.log_y, whole=not lines)
    if SHARE.fullmatch(panel.y) and not panel.log_y and LEAST_PERCENT <= max(ys, default=0) <= 1:
        axes.yaxis.set_major_formatter(lambda tick, _: f"{100 * tick:.10g}%")


def _make_room(limit: Callable[..., Any], values: Sequence[Any], *, log: bool) -> None:
    """Limits around the only value, where Matplotlib leaves next to none."""
    if len({*values}) != 1 or isinstance(values[0], str):
        return
    only = float(values[0])
    if log and only > 0:
        limit(only / 2, only * 2)
    elif not log and only == round(only):
        limit(only - 1, only + 1)


def _words(axes: Axes, words: Sequence[str]) -> None:
    """Words on the horizontal axis, in lines that fit side by side."""
    axes.set_xticks(range(len(words)), in_lines(axes, words))
    axes.margins(x=0.5 / len(words))


def in_lines(axes: Axes, words: Sequence[str]) -> list[str]:
    """Words in lines that fit side by side below the axes, and shortened if they don't."""
    width = max(LEAST_LETTERS, int(_room(axes) / len(words)) - 1)
    return [fill(word, width, max_lines=MOST_LINES, placeholder="...") for word in words]


def _room(axes: Axes) -> float:
    """About how many letters fit below `axes`, with the name of a line beside these."""
    spec, figure = axes.get_subplotspec(), axes.get_figure()
    assert isinstance(figure, Figure)
    inches = figure.get_figwidth() if figure else 0.0
    beside = spec.get_gridspec().ncols if spec else 1
    return LETTERS * (inches / beside - 1.2)


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
        ticks = _log_ticks(*limits, most=float(numbers.max()))
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(_written(ticks)))
    elif not log:
        whole = whole and np.array_equal(numbers, np.round(numbers))
        axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole))
        axis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,.10g}"))


def _log_ticks(low: float, high: float, most: float) -> list[float]:
    """Ticks between two numbers above 0, up to eight; none above 1 of what is at most 1."""
    high = min(high, 1.0) if most <= 1 else high
    low = max(low, LEAST)
    decades = log10(high / low)
    if decades > 3.5:
        step = next(s for s in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200) if decades / s <= 8)
        first = ceil(log10(low) / step) * step
        return [10.0**k for k in range(first, floor(log10(high) + 1e-9) + 1, step)]
    within = (1, 2, 5) if decades > 1 else (1, 1.5, 2, 3, 4, 5, 6, 8)
    every = [m * 10.0**k for k in range(floor(log10(low)), ceil(log10(high)) + 1) for m in within]
    return [tick for tick in every if low <= tick <= high * (1 + 1e-9)]


def _written(ticks: Sequence[float]) -> Any:
    """How ticks of a logarithmic axis are written."""
    if all(PLAIN[0] <= tick <= PLAIN[1] for tick in ticks):
        return lambda tick, _: f"{tick:,.10g}"
    powers = all(round(log10(tick), 9) % 1 == 0 for tick in ticks)
    if powers and max(ticks) <= 1 and min(ticks) >= LEAST_IN_WORDS:
        return lambda tick, _: _once(round(-log10(tick)))
    if powers:
        return lambda tick, _: _power(round(log10(tick)))
    return lambda tick, _: f"{tick:.0e}"


def _power(exponent: int) -> str:
    return f"10{str(exponent).translate(_SUPERSCRIPT)}"


def _once(power: int) -> str:
    """A probability of 10^-power in words.

    >>> _once(0), _once(2), _once(6), _once(7)
    ('always', 'once in 100', 'once in a million', 'once in 10 million')
    """
    if power < 6:
        return f"once in {10**power:,}" if power else "always"
    if power >= 15:
        return _power(-power)
    count, unit = 10 ** (power % 3), ONCE[power // 3]
    return f"once in {count if count > 1 else 'a'} {unit}"
