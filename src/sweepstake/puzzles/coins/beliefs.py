"""What the player may still be facing along a plan: the full belief, move after move.

A plan by the ruler has few different moves, and the commonest have few different images, because
they look the same from several sides. So even the 65,535 moves for 16 coins are followed through
all 4,116 necklaces in a fraction of a second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled

from .necklaces import arrows, ring
from .ruler import Ruler


def left(plan: Ruler) -> NDArray[np.int32]:
    """How many necklaces are possible before the first move and after each; all heads counts.

    >>> from .ruler import ruler
    >>> left(ruler(4, 2)).tolist()
    [6, 5, 5, 4, 5, 4, 4, 3, 4, 3, 3, 2, 3, 2, 2, 1]
    """
    along = arrows(ring(plan.coins, plan.faces), plan.moves)
    marks = np.fromiter(plan.marks(), np.int64)
    possible = np.empty(len(marks) + 1, np.int32)
    follow(possible, along.starts, along.targets, marks, along.necklaces)
    return possible


@compiled
def follow(possible: Any, starts: Any, targets: Any, marks: Any, necklaces: int) -> None:
    """Fill `possible`: the size of the belief that `marks` leave of everything, and 1 for a win."""
    members, after = np.arange(1, necklaces + 1).astype(np.int32), np.empty(necklaces, np.int32)
    seen = np.zeros(necklaces, np.int32)
    size = necklaces - 1
    possible[0] = size + 1
    for step in range(1, len(possible)):
        first, reached = marks[step - 1] * necklaces, 0
        seen[0] = step  # a won state is never listed, nor is any other twice
        for i in range(size):
            row = first + members[i]
            for arrow in range(starts[row], starts[row + 1]):
                target = targets[arrow]
                if seen[target] != step:
                    seen[target] = step
                    after[reached] = target
                    reached += 1
        members, after, size = after, members, reached
        possible[step] = size + 1
