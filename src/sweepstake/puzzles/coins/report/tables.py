"""Columns and rows of tables of the Devil's coins that can't be declared simply."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames

from .. import search
from ..cost import necklaces
from ..group.groups import Game
from ..group.questions import NAMES

if TYPE_CHECKING:
    import pandas as pd

SHORTEST = "shortest plan (moves)"


def shortest(cells: Any) -> Any:
    """The number of moves in a shortest plan, as integers; missing if there is no plan."""
    rows = cells.frame.drop_duplicates(cells.keys).set_index(cells.keys)["shortest"]
    return cells.table[cells.keys].join(rows, on=cells.keys)["shortest"].astype("UInt64")


def states(cells: Any) -> Any:
    """The number of states."""
    return _of_each(cells, lambda coins, faces: faces**coins)


def up_to_turns(cells: Any) -> Any:
    """The number of states, if those that differ only by turning the table count once."""
    return _of_each(cells, lambda coins, faces: necklaces(coins, [(faces, coins)]))


def _of_each(cells: Any, count: Callable[[int, int], int]) -> Any:
    """The integer `count(coins, faces)` for each row."""
    points = cells.table[["coins", "faces"]]
    return points.apply(lambda row: str(count(*map(int, row))), axis=1).astype("UInt64")


def beliefs_met(cells: Any) -> Any:
    """The number of beliefs that the search visited, if it answered."""
    searched = {*cells.frame.loc[cells.frame["method"] == "search", "coins"]}
    met = {coins: search.explored(Game(coins), search.BELIEFS)[1] for coins in searched}
    return cells["coins"].map(met).astype("Int64")


def plans(frames: Frames) -> pd.DataFrame:
    """One row for each number of coins and method: the answers, which are all certain."""
    return frames["coins_plans"][["coins", "method", "shortest", "plans"]]


def furthest(cells: Any) -> Any:
    """The largest relative difference between a computed probability and 1/2^coins."""
    rows = cells.frame[cells.frame["trials"].isna()]
    off = (rows["probability"] * 2.0 ** rows["coins"] - 1).abs()
    return cells["coins"].map(off.groupby(rows["coins"]).max())


def by_coins(table: pd.DataFrame) -> pd.DataFrame:
    """One row for each number of coins or dials, one column for each group: the plan's moves."""
    positions = zip(table["coins"], table["faces"], strict=True)
    groups = zip(table["group"], table["blocks"], strict=True)
    dials = table.assign(
        coins=[f"{n}" if faces == 2 else f"{n} of {faces} faces" for n, faces in positions],
        group=[name if blocks == 1 else f"{name}, {blocks} tables" for name, blocks in groups],
    )
    names = dict.fromkeys(dials.sort_values("blocks", kind="stable")["group"])
    ordered = sorted(names, key=lambda name: ("," in name, NAMES.index(name.partition(",")[0])))
    wide = _matrix(dials, "group", ordered).set_index("coins")
    order = dials.sort_values(["faces"], kind="stable")["coins"].drop_duplicates()
    return wide.reindex([*order]).reset_index()


def by_faces(table: pd.DataFrame) -> pd.DataFrame:
    """One row for each number of coins, one column for each number of faces: the plan's moves."""
    few = table[table["coins"] <= table.loc[table["faces"] > 2, "coins"].max()]
    faces = sorted({*few["faces"]})
    return _matrix(few, "faces", faces).rename(columns={f: f"{f} faces" for f in faces})


def _matrix(table: pd.DataFrame, across: str, columns: list[Any]) -> pd.DataFrame:
    """The number of moves in a shortest plan; `none` if there is no plan, empty if not asked."""
    moves = table[SHORTEST].map("{:,}".format, na_action="ignore").astype(object)
    cells = table.assign(cell=moves.where(table["plan exists"].astype(bool), "none"))
    wide = cells.pivot(index="coins", columns=across, values="cell")
    return wide.reindex(columns=columns).rename_axis(columns=None).reset_index()
