"""The figures of War, and the rows of answers that they draw."""

from __future__ import annotations

from functools import partial
from math import log10
from typing import TYPE_CHECKING

import numpy as np

from sweepstake.puzzle.display import Frames, Lines, Panel, Plot, Series, Spread
from sweepstake.puzzle.frames import by_point
from sweepstake.stats.summary import survival

from ..rules import APART
from . import claims

if TYPE_CHECKING:
    import pandas as pd

POINTS = 150
TWO_PACKS = 104
FEWEST = 10  # the fewest games in a drawn point of a tail
USUAL_DOWN = 3
FIRST = {
    "winner": "winner's first",
    "loser": "loser's first",
    "player": "A's first",
    "turns": "in turn",
}


def decks(rows: pd.DataFrame, **only: object) -> pd.DataFrame:
    """The rows with the values `only`, and with the size of their deck; orders are in words."""
    for name, value in only.items():
        rows = rows[rows[name] == value]
    rows = rows.assign(cards=rows["ranks"] * rows["suits"])
    return rows.assign(order=rows["order"].map(FIRST)) if "order" in rows else rows


def swept(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of the numbers of suits that have several decks."""
    rows = decks(rows)
    return rows[rows.groupby("suits")["ranks"].transform("nunique") > 1]


def up_to_two_packs(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of decks of up to `TWO_PACKS` cards."""
    rows = swept(rows)
    return rows[rows["cards"] <= TWO_PACKS]


def beyond(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of the numbers of suits that have larger decks."""
    rows = swept(rows)
    return rows[rows["suits"].isin(rows.loc[rows["cards"] > TWO_PACKS, "suits"])]


def ties(rows: pd.DataFrame) -> pd.DataFrame:
    """Exact rows, with the probability divided by 1/2 for each battle: the effect of ties."""
    rows = up_to_two_packs(rows)
    tosses = rows["cards"].astype(float) / 2 * log10(2)
    return rows[rows["trials"].isna()].assign(left=10 ** (rows["log10 P(swept)"] + tosses))


def counted(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of decks of distinct cards whose deals were all counted."""
    rows = different(rows)
    return rows[rows["trials"].isna()]


different = partial(decks, suits=1, down=0)


def longer(frames: Frames) -> list[Panel]:
    """A panel with the share of games that last longer; a line for each number of cards down.

    It is of the deck with the most played games.
    """
    played = frames["war_length"]
    decks = [*played[played["method"] == "simulate"].groupby(["ranks", "suits"])]
    if not decks:
        return []
    (ranks, suits), games = max(decks, key=lambda deck: deck[1]["trials"].sum())
    lines = [
        tail(f"{point['down']} face down", methods["simulate"], usual=point["down"] == USUAL_DOWN)
        for point, methods in by_point(["down"], games)
    ]
    y = "share of games that last longer"
    return [Panel(f"{ranks} × {suits} cards", "length of a game (plays)", y, lines, log_y=True)]


def tail(label: str, rows: pd.DataFrame, *, usual: bool = False) -> Series:
    """The share of games that last longer, as far as at least `FEWEST` games do."""
    games = int(rows["trials"].iloc[0])
    plays, share = survival(rows["plays"], rows["probability"])
    kept = np.flatnonzero(share >= FEWEST / games)
    kept = kept[:: len(kept) // POINTS + 1]
    plays, share = plays[kept], share[kept]
    error = np.sqrt(share * (1 - share) / games)
    return Series(
        label, plays.tolist(), share.tolist(), "line", error.tolist(), usual=usual, trials=[games]
    )


DOWN, NEVER = "{} face down", "share of deals that never end"
COSTLY = "Equal cards make it rarer, and the more so, the more suits there are"
TOSSES = "ratio to (1/2)^(cards / 2), the chance without equal cards"
SWEPT = partial(Lines, "cards", by=("suits",), label="{} of each rank", x_axis="cards in the deck")
SWEEPS = partial(SWEPT, y_axis="How often A wins every battle")
ENDLESS = partial(Lines, y="P(ending=endless)", by=("order",), label="{}", zero=True)
ACES = partial(Lines, rows=decks, by=("down",), label=DOWN, zero=True)

PLOTS = (
    Plot(
        name="war_sweep",
        title="One player wins every battle",
        questions=("war_sweep",),
        panels=(
            SWEEPS(
                rows=up_to_two_packs,
                title="decks of at most 104 cards",
                finding="Every two further cards make it about half as likely",
                holds=claims.halves,
            ),
            SWEPT(
                y="left",
                rows=ties,
                y_axis=TOSSES,
                zero=True,
                finding=COSTLY,
                holds=claims.rarer_with_suits,
            ),
            SWEEPS(rows=beyond, title="decks of any size"),
        ),
    ),
    Plot(
        name="war_length",
        title="How long a game of War lasts",
        questions=("war_length",),
        panels=(
            Spread(),
            Lines(
                "down",
                y_axis="length of a game (plays)",
                spans=True,
                finding="The more cards go face down in a war, the shorter a game",
                holds=claims.shorter,
            ),
        ),
    ),
    Plot(
        name="war_survival",
        title="How many games last longer",
        questions=("war_length",),
        make=longer,
    ),
    Plot(
        name="war_means",
        title="Mean length of a game, by deck",
        questions=("war_length",),
        panels=(
            Lines(
                "cards",
                by=("down",),
                label=DOWN,
                rows=decks,
                each="suits",
                title="{} of each rank",
                x_axis="cards in the deck",
                y_axis="mean length of a game (plays)",
                log_x=True,
                log_y=True,
            ),
        ),
    ),
    Plot(
        name="war_endless",
        title="Deals that never end",
        questions=("war_endless",),
        panels=(
            ENDLESS(
                "down",
                rows=decks,
                y_axis=NEVER,
                finding="Games without an end were met only where A's cards are picked up first",
                holds=claims.only_with_a_first,
            ),
            *(
                ENDLESS(
                    "cards",
                    rows=rows,
                    title="different cards",
                    x_axis="cards in the deck",
                    y_axis=NEVER,
                )
                for rows in (counted, partial(different, order="winner"))
            ),
        ),
    ),
    Plot(
        name="war_aces",
        title="What the aces are worth",
        questions=("war_aces",),
        panels=(
            ACES(
                "aces",
                "P(winner=A)",
                y_axis="How often A wins",
                finding="The more aces A is dealt, the more often A wins",
                holds=claims.more_often,
            ),
            ACES(
                "aces",
                "mean plays",
                y_axis="mean length of a game (plays)",
                finding="A game is longest if each player has half of the aces",
                holds=claims.longest_in_the_middle,
            ),
            ACES(
                "down",
                "P(winner=A)",
                by=(),
                label="A has just the aces",
                rows=partial(decks, hands=APART),
                y_axis="How often A wins",
            ),
        ),
    ),
)
