"""Ticks as a person would write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from sweepstake.puzzle.display import Panel

PLAIN = (1e-3, 1e6)
"""Between these, ticks of a logarithmic axis are plain numbers."""
LEAST = 1e-307
"""About the smallest float with all of its digits, and that of ticks."""
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
        _numbers(axes.xaxis, axes.get_xlim(), xs, log=panel.log_x)
    lines = [series for series in panel.series if series.error is not None]
    _numbers(axes.yaxis, axes.get_ylim(), ys, log=panel.log_y, whole=not lines)


def _make_room(limit: Callable[..., Any], values: Sequence[Any], *, log: bool) -> None:
    """Limits around the only value, where Matplotlib leaves next to none."""
    if len({*values}) != 1 or isinstance(values[0], str):
        return
    one = float(values[0])
    if log and one > 0:
        limit(one / 2, one * 2)
    elif not log and one == round(one):
        limit(one - 1, one + 1)


def _words(axes: Axes, words: Sequence[str]) -> None:
    """Words on the horizontal axis, shortened."""
    short = shortened(words)
    axes.set_xticks(range(len(short)), short)
    aslant(axes, short)
    axes.margins(x=0.5 / len(words))


def shortened(words: Sequence[str]) -> list[str]:
    """Words of at most 20 letters."""
    return [word if len(word) <= 20 else f"{word[:18]}..." for word in words]


def aslant(axes: Axes, short: Sequence[str]) -> None:
    """Turn the words on the horizontal axis if they would run into each other."""
    if any(len(a + b) / 2 + 1 > _room(axes) / len(short) for a, b in pairwise(short)):
        axes.tick_params("x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")


def _room(axes: Axes) -> float:
    """About how many letters stand side by side below `axes`, a name of a line beside them."""
    spec, figure = axes.get_subplotspec(), axes.get_figure()
    assert isinstance(figure, Figure)
    inches = figure.get_figwidth() if figure else 0.0
    beside = spec.get_gridspec().ncols if spec else 1
    return 11 * (inches / beside - 1.2)


def _numbers(
    axis: Any, limits: tuple[float, float], values: Iterable[Any], *, log: bool, whole: bool = True
) -> None:
    its = np.array([float(value) for value in values])
    its = its[np.isfinite(its)]
    if log and len(its[its > 0]):
        ticks = _log_ticks(*limits, most=float(its.max()))
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(_written(ticks)))
    elif not log:
        whole = whole and np.array_equal(its, np.round(its))
        axis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10], integer=whole))
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
    if all(round(log10(tick), 9) % 1 == 0 for tick in ticks):
        return lambda tick, _: f"10{str(round(log10(tick))).translate(_SUPERSCRIPT)}"
    return lambda tick, _: f"{tick:.0e}"
