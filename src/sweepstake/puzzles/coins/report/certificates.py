"""The tables of the certificates behind the verdicts: found and checked here and now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames
from sweepstake.puzzle.frames import by_point

from .. import certificate
from ..beliefs import left
from ..construct import FOLLOWED
from ..fixpoint import closed_set
from ..proof import relations
from ..ruler import ruler_for
from .tables import POINT

if TYPE_CHECKING:
    import pandas as pd

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
    import pandas as pd

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
    import pandas as pd

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
