"""The questions about the Devil's game with other groups of permutations, and about the plans.

The theory is in `groups`.
"""

from __future__ import annotations

from sweepstake.puzzle import Choice, Column, Method, Parameter, Question, Size

from . import groups, plans, search
from .groups import GENERATORS, Game
from .questions import FACES, ON_TABLE, WINNABLE

NAMES = tuple(GENERATORS)
COINS = Parameter("coins", "number of coins on the table", 1, 62, 8)
GROUP = Choice(
    "group",
    "the permutations that the Devil may choose from: none (trivial), turns (cyclic), turns and "
    "reflections (dihedral), all (symmetric), swaps in fixed pairs (pairs), or position i to i xor "
    "j (xor)",
    NAMES,
    default="cyclic",
)
BLOCKS = Parameter(
    "blocks", "equal blocks of positions, each of which the group moves on its own", 1, 62, 1
)
SEARCHED = {"trivial": 4, "cyclic": 8, "dihedral": 8, "symmetric": 10, "pairs": 4, "xor": 4}
"""The most coins in one block for which the beliefs can be searched."""
SEARCHED_STATES = 10
"""For dials or several blocks: the most states for each permutation that can be searched."""
COUNTED = (1, 2, 4, 8)


def no_blocks(coins: int, faces: int, group: str, blocks: int) -> str | None:
    """Why there are no such blocks, or the group xor doesn't fit a block; None if all is well."""
    if coins % blocks:
        return f"blocks is {blocks}; allowed: what divides coins, which is {coins}"
    if group == "xor" and (coins // blocks).bit_count() != 1:
        of = " a block" if blocks > 1 else ""
        return f"coins is {coins}; allowed for group xor: 1, 2, 4, 8, 16 or 32{of}"
    return None


def too_many(coins: int, faces: int, group: str, blocks: int) -> str | None:
    """Why the beliefs can't be searched; None if they can."""
    if (faces, blocks) != (2, 1):
        game = Game(coins, faces, group, blocks)
        if game.states > SEARCHED_STATES * game.order():
            return (
                f"there are {game.states} states and {game.order()} permutations; allowed for "
                f"method search of dials or blocks: at most {SEARCHED_STATES} states a permutation"
            )
    elif coins > SEARCHED[group]:
        return (
            f"coins is {coins}; allowed for method search of group {group}: at most "
            f"{SEARCHED[group]}"
        )
    return None


def not_counted(coins: int) -> str | None:
    """Why shortest plans for that many coins are not counted; None if they are counted."""
    return None if coins in COUNTED else f"coins is {coins}; allowed: 1, 2, 4 or 8"


GROUPS = Question(
    name="coins_group",
    text="Is there a plan if the Devil may use any permutation in a group, and how long is it?",
    parameters=(COINS, FACES, GROUP, BLOCKS),
    setting=ON_TABLE,
    outcomes=WINNABLE,
    methods={
        "search": Method(
            search.verdict,
            "exact",
            lambda coins, faces, group, blocks: 1e-2 + 1e-5 * float(faces) ** (2 * coins),
            says="tries moves and keeps the set of states that are still possible",
            objection=too_many,
        ),
        "fixpoint": Method(
            groups.fixpoint,
            "exact",
            lambda coins, faces, group, blocks: 1e-3 + 2e-6 * float(faces) ** (2 * coins),
            most=1024,
            says="the states in which the Devil never loses, and those from which a player can win",
        ),
        "criterion": Method(
            groups.criterion,
            "exact",
            lambda coins, faces, group, blocks: 1e-5,
            says="is there 1 permutation, or p^m of them and p^k faces? (Ehrenborg, Skinner)",
        ),
    },
    size=Size("the number of states", lambda coins, faces, group, blocks: faces**coins),
    small=tuple(
        {"coins": coins, "faces": faces, "group": group, "blocks": blocks}
        for group in NAMES
        for coins, faces, blocks in (
            *((coins, 2, 1) for coins in (1, 2, 3, 4)),
            (1, 6, 1), (2, 3, 1), (2, 4, 1), (3, 3, 1), (2, 2, 2), (4, 2, 2),
        )
        if not no_blocks(coins, faces, group, blocks)
    ),
    objection=no_blocks,
)  # fmt: skip

PLANS = Question(
    name="coins_plans",
    text="How many different plans of the shortest length are there?",
    parameters=(COINS,),
    setting=ON_TABLE,
    outcomes=(
        Column("shortest", "int", "moves in a shortest plan", unit="moves"),
        Column(
            "plans",
            "string",
            "number of shortest plans; a move and the same move turned count as two",
        ),
    ),
    methods={
        "search": Method(
            plans.plan_search,
            "exact",
            lambda coins: 1e-3 + 4e-6 * 4.0**coins,
            says="counts the ways to each set of possible states, move after move",
        ),
        "formula": Method(plans.formula, "exact", lambda coins: 1e-5, says="2^(2^N - N - 1)"),
    },
    small=({"coins": 1}, {"coins": 2}, {"coins": 4}),
    objection=not_counted,
)
