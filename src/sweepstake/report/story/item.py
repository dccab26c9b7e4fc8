"""An item of the story, as a value and as a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from sweepstake.store.parquet import DamagedFileError
from sweepstake.text.shown import line

Row = tuple[str, str]
ELEMENTS = {"svg", "g", "defs", "clipPath", "path", "rect", "text", "tspan", "use"}
ATTRIBUTES = {
    "viewBox", "aria-hidden", "focusable", "id", "d", "x", "y", "width", "height", "style",
    "clip-path", "transform", "href",
}  # fmt: skip
ADDRESS = re.compile(r"url\((?!#)|[a-z]+:/|@", re.IGNORECASE)


@dataclass(frozen=True)
class Chart:
    """A chart: its words, and its SVG for a wide page and for a slim one."""

    name: str
    title: str
    sub: str
    note: str
    alt: str
    wide: str
    slim: str
    is_small: bool = False

    @property
    def plot(self) -> str:
        """The name of the plot, of which it is a panel."""
        return self.name.rpartition("-")[0]


@dataclass(frozen=True)
class Item:
    """A question, its answer and how sure that is, in words, with its charts.

    `colour` says how it was computed ("exact", "sim" or "rough"), `known` is the word for that, and
    `sure` follows it. `how` are the rows of "How sure is that?". `plots` are the names of plots
    that show it, and `charts` their panels.
    """

    question: str
    asked: str
    given: str
    answer: str
    colour: str
    known: str
    sure: str
    how: tuple[Row, ...]
    plots: tuple[str, ...]
    charts: tuple[Chart, ...] = ()

    @property
    def is_pair(self) -> bool:
        """Are its charts two small panels of one plot, which stand side by side?"""
        small = len(self.charts) == 2 and all(chart.is_small for chart in self.charts)
        return small and len({chart.plot for chart in self.charts}) == 1


def write(items: Iterable[Item], file: Path) -> None:
    """Write the items of a puzzle's story."""
    kept = [asdict(item) for item in items]
    file.write_text(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8")


def read(file: Path) -> tuple[Item, ...]:
    """The items in `file`; DamagedFileError if it holds anything else."""
    try:
        return tuple(map(_item, json.loads(file.read_text("utf-8"))))
    except (ValueError, TypeError, KeyError, ElementTree.ParseError) as error:
        raise DamagedFileError(f"{file} is no story of a report ({error}); remove it") from None


def _item(kept: dict[str, Any]) -> Item:
    how, plots, charts = (kept.pop(name) for name in ("how", "plots", "charts"))
    return Item(
        **kept,
        how=tuple((name, text) for name, text in how),
        plots=tuple(plots),
        charts=tuple(map(_chart, charts)),
    )


def _chart(kept: dict[str, Any]) -> Chart:
    for size in ("wide", "slim"):
        check_drawing(kept[size])
    return Chart(**kept)


def check_drawing(svg: str) -> None:
    """ValueError unless it is a drawing as charts have it: a results folder may be a stranger's.

    It becomes a part of the page, so it may have no other elements and no addresses.
    """
    if "<!" in svg or "<?" in svg:
        raise ValueError("a drawing has no declarations")
    for element in ElementTree.fromstring(svg).iter():  # noqa: S314  # without declarations
        if element.tag not in ELEMENTS or not ATTRIBUTES.issuperset(element.keys()):
            raise ValueError(f"a drawing has no <{line(element.tag, 20)}> such as this")
        for name, text in element.items():
            if (name == "href" and text[:1] != "#") or ADDRESS.search(text):
                raise ValueError(f"a drawing names no {line(text, 60)}")
