"""The figures that puzzles declare: files of a plot, axes in a notebook, drawings on the page.

Only the modules of this folder use Matplotlib. Computed values are blue and filled; simulated
values are orange and hollow, with 95 % intervals. If there are several lines, one has a colour, the
others are grey, and each has its name at its end. Axes of whole numbers have whole ticks;
logarithmic axes have plain numbers or powers of ten.

The page gets each panel as two SVG drawings, one for a desktop and one for a phone, as Matplotlib
writes them. Their text stays text. The page's style sheet sets their font, and a variable for each
of `VARIABLES`, so the drawings follow the page's dark mode.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sweepstake.puzzle.display import Frames, Map, Middle, Panel, Plot, Series
from sweepstake.report.charts.labels import fit, write_names
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
"""The colours of drawings, each with the name of the page's variable for it."""
UNUSED, NUMBERS = {"metadata", "style"}, {"d", "x", "y", "width", "height"}
"""Elements that a drawing inside the page doesn't need, and attributes that are numbers."""
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
        figure = draw(plot, panels, left_out)
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)


def draw(plot: Plot, panels: Panels, left_out: str = "") -> Figure:
    """The figure: its panels below each other, under its title, above the text `left_out`."""
    panels = panels or [Panel("nothing to draw at these points", "", "", [])]
    rows = len(panels)
    size = WIDE / PIXELS, (HIGH * rows + 40) / PIXELS
    figure = Figure(figsize=size, layout="constrained")
    above = fill(printable(plot.finding or plot.title), 70)
    figure.suptitle(above, x=0.01, horizontalalignment="left")
    if left_out:
        figure.supxlabel(printable(left_out), x=0.01, horizontalalignment="left", fontsize=8)
    drawn = {}
    for index, panel in enumerate(panels):
        finding = "" if index == 0 and plot.finding else panel.finding or title(panel)
        below = (index == 0 and plot.note) or note(panel)
        axes = figure.add_subplot(rows, 1, index + 1)
        drawn[axes] = fill_axes(axes, panel, finding, below)
    fit(drawn)
    return figure


def axes(panel: Panel | Map) -> Axes:
    """New pyplot axes with `panel`; a notebook shows figures that pyplot makes."""
    from matplotlib import pyplot

    with mpl.rc_context(STYLE):
        size = WIDE / PIXELS, HIGH / PIXELS
        _, blank = pyplot.subplots(figsize=size, layout="constrained")
        fit({blank: fill_axes(blank, panel, below=note(panel))})
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
    axes = figure.add_subplot()
    fit({axes: fill_axes(axes, panel, below=below)})
    return figure


def svg_of(figure: Figure) -> str:
    """A figure as an SVG element."""
    file = StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()[file.getvalue().index("<svg") :]


def fill_axes(axes: Axes, panel: Panel | Map, finding: str = "", below: str = "") -> Panel | Map:
    """Draw `panel` in `axes`, with the finding, the title and the vertical axis's name above.

    Returns what `fit` needs to write numbers and words into the space that the layout leaves.
    """
    panel, finding, below = _printable(panel), _printable(finding), _printable(below)
    x, y, widths = panel.x, panel.y, (80, 60, 70)
    if isinstance(panel, Panel) and panel.has_spans:
        x, y, widths = panel.y, panel.x, (int(size(axes)[0] / LETTER),) * 3
    axes.set_xlabel("\n".join(filter(None, [fill(x, 48), fill(below, 80)])))
    above = map(fill, (finding, panel.title, y), widths)
    axes.set_title("\n".join(filter(None, above)), loc="left")
    _draw(axes, panel)
    return panel


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
    mark_middle(axes, panel, drawn)


def drawings(panel: Panel | Map, name: str) -> dict[str, str]:
    """The panel drawn in each of `SIZES`, without its title; `name` makes its ids unique."""
    drawn = {}
    for width, pixels in SIZES.items():
        with styled({**STYLE, "svg.hashsalt": f"{name}-{width}"}):
            drawn[width] = element(svg_of(figure_of(panel, *pixels)))
    return drawn


def figure_of(panel: Panel | Map, width: int, height: int) -> Figure:
    """The panel without its title, on a transparent background."""
    with mpl.rc_context(INSIDE):
        return alone(replace(panel, title=""), width, height)


def element(svg: str) -> str:
    """A drawing as an element of a page.

    It has no size, no fonts, only ids that something refers to, and one decimal.
    """
    root = ElementTree.fromstring(svg)  # noqa: S314  # our own
    root.attrib = {"viewBox": root.attrib["viewBox"], "aria-hidden": "true", "focusable": "false"}
    references = {text for part in root.iter() for text in part.attrib.values()}
    for part in root.iter():
        for child in [child for child in part if child.tag.rpartition("}")[2] in UNUSED]:
            part.remove(child)
        names = {name.rpartition("}")[2]: text for name, text in part.attrib.items()}
        if not references & {f"#{names.get('id')}", f"url(#{names.get('id')})"}:
            names.pop("id", None)
        if "style" in names:
            styles = names["style"].split("; ")
            names["style"] = "; ".join(s for s in styles if not s.startswith("font-family"))
        if names.get("transform", "").startswith("rotate(-0 "):
            del names["transform"]
        for name in NUMBERS & names.keys():
            names[name] = " ".join(map(_rounded, names[name].split()))
        part.tag, part.attrib = part.tag.rpartition("}")[2], names
        part.tail = None
        if part.tag != "text":
            part.text = None
    return ElementTree.tostring(root, "unicode")


def _rounded(number: str) -> str:
    """A number of a drawing, to a tenth of a pixel; letters of a path as they are."""
    return number if number.isalpha() else f"{float(number):.1f}".removesuffix(".0")
