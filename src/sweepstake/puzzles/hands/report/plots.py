"""The figures of the hands puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Frames, Mark, Panel, Series

from . import tables
from .tables import MOST_MOVES, PERCENT

if TYPE_CHECKING:
    import pandas as pd

BRIDGE_HAND = 13
CARDS = "cards in the hand"


def orderable(frames: Frames) -> list[Panel]:
    """Up to 13 cards with what was simulated, and up to 52 on a logarithmic scale."""
    known, weighted = tables.known_rows(frames), tables.rows_by(frames, "rare")
    few, sampled = known.loc[:BRIDGE_HAND], tables.rows_by(frames, "simulate").loc[:BRIDGE_HAND]
    up_to_13 = [
        _series("exact", PERCENT * few["probability"]),
        _points("simulated", PERCENT * sampled["probability"], PERCENT * sampled["standard_error"]),
    ]
    up_to_52 = [
        _series("exact", known["probability"]),
        _points("weighted deals", weighted["probability"], weighted["standard_error"]),
    ]
    probability = "probability that one move orders the hand"
    return [
        Panel("Up to 13 cards", CARDS, "hands that one move orders (%)", up_to_13),
        Panel("Up to the whole deck", CARDS, probability, up_to_52, log_y=True),
    ]


def moves(frames: Frames) -> list[Panel]:
    """The mean number of moves, and how often each number is needed."""
    known, sampled = tables.exact_shares(frames), tables.sampled_means(frames)
    needed = [
        _series("most", tables.most(known), "points"),
        _series("mean", tables.means(known)),
        _points("mean, simulated", sampled["mean"], sampled["error"]),
    ]
    shares = [
        _series(f"{count} move{'' if count == 1 else 's'}", PERCENT * known[count], "stacked")
        for count in range(MOST_MOVES + 1)
    ]
    return [
        Panel("Moves needed", CARDS, "fewest block moves", needed),
        Panel("How often each number is needed", CARDS, "hands (%)", shares),
    ]


def _series(label: str, values: pd.Series[float], mark: Mark = "line") -> Series:
    return Series(label, values.index.tolist(), values.tolist(), mark)


def _points(label: str, values: pd.Series[float], errors: pd.Series[float]) -> Series:
    return Series(label, values.index.tolist(), values.tolist(), "points", errors.tolist())
