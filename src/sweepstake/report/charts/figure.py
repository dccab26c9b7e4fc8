"""The figures that puzzles declare: files of a plot, axes in a notebook, drawings on the page.

Only the modules of this folder use Matplotlib. Computed values are blue and filled; simulated
values are orange and hollow, with 95 % intervals. If there are several lines, one has a colour, the
others are grey, and each has its name at its end. Axes of whole numbers have whole ticks;
logarithmic axes have plain numbers or powers of ten.

The page gets each panel as two SVG drawings, one for a desktop and one for a phone. Their text
stays text in the font of the page. Their colours are variables of its style sheet, so the drawings
follow the page's dark mode.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sweepstake.puzzle.display import Frames, Map, Middle, Panel, Plot, Series
from sweepstake.report.charts.labels import fit, mark_usual, write_heights
from sweepstake.report.charts.look import (
    EXACT,
    INK,
    LETTER,
    MID,
    MUTE,
    RULE,
    SIMULATED,
    SIMULATED_MID,
    SOFT,
    WHITE,
    looks,
    size,
    write_names,
)
from sweepstake.report.charts.marks import SCALE, draw_map, draw_series, draw_spans, mark_middle
from sweepstake.report.charts.texts import note, title
from sweepstake.report.charts.ticks import set_ticks
from sweepstake.text.shown import printable

WIDE, HIGH = 720, 340
"""The size of a panel in pixels of the page; a point of text is one pixel."""
PIXELS = 72
"""Pixels of the page in an inch."""
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": SOFT,
    "axes.labelsize": 12,
    "axes.spines.bottom": False,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "figure.constrained_layout.hspace": 0.08,
    "figure.constrained_layout.wspace": 0.06,
    "figure.titlesize": 16,
    "figure.titleweight": "bold",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 13,
    "grid.color": RULE,
    "grid.linewidth": 1,
    "svg.fonttype": "none",  # text that can be searched and read aloud
    "svg.hashsalt": "sweepstake",  # the same figure is the same file
    "text.color": INK,
    "text.parse_math": False,  # a $ is a $
    "xtick.color": SOFT,
    "xtick.labelsize": 12,
    "ytick.color": SOFT,
    "ytick.labelsize": 12,
    "ytick.major.size": 0,
}
SIZES = {"wide": (720, 320), "slim": (320, 275)}
"""Width and height in pixels of the page."""
INSIDE: Any = {
    "axes.titlesize": 12, "axes.titlecolor": SOFT, "axes.facecolor": "none",
    "figure.facecolor": "none",
}  # fmt: skip
"""The style of a drawing inside the page."""
VARIABLES = {
    EXACT: "exact", SIMULATED: "sim", MUTE: "mute", SOFT: "soft", RULE: "rule", INK: "ink",
    MID: "mid", SIMULATED_MID: "smid", WHITE: "paper",
    **{colour: f"h{step}" for step, colour in enumerate(SCALE)},
}  # fmt: skip
COLOUR = re.compile("#[0-9a-f]{6}")
USED = re.compile(r'(?:href="#|url\(#)([\w.-]+)')
NAME = re.compile(r' id="([\w.-]+)"')
TAG = re.compile("<[^>]*>")
NUMBER = re.compile(r"-?\d+\.\d{2,}")
LEFT_OUT = re.compile(
    r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->|\n\s*|font-family: [^;\"]*;? ?"
    r'| transform="rotate\(-?0 [^"]*"',
    re.DOTALL,
)
Panels = Sequence[Panel | Map]


@contextmanager
def styled(style: Any = STYLE) -> Iterator[None]:
    """Have figures drawn in this style, whatever a `matplotlibrc` on this computer says."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(style)
        yield


def panels(plot: Plot, frames: Frames) -> Panels:
    """The panels of `plot`; none if there are no answers."""
    return plot.make(frames) if any(map(len, frames.values())) else []


def write(plot: Plot, panels: Panels, svg: Path, png: Path, left_out: str = "") -> None:
    """Draw `plot` and write it to an SVG file and to a PNG file with 150 dots an inch.

    The text `left_out`, below the figure, says which answers are not drawn.
    """
    with styled():
        figure = draw(plot, panels)
        if left_out:
            figure.supxlabel(printable(left_out), x=0.01, horizontalalignment="left", fontsize=8)
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)


def draw(plot: Plot, panels: Panels) -> Figure:
    """The figure: its panels below each other, under its title."""
    panels = panels or [Panel("nothing to draw at these points", "", "", [])]
    rows = len(panels)
    size = WIDE / PIXELS, (HIGH * rows + 40) / PIXELS
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(fill(plot.finding or plot.title, 70), x=0.01, horizontalalignment="left")
    for index, panel in enumerate(panels):
        finding = "" if index == 0 and plot.finding else panel.finding or title(panel)
        below = (index == 0 and plot.note) or note(panel)
        fill_axes(figure.add_subplot(rows, 1, index + 1), panel, finding, below)
    fit(figure)
    return figure


