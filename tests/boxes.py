"""Where the words of a figure stand: level, no two may touch, and none may leave the picture."""

from itertools import combinations
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb

from sweepstake.config.file import read_config
from sweepstake.report.charts import figure as plots
from sweepstake.report.charts.figure import SIZES, figure_of
from sweepstake.report.charts.labels import LABEL
from sweepstake.report.charts.look import RULE
from sweepstake.report.page.contents import contents
from sweepstake.report.page.items import Parts

TOUCH = 1.0
"""Pixels of the empty rim of letters that may lie upon each other."""
GRID = 256 - 255 * min(to_rgb(RULE))
"""How dark a line of the grid is, rounded up."""


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
    """The labels of usual points that would hide a pixel of anything but the grid."""
    texts = [text for axes in figure.axes for text in axes.texts if text.get_gid() == LABEL]
    labels = [(text, text.get_window_extent()) for text in texts if text.get_visible()]
    if not labels:
        return []
    for label, _ in labels:
        label.set_visible(False)
    canvas = FigureCanvasAgg(figure)
    figure.set_facecolor("white")
    canvas.draw()
    darkness = 255 - np.asarray(canvas.buffer_rgba())[::-1, :, :3].min(axis=2).astype(int)
    return [
        label.get_text()
        for label, box in labels
        if darkness[slice(*map(round, box.intervaly)), slice(*map(round, box.intervalx))].max()
        > GRID
    ]


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
