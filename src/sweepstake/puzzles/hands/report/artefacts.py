"""What the hands puzzle makes of its answers: tables and figures."""

from __future__ import annotations

from sweepstake.puzzle.display import Plot, Table

from . import plots, tables
from .columns import _SHARES

TABLES = (
    Table(
        name="hands_orderable",
        title="Hands that one block move orders",
        caption=(
            "How often one move of one block of adjacent cards, or none, brings every suit "
            "together with no two neighbouring suits of one colour (where both colours are "
            "present). The fractions are exact: enumeration of collapsed hands where there is "
            "one, else generating functions, and the difference between the two is 0 wherever "
            "both were asked. The notebook stops at 13 cards; the whole deck can be ordered about "
            "once in 7 x 10^23 deals. The simulated hands were searched by moving blocks, and a "
            "hand with one colour only counts as ordered once its suits are together."
        ),
        questions=("hands_orderable",),
        make=tables.orderable,
        by_point=True,
        formats={
            "orderable (%)": ".7g",
            "one hand in": ",.7g",
            "formula minus exact": ".0f",
            "simulated (%)": ".4f",
            "standard error (%)": ".4f",
            "off by (standard errors)": ".2f",
        },
        errors={"simulated (%)": "standard error (%)"},
    ),
    Table(
        name="hands_moves",
        title="The fewest block moves that order a hand",
        caption=(
            "How many block moves a hand needs, at best, before it is ordered. Exact: every "
            "collapsed hand has its distance from the ordered ones in a table, and counts as "
            "often as there are deals that collapse to it; cutting a run of one suit never "
            "helps. The columns for 0 and 1 moves add up to the probability in the table of hands "
            "that one move orders. The worst hands are two suits in turn: a move can bring "
            "together at most two pairs of neighbours there, so n cards need (n - 1) / 2 moves, "
            "rounded down, and up to 13 cards no hand needs more."
        ),
        questions=("hands_moves",),
        make=tables.moves,
        by_point=True,
        formats={
            "mean (moves)": ".6f",
            "most (moves)": ".0f",
            **_SHARES,
            "simulated mean (moves)": ".4f",
            "standard error (moves)": ".4f",
        },
        errors={"simulated mean (moves)": "standard error (moves)"},
    ),
)

PLOTS = (
    Plot(
        name="hands_orderable",
        title="Can one block move order the hand?",
        caption=(
            "Left: every hand of up to four cards can be ordered, hardly any of 13; points are "
            "simulated hands with 95% intervals. Right: the same probability for hands of up "
            "to the whole deck, on a logarithmic scale, from generating functions, with weighted "
            "deals where no random hand is such. From eight "
            "cards on each further card divides it by more than two, in the end by nearly four."
        ),
        questions=("hands_orderable",),
        make=plots.orderable,
        finding="Every hand of four cards can be ordered, hardly any of 13",
    ),
    Plot(
        name="hands_moves",
        title="How many block moves order a hand?",
        caption=(
            "Left: the mean and the largest number of block moves that a hand needs, exactly; "
            "points are simulated hands, each searched, with 95% intervals. Right: how often "
            "each number is needed. A bridge hand of 13 cards mostly takes three or four moves."
        ),
        questions=("hands_moves",),
        make=plots.moves,
        finding="The more cards, the more moves, and never more than half as many",
    ),
)
