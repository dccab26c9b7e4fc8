"""The tables of the Devil's coins, where they are not declared in full."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import Methods, by_point

from .. import search
from ..cost import necklaces
from ..group.questions import NAMES

if TYPE_CHECKING:
    import pandas as pd

SHORTEST = "shortest plan (moves)"
GROUPED = ["coins", "faces", "group", "blocks"]


def verdicts(question: str, keys: Sequence[str], frames: Frames) -> pd.DataFrame:
    """One row a point: is there a plan, how many moves has the shortest, and who says so?"""
    import pandas as pd

    rows = [point | _answer(methods) for point, methods in by_point(keys, frames[question])]
    columns = [*keys, "plan exists", SHORTEST, "computed by"]
    return pd.DataFrame(rows, columns=columns).astype({SHORTEST: "UInt64"})


groups = partial(verdicts, "coins_group", GROUPED)


def plane(frames: Frames) -> pd.DataFrame:
    """One row a number of coins and faces, with the number of states."""
    table = verdicts("coins_verdict", ["coins", "faces"], frames)
    points = [*zip(table["coins"].tolist(), table["faces"].tolist(), strict=True)]
    table["states"] = [str(faces**coins) for coins, faces in points]
    table["states up to turns"] = [str(necklaces(n, [(faces, n)])) for n, faces in points]
    return table.astype(dict.fromkeys(("states", "states up to turns"), "UInt64"))


def coins(frames: Frames) -> pd.DataFrame:
    """One row a number of coins, with the number of beliefs that the search met."""
    frame = frames["coins_verdict"]
    table = plane({"coins_verdict": frame[frame["faces"] == 2]}).drop(columns=["faces", "states"])
    searched = {*frame.loc[(frame["faces"] == 2) & (frame["method"] == "search"), "coins"]}
    met = {n: len(search.explored(n, 2)) for n in searched}
    table["beliefs met"] = table["coins"].map(met).astype("Int64")
    return table


def plans(frames: Frames) -> pd.DataFrame:
    """One row a number of coins and method: the answers, of which all are certain."""
    return frames["coins_plans"][["coins", "method", "shortest", "plans"]]


def furthest(cells: Any) -> Any:
    """How far any probability is from that of equally likely moves, relatively; computed ones."""
    rows = cells.frame[cells.frame["trials"].isna()]
    off = (rows["probability"] * 2.0 ** rows["coins"] - 1).abs()
    return cells["coins"].map(off.groupby(rows["coins"]).max())


def by_coins(table: pd.DataFrame) -> pd.DataFrame:
    """One row a number of coins, or of dials, a column a group: the moves of a plan, or none."""
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
    """One row a number of coins, a column a number of faces: the moves of a plan, or none."""
    few = table[table["coins"] <= table.loc[table["faces"] > 2, "coins"].max()]
    faces = sorted({*few["faces"]})
    return _matrix(few, "faces", faces).rename(columns={f: f"{f} faces" for f in faces})


def _matrix(table: pd.DataFrame, across: str, columns: list[Any]) -> pd.DataFrame:
    """The moves of a shortest plan, `none` where there is no plan, empty where none was asked."""
    moves = table[SHORTEST].map("{:,}".format, na_action="ignore").astype(object)
    cells = table.assign(cell=moves.where(table["plan exists"].astype(bool), "none"))
    wide = cells.pivot(index="coins", columns=across, values="cell")
    return wide.reindex(columns=columns).rename_axis(columns=None).reset_index()


def _answer(methods: Methods) -> dict[str, Any]:
    """The answer of the first method, and the names of all that agree with it."""
    answers = {
        name: rows[["winnable", "shortest"]].astype(object).iloc[0]
        for name, rows in methods.items()
    }
    first = next(iter(answers.values()))
    agree = ", ".join(name for name, answer in answers.items() if answer.equals(first))
    exists, shortest = first
    return {"plan exists": bool(exists), SHORTEST: shortest, "computed by": agree}
