"""The tables and figures of what else was asked of War."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sweepstake.puzzle.display import Frames, Panel, Series
from sweepstake.puzzle.frames import Methods, by_point
from sweepstake.stats.interval import of_counts

from ..rules import APART, EVEN
from .tables import GAME, Row

if TYPE_CHECKING:
    import pandas as pd

FIXED = [*GAME, "order"]
HELD = [*GAME, "hands"]
ENDLESS = [
    *FIXED, "deals", "A wins", "B wins", "tie", "endless", "endless, exactly", "95% from", "95% to",
    "methods that agree",
]  # fmt: skip
ACES = [
    *HELD, "aces", "method", "deals with so many", "A wins", "standard error", "B wins", "tie",
    "mean (plays)", "games",
]  # fmt: skip
COMPUTED = ("backward", "brute")
FIRST = {
    "winner": "winner's first",
    "loser": "loser's first",
    "player": "A's first",
    "turns": "in turn",
}


def endless(frames: Frames) -> pd.DataFrame:
    """One row a deck and order: how deals end, counted if that was done, else simulated."""
    import pandas as pd

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
    import pandas as pd

    rows = [
        point | {"aces": number, "method": name} | _dealt(part)
        for point, methods in by_point(HELD, frames["war_aces"])
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


def endless_by_deck(frames: Frames) -> list[Panel]:
    """The share of deals that never end: of the largest deck, and of small ones of one suit.

    Of these also the winner's card first alone, which Spivey's theorem is about.
    """
    found = endless(frames).assign(cards=lambda rows: rows["ranks"] * rows["suits"])
    found["error"] = [_error(*its) for its in found[["endless", "deals"]].itertuples(index=False)]
    large = found[found["cards"] == found["cards"].max()]
    small = found[(found["suits"] == 1) & (found["down"] == 0)]
    y, deck = "share of deals that never end", large.iloc[0]
    panels = [_by_order(f"{deck.ranks} x {deck.suits} cards", large, "down", y)]
    for title, rows in (
        ("different cards", small[small["deals"] == "all"]),
        ("different cards", small[small["order"] == "winner"]),
    ):
        if rows["cards"].nunique() > 1:
            panels.append(_by_order(title, rows, "cards", y))
    return panels


def worth(frames: Frames) -> list[Panel]:
    """How often A wins, and how long that takes, by the aces dealt, in the largest deck.

    Also by the cards face down in a war, if A has only the aces, and B all other cards.
    """
    every = aces(frames)
    return _by_aces(every[every["hands"] == EVEN]) + _alone(every[every["hands"] == APART])


def _by_aces(found: pd.DataFrame) -> list[Panel]:
    size = found["ranks"] * found["suits"]
    found = found[(size == size.max()) & (found["method"] != "letter")]
    if found.empty:
        return []
    best = found.groupby("down")["method"].transform("min")  # the chain rather than games
    by_down = [
        (f"{down} face down", rows)
        for down, rows in found[found["method"] == best].groupby("down", sort=True)
    ]
    x = "cards of the highest rank that A was dealt"
    won = [
        Series(name, [*rows["aces"]], [*rows["A wins"]], "joined", [*rows["standard error"]])
        for name, rows in by_down
    ]
    lasts = [
        Series(name, [*rows["aces"]], [*rows["mean (plays)"]], "joined") for name, rows in by_down
    ]
    deck = f"{found['ranks'].iloc[0]} x {found['suits'].iloc[0]} cards"
    return [
        Panel(deck, x, "P(A wins)", won, zero=True),
        Panel(deck, x, "mean length of a game (plays)", lasts, zero=True),
    ]


def _alone(found: pd.DataFrame) -> list[Panel]:
    played = found[found["method"] == "simulate"].sort_values("down")
    if played.empty:
        return []
    size = played["ranks"] * played["suits"]
    rows = played[size == size.max()]
    won = [
        Series(
            f"A has just the {rows['suits'].iloc[0]} best cards",
            [*rows["down"]], [*rows["A wins"]], "joined", [*rows["standard error"]],
        )
    ]  # fmt: skip
    deck = f"{rows['ranks'].iloc[0]} x {rows['suits'].iloc[0]} cards"
    return [Panel(deck, "cards face down in a war", "P(A wins)", won, zero=True)]


def _by_order(title: str, rows: pd.DataFrame, at: str, y: str) -> Panel:
    x = {"down": "cards face down in a war", "cards": "cards in the deck"}[at]
    series = [
        Series(FIRST[str(order)], [*one[at]], [*one["endless"]], "joined", [*one["error"]])
        for order, one in rows.sort_values(at).groupby("order", sort=True)
    ]
    return Panel(title, x, y, series, zero=True)


def _error(share: float, deals: str) -> float:
    """The standard error of a share; 0 where all deals were counted."""
    return 0.0 if deals == "all" else sqrt(share * (1 - share) / int(deals.replace(",", "")))
