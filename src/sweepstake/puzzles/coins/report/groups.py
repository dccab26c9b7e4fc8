"""The tables of what the Devil may do beyond turning the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point

from ..group.questions import NAMES
from .tables import FOUND, agreed, found

if TYPE_CHECKING:
    import pandas as pd

KEYS = ["coins", "faces", "group", "blocks"]


def groups(frames: Frames) -> pd.DataFrame:
    """One row a number of coins, of faces and of blocks, and a group: is there a plan?"""
    import pandas as pd

    points = by_point(KEYS, frames["coins_group"])
    rows = [point | found(methods) for point, methods in points]
    return pd.DataFrame(rows, columns=[*KEYS, *FOUND]).astype({FOUND[1]: "Int64"})


def plans(frames: Frames) -> pd.DataFrame:
    """One row a number of coins: how many shortest plans there are."""
    import pandas as pd

    columns = [FOUND[1], "plans", FOUND[2]]
    rows = [
        point | dict(zip(columns, (*its, agree), strict=True))
        for point, methods in by_point(["coins"], frames["coins_plans"])
        for its, agree in [agreed(methods, ["shortest", "plans"])]
    ]
    return pd.DataFrame(rows, columns=["coins", *columns])


def by_coins(made: pd.DataFrame) -> pd.DataFrame:
    """One row a number of coins, or of dials, a column a group: the moves of a plan, or none."""
    dials = made.assign(
        coins=[_positions(*its) for its in zip(made["coins"], made["faces"], strict=True)],
        group=[_blocks(*its) for its in zip(made["group"], made["blocks"], strict=True)],
    )
    names = dict.fromkeys(dials.sort_values("blocks", kind="stable")["group"])
    ordered = sorted(names, key=lambda name: ("," in name, NAMES.index(name.partition(",")[0])))
    wide = matrix(dials, "coins", "group", ordered).set_index("coins")
    order = dials.sort_values(["faces"], kind="stable")["coins"].drop_duplicates()
    return wide.reindex([*order]).reset_index()


def _positions(coins: int, faces: int) -> str:
    return f"{coins}" if faces == 2 else f"{coins} of {faces} faces"


def _blocks(group: str, blocks: int) -> str:
    return group if blocks == 1 else f"{group}, {blocks} blocks"


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
