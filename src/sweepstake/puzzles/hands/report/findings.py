"""Open questions of the notebook about ordering hands, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle.story import Finding

if TYPE_CHECKING:
    import pandas as pd


def _whole_deck(table: pd.DataFrame) -> bool:
    """True if the probabilities for 26 and for 52 cards are as stated."""
    hands = table.set_index("cards")
    return (
        f"{hands['orderable (%)'][26] / 100:.2e}" == "7.53e-10"
        and hands["fraction"][52] == "13/9123254722021903544088000"
    )


def _moves(table: pd.DataFrame) -> bool:
    """True if the mean for 13 cards and the most moves for each number of cards are as stated."""
    hands = table.dropna(subset=["most (moves)"]).set_index("cards")
    most = hands["most (moves)"]
    halves = all(most[n] == max(n - 1, 0) // 2 for n in most.index)
    return f"{hands['mean (moves)'][13]:.2f}" == "3.38" and halves


FINDINGS = (
    Finding(
        asked=(
            "How often can at most one move order a hand of more than 13 cards? (The notebook's "
            "enumeration stops there.)"
        ),
        answer=(
            "At most one move puts a whole deck in order once in 7 × 10²³ deals. For 26 cards it "
            "is once in 1.33 billion hands (7.53 × 10⁻¹⁰), and for the whole deck of 52 the "
            "probability is 13/9123254722021903544088000 = 1.42 × 10⁻²⁴. If neighbours of one "
            "suit count as one card, only 512 orders of suits can be put right by at most one "
            "move; products of polynomials (generating functions) count the hands of each in "
            "milliseconds."
        ),
        table="hands_orderable",
        holds=_whole_deck,
    ),
    Finding(
        asked="How many block moves does a hand need if one is not enough?",
        answer=(
            "13 cards need 3.38 block moves on average, and never more than 6. No hand of n = 1 "
            "to 13 cards needs more than (n - 1)/2 moves, and hands that alternate between two "
            "suits need as many, rounded down."
        ),
        table="hands_moves",
        holds=_moves,
    ),
)
