"""The tables of the certificates behind the verdicts: found and checked here and now."""

from __future__ import annotations

from typing import Any

import pandas as pd

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point
from sweepstake.puzzles.coins import certificate
from sweepstake.puzzles.coins.beliefs import left
from sweepstake.puzzles.coins.construct import FOLLOWED
from sweepstake.puzzles.coins.fixpoint import closed_set
from sweepstake.puzzles.coins.proof import relations
from sweepstake.puzzles.coins.report.tables import POINT
from sweepstake.puzzles.coins.ruler import ruler_for

RULER = [
    "coins", "moves in the plan", "different moves", "sums in the certificate",
    "certificate holds", "followed to the end",
]  # fmt: skip
DEVIL = [
    *POINT, "states", "states the Devil holds", "states a seeing player wins", "rounds",
    "answers in the certificate", "largest turn (positions)", "certificate holds",
]  # fmt: skip
RULERS = (1, 2, 4, 8, 16, 32, 64)


def rulers(frames: Frames) -> pd.DataFrame:
    """One row a power of two: the ruler's plan, with its certificate checked here and now."""
    rows = []
    for coins in RULERS:
        found = ruler_for(coins)
        shown = relations(found)
        followed = 2**coins <= FOLLOWED
        rows.append(
            (coins, 2**coins - 1, len(found.moves), 2 * len(found.moves),
             certificate.ruled(found, shown), followed and bool(left(found)[-1] == 1))
        )  # fmt: skip
    return pd.DataFrame(rows, columns=RULER).astype({RULER[1]: "uint64"})


def devil(frames: Frames) -> pd.DataFrame:
    """One row a point where the Devil's set was found: what it holds, checked here and now."""
    frame = frames["coins_verdict"]
    lost = frame[(frame["method"] == "fixpoint") & ~frame["winnable"]]
    rows = [point | _held(**point) for point, _ in by_point(POINT, lost)]
    return pd.DataFrame(rows, columns=DEVIL)


def _held(coins: int, faces: int) -> dict[str, Any]:
    found = closed_set(coins, faces)
    states = faces**coins
    return {
        "states": states,
        "states the Devil holds": states - len(found.outside),
        "states a seeing player wins": len(found.outside),
        "rounds": found.rounds,
        "answers in the certificate": found.turns.size,
        "largest turn (positions)": int(found.turns.max()),
        "certificate holds": certificate.closed(found),
    }
