"""A panel for the page: two SVG drawings, one for a desktop and one for a phone.

Text stays text in the font of the page. Colours are variables of its style sheet, so the drawings
follow the page's dark mode.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from sweepstake.puzzle.display import Map, Panel
from sweepstake.report.plots import alone, styled, svg_of
from sweepstake.report.plots.marks.look import (
    EXACT,
    INK,
    MID,
    MUTE,
    RULE,
    SIMULATED,
    SIMULATED_MID,
    SOFT,
    WHITE,
)
from sweepstake.report.plots.marks.maps import SCALE

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
