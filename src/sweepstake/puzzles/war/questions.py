"""The questions about War, and the methods that answer them."""

from __future__ import annotations

from functools import partial

from sweepstake.puzzle import Choice, Column, Method, Parameter, Published, Question, Size

from . import brute, chain, cost, exact, formula, independent, letter, pairs, rare, simulate, walk
from .rules import APART, EVEN, odd_deck

RANKS = Parameter("ranks", "number of ranks in the deck", 1, 400, 13)
SUITS = Parameter("suits", "number of cards of each rank", 1, 12, 4)
DOWN = Parameter("down", "cards that each player puts face down in a war", 0, 200, 3)
WINNER = Column(
    "winner",
    "string",
    "A, B, or tie if both lost their last cards at once",
    words={"A": "A wins", "B": "B wins", "tie": "tie"},
)
DECK = Size("the number of cards", lambda ranks, suits, down=0: ranks * suits)
DEALS = Size(
    "the number of different deals (up to 10^9)",
    lambda ranks, suits, **_: cost.different_deals(ranks, suits),
)
DEALT = "{ranks} × {suits} cards, {down} face down in a war"
LETTER = "random games, played by separate code that is as plain as the rules"
MAX_DEALS = 4_000_000
"""The most distinct deals for which the positions of a chain fit into memory."""
MAX_WALKED = 360
"""The most ranks for which a walk takes less than a million steps."""
MAX_RARE = 1600
"""The most cards for which a sweep's weights are far above the smallest float."""

_SMALL = ((1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 1), (4, 2), (6, 1), (8, 1))
_BRUTE = (
    (2, 1, "1/2"), (2, 2, "1/6"), (2, 3, "1/20"), (2, 4, "1/70"), (2, 5, "1/252"), (3, 2, "1/15"),
    (4, 1, "1/4"), (4, 2, "1/28"), (5, 2, "0.01799"), (6, 1, "1/8"), (8, 1, "1/16"),
    (10, 1, "1/32"),
)  # fmt: skip


def one_suit(method: str, most: int, ranks: int, suits: int, **_: object) -> str | None:
    """Why `method`, which needs one suit and at most `most` ranks, can't answer; None if it can."""
    if suits == 1 and ranks <= most:
        return None
    return (
        f"ranks is {ranks} and suits {suits}; allowed for method {method}: at most {most} ranks "
        f"and 1 suit"
    )


SWEEP = Question(
    name="war_sweep",
    text="Does A win every battle, with no war, until B is out of cards?",
    parameters=(RANKS, SUITS),
    unit="games",
    setting="{ranks} × {suits} cards",
    outcomes=(Column("swept", "bool", "A won every battle and B is out"),),
    methods={
        "brute": Method(
            brute.sweep,
            "exact",
            lambda ranks, suits: 7e-8 * cost.deals(ranks, suits) + 1e-5,
            most=10,
            says="every deal, card by card",
        ),
        "exact": Method(
            exact.sweep,
            "exact",
            lambda ranks, suits: 1.3e-6 * cost.decks(ranks, suits) + 1e-5,
            most=120,
            says="how many cards of each rank are left, battle after battle",
        ),
        "formula": Method(
            formula.sweep,
            "exact",
            lambda ranks, suits: 5e-12 * (ranks * suits) ** 3 + 1e-6 * ranks * suits + 1e-5,
            says=(
                "inclusion-exclusion: adds and subtracts the chances that given pairs are of equal "
                "cards, and halves the result for each battle"
            ),
        ),
        "pairs": Method(
            pairs.sweep,
            "exact",
            lambda ranks, suits: 1e-5 + 5e-8 * ranks**2 * suits**2,
            says="adds rank after rank, and counts the ways to pair cards of different ranks",
        ),
        "simulate": Method(
            simulate.sweep, "sampled", lambda ranks, suits: 1.6e-8, says="random deals"
        ),
        "rare": Method(
            rare.sweep,
            "rare",
            lambda ranks, suits: 3e-7 + 1.6e-8 * ranks * suits + 3e-10 * ranks**2 * suits,
            most=MAX_RARE,
            says=(
                "importance sampling: draws only battles that A wins, and weights each deal by how "
                "likely these were"
            ),
        ),
        "independent": Method(
            independent.sweep,
            "approximate",
            lambda ranks, suits: 1e-5,
            says="as if every battle were as likely to be won as the first",
        ),
    },
    size=DECK,
    small=tuple({"ranks": r, "suits": s} for r, s in _SMALL),
    objection=odd_deck,
    published=(
        Published({"ranks": 13, "suits": 4}, True, "3.132436174322299e-09"),
        Published({"ranks": 13, "suits": 4}, True, "3.0808297965386556e-09", "independent"),
        *(Published({"ranks": r, "suits": s}, True, value, "brute") for r, s, value in _BRUTE),
    ),
)

