"""What the notebook left open or got wrong about War, and the answers."""

from __future__ import annotations

from sweepstake.puzzle.display import Finding

FINDINGS = (
    Finding(
        asked=(
            "How do the first 26 plays of 13 x 4 cards end, wars allowed, if B never wins a "
            "battle? The notebook says: A wins once in 64,616 games, and 1 in 150,802 is a tie."
        ),
        answer=(
            "A wins once in 45,240.26 games and a tie comes once in about 320 million. If a war is "
            "unfinished when the cards run out, A has won all the same if A has any card, whatever "
            "is still owed face down; it is a tie only if nothing was ever decided. Whole games, "
            "played by the rules, agree."
        ),
        shown_by="results/tables/war_rush.csv",
    ),
    Finding(
        asked=(
            "Simple arithmetic gives an estimate of how often a player wins all battles. Must the "
            "exact answer be enumerated?"
        ),
        answer=(
            "No: inclusion-exclusion over tied pairs gives the exact fraction in closed form, for "
            "400 ranks as for 13, and for games with wars too. It equals the enumeration wherever "
            "both were tried."
        ),
        shown_by="results/tables/war_sweep.csv",
    ),
    Finding(
        asked="How long is a game? The notebook has 100,000 simulated games.",
        answer=(
            "For small decks the whole distribution is exact, by an absorbing chain: a mean of "
            "10/3 plays for 2 x 2 cards and 919/195 for 3 x 2, with 3 face down. Games played by "
            "the rules agree with it, lengths, winners, tail and all."
        ),
        shown_by="results/tables/war_chain.csv",
    ),
    Finding(
        asked="Is there a deck for which the mean length has a simple formula?",
        answer=(
            "With one suit a game is a fair random walk, whatever the cards: n cards last exactly "
            "(n/2)^2 plays in the mean, 676 for 52 cards of 52 ranks."
        ),
        shown_by="results/tables/war_chain.csv",
    ),
)
