"""The tables of the hands puzzle, and the rows that its tables and figures are made of."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sweepstake.puzzle.display import Frames

if TYPE_CHECKING:
    import pandas as pd

PERCENT = 100.0
MOST_MOVES = 6  # that a hand of up to 13 cards needs
_EXACT = ("exact", "formula", "brute")


def orderable(frames: Frames) -> pd.DataFrame:
    """One row a number of cards: the probability, exactly and as simulated."""
    import pandas as pd

    known, sampled = _side_by_side(known_rows(frames), rows_by(frames, "simulate"))
    off = (sampled["probability"] - known["probability"]) / sampled["standard_error"]
    columns = {
        "orderable (%)": PERCENT * known["probability"],
        "fraction": known["exact"],
        "one hand in": 1 / known["probability"],
        "formula minus exact": _disagreement(frames),
        "simulated (%)": PERCENT * sampled["probability"],
        "standard error (%)": PERCENT * sampled["standard_error"],
        "off by (standard errors)": off.where(np.isfinite(off)),
    }
    return pd.DataFrame(columns, known.index).reset_index()


def moves(frames: Frames) -> pd.DataFrame:
    """One row a number of cards: mean and most moves, and how often each number is needed."""
    import pandas as pd

    known, sampled = _side_by_side(exact_shares(frames), sampled_means(frames))
    columns = {
        "mean (moves)": means(known),
        "most (moves)": most(known),
        **{f"needs {count} (%)": PERCENT * known[count] for count in known.columns},
        "simulated mean (moves)": sampled["mean"],
        "standard error (moves)": sampled["error"],
    }
    return pd.DataFrame(columns, known.index).reset_index()


def _side_by_side(known: pd.DataFrame, sampled: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both with a row for each number of cards that one of them has."""
    cards = known.index.union(sampled.index)
    return known.reindex(cards), sampled.reindex(cards)


def known_rows(frames: Frames) -> pd.DataFrame:
    """For each number of cards, the orderable row of the first exact method there is."""
    rows = frames["hands_orderable"].query("orderable and method in @_EXACT")
    preferred = rows.iloc[np.argsort(rows["method"].map(_EXACT.index), kind="stable")]
    return preferred.drop_duplicates("cards").set_index("cards").sort_index()


def rows_by(frames: Frames, method: str) -> pd.DataFrame:
    """The orderable rows of one method, by number of cards."""
    rows = frames["hands_orderable"].query("orderable and method == @method")
    return rows.set_index("cards").sort_index()


def exact_shares(frames: Frames) -> pd.DataFrame:
    """The exact probability of each number of moves (columns) by number of cards (index)."""
    return _shares(frames["hands_moves"].query("method in @_EXACT"))


def sampled_means(frames: Frames) -> pd.DataFrame:
    """The simulated mean number of moves and its standard error, by number of cards."""
    import pandas as pd

    rows = frames["hands_moves"].query("method == 'simulate'")
    shares = _shares(rows)
    mean, trials = means(shares), rows.groupby("cards")["trials"].max().astype(float)
    variance = shares.mul(shares.columns.astype(float) ** 2).sum(axis="columns") - mean**2
    return pd.DataFrame({"mean": mean, "error": np.sqrt(variance.clip(lower=0.0) / trials)})


def means(shares: pd.DataFrame) -> pd.Series[float]:
    """The mean number of moves for each number of cards."""
    return shares.mul(shares.columns.astype(float)).sum(axis="columns", min_count=1)


def most(shares: pd.DataFrame) -> pd.Series[float]:
    """The largest number of moves that any hand needs, for each number of cards."""
    needed = shares.mul(0.0).add(shares.columns.astype(float)).where(shares > 0)
    return needed.max(axis="columns")


def _shares(rows: pd.DataFrame) -> pd.DataFrame:
    once = rows.drop_duplicates(["cards", "block_moves"])
    by_moves = once.pivot(index="cards", columns="block_moves", values="probability")
    return by_moves.reindex(columns=range(MOST_MOVES + 1)).fillna(0.0)


def _disagreement(frames: Frames) -> pd.Series[float]:
    """Formula minus exact by number of cards, subtracted as rationals."""
    import pandas as pd

    formula, exact = (rows_by(frames, name)["exact"] for name in ("formula", "exact"))
    both = formula.index.intersection(exact.index)
    differences = [float(Fraction(formula[cards]) - Fraction(exact[cards])) for cards in both]
    return pd.Series(differences, both, dtype=float)
