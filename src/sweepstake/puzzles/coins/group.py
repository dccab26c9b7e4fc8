"""The questions about the Devil's game with other groups of permutations, and about the plans.

The theory is in `groups`.
"""

from __future__ import annotations

from sweepstake.puzzle import Choice, Column, Method, Parameter, Question, Size

from . import groups, plans, search
from .groups import GENERATORS, Game
from .questions import CHAIN, FACES, ON_TABLE, SHORTEST, WINNABLE
from .ruler import primes

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
COUNTED = 256
"""The most states for which plans are counted by search (of a single dial: 12)."""


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


def not_counted(coins: int, faces: int) -> str | None:
    """Why the number of shortest plans is not known; None if it is."""
    if coins == 1 or (faces in primes(faces) and {*primes(coins)} == {faces}):
        return None
    return (
        f"coins is {coins} and faces {faces}; allowed: a prime number of faces and one of its "
        f"powers as coins, or 1 coin"
    )


def not_searched(coins: int, faces: int) -> str | None:
    """Why plans can't be counted by search; None if they can."""
    if faces**coins <= (COUNTED if coins > 1 else 12):
        return None
    return (
        f"coins is {coins} and faces {faces}; allowed for method search: at most {COUNTED} states "
        f"(faces^coins), or 1 dial of 12 faces"
    )


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
            theorems={"winnable": CHAIN, "shortest": SHORTEST},
        ),
        "criterion": Method(
            groups.criterion,
            "exact",
            lambda coins, faces, group, blocks: 1e-5,
            says="is there 1 permutation, or p^m of them and p^k faces? (Ehrenborg, Skinner)",
            theorems={"winnable": "the criterion", "shortest": SHORTEST},
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
    parameters=(COINS, FACES),
    setting=ON_TABLE,
    outcomes=(
        Column("shortest", "int", "moves in a shortest plan", unit="moves"),
        Column(
            "plans",
            "string",
            "number of shortest plans; a move and the same move turned count as two; a product of "
            "powers if it has more than 20,000 digits",
        ),
    ),
    methods={
        "search": Method(
            plans.plan_search,
            "exact",
            lambda coins, faces: 1e-3 + 4e-6 * float(faces) ** (2 * coins),
            says="counts the ways to each set of possible states, move after move",
            objection=not_searched,
        ),
        "formula": Method(
            plans.formula,
            "exact",
            lambda coins, faces: 1e-3,
            most=2**63,
            says="a theorem: (p!)^r / p^N for N dials of p faces, r = (p^N - 1) / (p - 1)",
            theorems={"shortest": SHORTEST, "plans": "the number of shortest plans"},
        ),
    },
    size=Size("the number of states", lambda coins, faces: faces**coins),
    small=tuple(
        {"coins": coins, "faces": faces}
        for coins, faces in ((1, 2), (2, 2), (4, 2), (3, 3), (1, 3), (1, 4), (1, 6))
    ),
    objection=not_counted,
)
