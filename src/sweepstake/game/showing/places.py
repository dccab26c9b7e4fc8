"""Describes the places in a game's function where plays are merged, one line each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sweepstake.game.asked import Asked
from sweepstake.game.checking.endless import stopped
from sweepstake.game.resuming.emitting import Entry
from sweepstake.game.resuming.resumable import Resumable
from sweepstake.text.shown import listed, raised

PLACE = "place"
MADE = ("along", "place", "number", "end", "now")
"""Stems of generated names for the place in a loop."""


@contextmanager
def failing(asked: Asked) -> Iterator[None]:
    """Have an error of the function, while its states are explored, name the function and line."""
    try:
        with stopped(asked.play):
            yield
    except ValueError:  # usually one of this package's own errors
        raise
    except Exception as error:
        raise ValueError(f"{asked.name} fails: {raised(error)}") from error


def sentences(game: Resumable) -> Iterator[str]:
    """A line for each place where plays are merged, and for the running totals.

    If no loop draws, there are no such places: each play is one row of draws.
    """
    for entry in sorted(game.entries.values(), key=lambda entry: entry.line):
        names = listed(dict.fromkeys(_variable(entry, k) for k in range(len(entry.names))))
        yield f"line {entry.line}: the rest of a play depends on {names or 'nothing before it'}"
    if not game.entries:
        yield "no loop draws: plays are not merged"
    if game.totals:
        yield f"running total{'s' * (len(game.totals) > 1)}: {', '.join(map(plain, game.totals))}"


def _variable(entry: Entry, place: int) -> str:
    name = plain(entry.names[place]).replace(PLACE, "the place in the loop")
    return f"{name} (in any order)" if place in entry.bags else name


def plain(name: str) -> str:
    """The variable's name in the source.

    >>> plain("total"), plain("_0best5"), plain("_0place9")
    ('total', 'best', 'place')
    """
    if not name.startswith("_0"):
        return name
    stem = re.sub(r"^_0|\d+$", "", name)
    return PLACE if stem in MADE else stem
