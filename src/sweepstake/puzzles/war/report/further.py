"""The tables and figures of what else was asked of War."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from sweepstake.puzzle.display import Frames, Panel, Series
from sweepstake.puzzle.frames import Methods, by_point
from sweepstake.stats.interval import of_counts

from ..rules import APART, EVEN
from .columns import ACES, ENDLESS, GAME, USUAL_DOWN
from .tables import Row, shares_won

if TYPE_CHECKING:
    import pandas as pd

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

    points = by_point([*GAME, "order"], frames["war_endless"])
    return pd.DataFrame([point | _fixed(methods) for point, methods in points], columns=[*ENDLESS])


def _fixed(methods: Methods) -> Row:
    rows = next(methods[name] for name in (*COMPUTED, "simulate", "letter") if name in methods)
    rows = rows.set_index("ending")
    exact = {m: dict(zip(methods[m]["ending"], methods[m]["exact"], strict=True))
             for m in COMPUTED if m in methods}  # fmt: skip
    row = shares_won(rows["probability"]) | {"endless": rows["probability"].get("endless", 0.0)}
    if exact:
        fractions = next(iter(exact.values()))
        agree = ", ".join(method for method, its in exact.items() if its == fractions)
        row |= {"deals": "all", "methods that agree": agree}
        row["endless, exactly"] = fractions.get("endless", "0")
    else:
        trials, count = int(rows["trials"].iloc[0]), int(rows["count"].get("endless", 0))
        (low,), (high,) = of_counts(np.array([count]), np.array([trials]))
        row |= {"deals": f"{trials:,}", "95% from": low, "95% to": high}
    return row


def aces(frames: Frames) -> pd.DataFrame:
    """One row a deck, method and number of aces: who wins, and how long that takes."""
    import pandas as pd

    rows = [
        point | {"aces": number, "method": name} | _dealt(part)
        for point, methods in by_point([*GAME, "hands"], frames["war_aces"])
        for name, rows in methods.items()
        for number, part in rows.groupby("aces", sort=True)
    ]
    return pd.DataFrame(rows, columns=[*ACES])


def _dealt(rows: pd.DataFrame) -> Row:
    """What follows from so many aces, of `rows` that are all that did."""
    dealt = float(rows["probability"].sum())
    row = shares_won(rows.groupby("winner")["probability"].sum().astype(float).div(dealt))
    row["deals with so many"] = dealt
    row["mean (plays)"] = float((rows["plays"] * rows["probability"]).sum()) / dealt
    if rows["count"].notna().all():
        games = int(rows["count"].sum())
        losses = int(rows.loc[rows["winner"] != "A", "count"].sum())
        row |= {"games": games, "standard error": sqrt((games - losses) * losses / games) / games}
    return row


def endless_by_deck(frames: Frames) -> list[Panel]:
    """The share of deals that never end: of the largest deck, and of small ones of one suit.

    Of these also the winner's card first alone, which Spivey's theorem is about.
    """
    shares = endless(frames).assign(cards=lambda rows: rows["ranks"] * rows["suits"])
    large = shares[shares["cards"] == shares["cards"].max()]
    small = shares[(shares["suits"] == 1) & (shares["down"] == 0)]
    some = [small[small["deals"] == "all"], small[small["order"] == "winner"]]
    return [
        _by_order(_deck(large), large, "down", "cards face down in a war"),
        *(
            _by_order("different cards", rows, "cards", "cards in the deck")
            for rows in some
            if rows["cards"].nunique() > 1
        ),
    ]


def worth(frames: Frames) -> list[Panel]:
    """How often A wins, and how long that takes, by the aces dealt, in the largest deck.

    Also by the cards face down in a war, if A has only the aces, and B all other cards.
    """
    dealt = aces(frames).assign(size=lambda rows: rows["ranks"] * rows["suits"])
    even = dealt[dealt["hands"] == EVEN]
    even = even[(even["size"] == even["size"].max()) & (even["method"] != "letter")]
    apart = dealt[(dealt["hands"] == APART) & (dealt["method"] == "simulate")].sort_values("down")
    apart = apart[apart["size"] == apart["size"].max()]
    return [*(_by_aces(even) if len(even) else []), *([_alone(apart)] if len(apart) else [])]


def _by_aces(rows: pd.DataFrame) -> list[Panel]:
    best = rows.groupby("down")["method"].transform("min")  # the chain rather than games
    won, lasts = [], []
    for down, part in rows[rows["method"] == best].groupby("down", sort=True):
        name, aces = f"{down} face down", [*part["aces"]]
        usual, errors = down == USUAL_DOWN, [*part["standard error"]]
        won.append(Series(name, aces, [*part["A wins"]], "joined", errors, usual=usual))
        lasts.append(Series(name, aces, [*part["mean (plays)"]], "joined", usual=usual))
    x = "cards of the highest rank that A was dealt"
    return [
        Panel(_deck(rows), x, "How often A wins", won, zero=True),
        Panel(_deck(rows), x, "mean length of a game (plays)", lasts, zero=True),
    ]


def _alone(rows: pd.DataFrame) -> Panel:
    name, error = f"A has just the {rows['suits'].iloc[0]} best cards", [*rows["standard error"]]
    won = Series(name, [*rows["down"]], [*rows["A wins"]], "joined", error)
    return Panel(_deck(rows), "cards face down in a war", "How often A wins", [won], zero=True)


def _by_order(title: str, rows: pd.DataFrame, at: str, x: str) -> Panel:
    lines = []
    for order, line in rows.sort_values(at).groupby("order", sort=True):
        errors = list(map(_error, line["endless"], line["deals"]))
        lines.append(Series(FIRST[str(order)], [*line[at]], [*line["endless"]], "joined", errors))
    return Panel(title, x, "share of deals that never end", lines, zero=True)


def _deck(rows: pd.DataFrame) -> str:
    return f"{rows['ranks'].iloc[0]} x {rows['suits'].iloc[0]} cards"


def _error(share: float, deals: str) -> float:
    """The standard error of a share; 0 where all deals were counted."""
    return 0.0 if deals == "all" else sqrt(share * (1 - share) / int(deals.replace(",", "")))
