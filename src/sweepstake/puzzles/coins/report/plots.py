"""The figures of the Devil's coins, made of the stored answers."""

from __future__ import annotations

from math import log2, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sweepstake.puzzle.display import Frames, Mark, Panel, Series
from sweepstake.puzzle.frames import by_point
from sweepstake.stats.summary import pooled

from ..group.questions import NAMES
from .tables import computed

if TYPE_CHECKING:
    import pandas as pd

STEPPED = (4, 8, 2)
BINS = 16
WIDEST = 16  # coins in the picture of the plane
MOST_FACES = 4


def beliefs(frames: Frames) -> list[Panel]:
    """What is still possible after each move: a panel for 4, 8 and 2 coins."""
    frame = frames["coins_plan"].sort_values("step", kind="stable")
    coins = frame[(frame["faces"] == 2) & frame["coins"].isin(STEPPED)]
    plans = [(p["coins"], next(iter(m.values()))) for p, m in by_point(["coins"], coins)]
    plans.sort(key=lambda plan: STEPPED.index(plan[0]))
    return [_steps(f"{n} coins", plan) for n, plan in plans]


def _steps(title: str, plan: pd.DataFrame) -> Panel:
    line = Series("", [*plan["step"]], [*plan["beliefs"]], "steps")
    rises = bool((plan["beliefs"].diff() > 0).any())
    finding = "The way down is not steady: what was ruled out comes back" if rises else ""
    y = "sequences still possible (up to rotation)"
    return Panel(title, "moves made", y, [line], finding=finding)


def plane(frames: Frames) -> list[Panel]:
    """Where there is a plan, over coins and faces."""
    points = frames["coins_verdict"].drop_duplicates(["coins", "faces"])
    points = points[points["coins"] <= WIDEST]
    return [Panel("", "coins or dials", "faces of each", _verdicts(points, "coins", "faces"))]


def groups(frames: Frames) -> list[Panel]:
    """Where there is a plan, over what the Devil may do and the number of coins."""
    points = frames["coins_group"].drop_duplicates(["coins", "faces", "group", "blocks"])
    points = points.sort_values("group", key=lambda name: name.map(NAMES.index), kind="stable")
    points = points[(points["blocks"] == 1) & (points["faces"] <= MOST_FACES)]
    return [
        Panel(
            "" if faces == 2 else f"dials of {faces} faces",
            "what the Devil may do",
            "coins" if faces == 2 else "dials",
            _verdicts(rows, "group", "coins"),
        )
        for faces, rows in points.groupby("faces", sort=True)
    ]


def plans(frames: Frames) -> list[Panel]:
    """How many shortest plans there are, on a logarithmic scale."""
    points = frames["coins_plans"].drop_duplicates("coins").sort_values("coins")
    digits = [log2(int(plans)) for plans in points["plans"]]
    plans = Series("", [*points["coins"]], digits, "points")
    return [Panel("", "coins", "log2 of the number of shortest plans", [plans])]


def moves(frames: Frames) -> list[Panel]:
    """How many moves the plan needs, in bins from 4 coins on, and how far simulation is off."""
    frame = frames["coins_moves"]
    panels, off = [], []
    for point, methods in by_point(["coins"], frame[frame["coins"] >= 4]):
        width = 2 ** point["coins"] // BINS
        known, played = computed(methods), methods.get("simulate")
        name = f"{point['coins']} coins"
        y = f"share of games, {width:,} moves a bin" if width > 1 else "share of games"
        bars = [] if played is None else [_shares("simulated", played, width, "bars")]
        line = [] if known is None else [_shares("computed", known, width, "line")]
        panels.append(Panel(name, "moves until all heads are up", y, [*bars, *line], zero=True))
        if played is not None:
            off.append(_off(name, played, width))
    if off:
        bins = f"bin of moves, 1 to {BINS}"
        panels.append(Panel("simulated - computed", bins, "standard errors", off))
    return panels


def _verdicts(points: pd.DataFrame, x: str, y: str) -> list[Series]:
    """A dot where there is a plan, and a cross where there is none."""
    plan, none = points[points["winnable"]], points[~points["winnable"]]
    return [
        Series("a plan", [*plan[x]], [*plan[y]], "points"),
        Series("no plan", [*none[x]], [*none[y]], "crosses"),
    ]


def _shares(name: str, rows: pd.DataFrame, width: int, mark: Mark) -> Series:
    """The share of games in each bin, at its middle, with a standard error if simulated."""
    place, share = pooled(rows["moves"] // width, rows["probability"])
    middle = place * width + (width - 1) / 2
    error = None if mark == "line" else np.sqrt(share * (1 - share) / _trials(rows)).tolist()
    return Series(name, middle.tolist(), share.tolist(), mark, error)


def _off(name: str, rows: pd.DataFrame, width: int) -> Series:
    """By how many standard errors the share of each bin misses that of equally likely bins."""
    place, share = pooled(rows["moves"] // width, rows["probability"])
    error = sqrt((1 - 1 / BINS) / BINS / _trials(rows))
    off = (share - 1 / BINS) / error
    return Series(name, (place + 1).astype(int).tolist(), off.tolist(), "points")


def _trials(rows: pd.DataFrame) -> int:
    return int(rows["trials"].iloc[0])
