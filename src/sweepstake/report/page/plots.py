"""A plot as the page shows it: an image that holds its SVG, so that no two share an id."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

from sweepstake.report.page.model import ShownPlot, Words

SIZE = re.compile(rb'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')
POINT = 96 / 72
"""Pixels of a point."""


def plot(words: Words, file: Path) -> ShownPlot:
    """The plot in the SVG `file`."""
    svg = file.read_bytes()
    found = SIZE.search(svg)
    width, height = (round(float(n) * POINT) for n in found.groups()) if found else (640, 480)
    return ShownPlot(words, f"data:image/svg+xml;base64,{b64encode(svg).decode()}", width, height)
