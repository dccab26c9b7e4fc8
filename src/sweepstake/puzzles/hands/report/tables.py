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

    known, sampled = known_rows(frames), sampled_rows(frames)
    cards = known.index.union(sampled.index)
    known, sampled = known.reindex(cards), sampled.reindex(cards)
    off = (sampled["probability"] - known["probability"]) / sampled["standard_error"]
    columns = {
        "cards": cards,
        "orderable (%)": PERCENT * known["probability"],
        "fraction": known["exact"],
        "one hand in": 1 / known["probability"],
        "formula minus exact": _disagreement(frames).reindex(cards),
        "simulated (%)": PERCENT * sampled["probability"],
        "standard error (%)": PERCENT * sampled["standard_error"],
        "off by (standard errors)": off.where(np.isfinite(off)),
    }
    return pd.DataFrame(columns).reset_index(drop=True)


def moves(frames: Frames) -> pd.DataFrame:
    """One row a number of cards: mean and most moves, and how often each number is needed."""
    import pandas as pd

    known, sampled = exact_shares(frames), sampled_means(frames)
    cards = known.index.union(sampled.index)
    known, sampled = known.reindex(cards), sampled.reindex(cards)
    columns = {
        "cards": cards,
        "mean (moves)": means(known),
        "most (moves)": most(known),
        **{f"needs {count} (%)": PERCENT * known[count] for count in known.columns},
        "simulated mean (moves)": sampled["mean"],
        "standard error (moves)": sampled["error"],
    }
    return pd.DataFrame(columns).reset_index(drop=True)


def known_rows(frames: Frames) -> pd.DataFrame:
    """For each number of cards, the orderable row of the first exact method there is."""
    rows = _orderable_rows(frames)
    rows = rows[rows["method"].isin(_EXACT)]
    preferred = rows.iloc[np.argsort(rows["method"].map(_EXACT.index), kind="stable")]
    return preferred.drop_duplicates("cards").set_index("cards").sort_index()


def sampled_rows(frames: Frames, method: str = "simulate") -> pd.DataFrame:
    """The simulated orderable rows, by number of cards."""
    rows = _orderable_rows(frames)
    return rows[rows["method"] == method].set_index("cards").sort_index()


def exact_shares(frames: Frames) -> pd.DataFrame:
    """The exact probability of each number of moves (columns) by number of cards (index)."""
    frame = frames["hands_moves"]
    return _shares(frame[frame["method"].isin(_EXACT)])


def sampled_means(frames: Frames) -> pd.DataFrame:
    """The simulated mean number of moves and its standard error, by number of cards."""
    import pandas as pd

    frame = frames["hands_moves"]
    rows = frame[frame["method"] == "simulate"]
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


def _orderable_rows(frames: Frames) -> pd.DataFrame:
    frame = frames["hands_orderable"]
    return frame[frame["orderable"]]


def _disagreement(frames: Frames) -> pd.Series[float]:
    """Formula minus exact by number of cards, subtracted as rationals."""
    import pandas as pd

    by_method = _orderable_rows(frames).set_index("cards").groupby("method")["exact"]
    fractions = dict(iter(by_method))
    formula, exact = (fractions.get(name, pd.Series(dtype=str)) for name in ("formula", "exact"))
    both = formula.index.intersection(exact.index)
    differences = [float(Fraction(formula[cards]) - Fraction(exact[cards])) for cards in both]
    return pd.Series(differences, both, dtype=float)
