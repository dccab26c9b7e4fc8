"""The figures of the hands puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Frames, Panel, Series

from .tables import (
    MOST_MOVES,
    PERCENT,
    exact_shares,
    known_rows,
    means,
    most,
    sampled_means,
    sampled_rows,
)

if TYPE_CHECKING:
    import pandas as pd

BRIDGE_HAND = 13


def orderable(frames: Frames) -> list[Panel]:
    """Up to 13 cards with what was simulated, and up to 52 on a logarithmic scale."""
    known, sampled = known_rows(frames), sampled_rows(frames)
    weighted = sampled_rows(frames, "rare")
    few, few_sampled = known.loc[:BRIDGE_HAND], sampled.loc[:BRIDGE_HAND]
    return [
        Panel(
            "Up to 13 cards",
            "cards in the hand",
            "hands that one move orders (%)",
            [
                _line("exact", PERCENT * few["probability"]),
                _points(
                    "simulated",
                    PERCENT * few_sampled["probability"],
                    PERCENT * few_sampled["standard_error"],
                ),
            ],
        ),
        Panel(
            "Up to the whole deck",
            "cards in the hand",
            "probability that one move orders the hand",
            [
                _line("exact", known["probability"]),
                _points(
                    "weighted deals",
                    weighted["probability"],
                    weighted["standard_error"],
                ),
            ],
            log_y=True,
        ),
    ]


def moves(frames: Frames) -> list[Panel]:
    """The mean number of moves, and how often each number is needed."""
    known, sampled = exact_shares(frames), sampled_means(frames)
    return [
        Panel(
            "Moves needed",
            "cards in the hand",
            "fewest block moves",
            [
                _points("most", most(known)),
                _line("mean", means(known)),
                _points("mean, simulated", sampled["mean"], sampled["error"]),
            ],
        ),
        Panel(
            "How often each number is needed",
            "cards in the hand",
            "hands (%)",
            [_bars(_named(count), PERCENT * known[count]) for count in range(MOST_MOVES + 1)],
        ),
    ]


def _named(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count} moves"


def _line(label: str, values: pd.Series[float]) -> Series:
    return Series(label, values.index.tolist(), values.tolist())


def _bars(label: str, values: pd.Series[float]) -> Series:
    return Series(label, values.index.tolist(), values.tolist(), "stacked")


def _points(label: str, values: pd.Series[float], errors: pd.Series[float] | None = None) -> Series:
    error = None if errors is None else errors.tolist()
    return Series(label, values.index.tolist(), values.tolist(), "points", error)
