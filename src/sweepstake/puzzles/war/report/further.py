"""The tables of what else was asked of War."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.core.stats.interval import of_counts
from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import Methods, by_point
from sweepstake.puzzles.war.report.tables import GAME, Row

FIXED = [*GAME, "order"]
ENDLESS = [
    *FIXED, "deals", "A wins", "B wins", "tie", "endless", "endless, exactly", "95% from", "95% to",
    "methods that agree",
]  # fmt: skip
ACES = [
    *GAME, "aces", "method", "deals with so many", "A wins", "standard error", "B wins", "tie",
    "mean (plays)", "games",
]  # fmt: skip
COMPUTED = ("backward", "brute")


def endless(frames: Frames) -> pd.DataFrame:
    """One row a deck and order: how deals end, counted if that was done, else simulated."""
    points = by_point(FIXED, frames["war_endless"])
    return pd.DataFrame([point | _fixed(methods) for point, methods in points], columns=ENDLESS)


def _fixed(methods: Methods) -> Row:
    by_ending = {name: part.set_index("ending") for name, part in methods.items()}
    counted = [name for name in COMPUTED if name in methods]
    rows = by_ending[next(name for name in (*COMPUTED, "simulate", "letter") if name in methods)]
    shares = rows["probability"].reindex(["A", "B", "tie", "endless"], fill_value=0.0)
    made: Row = dict(zip(("A wins", "B wins", "tie", "endless"), shares, strict=True))
    if counted:
        made["deals"] = "all"
        made["endless, exactly"] = rows["exact"].to_dict().get("endless", "0")
        agree = [n for n in counted if by_ending[n]["exact"].to_dict() == rows["exact"].to_dict()]
        made["methods that agree"] = ", ".join(agree)
    else:
        trials = int(rows["trials"].iloc[0])
        endless = int(rows["count"].to_dict().get("endless", 0))
        ends = of_counts(np.array([endless]), np.array([trials]))
        made |= {"deals": f"{trials:,}", "95% from": ends[0][0], "95% to": ends[1][0]}
    return made


def aces(frames: Frames) -> pd.DataFrame:
    """One row a deck, method and number of aces: who wins, and how long that takes."""
    rows = [
        point | {"aces": number, "method": name} | _dealt(part)
        for point, methods in by_point(GAME, frames["war_aces"])
        for name, rows in methods.items()
        for number, part in rows.groupby("aces", sort=True)
    ]
    return pd.DataFrame(rows, columns=ACES)


def _dealt(rows: pd.DataFrame) -> dict[str, Any]:
    """What follows from so many aces, of `rows` that are all that did."""
    dealt = float(rows["probability"].sum())
    won = rows.groupby("winner")["probability"].sum().astype(float).div(dealt).to_dict()
    made = {
        "deals with so many": dealt,
        "mean (plays)": float((rows["plays"] * rows["probability"]).sum()) / dealt,
    }
    made |= {"A wins": won.get("A", 0.0), "B wins": won.get("B", 0.0), "tie": won.get("tie", 0.0)}
    if rows["count"].notna().all():
        games = int(rows["count"].sum())
        losses = int(rows.loc[rows["winner"] != "A", "count"].sum())
        error = sqrt((games - losses) * losses / games) / games
        made |= {"games": games, "standard error": error}
    return made
