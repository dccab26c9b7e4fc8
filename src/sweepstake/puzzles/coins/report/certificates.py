"""The tables of the certificates behind the verdicts: found and checked here and now."""

from __future__ import annotations

from functools import cache

import pandas as pd

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point
from sweepstake.puzzles.coins import certificate
from sweepstake.puzzles.coins.beliefs import left
from sweepstake.puzzles.coins.construct import FOLLOWED
from sweepstake.puzzles.coins.fixpoint import closed_set
from sweepstake.puzzles.coins.proof import relations
from sweepstake.puzzles.coins.report.artefacts import DEVIL, POINT, RULER
from sweepstake.puzzles.coins.ruler import ruler_for

RULERS = (1, 2, 4, 8, 16, 32, 64)


def rulers(frames: Frames) -> pd.DataFrame:
    """One row a power of two: the ruler's plan, with its certificate checked here and now."""
    return _rulers().copy()


@cache
def _rulers() -> pd.DataFrame:
    rows = [
        (plan.coins, 2**plan.coins - 1, len(plan.moves), 2 * len(plan.moves),
         certificate.ruled(plan, relations(plan)),
         2**plan.coins <= FOLLOWED and bool(left(plan)[-1] == 1))
        for plan in map(ruler_for, RULERS)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=[*RULER]).astype({"moves in the plan": "uint64"})


def devil(frames: Frames) -> pd.DataFrame:
    """One row a point where the Devil's set was found: what it holds, checked here and now."""
    frame = frames["coins_verdict"]
    lost = frame[(frame["method"] == "fixpoint") & ~frame["winnable"]]
    sets = (closed_set(**point) for point, _ in by_point([*POINT], lost))
    rows = [
        (devil.coins, devil.faces, devil.faces**devil.coins,
         devil.faces**devil.coins - len(devil.outside), len(devil.outside), devil.rounds,
         devil.turns.size, int(devil.turns.max()), certificate.closed(devil))
        for devil in sets
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=[*DEVIL])
