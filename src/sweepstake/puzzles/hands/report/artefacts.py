"""The tables, figures, listing and findings of ordering hands.

The listing is a random hand, ordered step by step in the fewest block moves. The conditions check
on the values in a table or a figure what its finding or headline claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle import Parameter
from sweepstake.puzzle.display import Frames, Lines, Listing, Map, Panel, Plot, Show, Spread, Table
from sweepstake.puzzle.story import Finding

from ..plan import shortest_plan
from ..rules import DECK, RANKS, Hand, Move, collapsed, moved

if TYPE_CHECKING:
    import pandas as pd
    from numpy.random import Generator

RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NAMES = "♠♣♥♦"
NOTE = "Each row moves the block in parentheses to the ▸; cards of a suit keep their order."
HARDLY, IMPOSSIBLE, MOSTLY = 0.01, 1e-9, 80
PERCENT, FEWEST, BRIDGE_HAND, MOST_MOVES = 100.0, 3, 13, 6
THREE_OR_FOUR = "Thirteen cards mostly need three or four moves, and never more than six"


def hand(rng: Generator, cards: int) -> Iterator[Listing]:
    """A random hand of `cards` cards, ordered step by step in the fewest block moves."""
    dealt = tuple(int(card) for card in rng.permutation(DECK)[:cards])
    plan = shortest_plan(suits(dealt))
    yield Listing(
        f"A hand of {_counted(cards, 'card')}, ordered in {_counted(len(plan), 'block move')}",
        ("moves made", "runs", "hand"),
        list(_steps(dealt, plan)),
        NOTE if plan else "It was dealt in order.",
    )


def suits(hand: Hand) -> Hand:
    """The suits of cards numbered 0 to 51."""
    return tuple(card // RANKS for card in hand)


def named(card: int) -> str:
    """A card's rank and suit.

    >>> named(0), named(51)
    ('2♠', 'A♦')
    """
    return RANK_NAMES[card % RANKS] + SUIT_NAMES[card // RANKS]


def marked(hand: Hand, move: Move) -> str:
    """The cards of `hand`, with the moving block in parentheses and its target marked.

    >>> marked((0, 13, 1), (1, 2, 3))
    '2♠ (2♣) 3♠ ▸'
    """
    start, middle, stop = move
    names = [named(card) for card in hand]
    block = f"({' '.join(names[start:middle])})"
    return " ".join([*names[:start], block, *names[middle:stop], "▸", *names[stop:]])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _steps(hand: Hand, plan: tuple[Move, ...]) -> Iterator[tuple[int, int, str]]:
    for number, move in enumerate(plan):
        yield number, len(collapsed(suits(hand))), marked(hand, move)
        hand = moved(hand, move)
    yield len(plan), len(collapsed(suits(hand))), " ".join(map(named, hand))


SHOWS = (
    Show(
        name="hand",
        meaning="a random hand and the fewest block moves that order it",
        parameters=(Parameter("cards", "number of cards in the hand", 0, 13, default=7),),
        listings=hand,
    ),
)


def four_but_not_13(panel: Panel) -> bool:
    """True if all hands of four cards can be ordered, but a share below `HARDLY` of those of 13."""
    values = panel.values()
    return values[4] == 1.0 and values[13] < HARDLY


def impossible(panel: Panel) -> bool:
    """True if the last value is below `IMPOSSIBLE`."""
    return [*panel.values().values()][-1] < IMPOSSIBLE


def three_or_four(hands: pd.DataFrame) -> bool:
    """True if most hands of 13 cards need 3 or 4 moves, and no hand more than 6."""
    if 13 not in hands:
        return False
    needs = hands[13].dropna()
    return bool(needs[3] + needs[4] > MOSTLY and needs.index.max() == 6)


def at_most_half(panel: Panel) -> bool:
    """True if the mean rises from two cards on, and n cards need at most (n - 1)/2 moves."""
    most = panel.values("most")
    means = [mean for cards, mean in sorted(panel.values("mean").items()) if cards >= 2]
    rises = all(a < b for a, b in pairwise(means))
    return rises and all(moves <= max(cards - 1, 0) / 2 for cards, moves in most.items())


def _whole_deck(table: pd.DataFrame) -> bool:
    """True if the probabilities for 26 and for 52 cards are as stated."""
    hands = table.set_index("cards")
    return (
        f"{hands['orderable (%)'][26] / 100:.2e}" == "7.53e-10"
        and hands["fraction"][52] == "13/9123254722021903544088000"
    )


def _moves(table: pd.DataFrame) -> bool:
    """True if the mean for 13 cards and the most moves for each number of cards are as stated."""
    hands = table.dropna(subset=["most (moves)"]).set_index("cards")
    most = hands["most (moves)"]
    halves = all(most[n] == max(n - 1, 0) // 2 for n in most.index)
    return f"{hands['mean (moves)'][13]:.2f}" == "3.38" and halves


FINDINGS = (
    Finding(
        asked=(
            "How often can at most one move order a hand of more than 13 cards? (The notebook's "
            "enumeration stops there.)"
        ),
        answer=(
            "At most one move puts a whole deck in order once in 7 × 10²³ deals. For 26 cards it "
            "is once in 1.33 billion hands (7.53 × 10⁻¹⁰), and for the whole deck of 52 the "
            "probability is 13/9123254722021903544088000 = 1.42 × 10⁻²⁴. If neighbours of one "
            "suit count as one card, only 512 orders of suits can be put right by at most one "
            "move; products of polynomials (generating functions) count the hands of each in "
            "milliseconds."
        ),
        table="hands_orderable",
        holds=_whole_deck,
    ),
    Finding(
        asked="How many block moves does a hand need if one is not enough?",
        answer=(
            "13 cards need 3.38 block moves on average, and never more than 6. No hand of n = 1 "
            "to 13 cards needs more than (n - 1)/2 moves, and hands that alternate between two "
            "suits need as many, rounded down."
        ),
        table="hands_moves",
        holds=_moves,
    ),
)


def _needing(moves: int, cells: Any) -> Any:
    return PERCENT * cells[f"block_moves={moves}, computed"]


TABLES = (
    Table(
        name="hands_orderable",
        title="Hands that at most one block move orders",
        caption=(
            "How often at most one move puts a hand in order. The fractions are exact, and each of "
            "the simulated hands was searched for such a move."
        ),
        questions=("hands_orderable",),
        columns={
            "orderable (%)": lambda cells: PERCENT * cells["orderable, computed"],
            "fraction": "orderable.exact, computed",
            "one hand in": lambda cells: PERCENT / cells["orderable (%)"],
            "computed by": lambda cells: cells.agreeing,
            "simulated (%)": lambda cells: PERCENT * cells["orderable, simulate"],
            "standard error (%)": lambda cells: (
                PERCENT * cells["orderable.standard_error, simulate"]
            ),
        },
        errors={"simulated (%)": "standard error (%)"},
    ),
    Table(
        name="hands_moves",
        title="The fewest block moves that order a hand",
        caption=(
            "The smallest number of moves that orders a hand. No hand of n = 1 to 13 cards needs "
            "more than (n - 1)/2 moves. Hands that alternate between two suits need as many, "
            "rounded down."
        ),
        questions=("hands_moves",),
        columns={
            "mean (moves)": "mean:block_moves, computed",
            "most (moves)": "most:block_moves, computed",
            **{f"needs {k} (%)": partial(_needing, k) for k in range(MOST_MOVES + 1)},
            "simulated mean (moves)": "mean:block_moves, simulate",
            "standard error (moves)": "mean:block_moves.standard_error, simulate",
        },
        errors={"simulated mean (moves)": "standard error (moves)"},
    ),
)


def grid(frames: Frames) -> list[Map]:
    """A heat map: how many hands in 100 need each number of moves, by number of cards."""
    rows = frames["hands_moves"]
    rows = rows[rows["trials"].isna() & (rows["cards"] >= FEWEST)]
    rows = rows.drop_duplicates(["cards", "block_moves"])
    hands = PERCENT * rows.pivot(index="block_moves", columns="cards", values="probability")
    if hands.empty:
        return []
    return [
        Map(
            "hands in 100 that need so many moves",
            "cards in the hand",
            "moves needed",
            [*map(str, hands.columns)],
            [*map(str, hands.index)],
            hands.to_numpy(float).tolist(),
            THREE_OR_FOUR if three_or_four(hands) else "",
            ".0f",
        )
    ]


PLOTS = (
    Plot(
        name="hands_orderable",
        title="Can at most one block move order the hand?",
        questions=("hands_orderable",),
        panels=(
            Lines(
                "cards",
                rows=lambda rows: rows[
                    rows["cards"].between(FEWEST, BRIDGE_HAND) & (rows["method"] != "rare")
                ],
                title="at most 13 cards",
                finding="At most one move orders every hand of four cards, and hardly any of 13",
                holds=four_but_not_13,
                y_axis="How often at most one move orders the hand",
            ),
            Lines(
                "cards",
                rows=lambda rows: rows[rows["method"] != "simulate"],
                title="hands of any size",
                finding="With more cards it becomes as good as impossible",
                holds=impossible,
                y_axis="How often at most one move orders the hand",
            ),
        ),
    ),
    Plot(
        name="hands_grid",
        title="How many hands need how many block moves?",
        questions=("hands_moves",),
        make=grid,
        note="Computed exactly. An empty cell is impossible.",
    ),
    Plot(
        name="hands_moves",
        title="How many block moves order a hand?",
        questions=("hands_moves",),
        panels=(
            Lines(
                "cards",
                {"mean": "mean:block_moves", "most": "most:block_moves"},
                y_axis="fewest block moves",
                finding=(
                    "Each card after the second raises the mean, and n = 1 to 13 cards never need "
                    "more than (n - 1)/2 moves"
                ),
                holds=at_most_half,
            ),
            Spread(),
        ),
    ),
)
