"""The tables of what the Devil may do beyond turning the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point

from ..group.questions import NAMES
from .columns import FOUND, PLANS
from .tables import SHORTEST, agreed, found

if TYPE_CHECKING:
    import pandas as pd


KEYS = ["coins", "faces", "group", "blocks"]


def groups(frames: Frames) -> pd.DataFrame:
    """One row a number of coins, of faces and of blocks, and a group: is there a plan?"""
    import pandas as pd

    rows = [point | found(methods) for point, methods in by_point(KEYS, frames["coins_group"])]
    return pd.DataFrame(rows, columns=[*KEYS, *FOUND]).astype({SHORTEST: "Int64"})


def plans(frames: Frames) -> pd.DataFrame:
    """One row a number of coins: how many shortest plans there are."""
    import pandas as pd

    rows = [
        (point["coins"], *answer, methods_that_agree)
        for point, methods in by_point(["coins"], frames["coins_plans"])
        for answer, methods_that_agree in [agreed(methods, ["shortest", "plans"])]
    ]
    return pd.DataFrame(rows, columns=[*PLANS])


def by_coins(made: pd.DataFrame) -> pd.DataFrame:
    """One row a number of coins, or of dials, a column a group: the moves of a plan, or none."""
    positions = zip(made["coins"], made["faces"], strict=True)
    groups = zip(made["group"], made["blocks"], strict=True)
    dials = made.assign(
        coins=[f"{n}" if faces == 2 else f"{n} of {faces} faces" for n, faces in positions],
        group=[name if blocks == 1 else f"{name}, {blocks} blocks" for name, blocks in groups],
    )
    names = dict.fromkeys(dials.sort_values("blocks", kind="stable")["group"])
    ordered = sorted(names, key=lambda name: ("," in name, NAMES.index(name.partition(",")[0])))
    wide = matrix(dials, "coins", "group", ordered).set_index("coins")
    order = dials.sort_values(["faces"], kind="stable")["coins"].drop_duplicates()
    return wide.reindex([*order]).reset_index()


def by_faces(made: pd.DataFrame) -> pd.DataFrame:
    """One row a number of coins, a column a number of faces: the moves of a plan, or none."""
    few = made[made["coins"] <= made.loc[made["faces"] > 2, "coins"].max()]
    faces = sorted({*few["faces"]})
    return matrix(few, "coins", "faces", faces).rename(columns={f: f"{f} faces" for f in faces})


def matrix(made: pd.DataFrame, down: str, across: str, columns: list[Any]) -> pd.DataFrame:
    """The moves of a shortest plan, `none` where there is no plan, empty where none was asked."""
    moves = made[SHORTEST].map("{:,}".format, na_action="ignore").astype(object)
    cells = made.assign(cell=moves.where(made["plan exists"].astype(bool), "none"))
    wide = cells.pivot(index=down, columns=across, values="cell")
    return wide.reindex(columns=columns).rename_axis(columns=None).reset_index()
