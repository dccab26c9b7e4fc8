"""What the figures of War draw of its answers, where that is not declared in full."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

import numpy as np

from sweepstake.puzzle.display import Frames, Panel, Series
from sweepstake.puzzle.frames import by_point
from sweepstake.stats.summary import survival

from ..rules import APART, EVEN

if TYPE_CHECKING:
    import pandas as pd

POINTS = 150
TWO_PACKS = 104
FEWEST = 10  # games that a point of a tail stands for, at least
USUAL_DOWN = 3
FIRST = {
    "winner": "winner's first",
    "loser": "loser's first",
    "player": "A's first",
    "turns": "in turn",
}


def decks(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with the size and the name of their deck; without the slow method `letter`."""
    deck = rows["ranks"].astype(str) + " × " + rows["suits"].astype(str) + " cards"
    named = rows.assign(cards=rows["ranks"] * rows["suits"], deck=deck)
    return named[named["method"] != "letter"]


def largest(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the largest deck."""
    rows = decks(rows)
    return rows[rows["cards"].eq(rows["cards"].max())]


def swept(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the suits of several decks, what is no approximation."""
    rows = decks(rows)
    several = rows.groupby("suits")["ranks"].transform("nunique") > 1
    return rows[several & (rows["method"] != "independent")]


def up_to_two_packs(rows: pd.DataFrame) -> pd.DataFrame:
    """Of decks of up to `TWO_PACKS` cards."""
    rows = swept(rows)
    return rows[rows["cards"] <= TWO_PACKS]


def beyond(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the suits that larger decks have."""
    rows = swept(rows)
    return rows[rows["suits"].isin(rows.loc[rows["cards"] > TWO_PACKS, "suits"])]


def ties(rows: pd.DataFrame) -> pd.DataFrame:
    """The probability over that of as many coin tosses: what ties cost."""
    rows = up_to_two_packs(rows)
    tosses = rows["cards"].astype(float) / 2 * log10(2)
    return rows[rows["trials"].isna()].assign(left=10 ** (rows["log10 P(swept)"] + tosses))


def most_played(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the deck that most games were played of."""
    rows = decks(rows)
    rows = rows[rows["trials"].notna()] if rows["trials"].notna().any() else rows
    if rows.empty:
        return rows
    return rows[rows["deck"] == rows.groupby("deck")["trials"].sum().idxmax()]


def largest_by_order(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the largest deck, with their order in words."""
    return by_order(largest(rows))


def one_suit(rows: pd.DataFrame) -> pd.DataFrame:
    """Of decks of one suit, of which all deals were counted."""
    rows = by_order(decks(rows))
    return rows[(rows["suits"] == 1) & (rows["down"] == 0) & rows["trials"].isna()]


def winner_first(rows: pd.DataFrame) -> pd.DataFrame:
    """Of decks of one suit, the winner's card first, which Spivey's theorem is about."""
    rows = by_order(decks(rows))
    return rows[(rows["suits"] == 1) & (rows["down"] == 0) & (rows["order"] == FIRST["winner"])]


def by_order(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with their order in words."""
    return rows.assign(order=rows["order"].map(FIRST))


def even(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the largest deck that is dealt evenly."""
    return largest(rows[rows["hands"] == EVEN])


def apart(rows: pd.DataFrame) -> pd.DataFrame:
    """Of the largest deck of which A has just the aces."""
    return largest(rows[rows["hands"] == APART])


def longer(frames: Frames) -> list[Panel]:
    """How likely a game is to last longer, a line for each number of cards down."""
    played = frames["war_length"]
    games = most_played(played[played["method"] == "simulate"])
    lines = [
        tail(f"{point['down']} face down", methods["simulate"], usual=point["down"] == USUAL_DOWN)
        for point, methods in by_point(["down"], games)
    ]
    y = "share of games that last longer"
    if games.empty:
        return []
    return [Panel(games["deck"].iloc[0], "length of a game (plays)", y, lines, log_y=True)]


def tail(label: str, rows: pd.DataFrame, *, usual: bool = False) -> Series:
    """The share of games that last longer, as far as `FEWEST` of those played do."""
    games = float(rows["trials"].iloc[0])
    plays, share = survival(rows["plays"], rows["probability"])
    kept = np.flatnonzero(share >= FEWEST / games)
    kept = kept[:: len(kept) // POINTS + 1]
    plays, share = plays[kept], share[kept]
    error = np.sqrt(share * (1 - share) / games)
    return Series(label, plays.tolist(), share.tolist(), "line", error.tolist(), usual=usual)
