"""Where the words of a figure stand: level, no two may touch, and none may leave the picture."""

from itertools import combinations, pairwise
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.collections import Collection, LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle, StepPatch

from sweepstake.config.file import read_config
from sweepstake.report.charts import figure as plots
from sweepstake.report.charts.figure import SIZES, figure_of
from sweepstake.report.charts.labels import LABEL
from sweepstake.report.page.contents import contents
from sweepstake.report.page.items import Parts

TOUCH = 1.0
"""Pixels of the empty rim of letters that may lie upon each other."""


def boxes(figure):
    """The texts that are seen, with where they stand."""
    figure.draw_without_rendering()
    texts = []
    for axes in figure.axes:
        assert axes.get_legend() is None
        texts += [axes.xaxis.label, axes.yaxis.label, axes._left_title, *axes.texts]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            slack = 1e-9 * (high - low)
            texts += [
                tick.label1
                for tick in axis.get_major_ticks() * axis.get_visible()
                if low - slack <= tick.get_loc() <= high + slack
            ]
    seen = [text for text in texts if text.get_visible() and text.get_text().strip()]
    assert {text.get_rotation() for text in seen} <= {0}
    return [(text.get_text(), text.get_window_extent()) for text in seen]


def covered(figure):
    """The labels of usual points that lie upon a line, a mark, a bar or an area."""
    return [
        label.get_text()
        for axes in figure.axes
        for label in axes.texts
        if label.get_gid() == LABEL and label.get_visible()
        if any(
            _covers(label.get_window_extent(), mark)
            for mark in [*axes.lines, *axes.patches, *axes.collections]
        )
    ]


def _covers(box, mark):
    """Is a pixel of a mark, of a line or of an area inside the box?"""
    if isinstance(mark, Line2D):
        path, half = mark.get_path(), mark.get_markersize() / 2 * mark.figure.dpi / 72
        corners = path.transformed(mark.get_transform()).vertices
        is_marked, is_line = mark.get_marker() != "None", mark.get_linestyle() != "None"
        return (is_marked and _holds(box, corners, half)) or (is_line and _crosses(box, corners))
    if isinstance(mark, LineCollection):
        paths = [path.transformed(mark.get_transform()) for path in mark.get_paths()]
        return any(_crosses(box, path.vertices) for path in paths)
    if isinstance(mark, Collection | Rectangle | StepPatch):
        paths = mark.get_paths() if isinstance(mark, Collection) else [mark.get_path()]
        pixels = np.stack(
            np.meshgrid(*(np.arange(*ends) for ends in (box.intervalx, box.intervaly)))
        )
        spots = pixels.reshape(2, -1).T
        return any(p.transformed(mark.get_transform()).contains_points(spots).any() for p in paths)
    return False


def _holds(box, spots, half=0.0):
    return bool(box.padded(half - TOUCH).count_contains(spots))


def _crosses(box, corners):
    """Does a line through these corners have a pixel in the box?"""
    return any(
        _holds(box, np.linspace(a, b, 2 + int(np.hypot(*(b - a)))))
        for a, b in pairwise(corners)
        if np.isfinite([a, b]).all()
    )


def touching(figure):
    """The pairs of texts that lie upon each other; labels upon marks; texts outside the picture."""
    texts, wide, high = boxes(figure), *figure.bbox.size
    pairs = [
        (first, other)
        for (first, a), (other, b) in combinations(texts, 2)
        if min(a.x1, b.x1) - max(a.x0, b.x0) > TOUCH and min(a.y1, b.y1) - max(a.y0, b.y0) > TOUCH
    ]
    outside = [
        text
        for text, box in texts
        if box.x0 < -TOUCH or box.y0 < -TOUCH or box.x1 > wide + TOUCH or box.y1 > high + TOUCH
    ]
    return pairs, covered(figure), outside


def check_panel(panel):
    """Check a panel as it stands on the page, on a desk and on a phone."""
    for size in SIZES.values():
        with mpl.rc_context(plots.STYLE):
            assert touching(figure_of(panel, *size)) == ([], [], []), (panel.title, size)


def check_plots(config, results):
    """Check the file of every plot of a run, with all of its panels, and each panel alone."""
    made = contents(read_config(Path(config)))
    assert made.plots
    for name, plot in made.plots.items():
        (frames,) = Parts(plot, made.by_question, Path(results))
        panels = plots.panels(plot, frames)
        with mpl.rc_context(plots.STYLE):
            assert touching(plots.draw(plot, panels)) == ([], [], []), name
        for panel in panels:
            check_panel(panel)
