"""The questions about the Devil's coins, and the methods that answer them."""

from __future__ import annotations

from sweepstake.puzzle import Column, Method, Parameter, Published, Question, Size

from . import beliefs, construct, cost, fixpoint, plans, ruler, search, simulate

COINS = Parameter("coins", "number of positions on the table", 1, 63, 8)
FACES = Parameter("faces", "faces of each dial; 2 is a coin", 2, 64, 2)
ON_TABLE = "{coins} coins"
WINNABLE = (
    Column("winnable", "bool", "there is a plan that wins against every start and Devil"),
    Column(
        "shortest",
        "int",
        "moves in a shortest plan; null if there is none",
        nullable=True,
        unit="moves",
    ),
)
STATES = Size("the number of states", lambda coins, faces: faces**coins)
PLANNED = (1, 2, 4, 8, 16)
CHAIN = "the player wins where the chain of the V_k has all states, and only there"
SHORTEST = "no plan has fewer moves than there are states but the goal, and one has as many"
RULER = "the ruler's moves are a plan"
"""Theorems of docs/coins.md."""

_SMALL = tuple(
    {"coins": coins, "faces": faces}
    for coins, faces in ((1, 2), (2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4))
)
_SHORTEST = {1: 1, 2: 3, 3: None, 4: 15, 5: None, 6: None, 7: None, 8: 255}


def unplanned(coins: int, faces: int = 2) -> str | None:
    """Why the plan can't be played, or written down step by step; None if it can."""
    if coins in PLANNED and faces == 2:
        return None
    dials = "" if faces == 2 else f" and faces {faces}"
    return f"coins is {coins}{dials}; allowed: 1, 2, 4, 8 or 16{' of 2 faces' if dials else ''}"


VERDICT = Question(
    name="coins_verdict",
    text="Is there a plan that wins blindfolded, and how many moves does the shortest have?",
    parameters=(COINS, FACES),
    setting=ON_TABLE,
    outcomes=WINNABLE,
    methods={
        "construct": Method(
            construct.verdict,
            "exact",
            cost.construct,
            most=2**63,
            says=(
                "writes down a plan, or two rotations of the table with which the Devil never "
                "loses, and has this checked by separate code"
            ),
            theorems={"shortest": SHORTEST},
        ),
        "powers": Method(
            fixpoint.powers,
            "exact",
            lambda coins, faces: 1e-5 + 7e-8 * coins**2 * faces.bit_length(),
            most=2**63,
            says="whether some power of x - 1 is 0 modulo x^coins - 1",
            theorems={"winnable": CHAIN, "shortest": SHORTEST},
        ),
        "search": Method(
            search.verdict,
            "exact",
            cost.search,
            most=4096,
            says="tries moves and keeps the set of states that are still possible",
        ),
        "fixpoint": Method(
            fixpoint.verdict,
            "exact",
            cost.fixpoint,
            most=2**16,
            says="the states in which the Devil never loses, and those from which a player can win",
            theorems={"winnable": CHAIN, "shortest": SHORTEST},
        ),
    },
    size=STATES,
    small=(*_SMALL, {"coins": 1, "faces": 6}),
    published=tuple(
        Published({"coins": coins, "faces": 2}, (moves is not None, moves), "1", method)
        for coins, moves in _SHORTEST.items()
        for method in ("search", "construct")
    ),
)

PLAN = Question(
    name="coins_plan",
    text="Which moves make a shortest plan, and what is still possible after each?",
    parameters=(COINS, FACES),
    setting=ON_TABLE,
    outcomes=(
        Column("step", "int", "moves made so far"),
        Column(
            "flips",
            "string",
            "positions flipped, as base-36 digits, each as often as its dial is advanced",
        ),
        Column("beliefs", "int", "states (up to turns) still possible; all heads always counts"),
    ),
    methods={
        "construct": Method(
            construct.plan,
            "exact",
            cost.construct,
            most=2**16,
            says="the plan, followed with every state that the coins may be in",
            theorems={"flips": RULER},
        ),
        "search": Method(
            search.plan,
            "exact",
            cost.search,
            most=4096,
            says="the first of the shortest plans that a breadth-first search finds",
        ),
        "layers": Method(
            plans.layers,
            "exact",
            lambda coins, faces: 1e-4 + 4e-6 * 2.0**coins,
            most=2**16,
            says="the plan by a formula; what is possible counted by Burnside's lemma",
            objection=unplanned,
            theorems={"flips": RULER},
        ),
    },
    size=STATES,
    small=_SMALL,
    listing=True,
)

MOVES = Question(
    name="coins_moves",
    text="How many moves does a shortest plan take to win if start and turns are random?",
    setting=ON_TABLE,
    parameters=(Parameter("coins", "number of coins on the table", 1, 16, 8),),
    outcomes=(Column("moves", "int", "moves until all heads are up", unit="moves"),),
    methods={
        "exact": Method(
            beliefs.moves,
            "exact",
            lambda coins: 1e-3 + 1e-7 * 2.0 ** (2 * coins),
            most=8,
            says="in how many ways each state can come about, move after move, in whole numbers",
        ),
        "formula": Method(
            ruler.moves_taken,
            "exact",
            lambda coins: 1e-5 + 1e-6 * 2.0**coins,
            says="every number of moves is equally likely",
        ),
        "simulate": Method(
            simulate.moves,
            "sampled",
            lambda coins: 6e-9 + 7e-10 * 2.0**coins,
            says="random starts and rotations",
        ),
    },
    size=Size("the number of coins", lambda coins: coins),
    small=({"coins": 1}, {"coins": 2}, {"coins": 4}),
    objection=unplanned,
)
