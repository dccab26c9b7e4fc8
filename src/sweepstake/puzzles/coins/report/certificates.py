"""The tables of the verdicts' certificates, which are found and checked when a table is made."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point

from .. import certificate
from ..beliefs import left
from ..construct import FOLLOWED
from ..fixpoint import closed_set
from ..proof import relations
from ..ruler import ruler_for

if TYPE_CHECKING:
    import pandas as pd


STATES = ("states", "the Devil never loses in", "a player who sees wins from")
DEVIL = [
    "coins", "faces", *STATES, "answers in the certificate", "largest rotation (places)",
    "certificate holds",
]  # fmt: skip
RULER = [
    "coins", "moves in the plan", "different moves", "sums in the certificate",
    "certificate holds", "followed to the end",
]  # fmt: skip
RULERS = (1, 2, 4, 8, 16, 32, 64)


def rulers(frames: Frames) -> pd.DataFrame:
    """One row for each power of two: the ruler's plan, and if its certificate holds."""
    import pandas as pd

    rows = [*map(_ruled, RULERS)]
    return pd.DataFrame(rows, columns=RULER).astype({"moves in the plan": "uint64"})


@cache
def _ruled(coins: int) -> tuple[object, ...]:
    plan = ruler_for(coins)
    is_followed = 2**coins <= FOLLOWED and bool(left(plan)[-1] == 1)
    holds = certificate.ruled(plan, relations(plan))
    return coins, 2**coins - 1, len(plan.moves), 2 * len(plan.moves), holds, is_followed


def devil(frames: Frames) -> pd.DataFrame:
    """One row for each point without a plan: the size of the Devil's set, and if it is closed."""
    import pandas as pd

    frame = frames["coins_verdict"]
    lost = frame[(frame["method"] == "fixpoint") & ~frame["winnable"]]
    sets = (closed_set(**point) for point, _ in by_point(["coins", "faces"], lost))
    rows = [
        (devil.coins, devil.faces, devil.faces**devil.coins,
         devil.faces**devil.coins - len(devil.outside), len(devil.outside),
         devil.turns.size, int(devil.turns.max()), certificate.closed(devil))
        for devil in sets
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=DEVIL)
