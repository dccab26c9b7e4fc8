"""The tables and figures of the coins puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sweepstake.puzzle.display import Lines, Plot, Spread, Table

from . import certificates, claims, plots, tables
from .tables import SHORTEST

UP_TO_TURNS = "states up to turns"
VERDICT: dict[str, Callable[[Any], Any]] = {
    "plan exists": lambda cells: cells["P(winnable), computed"] == 1,
    SHORTEST: tables.shortest,
    "computed by": lambda cells: cells.agreeing,
}

TABLES = (
    Table(
        name="coins_verdict",
        title="For which numbers of coins is there a plan?",
        caption=(
            "Whether a fixed list of moves wins blindfolded, whatever the start and however the "
            "Devil turns the table, and how many moves the shortest such list has. There is one "
            "exactly if the number N of coins is a power of two; it has 2^N - 1 moves. The last "
            "two columns are about the search: how many states there are, if those that differ "
            "only by turning the table count once, and how many sets of states that the coins may "
            "be in it met (only 2 for 9 coins, on which the notebook gave up)."
        ),
        headings={UP_TO_TURNS: "states up to rotation", "beliefs met": "sets of states met"},
        questions=("coins_verdict",),
        columns=VERDICT | {UP_TO_TURNS: tables.up_to_turns, "beliefs met": tables.beliefs_met},
        rows=lambda rows: rows[rows["faces"] == 2].drop(columns="faces"),
        formats={SHORTEST: ",", "beliefs met": ",", UP_TO_TURNS: ","},
    ),
    Table(
        name="coins_plane",
        title="For which numbers of dials and of faces is there a plan?",
        caption=(
            "How many moves a shortest plan has for dials: a move advances each dial by a number "
            "of faces that the player names, and all must show 0. There is a plan exactly if both "
            "numbers are powers of the same prime, or if there is only one dial."
        ),
        headings={"coins": "dials"},
        questions=("coins_verdict",),
        columns=VERDICT | {"states": tables.states, UP_TO_TURNS: tables.up_to_turns},
        shown=tables.by_faces,
    ),
    Table(
        name="coins_plan",
        title="Plans for up to four coins, and how much they leave possible",
        caption=(
            "The moves of a shortest plan, and how many states the coins may be in after each, all "
            "heads included; states that differ only by turning the table count once. With four "
            "coins, odd moves flip all, moves 2, 6, 10, ... two opposite ones, and so on, like the "
            "marks on a ruler."
        ),
        headings={"step": "moves made", "flips": "places named", "beliefs": "states possible"},
        questions=("coins_plan",),
        chosen=lambda sets: sets[(sets["faces"] == 2) & (sets["coins"] <= 4)],
    ),
    Table(
        name="coins_ruler",
        title="The ruler's plan and its certificate",
        caption=(
            "For a power of two the plan needs no search. For each of its few different moves, two "
            "sums of other moves prove that the plan wins: the move made twice (which changes "
            "nothing with coins, but does with dials), and what turning the table by one place "
            "changes in it, must be sums of moves earlier in the list, or of none. Code "
            "that shares nothing with the code that found these sums adds them up. Up to 16 coins "
            "the plan was also followed move by move."
        ),
        questions=("coins_verdict",),
        make=certificates.rulers,
        formats={"moves in the plan": ","},
    ),
    Table(
        name="coins_devil",
        title="The states in which the Devil never loses",
        caption=(
            "Where there is no plan, most states are lost even for a player who sees: whatever the "
            "move, the Devil can turn the table so that the coins are in such a state again. The "
            "certificate has an answer, a turn of the table, to each move that would lead out of "
            "these states if the table were not turned; it lists one of the states that differ "
            "only by a turn. Separate code checks it."
        ),
        headings={"coins": "coins or dials"},
        questions=("coins_verdict",),
        make=certificates.devil,
        formats=dict.fromkeys((*certificates.STATES, "answers in the certificate"), ","),
    ),
    Table(
        name="coins_moves",
        title="How many moves the plan needs against a Devil that turns at random",
        caption=(
            "The start and the Devil's rotations are random, and the plan is the shortest. Every "
            "number of moves from 0 to the length of the plan (the guarantee) is equally likely. "
            "The column 'largest difference from equally likely' gives the largest relative "
            "difference between a computed probability and 1/2^N, for N coins."
        ),
        questions=("coins_moves",),
        columns={
            "guarantee (moves)": lambda cells: 2 ** cells["coins"] - 1,
            "mean (moves)": "mean moves, computed",
            "sd (moves)": "sd of moves, computed",
            "largest difference from equally likely": tables.furthest,
            "simulated games": "trials, simulate",
            "simulated mean (moves)": "mean moves, simulate",
            "standard error of the mean": "standard error, simulate",
        },
        rows=lambda rows: rows.dropna(subset=["mean (moves)"]),
        formats={"guarantee (moves)": ",", "simulated games": ",.0f"},
        errors={"simulated mean (moves)": "standard error of the mean"},
    ),
    Table(
        name="coins_group",
        title="Is there a plan if the Devil may do more, or less, than turn the table?",
        caption=(
            "How many moves a shortest plan has, by the rearrangements of the coins that the Devil "
            "may choose from: none (trivial), turning the table (cyclic), turning and reflecting "
            "it (dihedral), all (symmetric), swapping the coins of fixed pairs (pairs), or "
            "swapping the two halves of a row, then the two halves of every half, and so on, each "
            "of these steps or not (halves, which is group=xor in commands). With several tables "
            "(blocks) the Devil rearranges each on its own. There is a plan exactly if the Devil "
            "has no choice, or if it has p^m rearrangements to choose from and coins have p^k "
            "faces, for a prime p (Ehrenborg and Skinner, 1995, for coins). An empty cell was not "
            "computed, or there is no such game: tables have equally many coins, and halves need "
            "1, 2, 4, 8, ... of them."
        ),
        headings={"coins": "coins or dials", "xor": "halves"},
        questions=("coins_group",),
        columns=VERDICT,
        shown=tables.by_coins,
    ),
    Table(
        name="coins_plans",
        title="How many shortest plans are there?",
        caption=(
            "The number of shortest plans. A move and the same move with the table turned count as "
            "two."
        ),
        headings={"shortest": "moves in a plan", "plans": "shortest plans"},
        questions=("coins_plans",),
        make=tables.plans,
    ),
)

PLOTS = (
    Plot(
        name="coins_plan",
        title="The moves of the plan for four coins",
        questions=("coins_plan",),
        make=plots.moves,
        sub="The coins to flip in each move, by their positions on the table: 4 coins",
        note=(
            "Computed. Odd moves flip all four coins, moves 2, 6, 10 and 14 two opposite ones, "
            "moves 4 and 12 two neighbours, and move 8 a single one, like the marks on a ruler."
        ),
    ),
    Plot(
        name="coins_beliefs",
        title="What is still possible along the plan",
        questions=("coins_plan",),
        make=plots.beliefs,
        note="Computed. States that differ only by turning the table count once.",
    ),
    Plot(
        name="coins_plane",
        title="Where there is a plan",
        questions=("coins_verdict",),
        make=plots.plane,
    ),
    Plot(
        name="coins_moves",
        title="How many moves the plan needs if the Devil turns at random",
        questions=("coins_moves",),
        panels=(
            Spread(
                finding="Every number of moves is equally likely",
                holds=claims.level,
            ),
            Lines(
                "coins",
                y_axis="mean number of moves",
                finding="On average it takes half as many moves as the plan has",
                holds=claims.half_of_the_plan,
            ),
        ),
    ),
    Plot(
        name="coins_group",
        title="Where there is a plan, by what the Devil may do",
        questions=("coins_group",),
        make=plots.groups,
    ),
)
