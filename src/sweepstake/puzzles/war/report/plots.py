"""The figures of War, made of the stored answers.

Lengths differ by even numbers in most games (each battle moves one card), so bins are an even
number of plays wide: an odd width would draw a comb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from math import log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.puzzle.display import Frames, Mark, Panel, Series
from sweepstake.puzzle.frames import by_point
from sweepstake.stats.summary import bin_width, quantiles, summary, survival

from .columns import GAME, USUAL_DOWN, USUAL_SUITS

if TYPE_CHECKING:
    import pandas as pd

BINS = 75
POINTS = 150
TWO_PACKS = 104
FEWEST = 10  # games that a point of a tail stands for, at least
KNOWN = ("exact", "formula")
DRAWN = 0.995  # of the games stand in a histogram: the longest would leave it empty
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
PLAYS = "length of a game (plays)"
Games = Mapping[int, "pd.DataFrame"]


def sweep(frames: Frames) -> list[Panel]:
    """How likely A is to win every battle, over the size of the deck; apart, of very large ones."""
    frame = frames["war_sweep"]
    swept = frame[frame["swept"] & (frame["probability"] > 0)]
    swept = swept.assign(cards=swept["ranks"] * swept["suits"])
    usual = swept["cards"] <= TWO_PACKS
    few, large = swept[usual], swept[swept["suits"].isin(swept[~usual]["suits"])]
    return [
        _swept(f"up to {TWO_PACKS} cards", few),
        *([_ties(few)] if few["method"].isin(KNOWN).any() else []),
        *([_swept("decks of any size", large)] if len(large) else []),
    ]


def length(frames: Frames) -> list[Panel]:
    """The histogram of game lengths with 3 cards down, and quantiles by the cards down."""
    deck, games = most_played(frames["war_length"])
    down = USUAL_DOWN if USUAL_DOWN in games else min(games)
    usual = games[down]
    [most] = quantiles(usual["plays"], usual["probability"], [DRAWN])
    mean = summary(usual["plays"], usual["probability"]).mean
    shorter = float(usual["probability"][usual["plays"] < mean].sum())
    usual = usual[usual["plays"] <= most]
    width = bin_width(usual["plays"], BINS)
    y = f"share of games, {width} plays a bin"
    finding = f"{shorter:.0%} of games are shorter than the mean" if shorter > 0.5 else ""
    title, bars = f"{deck}, {down} face down in a war", histogram(usual, width)
    return [Panel(title, PLAYS, y, [bars], finding=finding), _quantiles(deck, games)]


def longer(frames: Frames) -> list[Panel]:
    """How likely a game is to last longer, a line for each number of cards down."""
    deck, games = most_played(frames["war_length"])
    lines = [
        replace(tail(f"{down} face down", rows), usual=down == USUAL_DOWN)
        for down, rows in games.items()
    ]
    return [Panel(deck, PLAYS, "share of games that last longer", lines, log_y=True)]


def means(frames: Frames) -> list[Panel]:
    """The mean length over the size of the deck: a panel for each suits, a line for each down.

    It is what a chain computed, else what most games were simulated of.
    """
    import pandas as pd

    points = pd.DataFrame(
        point | _mean(methods.get("chain", max(methods.values(), key=_played)))
        for point, methods in by_point([*GAME], frames["war_length"])
    )
    points["cards"] = points["ranks"] * points["suits"]
    return [_means(suits, rows) for suits, rows in points.groupby("suits", sort=True)]


def most_played(frame: pd.DataFrame) -> tuple[str, Games]:
    """The deck of which most games were played, in words, and its rows by cards face down."""
    decks: dict[tuple[int, int], dict[int, pd.DataFrame]] = {}
    for point, methods in by_point([*GAME], frame):
        games = decks.setdefault((point["ranks"], point["suits"]), {})
        games[point["down"]] = methods.get("simulate", next(iter(methods.values())))
    ranks, suits = max(decks, key=lambda deck: (sum(map(_played, decks[deck].values())), deck))
    return f"{ranks} × {suits} cards", decks[ranks, suits]


def histogram(rows: pd.DataFrame, width: int) -> Series:
    """The share of games by bin, `width` plays each, from the shortest game on."""
    first = int(rows["plays"].min())
    place = (rows["plays"] - first) // width
    bins = np.bincount(place, rows["probability"]).astype(np.float64)
    centre = first + width * np.arange(len(bins)) + (width - 1) / 2
    return Series("", centre.tolist(), bins.tolist(), "bars", _errors(bins, rows))


def tail(label: str, rows: pd.DataFrame) -> Series:
    """The share of games that last longer, as far as `FEWEST` of those played do."""
    plays, share = survival(rows["plays"], rows["probability"])
    least = FEWEST / _played(rows) if _played(rows) else 1e-12
    kept = np.flatnonzero(share >= least)
    kept = kept[:: len(kept) // POINTS + 1]
    plays, share = plays[kept], share[kept]
    return Series(label, plays.tolist(), share.tolist(), "line", _errors(share, rows))


def _quantiles(deck: str, games: Games) -> Panel:
    """How long games last by the number of cards down: the mean and five quantiles."""
    columns = []
    for rows in games.values():
        plays, share = rows["plays"], rows["probability"]
        columns.append([summary(plays, share).mean, *quantiles(plays, share, QUANTILES)])
    names = ["mean", *(f"{share:.0%}" for share in QUANTILES)]
    values = zip(names, zip(*columns, strict=True), strict=True)
    lines = [Series(name, [*games], [*line], "joined") for name, line in values]
    x = "cards face down in a war"
    title = f"{deck}: mean, and quantiles"
    means = [column[0] for column in columns]
    falls = len(means) > 1 and all(b < a for a, b in pairwise(means))
    finding = "Each card more face down makes games shorter" if falls else ""
    return Panel(title, x, PLAYS, lines, zero=True, finding=finding)


def _swept(title: str, rows: pd.DataFrame) -> Panel:
    """A line for each number of suits, and the points that were simulated."""
    series = [line for line in _by_suits(_known(rows), "probability", "line") if len(line.x) > 1]
    for method, label in (("simulate", "random deals"), ("rare", "weighted deals")):
        dots = rows[rows["method"] == method]
        if len(dots):
            error = [*dots["standard_error"]]
            series.append(Series(label, [*dots["cards"]], [*dots["probability"]], "points", error))
    return Panel(title, "cards in the deck", "How often A wins every battle", series, log_y=True)


def _ties(rows: pd.DataFrame) -> Panel:
    """The probability over that of as many coin tosses: what ties cost, by number of suits."""
    known = _known(rows)
    tosses = known["cards"].astype(float) / 2 * log10(2)
    known = known.assign(left=10 ** (known["log10_probability"] + tosses))
    lines, y = _by_suits(known, "left", "joined"), "probability / that of as many coin tosses"
    return Panel("What ties cost", "cards in the deck", y, lines, log_x=True, zero=True)


def _known(rows: pd.DataFrame) -> pd.DataFrame:
    """A row a deck, of an exact method."""
    return rows[rows["method"].isin(KNOWN)].drop_duplicates(["ranks", "suits"])


def _by_suits(rows: pd.DataFrame, y: str, mark: Mark) -> list[Series]:
    """A line for each number of suits."""
    lines = rows.sort_values("cards").groupby("suits", sort=True)
    return [
        Series(_suits(suits), [*line["cards"]], [*line[y]], mark, usual=suits == USUAL_SUITS)
        for suits, line in lines
    ]


def _suits(number: object) -> str:
    return f"{number} suit" if number == 1 else f"{number} suits"


def _means(suits: object, rows: pd.DataFrame) -> Panel:
    """A line for each number of cards down; those that are the same share one."""
    same: dict[tuple[Any, ...], list[int]] = {}
    for down, line in rows.sort_values("cards").groupby("down", sort=True):
        drawn = tuple(map(tuple, line[["cards", "mean", "error"]].to_numpy()))
        same.setdefault(drawn, []).append(int(str(down)))
    series = []
    for drawn, downs in same.items():
        cards, mean, error = map(list, zip(*drawn, strict=True))
        label, like = f"{', '.join(map(str, downs))} face down", f"{downs[0]} face down"
        usual = USUAL_DOWN in downs
        series.append(Series(label, cards, mean, "joined", error, like, usual))
    y = "mean length of a game (plays)"
    return Panel(_suits(suits), "cards in the deck", y, series, log_x=True, log_y=True)


def _mean(rows: pd.DataFrame) -> dict[str, float]:
    """The mean length and its standard error, 0 where it was computed."""
    lengths, games = summary(rows["plays"], rows["probability"]), _played(rows)
    return {"mean": lengths.mean, "error": lengths.deviation / sqrt(games) if games else 0.0}


def _errors(shares: NDArray[np.float64], rows: pd.DataFrame) -> list[float] | None:
    """The standard errors of shares of the games played; None where they were computed."""
    games = _played(rows)
    return np.sqrt(shares * (1 - shares) / games).tolist() if games else None


def _played(rows: pd.DataFrame) -> int:
    """How many games were simulated, if any."""
    import pandas as pd

    trials = rows["trials"].iloc[0]
    return 0 if pd.isna(trials) else int(trials)