def axes(panel: Panel | Map) -> Axes:
    """New pyplot axes with `panel`; a notebook shows figures that pyplot makes."""
    from matplotlib import pyplot

    with mpl.rc_context(STYLE):
        size = WIDE / PIXELS, HIGH / PIXELS
        figure, blank = pyplot.subplots(figsize=size, layout="constrained")
        fill_axes(blank, panel, below=note(panel))
        fit(figure)
    return blank


def save(axes: Axes, path: Path, title: str) -> None:
    """Write the figure of `axes`, with a title, to a file; the suffix sets the file format."""
    figure = axes.get_figure()
    if isinstance(figure, Figure):
        text = fill(printable(title), 70)
        figure.suptitle(text, x=0.01, horizontalalignment="left", parse_math=False)
        figure.savefig(path, bbox_inches="tight", dpi=150)


def drawing(panel: Panel | Map) -> str:
    """`panel` as an SVG element for a notebook."""
    with styled():
        return svg_of(alone(panel, WIDE, HIGH, note(panel)))


def alone(panel: Panel | Map, width: int, height: int, below: str = "") -> Figure:
    """A figure with only `panel`, and with the text `below` its axis."""
    figure = Figure(figsize=(width / PIXELS, height / PIXELS), layout="constrained")
    fill_axes(figure.add_subplot(), panel, below=below)
    fit(figure)
    return figure


def svg_of(figure: Figure) -> str:
    """A figure as an SVG element."""
    file = StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()[file.getvalue().index("<svg") :]


def fill_axes(axes: Axes, panel: Panel | Map, finding: str = "", below: str = "") -> None:
    """Draw `panel` in `axes`, with the finding, the title and the vertical axis's name above."""
    panel = _printable(panel)
    x, y, widths = panel.x, panel.y, (80, 60, 70)
    if isinstance(panel, Panel) and panel.has_spans:
        x, y, widths = panel.y, panel.x, (int(size(axes)[0] / LETTER),) * 3
    axes.set_xlabel("\n".join(filter(None, [fill(x, 48), fill(below, 80)])))
    above = map(fill, (finding, panel.title, y), widths)
    axes.set_title("\n".join(filter(None, above)), loc="left")
    _draw(axes, panel)


def _printable(part: Any) -> Any:
    """A panel or a part of it, with control characters escaped: SVG does not allow them."""
    if isinstance(part, str):
        return "\n".join(map(printable, part.split("\n")))
    if isinstance(part, Panel | Map | Series):
        parts = {field.name: _printable(getattr(part, field.name)) for field in fields(part)}
        return replace(part, **parts)
    has_texts = hasattr(part, "__iter__") and any(isinstance(p, str | Series) for p in part)
    return [*map(_printable, part)] if has_texts and not isinstance(part, Middle) else part


def _draw(axes: Axes, panel: Panel | Map) -> None:
    if isinstance(panel, Map):
        draw_map(axes, panel)
        return
    if panel.has_spans:
        draw_spans(axes, panel)
        return
    drawn = looks(panel.series)
    if panel.words:
        update: Any = axes.xaxis.update_units
        update(panel.words)  # Matplotlib places words in the order of their first use
    if panel.log_x:
        axes.set_xscale("log")
    if panel.log_y:
        axes.set_yscale("log", nonpositive="clip")
    draw_series(axes, drawn)
    if panel.zero:
        axes.set_ylim(0, axes.get_ylim()[1])
    set_ticks(axes, panel)
    write_names(axes, drawn)
    write_heights(axes, panel)
    mark_usual(axes, panel, drawn)
    mark_middle(axes, panel, drawn)


def drawings(panel: Panel | Map, name: str) -> dict[str, str]:
    """The panel drawn in each of `SIZES`, without its title; ids begin with `name`."""
    with styled():
        svgs = {size: svg_of(figure_of(panel, *SIZES[size])) for size in SIZES}
    return {size: _slimmed(svg, f"{name}-{size}", *SIZES[size]) for size, svg in svgs.items()}


def figure_of(panel: Panel | Map, width: int, height: int) -> Figure:
    """The panel without its title, on a transparent background."""
    with mpl.rc_context(INSIDE):
        return alone(replace(panel, title=""), width, height)


def _slimmed(svg: str, name: str, width: int, height: int) -> str:
    """The SVG without metadata and fonts; ids begin with `name`, and colours are variables."""
    _, _, body = LEFT_OUT.sub("", svg).partition(">")
    body = COLOUR.sub(lambda m: f"var(--{VARIABLES[m[0]]})" if m[0] in VARIABLES else m[0], body)
    used = {*USED.findall(body)}
    body = NAME.sub(lambda m: f' id="{name}-{m[1]}"' if m[1] in used else "", body)
    body = USED.sub(lambda m: m[0].replace(m[1], f"{name}-{m[1]}"), body)
    body = TAG.sub(lambda m: NUMBER.sub(_rounded, m[0]), body)  # but not numbers in texts
    head = f'<svg viewBox="0 0 {width} {height}" aria-hidden="true" focusable="false">'
    return f"{head}{body.replace('xlink:href', 'href')}"


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")
