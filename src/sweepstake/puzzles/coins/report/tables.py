"""The tables of the Devil's coins, made of the stored answers."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import Methods, by_point
from sweepstake.stats.summary import summary

from .. import brute, search
from ..necklaces import count
from ..rules import move, necklace, written
from .columns import MOVES, PLANE, POINT, VERDICT

if TYPE_CHECKING:
    import pandas as pd

PLAN = ["move", "flips", "possible up to rotation", "possible"]
SHORTEST = "shortest plan (moves)"
COMPUTED = ("formula", "exact", "chain", "brute")


def verdict(frames: Frames) -> pd.DataFrame:
    """One row a number of coins: is there a plan, and what the search met."""
    import pandas as pd

    frame = frames["coins_verdict"]
    rows = [
        point
        | {"sequences up to rotation": count(**point)}
        | {"beliefs met": len(search.explored(**point)) if "search" in methods else None}
        | found(methods)
        for point, methods in by_point([*POINT], frame[frame["faces"] == 2])
    ]
    return _whole(pd.DataFrame(rows, columns=[*VERDICT]), SHORTEST, "beliefs met")


def plane(frames: Frames) -> pd.DataFrame:
    """One row a number of coins and faces: is there a plan?"""
    import pandas as pd

    rows = [
        point | {"states": str(point["faces"] ** point["coins"])}
        | {"states up to rotation": str(count(**point))} | found(methods)
        for point, methods in by_point([*POINT], frames["coins_verdict"])
    ]  # fmt: skip
    large = ("states", "states up to rotation", SHORTEST)
    return _whole(pd.DataFrame(rows, columns=[*PLANE]), *large, dtype="UInt64")


def plan(frames: Frames) -> pd.DataFrame:
    """The stored plan for four coins (or the most there are, if fewer), followed by the rules."""
    import pandas as pd

    stored = four_coins(frames["coins_plan"])
    if stored.empty:
        return pd.DataFrame(columns=PLAN)
    stored = stored[stored["coins"] == stored["coins"].max()]
    stored = stored.drop_duplicates("step").sort_values("step")
    coins = int(stored["coins"].iloc[0])
    moves = [move(flips, coins) for flips in stored["flips"][1:]]
    beliefs = brute.beliefs(moves, coins, 2)
    rows = [
        (step, flips, len(left), " ".join(written(state, 2) for state in left))
        for step, flips, belief in zip(stored["step"], stored["flips"], beliefs, strict=True)
        for left in [sorted({(0,) * coins, *map(necklace, belief)})]  # all heads among them
    ]
    return pd.DataFrame(rows, columns=PLAN)


def four_coins(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows for up to four coins."""
    return frame[(frame["faces"] == 2) & (frame["coins"] <= 4)]


def moves(frames: Frames) -> pd.DataFrame:
    """One row a number of coins: how many moves the plan needs, computed and simulated."""
    import pandas as pd

    rows = [
        point | _taken(truth, methods, 2 ** point["coins"] - 1)
        for point, methods in by_point(["coins"], frames["coins_moves"])
        if (truth := computed(methods)) is not None
    ]
    return _whole(pd.DataFrame(rows, columns=[*MOVES]), "simulated games")


def computed(methods: Methods) -> pd.DataFrame | None:
    """The rows of the most exact method there is, if any."""
    return next((methods[name] for name in COMPUTED if name in methods), None)


def found(methods: Methods) -> dict[str, Any]:
    """The verdict, and the methods that gave it."""
    (winnable, shortest), agree = agreed(methods, ["winnable", "shortest"])
    return {"plan exists": bool(winnable), SHORTEST: shortest, "methods that agree": agree}


def agreed(methods: Methods, columns: list[str]) -> tuple[tuple[Any, ...], str]:
    """What the first method found, and the names of those that found as much."""
    answers = {name: rows[columns].astype(object).iloc[0] for name, rows in methods.items()}
    first = next(iter(answers.values()))
    return tuple(first), ", ".join(n for n, answer in answers.items() if answer.equals(first))


def _taken(truth: pd.DataFrame, methods: Methods, guarantee: int) -> dict[str, Any]:
    known = summary(truth["moves"], truth["probability"])
    return {
        "guarantee (moves)": guarantee,
        "mean (moves)": known.mean,
        "sd (moves)": known.deviation,
        "P(done within half)": truth["probability"][truth["moves"] <= guarantee // 2].sum(),
        "largest difference from equally likely": max(
            (rows["probability"] * (guarantee + 1) - 1).abs().max()
            for name, rows in methods.items()
            if name in COMPUTED
        ),
    } | (_played(methods["simulate"], known.mean) if "simulate" in methods else {})


def _played(rows: pd.DataFrame, mean: float) -> dict[str, Any]:
    games = int(rows["trials"].iloc[0])
    sample = summary(rows["moves"], rows["probability"])
    error = sample.deviation / sqrt(games)
    return {
        "simulated games": games,
        "simulated mean (moves)": sample.mean,
        "standard error of the mean": error,
        "off by (standard errors)": (sample.mean - mean) / error if error else None,
    }


def _whole(frame: pd.DataFrame, *columns: str, dtype: str = "Int64") -> pd.DataFrame:
    """`frame` with these columns as whole numbers, some of them missing."""
    return frame.astype(dict.fromkeys(columns, dtype))
