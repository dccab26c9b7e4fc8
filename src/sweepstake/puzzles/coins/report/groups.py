"""The tables of what the Devil may do beyond turning the table."""

from __future__ import annotations

from typing import Any

import pandas as pd

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point
from sweepstake.puzzles.coins.group.questions import NAMES
from sweepstake.puzzles.coins.report.tables import FOUND, agreed, found


def groups(frames: Frames) -> pd.DataFrame:
    """One row a number of coins and group: is there a plan?"""
    points = by_point(["coins", "group"], frames["coins_group"])
    rows = [point | found(methods) for point, methods in points]
    return pd.DataFrame(rows, columns=["coins", "group", *FOUND]).astype({FOUND[1]: "Int64"})


def plans(frames: Frames) -> pd.DataFrame:
    """One row a number of coins: how many shortest plans there are."""
    columns = [FOUND[1], "plans", FOUND[2]]
    rows = [
        point | dict(zip(columns, (*its, agree), strict=True))
        for point, methods in by_point(["coins"], frames["coins_plans"])
        for its, agree in [agreed(methods, ["shortest", "plans"])]
    ]
    return pd.DataFrame(rows, columns=["coins", *columns])


def by_coins(made: pd.DataFrame) -> pd.DataFrame:
    """One row a number of coins, a column a group: the moves of a shortest plan, or none."""
    return matrix(made, "coins", "group", [name for name in NAMES if name in {*made["group"]}])


def by_faces(made: pd.DataFrame) -> pd.DataFrame:
    """One row a number of coins, a column a number of faces: the moves of a plan, or none."""
    few = made[made["coins"] <= made.loc[made["faces"] > 2, "coins"].max()]
    faces = sorted({*few["faces"]})
    return matrix(few, "coins", "faces", faces).rename(columns={f: f"{f} faces" for f in faces})


def matrix(made: pd.DataFrame, down: str, across: str, columns: list[Any]) -> pd.DataFrame:
    """The moves of a shortest plan, `none` where there is no plan, empty where none was asked."""
    moves = made[FOUND[1]].map(lambda its: f"{its:,}", na_action="ignore")
    said = made.assign(said=moves.astype(object).where(made[FOUND[0]].astype(bool), "none"))
    wide = said.pivot(index=down, columns=across, values="said")
    return wide.reindex(columns=columns).rename_axis(columns=None).reset_index()
