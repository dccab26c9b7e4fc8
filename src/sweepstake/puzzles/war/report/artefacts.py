"""The tables, figures and listings of War.

The listings are one game play by play, and the abstract decks left after each battle that A wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from math import log10
from typing import TYPE_CHECKING, Any

import numpy as np

from sweepstake.puzzle import Parameter
from sweepstake.puzzle.display import (
    Frames,
    Lines,
    Listing,
    Panel,
    Plot,
    Series,
    Show,
    Spread,
    Table,
    by_point,
)
from sweepstake.stats.summary import survival

from ..exact import Deck, swept_decks
from ..questions import DOWN, RANKS, SUITS
from ..rules import APART, Cards, State, dealt, deck, odd_deck
from ..rules import game as played_game
from . import findings

if TYPE_CHECKING:
    import pandas as pd
    from numpy.random import Generator

FACE_DOWN = {"down": "face down"}
BEST = ", computed, simulate, letter"
"""Methods in order of preference: all deals counted, or else random deals played."""
WINNERS = {"A wins": "winner=A", "B wins": "winner=B", "tie": "winner=tie"}
QUANTILES = {
    "median" if percent == 50 else f"{percent}%": "median:plays"
    if percent == 50
    else f"{percent}%:plays"
    for percent in (5, 25, 50, 75, 95)
}
POINTS = 150  # the most points of a drawn tail
TWO_PACKS = 104
FEWEST = 10  # the fewest games in a drawn point of a tail
USUAL_DOWN = 3
FIRST = {
    "winner": "winner's first",
    "loser": "loser's first",
    "player": "A's first",
    "turns": "in turn",
}
LETTERS = "23456789TJQKA"
HAND, TABLE = 28, 16  # columns on a terminal of 100


def _cards(cells: Any) -> Any:
    return cells["ranks"] * cells["suits"]


def _once_in(cells: Any) -> Any:
    return 1 / cells["probability"].where(cells["probability"] > 0)


def _uncounted(column: str) -> Any:
    """A column that is empty for decks whose deals were all counted."""
    counted = "ending=endless, computed"
    return lambda cells: cells[f"{column}, simulate, letter"].where(cells[counted].isna())


TABLES = (
    Table(
        name="war_sweep",
        title="How often one player wins every battle",
        caption=(
            "How likely it is that A wins every battle, with no war, until B is out of cards, and "
            "in how many games this happens once: for A, and for either player. The methods in the "
            "last column computed the same fraction. 'independent battles' takes every battle to "
            "be as likely to be won as the first, which is right for one suit, and nearly right "
            "for many ranks. The 95% intervals are those of the share in simulated deals."
        ),
        questions=("war_sweep",),
        columns={
            "cards": _cards,
            "probability": "swept, computed",
            "log10 probability": "log10:swept, computed",
            "by A, once in (games)": _once_in,
            "by either player, once in (games)": lambda cells: _once_in(cells) / 2,
            "independent battles": "swept, independent",
            "independent / exact": lambda cells: (
                10 ** (cells["log10:swept, independent"] - cells["log10 probability"])
            ),
            "simulated deals": "trials, simulate",
            "95% from": "swept.low, simulate",
            "95% to": "swept.high, simulate",
            "computed by": lambda cells: cells.agreeing,
        },
        formats={"simulated deals": ",.0f"},
    ),
    Table(
        name="war_rush",
        title="How the game stands when every card has been played once and B has won no battle",
        caption=(
            "B is then out of cards. By the rules A has won if A has won any battle; if all plays "
            "so far were one unfinished row of wars, the game is a tie. (Later ties are not "
            "counted here.) The notebook looks at the cards that both must still put face down: "
            "none, and A has won; one, and it is a 'tie, 1 owed'. The simulated deals are counted "
            "by the reading of the row, so they check the calculation, but not which reading is "
            "right. The whole games are played by the rules, and counted if they end in these "
            "plays; the share that A has won is half of what both players won, and its ± half of "
            "theirs. They check the numbers by the rules only: where enough games were played to "
            "tell, they are far from those of the notebook. The CSV file has all decks; here stand "
            "those with simulated deals or whole games, and for each number of suits the largest."
        ),
        headings=FACE_DOWN
        | {
            "deals": "simulated deals",
            "simulated deals": "share of simulated deals",
            "games": "whole games played",
            "whole games": "share of whole games",
        },
        questions=("war_rush", "war_length"),
        make=findings.rush,
        formats={"deals": ",.0f", "games": ",.0f"},
        errors={
            "simulated deals": "standard error (deals)",
            "whole games": "standard error (games)",
        },
        shown=findings.largest_or_played,
    ),
    Table(
        name="war_length",
        title="How many plays a game lasts, and who wins",
        caption=(
            "Rows of the methods 'simulate' and 'letter' count games played, each by its own code; "
            "those of 'chain' and 'walk' are computed, and exact but for rounding. The notebook "
            "played 100,000 games of 13 × 4 cards with 3 face down: mean 294, standard deviation "
            "234, median 224 plays."
        ),
        headings=FACE_DOWN,
        questions=("war_length",),
        by_method=True,
        columns={
            "games": "trials",
            "mean (plays)": "mean:plays",
            "sd (plays)": "sd:plays",
            "standard error of the mean": "mean:plays.standard_error",
            "min": "least:plays",
            **QUANTILES,
            "max": lambda cells: cells["most:plays"].where(cells["trials"].notna()),
            **WINNERS,
        },
        formats={"games": ",.0f"},
        errors={"mean (plays)": "standard error of the mean"},
    ),
    Table(
        name="war_endless",
        title="Deals that never end",
        caption=(
            "How games end if nothing is random after the deal: won cards always go under in the "
            "same order, each player's as they were played. First come the winner's ('winner'), "
            "the loser's ('loser'), A's ('player'), or A's one time and B's the next ('turns'). A "
            "game is endless if the same position comes again. Where random deals were played, the "
            "95% interval is for the share of endless deals. Spivey (Cycles in War, 2010) "
            "constructs endless games of n different cards, the winner's first, for every n except "
            "2^k and 3 × 2^k; Lakshtanov and Roshchina (2012) show that games end if the order "
            "changes at random now and then, which 'turns' does not."
        ),
        headings=FACE_DOWN,
        questions=("war_endless",),
        columns={
            "random deals": _uncounted("trials"),
            "A wins": f"ending=A{BEST}",
            "B wins": f"ending=B{BEST}",
            "tie": f"ending=tie{BEST}",
            "endless": f"ending=endless{BEST}",
            "95% from": _uncounted("ending=endless.low"),
            "95% to": _uncounted("ending=endless.high"),
            "computed by": lambda cells: cells.agreeing,
        },
        formats={"random deals": ",.0f"},
    ),
    Table(
        name="war_aces",
        title="What the aces are worth",
        caption=(
            "How often A wins, and how long a game lasts, by the number of aces (cards of the "
            "highest rank) that A was dealt: in two random hands of the same size ('even'), or if "
            "A has only the aces and B all other cards ('apart'). 'simulate' and 'letter' play the "
            "same games, each by its own code; 'chain' computes them for small decks."
        ),
        headings=FACE_DOWN,
        questions=("war_aces",),
        by_method=True,
        columns={
            **WINNERS,
            "standard error": "winner=A.standard_error",
            "mean (plays)": "mean:plays",
            "games": "trials",
        },
        formats={"games": ",.0f"},
        errors={"A wins": "standard error"},
    ),
)


def by_deck(rows: pd.DataFrame, **values: object) -> pd.DataFrame:
    """The rows with these values, and with the size of their deck; orders are in words."""
    for name, value in values.items():
        rows = rows[rows[name] == value]
    rows = rows.assign(cards=rows["ranks"] * rows["suits"])
    return rows.assign(order=rows["order"].map(FIRST)) if "order" in rows else rows


def swept(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of the numbers of suits that have several decks."""
    rows = by_deck(rows)
    return rows[rows.groupby("suits")["ranks"].transform("nunique") > 1]


