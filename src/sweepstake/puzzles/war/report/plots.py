"""The figures of War, made of the stored answers.

Lengths differ by even numbers in most games (each battle moves one card), so bins are an even
number of plays wide: an odd width would draw a comb.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sweepstake.core.stats.summary import pooled, summary, survival
from sweepstake.puzzle.display import Frames, Panel, Series
from sweepstake.puzzle.frames import by_point
from sweepstake.puzzles.war.report.tables import GAME

BINS = 75
POINTS = 150
TWO_PACKS = 104
FEWEST = 10  # games that a point of a tail stands for, at least
PLAYS = "length of a game (plays)"
Games = Mapping[int, pd.DataFrame]


def sweep(frames: Frames) -> list[Panel]:
    """How likely A is to win every battle, over the size of the deck; apart, of very large ones."""
    frame = frames["war_sweep"]
    swept = frame[frame["swept"] & (frame["probability"] > 0)].assign(
        cards=lambda rows: rows["ranks"] * rows["suits"]
    )
    usual = swept["cards"] <= TWO_PACKS
    panels = [_swept(f"up to {TWO_PACKS} cards", swept[usual])]
    return panels if usual.all() else [*panels, _swept("decks of any size", swept)]


def length(frames: Frames) -> list[Panel]:
    """The histogram of game lengths with 3 cards down, and one for each number of cards down."""
    deck, games = most_played(frames["war_length"])
    down = 3 if 3 in games else min(games)
    usual = games[down]
    width = bin_width(usual["plays"])
    y = f"share of games, {width} plays a bin"
    one = Panel(f"{deck}, {down} face down", PLAYS, y, [histogram("", usual, width)])
    steps = [histogram(f"{k} face down", rows, width, steps=True) for k, rows in games.items()]
    return [one, Panel(f"{deck}, by cards face down in a war", PLAYS, y, steps)]


def longer(frames: Frames) -> list[Panel]:
    """How likely a game is to last longer, a line for each number of cards down."""
    deck, games = most_played(frames["war_length"])
    lines = [tail(f"{down} face down", rows) for down, rows in games.items()]
    return [Panel(deck, PLAYS, "share of games that last longer", lines, log_y=True)]


def means(frames: Frames) -> list[Panel]:
    """The mean length over the size of the deck: a panel for each suits, a line for each down."""
    found = pd.DataFrame(
        [
            point | {"cards": point["ranks"] * point["suits"], "mean": mean, "error": error}
            for point, methods in by_point(GAME, frames["war_length"])
            for mean, error in [_mean(methods.get("chain", next(iter(methods.values()))))]
        ]
    )
    return [_means(f"suits: {suits}", rows) for suits, rows in found.groupby("suits", sort=True)]


def most_played(frame: pd.DataFrame) -> tuple[str, Games]:
    """The deck of which most games were played, in words, and its rows by cards face down."""
    decks: dict[tuple[int, int], dict[int, pd.DataFrame]] = {}
    for point, methods in by_point(GAME, frame):
        games = decks.setdefault((point["ranks"], point["suits"]), {})
        games[point["down"]] = methods.get("simulate", next(iter(methods.values())))
    ranks, suits = max(decks, key=lambda deck: (sum(map(_played, decks[deck].values())), deck))
    return f"{ranks} x {suits} cards", decks[ranks, suits]


def bin_width(plays: pd.Series[int]) -> int:
    """The least even width that covers `plays` with `BINS` bins."""
    return 2 * ceil((plays.max() - plays.min() + 1) / (2 * BINS))


def histogram(label: str, rows: pd.DataFrame, width: int, *, steps: bool = False) -> Series:
    """The share of games by bin, `width` plays each, from the shortest game on."""
    first = int(rows["plays"].min())
    place, share = pooled((rows["plays"] - first) // width, rows["probability"])
    left = first + width * np.arange(int(place[-1]) + 2)
    shares = np.zeros(len(left))
    shares[place.astype(int)] = share
    if steps:
        return Series(label, left.tolist(), shares.tolist(), "steps")
    centre = left[:-1] + (width - 1) / 2
    return Series(label, centre.tolist(), shares[:-1].tolist(), "bars", _errors(shares[:-1], rows))


def tail(label: str, rows: pd.DataFrame) -> Series:
    """The share of games that last longer, as far as `FEWEST` of those played do."""
    plays, share = survival(rows["plays"], rows["probability"])
    least = FEWEST / _played(rows) if _played(rows) else 1e-12
    kept = np.flatnonzero(share >= least)
    kept = kept[:: len(kept) // POINTS + 1]
    return Series(
        label, plays[kept].tolist(), share[kept].tolist(), "line", _errors(share[kept], rows)
    )


def _swept(title: str, rows: pd.DataFrame) -> Panel:
    """A line for each number of suits, and the points that were simulated."""
    known = rows[rows["method"].isin(["exact", "formula"])].drop_duplicates(["ranks", "suits"])
    series = [
        Series(f"suits: {suits}", [*line["cards"]], [*line["probability"]])
        for suits, line in known.sort_values("cards").groupby("suits", sort=True)
        if len(line) > 1
    ]
    for method, label in (("simulate", "simulated"), ("rare", "weighted deals")):
        dots = rows[rows["method"] == method]
        if len(dots):
            error = [*dots["standard_error"]]
            series.append(Series(label, [*dots["cards"]], [*dots["probability"]], "points", error))
    return Panel(title, "cards in the deck", "P(A wins every battle)", series, log_y=True)


def _means(title: str, rows: pd.DataFrame) -> Panel:
    series = [
        Series(f"{down} face down", [*one["cards"]], [*one["mean"]], error=[*one["error"]])
        for down, one in rows.sort_values("cards").groupby("down", sort=True)
    ]
    y = "mean length of a game (plays)"
    return Panel(title, "cards in the deck", y, series, log_x=True, log_y=True)


def _mean(rows: pd.DataFrame) -> tuple[float, float]:
    """The mean length and its standard error, 0 where it was computed."""
    found = summary(rows["plays"], rows["probability"])
    return found.mean, found.deviation / sqrt(_played(rows)) if _played(rows) else 0.0


def _errors(shares: NDArray[np.float64], rows: pd.DataFrame) -> list[float] | None:
    """The standard errors of shares of the games played; None where they were computed."""
    games = _played(rows)
    return np.sqrt(shares * (1 - shares) / games).tolist() if games else None


def _played(rows: pd.DataFrame) -> int:
    """How many games were simulated, if any."""
    trials = rows["trials"].iloc[0]
    return 0 if pd.isna(trials) else int(trials)
