"""What the notebook left open about ordering hands, and the answers."""

from __future__ import annotations

from sweepstake.puzzle.display import Finding

FINDINGS = (
    Finding(
        asked="What of hands of more than 13 cards? (The notebook's enumeration stops there.)",
        answer=(
            "Generating functions over the 512 orderable collapsed hands give every hand up to "
            "the whole deck in milliseconds: 7.53 x 10^-10 for 26 cards and "
            "13/9123254722021903544088000 = 1.42 x 10^-24 for 52."
        ),
        shown_by="results/tables/hands_orderable.csv",
    ),
    Finding(
        asked="How many block moves does a hand need if one is not enough?",
        answer=(
            "13 cards need 3.38 on average and never more than 6; up to 13 cards the most that "
            "n cards can need is (n - 1) / 2, rounded down, and two suits in turn need as many."
        ),
        shown_by="results/tables/hands_moves.csv",
    ),
)