def up_to_two_packs(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of decks of up to `TWO_PACKS` cards."""
    rows = swept(rows)
    return rows[rows["cards"] <= TWO_PACKS]


def beyond(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of the numbers of suits that have larger decks."""
    rows = swept(rows)
    return rows[rows["suits"].isin(rows.loc[rows["cards"] > TWO_PACKS, "suits"])]


def ties(rows: pd.DataFrame) -> pd.DataFrame:
    """Exact rows, with the probability divided by 1/2 for each battle: the effect of ties."""
    rows = up_to_two_packs(rows)
    tosses = rows["cards"].astype(float) / 2 * log10(2)
    return rows[rows["trials"].isna()].assign(left=10 ** (rows["log10:swept"] + tosses))


def counted(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of decks of distinct cards whose deals were all counted."""
    rows = different(rows)
    return rows[rows["trials"].isna()]


def two_of_five(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with no card or the usual number of cards face down: more lines would cross."""
    rows = by_deck(rows)
    return rows[rows["down"].isin([0, USUAL_DOWN])]


different = partial(by_deck, suits=1, down=0)


def longer(frames: Frames) -> list[Panel]:
    """A panel with the share of games that last longer; a line for each number of cards down.

    It is of the deck with the most played games.
    """
    played = frames["war_length"]
    decks = [*played[played["method"] == "simulate"].groupby(["ranks", "suits"])]
    if not decks:
        return []
    (ranks, suits), games = max(decks, key=lambda deck: deck[1]["trials"].sum())
    lines = [
        tail(f"{point['down']} face down", methods["simulate"], usual=point["down"] == USUAL_DOWN)
        for point, methods in by_point(["down"], games)
    ]
    y = "share of games that last longer"
    title, x = f"{ranks} × {suits} cards", "length of a game (plays)"
    return [Panel(title, x, y, lines, log_y=True, is_share=True)]


def tail(label: str, rows: pd.DataFrame, *, usual: bool = False) -> Series:
    """The share of games that last longer, as far as at least `FEWEST` games do."""
    games = int(rows["trials"].iloc[0])
    plays, share = survival(rows["plays"], rows["probability"])
    chosen = np.flatnonzero(share >= FEWEST / games)
    chosen = chosen[:: len(chosen) // POINTS + 1]
    plays, share = plays[chosen], share[chosen]
    error = np.sqrt(share * (1 - share) / games)
    return Series(
        label, plays.tolist(), share.tolist(), "line", error.tolist(), usual=usual, trials=[games]
    )


DOWN_LABEL, NEVER = "{} face down", "share of deals that never end"
COSTLY = "Equal cards make it rarer, and the more so, the more suits there are"
TOSSES = "ratio to (1/2)^(cards / 2), the chance without equal cards"
SWEPT = partial(Lines, "cards", by=("suits",), label="{} of each rank", x_axis="cards in the deck")
SWEEPS = partial(SWEPT, y_axis="How often A wins every battle")
ENDLESS = partial(Lines, y="ending=endless", by=("order",), label="{}", zero=True)
ACES = partial(Lines, rows=two_of_five, by=("down",), label=DOWN_LABEL, zero=True)

PLOTS = (
    Plot(
        name="war_sweep",
        title="One player wins every battle",
        questions=("war_sweep",),
        panels=(
            SWEEPS(
                rows=up_to_two_packs,
                title="decks of at most 104 cards",
                finding="Every two further cards make it about half as likely",
                holds=findings.halves,
            ),
            SWEPT(
                y="left",
                rows=ties,
                y_axis=TOSSES,
                zero=True,
                finding=COSTLY,
                holds=findings.rarer_with_suits,
            ),
            SWEEPS(rows=beyond, title="decks of any size"),
        ),
    ),
    Plot(
        name="war_length",
        title="How long a game of War lasts",
        questions=("war_length",),
        panels=(
            Spread(),
            Lines(
                "down",
                y_axis="length of a game (plays)",
                spans=True,
                finding="The more cards go face down in a war, the shorter a game",
                holds=findings.shorter,
            ),
        ),
    ),
    Plot(
        name="war_survival",
        title="How many games last longer",
        questions=("war_length",),
        make=longer,
    ),
    Plot(
        name="war_means",
        title="Mean length of a game, by deck",
        questions=("war_length",),
        panels=(
            Lines(
                "cards",
                by=("down",),
                label=DOWN_LABEL,
                rows=by_deck,
                each="suits",
                title="{} of each rank",
                x_axis="cards in the deck",
                y_axis="mean length of a game (plays)",
                log_x=True,
                log_y=True,
            ),
        ),
    ),
    Plot(
        name="war_endless",
        title="Deals that never end",
        questions=("war_endless",),
        panels=(
            ENDLESS(
                "down",
                rows=by_deck,
                y_axis=NEVER,
                finding="Games without an end were met only where A's cards are picked up first",
                holds=findings.only_with_a_first,
            ),
            *(
                ENDLESS(
                    "cards",
                    rows=rows,
                    title="different cards",
                    x_axis="cards in the deck",
                    y_axis=NEVER,
                )
                for rows in (counted, partial(different, order="winner"))
            ),
        ),
    ),
    Plot(
        name="war_aces",
        title="What the aces are worth",
        questions=("war_aces",),
        panels=(
            ACES(
                "aces",
                "winner=A",
                y_axis="How often A wins",
                finding="The more aces A is dealt, the more often A wins",
                holds=findings.more_often,
            ),
            ACES(
                "aces",
                "mean:plays",
                y_axis="mean length of a game (plays)",
                finding="A game is longest if each player has half of the aces",
                holds=findings.longest_in_the_middle,
            ),
            ACES(
                "down",
                "winner=A",
                by=(),
                label="A has just the aces",
                rows=partial(by_deck, hands=APART),
                y_axis="How often A wins",
            ),
        ),
    ),
)


def game(rng: Generator, ranks: int, suits: int, down: int) -> Iterator[Listing]:
    """One random game; each row has a play: both cards, what happened, and the hands' sizes."""
    rows: list[tuple[object, ...]] = []
    states = _played(rng, ranks, suits, down)
    state = next(states)
    for after in states:
        cards = (spelt(hand[:1], ranks, TABLE) for hand in (state.a, state.b))
        event = _event(state, after, down)
        rows.append((len(rows) + 1, *cards, event, len(after.a), len(after.b)))
        state = after
    title = f"War with {ranks} × {suits} cards, {down} face down in a war"
    header = ("play", "A", "B", "what happened", "A has", "B has")
    yield Listing(title, header, rows, _closing(state, len(rows)))


def _event(before: State, after: State, down: int) -> str:
    """What happened in one play."""
    if before.owed:
        return "face down"
    if after.table:
        return f"war, {down} card{'s' * (down != 1)} face down"
    winner = "A" if before.a[0] > before.b[0] else "B"
    return f"{winner} takes {len(before.table) + 2}"


def hands(rng: Generator, ranks: int, suits: int, down: int) -> Iterator[Listing]:
    """The same game, with the hands, the table and the cards owed face down after each play."""
    rows: list[tuple[object, ...]] = []
    for state in _played(rng, ranks, suits, down):  # stores texts only: there may be many plays
        both = (spelt(cards, ranks, HAND) for cards in (state.a, state.b))
        rows.append((len(rows), *both, spelt(state.table, ranks, TABLE), state.owed))
    title = f"War with {ranks} × {suits} cards, top card first; owed: cards still to go face down"
    header = ("play", "A's hand", "B's hand", "table", "owed")
    yield Listing(title, header, rows, _closing(state, len(rows) - 1))


def _played(rng: Generator, ranks: int, suits: int, down: int) -> Iterator[State]:
    def shuffled(cards: Cards) -> Cards:
        return tuple(cards[k] for k in rng.permutation(len(cards)))

    return played_game(dealt(shuffled(deck(ranks, suits))), down, shuffled)


def decks(rng: Generator, ranks: int, suits: int, battles: int) -> Iterator[Listing]:
    """The abstract decks that may be left if A has won every battle so far. Nothing is random."""
    header = ("cards left of each rank", "probability", "exactly")
    after = islice(swept_decks(ranks, suits), battles)
    for battle, layer in enumerate(after, 1):
        rows = [
            (multiset(left), f"{float(p):.12g}", str(p))
            for left, p in sorted(layer.items(), key=lambda item: (-item[1], item[0]))
        ]
        total = sum(layer.values())
        note = f"A has won {battle} of {battle} with probability {total} = {float(total):.12g}."
        yield Listing(f"After battle {battle}, if A has won every battle", header, rows, note)


def multiset(left: Deck) -> str:
    """The number of cards left of each rank: `3*2 4*11` is 3 of two ranks and 4 of eleven.

    >>> multiset((0, 1, 2, 10))
    '2 3*2 4*10'
    """
    parts = [f"{k}*{n}" if n > 1 else f"{k}" for k, n in enumerate(left, 1) if n]
    return " ".join(parts) or "none"


def too_many_battles(ranks: int, suits: int, battles: int) -> str | None:
    """Why this deck can't have that many battles; None if it can."""
    if objection := odd_deck(ranks, suits):
        return objection
    if battles > ranks * suits // 2:
        return f"battles is {battles}; allowed: at most {ranks * suits // 2} with {ranks} × {suits}"
    return None


def spelt(cards: Cards, ranks: int, width: int) -> str:
    """`cards` in letters, or in numbers for more than 13 ranks; long texts end in `+` and a count.

    >>> spelt((12, 8, 0), 13, 28), spelt((12, 8, 0), 14, 28), spelt((12, 8, 0, 0, 0, 0), 13, 5)
    ('AT2', '13 9 1', 'AT +4')
    """
    lettered = ranks <= len(LETTERS)
    words = [LETTERS[card] if lettered else str(card + 1) for card in cards]
    between = "" if lettered else " "
    texts = (
        between.join(words[:shown]) + (f" +{len(words) - shown}" if shown < len(words) else "")
        for shown in range(len(words), -1, -1)
    )
    return next(text for text in texts if len(text) <= width)


def _closing(last: State, plays: int) -> str:
    after = f"After {plays} play{'s' if plays != 1 else ''}"
    if last.winner == "tie":
        return f"{after} both are out of cards: a tie."
    return f"{after} {last.winner} has won."


SHOWS = (
    Show(
        name="game",
        meaning="one game, play by play",
        parameters=(RANKS, SUITS, DOWN),
        listings=game,
        hands=hands,
        objection=odd_deck,
    ),
    Show(
        name="decks",
        meaning="the abstract decks after each battle that A wins",
        parameters=(RANKS, SUITS, Parameter("battles", "battles to follow", 1, 2400, 3)),
        listings=decks,
        objection=too_many_battles,
    ),
)
