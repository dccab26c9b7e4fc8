"""Printing for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Listing

if TYPE_CHECKING:
    import pandas as pd


def show(listing: Listing) -> None:
    """Print a listing as a table as wide as the terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place, name in enumerate(listing.header):
        table.add_column(name, overflow="fold", no_wrap=place == 0)
    for row in listing.rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    console.print(listing.title, style="italic", highlight=False)
    if listing.rows:
        console.print(table)
    if listing.note:
        console.print(listing.note, highlight=False)


def as_json(frame: pd.DataFrame) -> str:
    """The frame as a JSON list of row objects; what is missing is null."""
    import json

    rows = frame.astype(object).where(frame.notna(), None).to_dict(orient="records")
    return json.dumps(rows, indent=1)


def short(value: object) -> str:
    """A value in at most 60 characters."""
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else f"{text[:40]}... ({len(text)} characters)"
