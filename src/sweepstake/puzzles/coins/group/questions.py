"""What is asked of the Devil's game beyond a turning table."""

from __future__ import annotations

from sweepstake.puzzle.question import Choice, Column, Method, Parameter, Question, Size, later

NAMES = ("trivial", "cyclic", "dihedral", "symmetric", "pairs", "xor")
COINS = Parameter("coins", "number of coins on the table", 1, 62)
GROUP = Choice(
    "group",
    "the permutations that the Devil may choose from: none (trivial), turns (cyclic), turns and "
    "reflections (dihedral), all (symmetric), swaps in fixed pairs (pairs), or position i to i xor "
    "j (xor)",
    NAMES,
    default="cyclic",
)
SEARCHED = {"trivial": 4, "cyclic": 8, "dihedral": 8, "symmetric": 10, "pairs": 4, "xor": 4}
"""The most coins for which the beliefs can be searched."""
COUNTED = (1, 2, 4, 8)


def no_power(coins: int, group: str) -> str | None:
    """Why positions have no xor; None if they have."""
    if group == "xor" and coins.bit_count() != 1:
        return f"coins is {coins}; allowed for group xor: 1, 2, 4, 8, 16 or 32"
    return None


def too_many(coins: int, group: str) -> str | None:
    """Why the beliefs can't be searched; None if they can."""
    if coins > SEARCHED[group]:
        return (
            f"coins is {coins}; allowed for method search of group {group}: at most "
            f"{SEARCHED[group]}"
        )
    return None


def not_counted(coins: int) -> str | None:
    """Why shortest plans of so many coins are not counted; None if they are."""
    return None if coins in COUNTED else f"coins is {coins}; allowed: 1, 2, 4 or 8"


GROUPS = Question(
    name="coins_group",
    text="Is there a plan if the Devil moves the coins by any permutation of a group?",
    parameters=(COINS, GROUP),
    outcomes=(
        Column("winnable", "bool", "there is a plan that wins against every start and Devil"),
        Column("shortest", "int", "moves in a shortest plan; null if there is none", nullable=True),
    ),
    methods={
        "search": Method(
            later(f"{__package__}.verdict", "search"),
            "exact",
            lambda coins, group: 1e-2 + 1e-5 * 4.0**coins,
            says="breadth first over beliefs",
            objection=too_many,
        ),
        "fixpoint": Method(
            later(f"{__package__}.verdict", "fixpoint"),
            "exact",
            lambda coins, group: 1e-3 + 1e-6 * 4.0**coins,
            most=10,
            says="what the player can force, and where the Devil can stay for ever",
        ),
        "criterion": Method(
            later(f"{__package__}.verdict", "criterion"),
            "exact",
            lambda coins, group: 1e-5,
            says="whether the group has 2^m permutations",
        ),
    },
    size=Size("the number of coins", lambda coins, group: coins),
    small=tuple(
        {"coins": coins, "group": group}
        for group in NAMES
        for coins in (1, 2, 3, 4)
        if not no_power(coins, group)
    ),
    objection=no_power,
)

PLANS = Question(
    name="coins_plans",
    text="How many shortest plans are there if the table turns?",
    parameters=(COINS,),
    outcomes=(
        Column("shortest", "int", "moves in a shortest plan"),
        Column("plans", "string", "shortest plans, a move and its turned ones counted apart"),
    ),
    methods={
        "search": Method(
            later(f"{__package__}.plans", "search"),
            "exact",
            lambda coins: 1e-3 + 4e-6 * 4.0**coins,
            says="the ways to each belief, layer by layer",
        ),
        "formula": Method(
            later(f"{__package__}.plans", "formula"),
            "exact",
            lambda coins: 1e-5,
            says="2^(2^N - N - 1)",
        ),
    },
    small=({"coins": 1}, {"coins": 2}, {"coins": 4}),
    objection=not_counted,
)
