"""Draws series by their marks: lines, points with intervals, bars, areas, spans and heat maps.

Many bars are drawn as an area, in which the middle half is marked and the median and the mean have
names. Each row of spans shows the quantiles and the mean of a distribution at a parameter's value.
A heat map has a cell for each pair of words, with its number if the map is small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import BoundaryNorm, ListedColormap, to_hex
from matplotlib.ticker import MaxNLocator, StrMethodFormatter
from numpy.typing import NDArray

from sweepstake.puzzle.display import MAX_BARS, Map, Panel, Series
from sweepstake.report.charts.look import (
    EXACT,
    INK,
    LETTER,
    MUTE,
    SIMULATED,
    SOFT,
    WHITE,
    Look,
    apart,
    size,
    write,
)
from sweepstake.report.charts.ticks import NUMBER, words_below
from sweepstake.report.tables import TO_END
from sweepstake.text import words

FEW, MANY = 24, 80
"""Points are large for up to so many values of x, and small from so many on."""
DOT, RING, DIAMOND, STROKE = 5.6, 8.0, 6.0, 1.3
"""Sizes of large points, in pixels of the page: a dot in a ring stays visible."""
THIN = 15
"""Bars that are far apart are at most as wide as this part of the axis."""
LINE = 17.0
"""The distance between the names of the median and the mean, in pixels of the page."""
NAMES = ("5%", "half", "mean", "95%")
NAME_GAP = 40.0
"""The least distance between the centres of two of `NAMES`, in pixels of the page."""
WRITTEN = 14, 8
"""The most columns and rows of a map with numbers; a larger map has a colour bar instead."""
ROW_SHARE = 0.3
"""The largest share of the width that the words of a row have."""
SCALE = ("#edf3f6", "#c9dde9", "#8fbad4", "#36769f", "#0c5f90")
DARK = 3
"""From this step of the scale on, numbers are white."""
Floats = NDArray[np.float64]


def draw_series(axes: Axes, looks: Sequence[Look]) -> None:
    """Draw each series by its mark and its look."""
    for look in looks:
        _MARKS[look.series.mark](axes, look.series, look)


def _line(axes: Axes, series: Series, look: Look) -> None:
    """Draw a line, with a band for its 95 % interval; a single point has a mark."""
    alone = "o" if len(series.x) == 1 else ""
    axes.plot(series.x, series.y, color=look.colour, linewidth=2, marker=alone, zorder=_above(look))
    if (half := _half(series)) is not None:
        y = np.asarray(series.y, float)
        axes.fill_between(series.x, y - half, y + half, color=look.colour, alpha=0.25, linewidth=0)


def _dashes(axes: Axes, series: Series, look: Look) -> None:
    """Draw dashes, below the lines that they are compared with."""
    axes.plot(series.x, series.y, color=look.colour, linewidth=1.6, linestyle=(0, (5, 3)))


def _joined(axes: Axes, series: Series, look: Look) -> None:
    """Draw a thin line through points; some of the points may be computed and some sampled."""
    axes.plot(series.x, series.y, color=look.colour, linewidth=1, zorder=_above(look))
    sampled = np.array(series.sampled)
    for is_drawn, error in ((~sampled, None), (sampled, series.error)):
        if is_drawn.any():
            part = replace(series, y=np.where(is_drawn, series.y, np.nan), error=error)
            _points(axes, part, look if error is None else look.sampled)


def _steps(axes: Axes, series: Series, look: Look) -> None:
    """Draw steps: a horizontal line from each x to the next."""
    axes.step(series.x, series.y, where="post", color=look.colour, linewidth=2)


def _points(axes: Axes, series: Series, look: Look) -> None:
    """Draw points with 95 % intervals; simulated points are hollow."""
    distinct = len({*series.x})
    scale = 1.0 if distinct <= FEW else 0.7 if distinct < MANY else 0.4
    size = DIAMOND if look.marker == "D" else RING if look.hollow else DOT
    half: Any = _half(series)
    if half is not None and axes.get_yscale() == "log":  # intervals end at a tenth of the value
        half = np.minimum(half, 0.9 * np.asarray(series.y, float)), half
    axes.errorbar(
        series.x, series.y, yerr=half, color=look.colour, fmt=look.marker, linewidth=1.4,
        zorder=4 - 2 * (look.colour == MUTE), markersize=scale * size,
        markerfacecolor="none" if look.hollow else look.colour,
        markeredgewidth=STROKE * look.hollow,
    )  # fmt: skip


def _crosses(axes: Axes, series: Series, look: Look) -> None:
    """Draw a cross at each point."""
    axes.plot(series.x, series.y, linestyle="", marker="x", markersize=6, color=look.colour)


def _bars(axes: Axes, series: Series, look: Look) -> None:
    """Draw bars with 95 % intervals; more than `MAX_BARS` are drawn as one outlined area."""
    if len(series.x) > MAX_BARS:
        heights, edges = steps(series)
        axes.stairs(heights, edges, fill=True, color=look.colour, alpha=0.25)
        axes.stairs(heights, edges, color=look.colour, linewidth=1.6)
        return
    axes.bar(
        series.x, series.y, width=_width(series.x), yerr=_half(series), color=look.area,
        error_kw={"linewidth": 1.2, "ecolor": INK},
    )  # fmt: skip


_MARKS = {
    "line": _line, "points": _points, "joined": _joined, "crosses": _crosses, "steps": _steps,
    "bars": _bars, "dashes": _dashes,
}  # fmt: skip


def steps(series: Series) -> tuple[Floats, Floats]:
    """The heights and the edges of bars side by side; gaps have the height 0."""
    x = np.asarray(series.x, float)
    width = np.diff(x).min()
    position = np.round((x - x.min()) / width).astype(int)
    heights = np.zeros(position.max() + 1)
    heights[position] = series.y
    return heights, x.min() + width * (np.arange(len(heights) + 1) - 0.5)


def mark_middle(axes: Axes, panel: Panel, looks: list[Look]) -> None:
    """Colour the middle half of the area, and draw strokes to the names of the median and the mean.

    The names stand above the area, in the order of their strokes, each in its own line.
    """
    if (middle := panel.middle) is None:
        return
    heights, edges = steps(panel.series[0])
    inside = (edges[1:] > middle.first) & (edges[:-1] < middle.third)
    axes.stairs(np.where(inside, heights, 0), edges, fill=True, color=looks[0].area)
    _, high = size(axes)
    top = float(heights.max()) / (1 - 3 * LINE / high)
    axes.set_ylim(0, top)
    named = {
        f"median {words.amount(middle.median)}": middle.median,
        middle.mean_in_words: middle.mean,
    }
    left = middle.median > np.mean(axes.get_xlim())
    ordered = sorted(named.items(), key=lambda name: name[1], reverse=bool(left))
    for row, (name, x) in enumerate(ordered, 1):
        y = top * (1 - row * LINE / high)
        axes.plot(
            [x, x], [0, y], color=INK, linewidth=1.2, linestyle="-" if x == middle.median else ":"
        )
        side = "right" if left else "left"
        write(
            axes, name, (x, y), (-4 if left else 4, -2), INK, fontsize=12, horizontalalignment=side
        )


def _half(series: Series) -> Floats | None:
    """Half of the 95 % interval of each value; None if there are no intervals."""
    return None if series.error is None else TO_END * np.asarray(series.error, float)


def _above(look: Look) -> int:
    """The drawing order of a line: grey lines lie below others."""
    return 2 + (look.colour != MUTE)


def _width(x: Sequence[Any]) -> float:
    """The width of bars; bars at uneven distances have a limited width."""
    gaps = [float(b - a) for a, b in pairwise(x) if not isinstance(a, str)]
    wide = min(gaps, default=1.0)
    even = len(gaps) > 1 and max(gaps) < 1.01 * wide
    return 0.9 * (wide if even or not gaps else min(wide, sum(gaps) / THIN))


def draw_spans(axes: Axes, panel: Panel) -> None:
    """Draw the only series of `panel`: a thin line from 5 to 95 %, a bar of the middle half."""
    [series] = panel.series
    rows = np.arange(len(series.x))
    low, first, middle, third, high = np.asarray(series.quantiles, float).T
    means, sampled = np.asarray(series.y, float), series.sampled
    colours = [SIMULATED if hollow else EXACT for hollow in sampled]
    faces = [WHITE if hollow else EXACT for hollow in sampled]
    axes.hlines(rows, low, high, colors=colours, linewidth=2)
    axes.barh(rows, third - first, 0.28, first, color=colours, alpha=0.6)
    axes.vlines(middle, rows - 0.22, rows + 0.22, color=INK, linewidth=2)
    axes.scatter(means, rows, 36, faces, edgecolors=colours, zorder=3)
    _set_axes(axes, panel, float(high.max()))
    for row, (end, mean) in enumerate(zip(high, means, strict=True)):
        half = (
            0.0 if series.error is None or not sampled[row] else TO_END * float(series.error[row])
        )
        text = write(axes, words.amount(mean, half), (end, row), (6, 0), INK, fontsize=12)
        if str(series.x[row]) == panel.usual:
            for label in (text, axes.get_yticklabels()[row]):
                label.set(fontweight="bold", color=INK)
    _name(axes, [low[0], middle[0], means[0], high[0]])


def _set_axes(axes: Axes, panel: Panel, most: float) -> None:
    """Put the first row on top, and leave space for numbers on the right and names above."""
    labels = [str(x) for x in panel.series[0].x]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.8)
    axes.set_xlim(0, most / (1 - 8 * LETTER / size(axes)[0]))
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", visible=True)
    axes.xaxis.set_major_formatter(StrMethodFormatter(NUMBER))


def _name(axes: Axes, parts: list[float]) -> None:
    """Write the names of the parts above the first row."""
    wide, _ = size(axes)
    order = np.argsort(parts)
    share = np.asarray(parts)[order] / axes.get_xlim()[1]
    for name, x in zip(np.array(NAMES)[order], apart(share, NAME_GAP / wide), strict=True):
        at = float(x) * axes.get_xlim()[1], -0.55
        write(axes, str(name), at, (0, 0), SOFT, fontsize=12, horizontalalignment="center")


def draw_map(axes: Axes, panel: Map) -> None:
    """Draw `panel` in `axes`, with its first row on top."""
    values = np.array(panel.values, float)
    words_below(axes, [*np.arange(len(panel.columns)) + 0.5])
    longest = int(ROW_SHARE * size(axes)[0] / LETTER)
    apart = ceil(len(panel.rows) * LINE / size(axes)[1])
    rows = [fill(row, longest) * (k % apart == 0) for k, row in enumerate(panel.rows)]
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    if panel.levels:
        _draw_levels(axes, panel, values)
        return
    mesh = axes.pcolormesh(
        values, cmap=ListedColormap(SCALE), edgecolors=WHITE, linewidth=1, clip_on=False
    )
    axes.invert_yaxis()
    if values.shape[1] > WRITTEN[0] or values.shape[0] > WRITTEN[1]:
        axes.figure.colorbar(mesh, ax=axes).locator = MaxNLocator(5)
        return
    for row, column in np.argwhere(np.isfinite(values)).tolist():
        value = values[row, column]
        cell: Any = mesh.to_rgba(value)
        step = SCALE.index(to_hex(cell))
        axes.text(
            column + 0.5, row + 0.5, in_cell(panel, value), color=WHITE if step >= DARK else INK,
            horizontalalignment="center", verticalalignment="center", fontsize=12,
        )  # fmt: skip


def _draw_levels(axes: Axes, panel: Map, values: Floats) -> None:
    """Draw a rectangle for each run of equal levels in a row, and name the colours at the side."""
    last = len(panel.levels) - 1
    colours = [SCALE[1 + k * (len(SCALE) - 2) // last] for k in range(last + 1)]
    for row, levels in enumerate(values):
        starts = np.flatnonzero(np.diff(levels, prepend=np.nan) != 0)
        widths = np.diff(starts, append=len(levels))
        spans: Any = [*zip(starts, widths, strict=True)]
        spans = [span for span in spans if np.isfinite(levels[span[0]])]
        faces = [colours[int(levels[start])] for start, _ in spans]
        axes.broken_barh(spans, (row, 1), facecolors=faces, edgecolors=faces, linewidth=0.5)
    axes.set_xlim(0, values.shape[1])
    axes.set_ylim(values.shape[0], 0)
    scale = ScalarMappable(
        BoundaryNorm(np.arange(last + 2) - 0.5, last + 1), ListedColormap(colours)
    )
    side = axes.figure.colorbar(scale, ax=axes, ticks=range(last + 1), drawedges=False)
    side.ax.set_yticklabels(panel.levels)
    side.minorticks_off()
    side.ax.tick_params(length=0)
    side.outline.set_visible(False)


def in_cell(panel: Map, value: float) -> str:
    """The text of a number in a heat map."""
    if panel.levels:
        return panel.levels[int(value)]
    writes_whole = f"{0.1:{panel.format}}" == "0"
    return "<1" if writes_whole and 0 < value < 1 else f"{value:{panel.format}}"
