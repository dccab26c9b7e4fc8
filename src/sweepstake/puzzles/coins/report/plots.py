"""Figures of the Devil's coins that can't be declared simply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Frames, Panel, Series

from .. import rules
from ..group.questions import NAMES
from ..rules import necklace, states, written
from .findings import of_one_prime

if TYPE_CHECKING:
    import pandas as pd

STEPPED, MOVED = (4, 8, 2), 4
WIDEST = 16  # the most coins in the plot of coins and faces
MOST_FACES = 4
PRIMES = "There is a plan if both numbers are powers of one prime, or for one coin"


def beliefs(frames: Frames) -> list[Panel]:
    """Panels with the number of states possible after each move, for 4, 8 and 2 coins."""
    return [_steps(n, plan) for n in STEPPED if len(plan := _plan(frames, n))]


def moves(frames: Frames) -> list[Panel]:
    """Dots for the coins, of four, that each move flips, and for the states possible after it."""
    if (plan := _plan(frames, MOVED)).empty:
        return []
    dots = [
        (step, int(place, 36))
        for step, flips in zip(plan["step"], plan["flips"], strict=True)
        for place in flips
    ]
    steps, places = zip(*dots, strict=True)
    series = Series("", [*steps], [*places], "points")
    finding = f"After {len(plan) - 1} moves only heads are left, whatever the Devil does"
    is_won = plan["beliefs"].iloc[-1] == 1
    flipped = Panel(
        "4 coins", "move", "position on the table", [series], finding=finding if is_won else ""
    )
    return [flipped, _possible(plan)] if is_won else [flipped]


def _possible(plan: pd.DataFrame) -> Panel:
    """A panel with the states (up to turns) that are possible after each move of the plan."""
    flipped = [tuple(int(f"{place}" in flips) for place in range(MOVED)) for flips in plan["flips"]]
    kinds = sorted({necklace(state) for state in states(MOVED, 2)}, reverse=True)
    left = enumerate(rules.beliefs(flipped[1:], MOVED, 2))
    dots = [(step, kinds.index(kind)) for step, belief in left
            for kind in sorted({kinds[-1], *map(necklace, belief)})]  # fmt: skip
    steps, heights = zip(*dots, strict=True)
    series = Series("", [*steps], [*heights], "points")
    levels = [written(kind, 2) for kind in kinds]
    finding = f"Of {len(kinds)} states that are possible at first, only {levels[-1]} is left"
    y = "states possible, turned ones counted once"
    return Panel("4 coins", "moves made", y, [series], levels=levels, finding=finding)


def plane(frames: Frames) -> list[Panel]:
    """A panel that shows where there is a plan, by coins and faces."""
    points = frames["coins_verdict"].drop_duplicates(["coins", "faces"])
    points = points[points["coins"] <= WIDEST]
    where = _verdicts(points, "coins", "faces")
    finding = PRIMES if of_one_prime(points) else ""
    return [Panel("", "number of coins or dials", "number of faces", where, finding=finding)]


def groups(frames: Frames) -> list[Panel]:
    """Panels that show where there is a plan, by group and number of coins."""
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


def _plan(frames: Frames, coins: int) -> pd.DataFrame:
    """The steps of the plan for `coins` coins."""
    frame = frames["coins_plan"].sort_values("step", kind="stable")
    return frame[(frame["faces"] == 2) & (frame["coins"] == coins)].drop_duplicates("step")


def _steps(coins: int, plan: pd.DataFrame) -> Panel:
    line = Series("", [*plan["step"]], [*plan["beliefs"]], "steps")
    rises = bool((plan["beliefs"].diff() > 0).any())
    finding = "Some moves make states possible again that were ruled out" if rises else ""
    y = "states still possible"
    return Panel(f"{coins} coins", "moves made", y, [line], finding=finding)


def _verdicts(points: pd.DataFrame, x: str, y: str) -> list[Series]:
    """Series with dots where there is a plan, and crosses where there is no plan."""
    plan, none = points[points["winnable"]], points[~points["winnable"]]
    return [
        Series("a plan", [*plan[x]], [*plan[y]], "points"),
        Series("no plan", [*none[x]], [*none[y]], "crosses"),
    ]
