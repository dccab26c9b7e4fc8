"""The table of a sweep on a terminal, with bars beside it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing

if TYPE_CHECKING:
    from sweepstake.ask.answers import Answers

BLOCKS = " ▏▎▍▌▋▊▉█"
WIDTH = 20
"""Characters of the longest bar."""


def listing(answers: Answers, asked: Sequence[str]) -> Listing:
    """The answers in words, and on a terminal a bar for the first number."""
    table = answers.table(*asked)
    header, rows = (
        [*map(str, table.columns)],
        [[*map(str, row)] for row in table.to_numpy().tolist()],
    )
    if sys.stdout is not None and sys.stdout.isatty() and len(rows) > 1:
        numbers = [value.number for value in answers.values(answers.numbers(*asked)[0])]
        wide = sum(max(map(len, column)) + 2 for column in zip(header, *rows, strict=True))
        if (room := min(WIDTH, terminal.width() - wide)) > 3:
            header.append("")
            rows = [[*row, bar] for row, bar in zip(rows, bars(numbers, room), strict=True)]
    return Listing("", tuple(header), [tuple(row) for row in rows])


def bars(numbers: Sequence[float], width: int) -> list[str]:
    """A bar for each number from 0 on, the longest of `width` characters; none below 0.

    >>> bars([1.0, 0.5, 0.0], 4)
    ['████', '██', '']
    """
    most = max((number for number in numbers if isfinite(number)), default=0.0)
    return [_bar(number / most * width if most > 0 else 0.0) for number in numbers]


def _bar(length: float) -> str:
    if not isfinite(length) or length <= 0:
        return ""
    eighths = round(length * 8)
    return (BLOCKS[8] * (eighths // 8) + BLOCKS[eighths % 8]).rstrip()
