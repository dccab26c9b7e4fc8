"""War: a game without decisions, and how long it lasts.

FiveThirtyEight's Riddler asked how likely it is that one player wins all 26 battles in a row;
Peter Norvig's notebook "War" works that out, finds the outcomes of the first 26 plays when wars
are allowed, and plays 100,000 games to see how long they are.
"""

from __future__ import annotations

from sweepstake.core.artefact import Room
from sweepstake.core.question import Column, Method, Parameter, Published, Question, Size, later
from sweepstake.puzzles.war import brute, exact, formula, independent
from sweepstake.puzzles.war.rules import odd_deck

RANKS = Parameter("ranks", "number of ranks in the deck", 1, 400)
SUITS = Parameter("suits", "number of cards of each rank", 1, 12)
DOWN = Parameter("down", "cards that each player puts face down in a war", 0, 12)
DECK = Size("the number of cards", lambda ranks, suits, down=0: ranks * suits)
SIMULATE = f"{__name__}.simulate"

_SMALL = ((2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 1), (4, 2), (6, 1), (8, 1))


def _abstract_decks(ranks: int, suits: int) -> float:
    """An upper bound on the layer sizes that `exact` walks through, summed."""
    return ranks * suits * float(ranks) ** max(suits - 1, 0)


SWEEP = Question(
    name="war_sweep",
    text="Does A win every battle, with no war, until B is out of cards?",
    parameters=(RANKS, SUITS),
    outcomes=(Column("swept", "bool", "A won every battle and B is out"),),
    methods={
        "brute": Method(
            brute.sweep,
            "exact",
            lambda ranks, suits: 2e-6 * 4.4 ** (ranks * suits / 2) + 1e-5,
            most=10,
            says="every deal, card by card",
        ),
        "exact": Method(
            exact.sweep,
            "exact",
            lambda ranks, suits: 2e-7 * _abstract_decks(ranks, suits) + 1e-5,
            most=120,
            says="abstract decks, battle after battle",
        ),
        "formula": Method(
            formula.sweep,
            "exact",
            lambda ranks, suits: 1e-8 * (ranks * suits) ** 2 + 1e-5,
            says="inclusion-exclusion over tied pairs",
        ),
        "simulate": Method(
            later(SIMULATE, "sweep"),
            "sampled",
            lambda ranks, suits: 5e-8,
            says="random deals",
        ),
        "independent": Method(
            independent.sweep,
            "approximate",
            lambda ranks, suits: 1e-5,
            says="battles taken as independent",
        ),
    },
    size=DECK,
    small=tuple({"ranks": r, "suits": s} for r, s in _SMALL),
    objection=odd_deck,
    published=(
        Published({"ranks": 13, "suits": 4}, True, "3.132436174322299e-09"),
        Published({"ranks": 13, "suits": 4}, True, "3.0808297965386556e-09", "independent"),
        *(
            Published({"ranks": ranks, "suits": suits}, True, value, "brute")
            for ranks, suits, value in (
                (2, 1, "1/2"), (2, 2, "1/6"), (2, 3, "1/20"), (2, 4, "1/70"), (2, 5, "1/252"),
                (3, 2, "1/15"), (4, 1, "1/4"), (4, 2, "1/28"), (5, 2, "0.01799"), (6, 1, "1/8"),
                (8, 1, "1/16"), (10, 1, "1/32"),
            )
        ),
    ),
)  # fmt: skip

RUSH = Question(
    name="war_rush",
    text="Wars allowed, how do the dealt cards run out if B never wins a battle?",
    parameters=(RANKS, SUITS, DOWN),
    outcomes=(
        Column(
            "ending",
            "string",
            "battle: A won the last play; war-k: in a war with k cards owed face down, A having "
            "won before; tie-k: the same, nothing ever decided; other: B won a battle",
        ),
    ),
    methods={
        "brute": Method(
            brute.rush,
            "exact",
            lambda ranks, suits, down: 4e-6 * 8.0 ** (ranks * suits / 2 + 1),
            most=8,
            says="every deal, played by the rules",
        ),
        "exact": Method(
            exact.rush,
            "exact",
            lambda ranks, suits, down: 2e-6 * (1 + down) * _abstract_decks(ranks, suits) + 1e-5,
            most=120,
            says="abstract decks and cards owed, play after play",
        ),
        "formula": Method(
            formula.rush,
            "exact",
            lambda ranks, suits, down: 1e-9 * (ranks * suits) ** 3 / (1 + down) + 1e-5,
            says="inclusion-exclusion over rows of battles and ties",
        ),
        "simulate": Method(
            later(SIMULATE, "rush"),
            "sampled",
            lambda ranks, suits, down: 1e-7,
            says="random deals",
        ),
    },
    size=DECK,
    small=tuple({"ranks": r, "suits": s, "down": d} for r, s in _SMALL for d in (0, 1, 3)),
    objection=odd_deck,
)

LENGTH = Question(
    name="war_length",
    text="How many plays does a game last, and who wins?",
    parameters=(RANKS, SUITS, DOWN),
    outcomes=(
        Column("plays", "int", "plays until a player is out of cards"),
        Column("winner", "string", "A, B, or tie if the last cards of both went at once"),
    ),
    methods={
        "simulate": Method(
            later(SIMULATE, "length"),
            "sampled",
            lambda ranks, suits, down: 6.5e-10 * (ranks * suits) ** 2 + 2e-8 * ranks * suits,
            says="random games, played out",
        ),
    },
    size=DECK,
    small=({"ranks": 2, "suits": 2, "down": 3}, {"ranks": 3, "suits": 2, "down": 3}),
    objection=odd_deck,
)

ROOM = Room(
    name="war",
    title="War",
    source='P. Norvig, "War" (pytudes), after FiveThirtyEight\'s Riddler',
    questions=(SWEEP, RUSH, LENGTH),
)
