"""Properly ordered card hands: suits in blocks with alternating colours, after at most one move.

A player wants each suit together and no two neighbouring suits of one colour (if the hand has both
colours), and wants to get there by moving one block of cards. FiveThirtyEight's Riddler asked how
often that is possible; Peter Norvig's notebook "Properly Ordered Card Hands" answers for up to 13
cards.

`rules` defines an ordered hand and shows why runs need not be cut. The first question,
`hands_orderable`, has four independent methods: `brute` moves every block of every row of suits,
`exact` deals card by card and keeps collapsed hands, `formula` builds the orderable patterns
backwards and fills their runs by generating functions, and `simulate` tries all moves on random
hands. `rare` estimates the probability by importance sampling. For the second question,
`hands_moves`, `fewest` uses a table of all collapsed hands (with kernels in `distance`), and
`brute` and `simulate` search.
"""

from __future__ import annotations

from sweepstake.puzzle import Headline, Puzzle

from .questions import MOVES, ORDERABLE
from .report.artefacts import FINDINGS, PLOTS, SHOWS, TABLES

PUZZLE = Puzzle(
    name="hands",
    title="Properly ordered hands",
    source=(
        "The question is from The Riddler, FiveThirtyEight's puzzle column. Peter Norvig answered "
        'it in his notebook "Properly Ordered Card Hands", one of the pytudes; published numbers '
        "are his."
    ),
    rules=(
        "A hand is in order if the cards of each suit stand together and, if both colours are "
        "there, neighbouring suits differ in colour. A move (a block move) takes some adjacent "
        "cards out and puts them back elsewhere, together and in the same order."
    ),
    questions=(ORDERABLE, MOVES),
    story=(
        Headline("hands_orderable", asked="How often does at most one move put a hand in order?"),
        Headline("hands_moves", asked="How many moves does it take to put a hand in order?"),
    ),
    tables=TABLES,
    plots=PLOTS,
    shows=SHOWS,
    findings=FINDINGS,
)
