"""The tables and figures of the hands puzzle."""

from __future__ import annotations

from functools import partial
from typing import Any

from sweepstake.puzzle.display import Frames, Lines, Map, Plot, Spread, Table

from . import claims

PERCENT, FEWEST, BRIDGE_HAND, MOST_MOVES = 100.0, 3, 13, 6
THREE_OR_FOUR = "Thirteen cards mostly need three or four moves, and never more than six"


def _needing(moves: int, cells: Any) -> Any:
    return PERCENT * cells[f"P(block_moves={moves}), computed"]


TABLES = (
    Table(
        name="hands_orderable",
        title="Hands that at most one block move orders",
        caption=(
            "How often at most one move puts a hand in order. The fractions are exact, and each of "
            "the simulated hands was searched for such a move."
        ),
        questions=("hands_orderable",),
        columns={
            "orderable (%)": lambda cells: PERCENT * cells["P(orderable), computed"],
            "fraction": "exact, computed",
            "one hand in": lambda cells: PERCENT / cells["orderable (%)"],
            "computed by": lambda cells: cells.agreeing,
            "simulated (%)": lambda cells: PERCENT * cells["P(orderable), simulate"],
            "standard error (%)": lambda cells: PERCENT * cells["standard error, simulate"],
        },
        errors={"simulated (%)": "standard error (%)"},
    ),
    Table(
        name="hands_moves",
        title="The fewest block moves that order a hand",
        caption=(
            "The smallest number of moves that orders a hand. No hand of n = 1 to 13 cards needs "
            "more than (n - 1)/2 moves. Hands that alternate between two suits need as many, "
            "rounded down."
        ),
        questions=("hands_moves",),
        columns={
            "mean (moves)": "mean block_moves, computed",
            "most (moves)": "most block_moves, computed",
            **{f"needs {k} (%)": partial(_needing, k) for k in range(MOST_MOVES + 1)},
            "simulated mean (moves)": "mean block_moves, simulate",
            "standard error (moves)": "standard error, simulate",
        },
        errors={"simulated mean (moves)": "standard error (moves)"},
    ),
)


def grid(frames: Frames) -> list[Map]:
    """A heat map: how many hands in 100 need each number of moves, by number of cards."""
    rows = frames["hands_moves"]
    rows = rows[rows["trials"].isna() & (rows["cards"] >= FEWEST)]
    rows = rows.drop_duplicates(["cards", "block_moves"])
    hands = PERCENT * rows.pivot(index="block_moves", columns="cards", values="probability")
    if hands.empty:
        return []
    return [
        Map(
            "hands in 100 that need so many moves",
            "cards in the hand",
            "moves needed",
            [*map(str, hands.columns)],
            [*map(str, hands.index)],
            hands.to_numpy(float).tolist(),
            THREE_OR_FOUR if claims.three_or_four(hands) else "",
            ".0f",
        )
    ]


PLOTS = (
    Plot(
        name="hands_orderable",
        title="Can at most one block move order the hand?",
        questions=("hands_orderable",),
        panels=(
            Lines(
                "cards",
                rows=lambda rows: rows[
                    rows["cards"].between(FEWEST, BRIDGE_HAND) & (rows["method"] != "rare")
                ],
                title="at most 13 cards",
                finding="At most one move orders every hand of four cards, and hardly any of 13",
                holds=claims.four_but_not_13,
                y_axis="How often at most one move orders the hand",
            ),
            Lines(
                "cards",
                rows=lambda rows: rows[rows["method"] != "simulate"],
                title="hands of any size",
                finding="With more cards it becomes as good as impossible",
                holds=claims.impossible,
                y_axis="How often at most one move orders the hand",
            ),
        ),
    ),
    Plot(
        name="hands_grid",
        title="How many hands need how many block moves?",
        questions=("hands_moves",),
        make=grid,
        note="Computed exactly. An empty cell is impossible.",
    ),
    Plot(
        name="hands_moves",
        title="How many block moves order a hand?",
        questions=("hands_moves",),
        panels=(
            Lines(
                "cards",
                {"mean": "mean block_moves", "most": "most block_moves"},
                y_axis="fewest block moves",
                finding=(
                    "Each card after the second raises the mean, and n = 1 to 13 cards never need "
                    "more than (n - 1)/2 moves"
                ),
                holds=claims.at_most_half,
            ),
            Spread(),
        ),
    ),
)
