"""Two ways to judge the game when the dealt cards run out, and the table that compares them.

B is then out of cards, because B never won any. By the rules A has won if A has a card, which is
the case if any battle was decided; the cards of an unfinished war belong to nobody. The notebook
looks at the cards still owed face down instead: if there are none, A has won; else it is a tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import Methods, by_point

if TYPE_CHECKING:
    import pandas as pd


Row = dict[str, Any]
GAME = ["ranks", "suits", "down"]
COLUMNS = [
    *GAME, "reading", "event", "probability", "once in (games)", "deals",
    "simulated deals", "standard error (deals)", "games", "whole games", "standard error (games)",
    "whole games off by (standard errors)", "exact",
]  # fmt: skip
EXACT = ("exact", "formula", "brute")
PLAYERS = {"A has won": 2, "tie": 1}  # for how many players games are counted


def rush(frames: Frames) -> pd.DataFrame:
    """One row for each deck, reading and event: its probability, and the share of whole games."""
    import pandas as pd

    games = {tuple(deck.values()): m for deck, m in by_point(GAME, frames["war_length"])}
    rows = [
        deck
        | {"reading": reading, "event": event}
        | _ran_out(endings, methods)
        | _over_at_once(deck, event, games.get(tuple(deck.values()), {}))
        for deck, methods in by_point(GAME, frames["war_rush"])
        for reading, event, endings in readings(deck["down"])
    ]
    return pd.DataFrame([_judged(row) for row in rows], columns=COLUMNS)


def largest_or_played(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of decks that were played, and of the largest deck for each number of suits."""
    largest = rows["ranks"] == rows.groupby("suits")["ranks"].transform("max")
    played = rows["games"].notna() | rows["simulated deals"].notna()
    return rows[largest | played]


def readings(down: int) -> Iterator[tuple[str, str, set[str]]]:
    """Each reading (by whom) and event, with the endings that belong to the event."""
    owed = range(1, down + 1)
    yield "rules", "A has won", {"battle", "war-0", *(f"war-{k}" for k in owed)}
    yield "rules", "tie", {"tie-0", *(f"tie-{k}" for k in owed)}
    yield "notebook", "A has won", {"battle", "war-0", "tie-0"}
    yield "notebook", "tie", {f"{how}-{k}" for how in ("war", "tie") for k in owed}
    for k in owed:
        yield "notebook", f"tie, {k} owed", {f"war-{k}", f"tie-{k}"}


def _ran_out(endings: set[str], methods: Methods) -> Row:
    """The probability of `endings`: computed, and estimated from simulated deals."""
    row: Row = {}
    some = {name: rows[rows["ending"].isin(endings)] for name, rows in methods.items()}
    if (method := next((name for name in EXACT if name in some), None)) is not None:
        exact = sum(map(Fraction, some[method]["exact"]), Fraction(0))
        row |= {"probability": float(exact), "exact": str(exact)}
        row["once in (games)"] = 1 / float(exact) if exact else nan
    if "simulate" in methods:
        trials = int(methods["simulate"]["trials"].iloc[0])
        share = int(some["simulate"]["count"].sum()) / trials
        row |= {"deals": trials, "simulated deals": share}
        row["standard error (deals)"] = sqrt(share * (1 - share) / trials)
    return row


def _over_at_once(deck: Mapping[str, int], event: str, methods: Methods) -> Row:
    """The share of whole games that end with the last dealt cards: A wins, or there is a tie.

    B wins as often as A, so the share of wins is half of what both players won.
    """
    if "simulate" not in methods or event not in PLAYERS:
        return {}
    rows, plays = methods["simulate"], deck["ranks"] * deck["suits"] // 2
    games = int(rows["trials"].iloc[0])
    ended = rows[(rows["plays"] == plays) & ((rows["winner"] == "tie") == (event == "tie"))]
    share = int(ended["count"].sum()) / games / PLAYERS[event]
    error = _error(share, event, games)
    return {"whole games": share, "standard error (games)": error, "games": games}


def _judged(row: Row) -> Row:
    """`row`, with the difference of whole games from its probability in standard errors."""
    p, games = row.get("probability"), row.get("games", 0)
    if p and games and (error := _error(p, row["event"], games)):
        row["whole games off by (standard errors)"] = (row["whole games"] - p) / error
    return row


def _error(probability: float, event: str, games: int) -> float:
    """The standard error of a player's share of games, half of what both players win."""
    both = min(PLAYERS[event] * probability, 1.0)
    return sqrt(both * (1 - both) / games) / PLAYERS[event]
