"""A distribution drawn in a line of blocks, as wide as the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import ceil

import numpy as np
import pandas as pd

from sweepstake.cli import terminal
from sweepstake.text import numbers

MARGIN = 4
SHOWN = 0.99
"""The share of the probability that is drawn; the largest values are left out."""
BLOCKS = " ▁▂▃▄▅▆▇█"


def drawing(
    values: pd.Series[float], probability: pd.Series[float], is_whole: bool
) -> Iterator[str]:
    """Two lines, the heights and the ends of the range; nothing unless output is a terminal."""
    if not sys.stdout.isatty():
        return
    heights, low, high = binned(values, probability, terminal.width() - 2 * MARGIN, is_whole)
    ends = (numbers.plain(low), numbers.plain(high))
    yield f"{' ' * MARGIN}{drawn(heights)}"
    gap = " " * max(1, len(heights) - sum(map(len, ends)))
    yield f"{' ' * MARGIN}{ends[0]}{gap}{ends[1]}"


def binned(
    values: pd.Series[float], probability: pd.Series[float], width: int, is_whole: bool
) -> tuple[list[float], float, float]:
    """The probability in each of at most `width` equal parts of the range, and its ends.

    >>> binned(pd.Series([1.0, 2.0, 3.0]), pd.Series([0.25, 0.5, 0.25]), 10, True)
    ([0.25, 0.5, 0.25], 1.0, 3.0)
    """
    table = pd.DataFrame({"value": values, "share": probability}).dropna().sort_values("value")
    upto = table["share"].cumsum()
    table = table[(upto - table["share"]) < SHOWN * upto.iloc[-1]]
    low, high = float(table["value"].iloc[0]), float(table["value"].iloc[-1])
    size = (high - low) / width or 1.0
    if is_whole:
        size = float(ceil((high - low + 1) / width))
    place = ((table["value"] - low) / size).astype(int).clip(upper=width - 1)
    sums = np.bincount(place, weights=table["share"])
    return sums.tolist(), low, high


def drawn(heights: list[float]) -> str:
    """A block for each height, the last one for the greatest; heights above 0 are visible.

    >>> drawn([0.0, 1.0, 4.0, 8.0])
    ' ▁▄█'
    """
    top, most = len(BLOCKS) - 1, max(heights)
    return "".join(BLOCKS[max(h > 0, round(h / most * top))] for h in heights)
