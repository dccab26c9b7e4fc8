"""Printing for people and for programs: in colour on a terminal, plain in a pipe.

A `Bar` shows on standard error how far an answer is, if it takes more than two seconds. On a
terminal it is what the method reports, or else a bar of the chunks that are computed. Otherwise
there is a line every ten seconds, if the method reports something.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Listing
from sweepstake.run.pace import Pace
from sweepstake.text.shown import duration, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

NUMBER = r"[-+]?(?!0\d)\d[\d,.]*(?:e[-+]?\d+| × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:/\d+)?%?"
COLOURS = ((rf"(?<![\w.]){NUMBER}(?!\w)", "cyan"), (r"\w*[♥♦]", "red"), (r"^[\w ()=]+:", "bold"))
"""Patterns that are coloured on a terminal; later ones win."""
TIMES, UNBROKEN = " × 10", "\N{NO-BREAK SPACE}"
"""A power of ten, which stays on the line of the number before it."""
LEAST_WIDTH = 20
"""The least width of a terminal."""
NARROW = 12
"""The width to which words may shrink, if there is no room."""
PATIENCE = 2.0
"""Seconds after which the bar appears."""
UPDATE = 0.2
"""Seconds between two updates."""
LINES = 10.0
"""Seconds between two lines where there is no terminal."""


def show(listing: Listing) -> None:
    """Print a listing as a table as wide as the terminal; it may be wider if its numbers are."""
    from rich.text import Text

    if listing.title:
        say([listing.title], style="italic")
    if listing.rows:
        room = console().width
        rows = [["" if v is None else printable(str(v)) for v in row] for row in listing.rows]
        columns = [*zip(listing.header, *rows, strict=True)]
        wide, gaps = sum(max(map(len, column)) for column in columns), len(columns) - 1
        gap = 1 if wide + gaps <= room < wide + 2 * gaps else 2
        widths = _widths(columns, room - gap * gaps)
        table = _table(columns, widths, gap)
        for row in rows:
            table.add_row(*(coloured(Text(cell)) for cell in row))
        above = [""] if listing.title else []
        least = sum(widths) + gap * gaps
        console(width=max(room, least)).print(*above, table, "", sep="\n")
    if listing.note:
        say(listing.note.splitlines())


def say(lines: Iterable[str], style: str = "") -> None:
    """Print lines; a long one is broken between words, and its parts are indented."""
    from rich.text import Text

    terminal = console()
    for line in lines:
        for part in wrapped(line, terminal.width):
            terminal.print(coloured(Text(printable(part), style)), soft_wrap=True)


def wrapped(line: str, width: int) -> list[str]:
    """A line in parts that fit `width`, except where a single word does not.

    >>> wrapped("  plays: 26 in the mean", 12), wrapped("  is 3 × 10⁻⁹", 9)
    (['  plays: 26', '    in the', '    mean'], ['  is', '    3 × 10⁻⁹'])
    """
    within = " " * (len(line) - len(line.lstrip()))
    parts = textwrap.wrap(
        line.replace(TIMES, TIMES.replace(" ", UNBROKEN)),
        width,
        subsequent_indent=f"{within}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [part.replace(UNBROKEN, " ") for part in parts] or [""]


def width() -> int:
    """The columns of the terminal; 80 without one."""
    return max(shutil.get_terminal_size().columns, LEAST_WIDTH)


def console(**options: Any) -> Console:
    """A console, on which something can be printed even if COLUMNS is 0 or 1."""
    from rich.console import Console

    columns = Console(**options).width or width()  # 0 means unknown
    return Console(**{"width": max(columns, LEAST_WIDTH)} | options)


def coloured(text: Text) -> Text:
    """`text` with its numbers and suits in colours, which only a terminal gets."""
    for pattern, colour in COLOURS:
        text.highlight_regex(pattern, colour)
    return text


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """The widths of columns: their cells' widths; in too little room the widest shrink first."""
    widths, least = [max(map(len, column)) for column in columns], [*map(_least, columns)]
    while sum(widths) > room and widths != least:
        widths[max(range(len(widths)), key=lambda k: (widths[k] > least[k], widths[k]))] -= 1
    return widths


def _table(columns: Sequence[Sequence[str]], widths: Sequence[int], gap: int) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, padding=(0, gap - 1, 0, 0), pad_edge=False, show_edge=False)
    for (name, *cells), width in zip(columns, widths, strict=True):
        numbers = _numbers(cells)
        table.add_column(
            Text(name),
            overflow="fold",
            header_style="bold",
            no_wrap=numbers,
            width=width,
            justify="right" if numbers else "left",
        )
    return table


def _numbers(cells: Sequence[str]) -> bool:
    """True if all cells are numbers or empty, but not all empty."""
    return any(cells) and all(re.fullmatch(NUMBER, cell) for cell in cells if cell)


def _least(column: Sequence[str]) -> int:
    """The least width of a column: numbers stay whole, other words shrink to `NARROW`."""
    if _numbers(column[1:]):
        return max(map(len, column))
    words = [word for cell in column for word in cell.split()] or [""]
    return max(
        len(word) if re.fullmatch(NUMBER, word) else min(len(word), NARROW) for word in words
    )


class Bar:
    """Shows how far work called `title` is."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._draw, daemon=True)
        self._pace = Pace()

    def advance(self, done: float, total: float) -> None:
        """Show that so many predicted seconds of `total` are done; the first call begins."""
        if not done:
            self._pace = Pace()
            self.begin()
        self._pace.advance(done, total)

    def begin(self) -> None:
        """Show what the methods report, and the bar if a total is known."""
        if not self._thread.is_alive() and not self._ended.is_set():
            self._thread.start()

    def end(self) -> None:
        """Remove the bar."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def seconds(self) -> tuple[float, float]:
        """The seconds since the beginning, and the estimated seconds left."""
        return self._pace.seconds()

    def _draw(self) -> None:
        if not sys.stderr.isatty():
            self._write_lines()
            return
        if self._ended.wait(PATIENCE):
            return
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
        with Progress(
            *columns, console=console(stderr=True), transient=True, auto_refresh=False
        ) as progress:
            task = progress.add_task(self.title, total=1.0, left="")
            while not self._ended.wait(UPDATE):
                took, left = self.seconds()
                share = took / (took + left) if self._pace.total else None
                text = f"{share:4.0%}, about {duration(round(left))} left" if share else ""
                if report := _reported():  # the time left would only be the clock's
                    share, text = None, f"{report}, {duration(round(took))} so far"
                total = None if share is None else 1.0
                progress.update(task, total=total, completed=share or 0.0, left=text, refresh=True)

    def _write_lines(self) -> None:
        """Write a line every ten seconds, while a method reports how far it is."""
        while not self._ended.wait(LINES):
            if report := _reported():
                took = duration(round(self.seconds()[0]))
                print(f"sweepstake: {self.title}: {report}, {took} so far", file=sys.stderr)


def _reported() -> str:
    """The line that the method that computes now reports; empty before the first report."""
    child = sys.modules.get("sweepstake.run.child")  # imported if there is a child
    return child.report() if child else ""
