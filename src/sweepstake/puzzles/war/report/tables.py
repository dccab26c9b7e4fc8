"""The tables of War, made of the stored answers. What is not known stays empty."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import Methods, by_point
from sweepstake.stats.goodness import chi_square
from sweepstake.stats.summary import quantiles, summary

from .columns import BRUTE, CHAIN, DECK, GAME, LENGTH, SWEPT

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

EXACT = ("exact", "formula", "brute")


def sweep(frames: Frames) -> pd.DataFrame:
    """One row a deck: how often A wins every battle."""
    import pandas as pd

    frame = frames["war_sweep"]
    decks = by_point([*DECK], frame[frame["swept"]])
    return pd.DataFrame([deck | _swept(deck, methods) for deck, methods in decks], columns=[*SWEPT])


def brute(frames: Frames) -> pd.DataFrame:
    """One row a deck that was tried both ways: brute force, abstract decks, the difference."""
    import pandas as pd

    frame = frames["war_sweep"]
    rows = [
        (*deck.values(), brute["probability"], abstract["probability"],
         float(Fraction(brute["exact"]) - Fraction(abstract["exact"])), abstract["exact"])
        for deck, methods in by_point([*DECK], frame[frame["swept"]])
        if {"brute", "exact"} <= methods.keys()
        for brute, abstract in [(methods["brute"].iloc[0], methods["exact"].iloc[0])]
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=[*BRUTE])


def length(frames: Frames) -> pd.DataFrame:
    """One row a deck and method: how many plays a game lasts, and who wins."""
    import pandas as pd

    rows = [
        deck | {"method": method} | _lengths(part)
        for deck, methods in by_point([*GAME], frames["war_length"])
        for method, part in methods.items()
    ]
    return pd.DataFrame(rows, columns=[*LENGTH])


def chain(frames: Frames) -> pd.DataFrame:
    """One row a deck that was both computed and played."""
    import pandas as pd

    rows = [
        deck | _confronted(deck, methods["chain"], methods["simulate"])
        for deck, methods in by_point([*GAME], frames["war_length"])
        if {"chain", "simulate"} <= methods.keys()
    ]
    return pd.DataFrame(rows, columns=[*CHAIN])


def truth(methods: Methods) -> pd.DataFrame | None:
    """The rows of an exact method, if there is one."""
    return next((methods[name] for name in EXACT if name in methods), None)


def once_in(probability: float) -> float:
    """The games in which something happens once; not a number, if it never does."""
    return 1 / probability if probability else nan


def _swept(deck: Mapping[str, int], methods: Methods) -> Row:
    row: Row = {"cards": deck["ranks"] * deck["suits"]}
    exact = {name: methods[name].iloc[0] for name in EXACT if name in methods}
    known = next(iter(exact.values()), None)
    if known is not None:
        p, log10_p = known["probability"], known["log10_probability"]
        agree = [name for name, its in exact.items() if its["exact"] == known["exact"]]
        row |= {"probability": p, "log10 probability": log10_p}
        row |= {"by A, once in (games)": once_in(p), "methods that agree": ", ".join(agree)}
        row["by either player, once in (games)"] = once_in(2 * p)
    if "independent" in methods:
        independent = methods["independent"].iloc[0]
        row["independent battles"] = independent["probability"]
        if known is not None:
            row["independent / exact"] = 10 ** (independent["log10_probability"] - log10_p)
    if "simulate" in methods:
        sample = methods["simulate"].iloc[0]
        columns = ["simulated sweeps", "simulated deals", "95% from", "95% to"]
        row |= dict(zip(columns, sample[["count", "trials", "low", "high"]], strict=True))
    return row


def _lengths(rows: pd.DataFrame) -> Row:
    import pandas as pd

    lengths, games = summary(rows["plays"], rows["probability"]), rows["trials"].iloc[0]
    won = rows.groupby("winner")["probability"].sum()
    sampled = pd.notna(games)
    quarters = quantiles(rows["plays"], rows["probability"], (0.05, 0.25, 0.5, 0.75, 0.95))
    return {
        "games": float(games) if sampled else nan,
        "mean (plays)": lengths.mean,
        "sd (plays)": lengths.deviation,
        "standard error of the mean": lengths.deviation / sqrt(games) if sampled else 0.0,
        "min": lengths.low,
        **dict(zip(("5%", "25%", "median", "75%", "95%"), quarters, strict=True)),
        "max": lengths.high if sampled else nan,
        "mode": lengths.mode,
        **shares_won(won),
    }


def shares_won(won: pd.Series[float]) -> Row:
    """How often A and B win and nobody does; a winner that is missing never wins."""
    return {"A wins": won.get("A", 0.0), "B wins": won.get("B", 0.0), "tie": won.get("tie", 0.0)}


def _confronted(deck: Mapping[str, int], known: pd.DataFrame, sample: pd.DataFrame) -> Row:
    cards, games = deck["ranks"] * deck["suits"], int(sample["trials"].iloc[0])
    exact = summary(known["plays"], known["probability"])
    played = summary(sample["plays"], sample["probability"])
    error = exact.deviation / sqrt(games)
    return {
        "cards": cards,
        "chain mean (plays)": exact.mean,
        "simulated mean (plays)": played.mean,
        "standard error (plays)": error,
        "off by (standard errors)": (played.mean - exact.mean) / error if error else nan,
        "chi-square p": chi_square(_by_outcome(sample, "count"), _by_outcome(known, "probability")),
        "games": games,
        "fair walk (plays)": (cards / 2) ** 2 if deck["suits"] == 1 else nan,
    }


def _by_outcome(rows: pd.DataFrame, column: str) -> dict[Any, float]:
    outcomes = zip(rows["plays"], rows["winner"], strict=True)
    return dict(zip(outcomes, rows[column], strict=True))
