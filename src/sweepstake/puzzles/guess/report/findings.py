"""What the notebook left open about flipping cards, and the answers."""

from __future__ import annotations

import pandas as pd

from sweepstake.puzzle.display import Finding


def _growth(table: pd.DataFrame) -> bool:
    """Both constants of growth, fitted up to 20,000 cards, are those predicted."""
    long = table[table["to n"] == 20_000]
    residuals = long[["L residual", "a residual"]].abs()
    return len(long) > 0 and bool((residuals < 1e-8).all(axis=None))


def _thumb(table: pd.DataFrame) -> bool:
    """The rule of thumb is 58% too low near 79 cards, and above the truth at 399."""
    low = table.set_index("n")["difference"]
    return {79, 299, 399} <= {*low.index} and (
        f"{low.max():.2f}" == "0.58" and low[299] > 0 > low[399]
    )


FINDINGS = (
    Finding(
        asked="Is there a closed form for the probability that all n - 1 guesses are right?",
        answer=(
            "None was found, but its growth is known: P(n) ~ C n^((ln 2)/2) (2 ln 2)^-n. The "
            "ratio P(n+1)/P(n) tends to 1/(2 ln 2) = 0.72134752, and both constants, fitted to "
            "answers for up to 20,000 cards, agree with that to 8 digits or more."
        ),
        table="guess_limit",
        holds=_growth,
    ),
    Finding(
        asked="Is 0.725^(n-2) a good approximation?",
        answer=(
            "Only in passing: it is 58% too low near n = 79, right near n = 350, and too high "
            "beyond, without bound, since the true ratio falls below 0.725."
        ),
        table="guess_win",
        holds=_thumb,
    ),
)
