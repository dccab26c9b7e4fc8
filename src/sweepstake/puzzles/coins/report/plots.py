"""The figures of the Devil's coins, made of the stored answers."""

from __future__ import annotations

import numpy as np
import pandas as pd

from sweepstake.core.stats.summary import pooled
from sweepstake.puzzle.display import Frames, Panel, Series
from sweepstake.puzzle.frames import by_point
from sweepstake.puzzles.coins.report.tables import computed

STEPPED = (2, 4, 8)
BINS = 16
WIDEST = 16  # coins in the picture of the plane


def beliefs(frames: Frames) -> list[Panel]:
    """What is still possible after each move: a panel for 2, 4 and 8 coins."""
    frame = frames["coins_plan"]
    coins = frame[(frame["faces"] == 2) & frame["coins"].isin(STEPPED)]
    return [
        Panel(
            f"{point['coins']} coins",
            "moves made",
            "sequences still possible (up to rotation)",
            [_left(next(iter(methods.values())))],
        )
        for point, methods in by_point(["coins"], coins)
    ]


def plane(frames: Frames) -> list[Panel]:
    """Where there is a plan, over coins and faces."""
    points = frames["coins_verdict"].drop_duplicates(["coins", "faces"])
    points = points[points["coins"] <= WIDEST]
    marks = [
        Series(label, [*rows["coins"]], [*rows["faces"]], "points")
        for label, rows in (
            ("a plan", points[points["winnable"]]),
            ("no plan", points[~points["winnable"]]),
        )
    ]
    return [Panel("", "coins or dials", "faces of each", marks)]


def moves(frames: Frames) -> list[Panel]:
    """How many moves the plan needs, a panel for each number of coins from 4 on, in 16 bins."""
    frame = frames["coins_moves"]
    panels = []
    for point, methods in by_point(["coins"], frame[frame["coins"] >= 4]):
        width = 2 ** point["coins"] // BINS
        marks = {"computed": computed(methods), "simulated": methods.get("simulate")}
        panels.append(
            Panel(
                f"{point['coins']} coins",
                "moves until all heads are up",
                f"share of games, {width:,} moves a bin",
                [_shares(name, rows, width) for name, rows in marks.items() if rows is not None],
            )
        )
    return panels


def _left(rows: pd.DataFrame) -> Series:
    rows = rows.sort_values("step")
    return Series("", [*rows["step"]], [*rows["beliefs"]], "steps")


def _shares(name: str, rows: pd.DataFrame, width: int) -> Series:
    """The share of games in each bin, at its middle; points with a standard error if simulated."""
    place, share = pooled(rows["moves"] // width, rows["probability"])
    middle = place * width + (width - 1) / 2
    if name == "computed":
        return Series(name, middle.tolist(), share.tolist())
    error = np.sqrt(share * (1 - share) / int(rows["trials"].iloc[0]))
    return Series(name, middle.tolist(), share.tolist(), "points", error.tolist())