RUSH = Question(
    name="war_rush",
    text=(
        "With wars allowed, has B won a battle when every dealt card has been played once, and if "
        "not, what is the state of the game?"
    ),
    parameters=(RANKS, SUITS, DOWN),
    unit="games",
    setting=DEALT,
    outcomes=(
        Column(
            "ending",
            "string",
            "battle: A won the last play; war-k: a war goes on, k cards are still owed face down, "
            "and A has won before; tie-k: the same, but A has not; other: B has won a battle",
            words={"other": "B has won a battle", "battle": "A has won the last play"},
        ),
    ),
    methods={
        "brute": Method(
            brute.rush,
            "exact",
            lambda ranks, suits, down: 4e-6 * cost.deals(ranks, suits) + 1e-5,
            most=8,
            says="every deal, played by the rules",
        ),
        "exact": Method(
            exact.rush,
            "exact",
            cost.rush,
            most=120,
            says="how many cards of each rank are left, and how a war stands, play after play",
        ),
        "formula": Method(
            formula.rush,
            "exact",
            lambda ranks, suits, down: (
                4.5e-11 * (ranks * suits) ** 3 + 1.5e-6 * ranks * suits + 1e-5
            ),
            says="rows of battles and wars, each with its chance by inclusion-exclusion",
        ),
        "simulate": Method(
            simulate.rush,
            "sampled",
            lambda ranks, suits, down: 2.5e-8,
            says="random deals",
        ),
        "rare": Method(
            rare.rush,
            "rare",
            lambda ranks, suits, down: (
                1e-6 + 4.9e-6 * ranks * suits + 4.1e-8 * ranks**2 * suits + 5e-8 * down
            ),
            most=MAX_RARE,
            says="importance sampling: deals in which B wins no battle, weighted and resampled",
        ),
    },
    size=DECK,
    small=tuple({"ranks": r, "suits": s, "down": d} for r, s in _SMALL for d in (0, 1, 3)),
    objection=odd_deck,
    published=tuple(
        Published({"ranks": 13, "suits": 4, "down": 3}, ending, value)
        for ending, value in (
            ("war-1", "3.1233217745837868e-06"), ("war-3", "1.4095876874120516e-06"),
        )
    ),
)  # fmt: skip

LENGTH = Question(
    name="war_length",
    text="How many plays does a game last, and who wins?",
    parameters=(RANKS, SUITS, DOWN),
    unit="games",
    setting=DEALT,
    outcomes=(Column("plays", "int", "plays until a player is out of cards", unit="plays"), WINNER),
    methods={
        "chain": Method(
            chain.length,
            "float",
            cost.chain,
            most=MAX_DEALS,
            says="a Markov chain: the probability of every position, play after play",
        ),
        "walk": Method(
            walk.length,
            "float",
            lambda ranks, suits, down: 1e-2 + 5e-5 * ranks**2,
            says="the number of A's cards as a fair random walk, for one suit",
            objection=partial(one_suit, "walk", MAX_WALKED),
        ),
        "simulate": Method(simulate.length, "sampled", cost.game, says="random games, played out"),
        "letter": Method(letter.LENGTH.answer, "sampled", cost.listed_game, says=LETTER),
    },
    size=DEALS,
    small=tuple(
        {"ranks": r, "suits": s, "down": d}
        for r, s, d in ((2, 2, 3), (3, 2, 3), (4, 2, 0), (2, 4, 1), (8, 1, 0))
    ),
    objection=odd_deck,
)

HANDS = Choice(
    "hands",
    "even: two random hands of one size; apart: A has all cards of the highest rank, B the rest",
    (EVEN, APART),
    default=EVEN,
)


def no_hands(ranks: int, suits: int, down: int, hands: str) -> str | None:
    """Why this deck can't be dealt into these hands; None if it can."""
    if hands == EVEN:
        return odd_deck(ranks, suits)
    return None if ranks > 1 else "ranks is 1, so B has no cards; allowed: at least 2"


ACES = Question(
    name="war_aces",
    text="How many of the highest cards is A dealt, how long does the game last, and who wins?",
    parameters=(RANKS, SUITS, DOWN, HANDS),
    unit="games",
    setting=DEALT,
    outcomes=(
        Column("aces", "int", "cards of the highest rank that A is dealt", given=True),
        Column("plays", "int", "plays until a player is out of cards", unit="plays"),
        WINNER,
    ),
    methods={
        "chain": Method(
            chain.aces,
            "float",
            lambda ranks, suits, down, hands: (
                (0.4 if hands == APART else 0.5 * (suits + 1)) * cost.chain(ranks, suits, down)
            ),
            most=MAX_DEALS,
            says="a Markov chain: the probability of every pair of hands, play after play",
        ),
        "simulate": Method(
            simulate.aces,
            "sampled",
            lambda ranks, suits, down, hands: cost.game(ranks, suits, down),
            says="random games, played out",
        ),
        "letter": Method(
            letter.ACES.answer,
            "sampled",
            lambda ranks, suits, down, hands: cost.listed_game(ranks, suits, down),
            says=LETTER,
        ),
    },
    size=DEALS,
    small=tuple(
        {"ranks": r, "suits": s, "down": d, "hands": hands}
        for r, s, d, hands in (
            (2, 2, 3, EVEN), (3, 2, 1, EVEN), (4, 1, 0, EVEN), (3, 2, 1, APART), (5, 1, 0, APART),
        )
    ),
    objection=no_hands,
)  # fmt: skip
