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

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

DECK = ["ranks", "suits"]
GAME = ["ranks", "suits", "down"]
EXACT = ("exact", "formula", "brute")

SWEPT = [
    *DECK, "cards", "probability", "log10 probability", "by A, once in (games)",
    "by either player, once in (games)", "independent battles", "independent / exact",
    "simulated sweeps", "simulated deals", "95% from", "95% to", "methods that agree",
]  # fmt: skip
BRUTE = [*DECK, "brute force", "abstract decks", "difference", "exact"]
LENGTH = [
    *GAME, "method", "games", "mean (plays)", "sd (plays)", "standard error of the mean", "min",
    "5%", "25%", "median", "75%", "95%", "max", "mode", "A wins", "B wins", "tie",
]  # fmt: skip
CHAIN = [
    *GAME, "cards", "chain mean (plays)", "simulated mean (plays)", "standard error (plays)",
    "off by (standard errors)", "chi-square p", "games", "fair walk (plays)",
]  # fmt: skip


def sweep(frames: Frames) -> pd.DataFrame:
    """One row a deck: how often A wins every battle."""
    import pandas as pd

    frame = frames["war_sweep"]
    decks = by_point(DECK, frame[frame["swept"]])
    return pd.DataFrame([deck | _swept(deck, methods) for deck, methods in decks], columns=SWEPT)


def brute(frames: Frames) -> pd.DataFrame:
    """One row a deck that was tried both ways: brute force, abstract decks, the difference."""
    import pandas as pd

    frame = frames["war_sweep"]
    rows = [
        deck | _compared(methods["brute"].iloc[0], methods["exact"].iloc[0])
        for deck, methods in by_point(DECK, frame[frame["swept"]])
        if {"brute", "exact"} <= methods.keys()
    ]
    return pd.DataFrame(rows, columns=BRUTE)


def length(frames: Frames) -> pd.DataFrame:
    """One row a deck and method: how many plays a game lasts, and who wins."""
    import pandas as pd

    rows = [
        deck | {"method": method} | _lengths(part)
        for deck, methods in by_point(GAME, frames["war_length"])
        for method, part in methods.items()
    ]
    return pd.DataFrame(rows, columns=LENGTH)


def chain(frames: Frames) -> pd.DataFrame:
    """One row a deck that was both computed and played."""
    import pandas as pd

    rows = [
        deck | _confronted(deck, methods["chain"], methods["simulate"])
        for deck, methods in by_point(GAME, frames["war_length"])
        if {"chain", "simulate"} <= methods.keys()
    ]
    return pd.DataFrame(rows, columns=CHAIN)


def truth(methods: Methods) -> pd.DataFrame | None:
    """The rows of an exact method, if there is one."""
    return next((methods[name] for name in EXACT if name in methods), None)


def once_in(probability: float) -> float:
    """The games in which something happens once; not a number, if it never does."""
    return 1 / probability if probability else nan


def _swept(deck: Mapping[str, int], methods: Methods) -> Row:
    rows = {name: part.iloc[0] for name, part in methods.items()}
    known = next((rows[name] for name in EXACT if name in rows), None)
    row: Row = {"cards": deck["ranks"] * deck["suits"]}
    if known is not None:
        p = known["probability"]
        row |= {"probability": p, "log10 probability": known["log10_probability"]}
        row |= {"by A, once in (games)": once_in(p)}
        row |= {"by either player, once in (games)": once_in(2 * p)}
        agree = [name for name in EXACT if name in rows and rows[name]["exact"] == known["exact"]]
        row["methods that agree"] = ", ".join(agree)
    if "independent" in rows:
        row["independent battles"] = rows["independent"]["probability"]
        if known is not None:
            above = rows["independent"]["log10_probability"] - known["log10_probability"]
            row["independent / exact"] = 10**above
    if "simulate" in rows:
        count, trials = int(rows["simulate"]["count"]), int(rows["simulate"]["trials"])
        row |= {"simulated sweeps": count, "simulated deals": trials}
        row |= {"95% from": rows["simulate"]["low"], "95% to": rows["simulate"]["high"]}
    return row


def _compared(brute_force: pd.Series[Any], abstract: pd.Series[Any]) -> Row:
    return {
        "brute force": brute_force["probability"],
        "abstract decks": abstract["probability"],
        "difference": float(Fraction(brute_force["exact"]) - Fraction(abstract["exact"])),
        "exact": abstract["exact"],
    }


def _lengths(rows: pd.DataFrame) -> Row:
    import pandas as pd

    found = summary(rows["plays"], rows["probability"])
    games = rows["trials"].iloc[0]
    won = rows.groupby("winner")["probability"].sum()
    sampled = pd.notna(games)
    quarters = quantiles(rows["plays"], rows["probability"], (0.05, 0.25, 0.5, 0.75, 0.95))
    return {
        "games": float(games) if sampled else nan,
        "mean (plays)": found.mean,
        "sd (plays)": found.deviation,
        "standard error of the mean": found.deviation / sqrt(games) if sampled else 0.0,
        "min": found.low,
        **dict(zip(("5%", "25%", "median", "75%", "95%"), quarters, strict=True)),
        "max": found.high if sampled else nan,
        "mode": found.mode,
        "A wins": won.get("A", 0.0),
        "B wins": won.get("B", 0.0),
        "tie": won.get("tie", 0.0),
    }


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
