"""Where the words of a figure stand: level, no two may touch, and none may leave the picture."""

from itertools import combinations
from pathlib import Path

import matplotlib as mpl

from sweepstake.config.file import read_config
from sweepstake.report import plots
from sweepstake.report.contents import contents
from sweepstake.report.parts import Parts
from sweepstake.report.plots.inline import SIZES, bare, figure_of

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


def touching(figure):
    """The pairs of texts that lie upon each other, and those that leave the picture."""
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
    return pairs, outside


def check_panel(panel):
    """Check a panel as it stands on the page, on a desk and on a phone."""
    for size in SIZES.values():
        with mpl.rc_context(plots.STYLE):
            assert touching(figure_of(bare(panel), *size)) == ([], []), (panel.title, size)


def check_plots(config, results):
    """Check the file of every plot of a run, with all of its panels, and each panel alone."""
    made = contents(read_config(Path(config)))
    assert made.plots
    for name, plot in made.plots.items():
        (frames,) = Parts(plot, made.by_question, Path(results))
        with mpl.rc_context(plots.STYLE):
            assert touching(plots.draw(plot, frames)) == ([], []), name
        for panel in plot.make(frames):
            check_panel(panel)
