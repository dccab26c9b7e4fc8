"""Open questions of the notebook about flipping cards, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle.story import Finding

from .tables import THUMB

if TYPE_CHECKING:
    import pandas as pd


def _growth(table: pd.DataFrame) -> bool:
    """True if both constants of growth, fitted up to 20,000 cards, are as predicted."""
    residuals = table.set_index("to n").loc[[20_000], ["L residual", "a residual"]].abs()
    return bool((residuals < 1e-8).all(axis=None))


def _thumb(table: pd.DataFrame) -> bool:
    """True if the rule of thumb is right at 2 cards, too low from 3 to 356, and then too high.

    It must also be lowest at 68 cards, by 59%; and the power of 0.75 must be too high from 24 on.
    """
    rows = table.set_index("cards")
    low, p, other = rows["difference"], rows["P(all right)"], rows["0.75^(n-2)"]
    right = p[23] > other[23] and p[24] < other[24] and low[356] > 0 > low[357] > low[399]
    right &= low[2] == 0 and (low[(low.index > 2) & (low.index < 357)] > 0).all()
    right &= rows["P(n+1) / P(n)"][68] < THUMB
    return bool(right and f"{low[68]:.2f}" == f"{low.max():.2f}" == "0.59")


FINDINGS = (
    Finding(
        asked="Is there a closed form for the probability that all n - 1 guesses are right?",
        answer=(
            "No closed form is known, but in the end each further card makes it 0.7213 times as "
            "likely that all guesses are right. A derivation, which is not a proof, says how fast "
            "the probability falls: for large n it is close to C n^((ln 2)/2) (2 ln 2)^-n, with a "
            "constant C; 1/(2 ln 2) is 0.72134752. This number and the exponent (ln 2)/2 were "
            "also fitted to the answers for 500 to 20,000 cards, and agree to 8 digits or more."
        ),
        table="guess_limit",
        holds=_growth,
    ),
    Finding(
        asked="Is 0.725^(n-2) a good approximation?",
        answer=(
            "The rule of thumb 0.725ⁿ⁻² is right only at 2 and near 356 cards, and too low "
            "between, most at 68 cards, by 59% of the true value. From there on each further card "
            "multiplies the true value by less than 0.725, so beyond n = 356 the rule is too "
            "high, and more so with every card. The power 0.75ⁿ⁻² is right at 2 and near 24 "
            "cards, too low between, and too high beyond."
        ),
        table="guess_win",
        holds=_thumb,
    ),
)
