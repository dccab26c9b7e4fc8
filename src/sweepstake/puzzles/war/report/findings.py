"""The findings about War: questions that the notebook left open or answered wrongly, and answers.

Each answer has a condition, which is checked on the values of its table; so have the headlines of
figures.

The table `rush` compares two ways to judge the game when the dealt cards run out and B, who never
won a battle, is out of cards. By the rules A has won if A has a card, which is the case if any
battle was decided; the cards of an unfinished war belong to nobody. The notebook looks at the cards
still owed face down instead: if there are none, A has won; else it is a tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import Frames, Methods, Panel, by_point
from sweepstake.puzzle.story import Finding

from ..fixed.endless import ORDERS

if TYPE_CHECKING:
    import pandas as pd

CLOSE = 1e-9


def _rush(table: pd.DataFrame) -> bool:
    """True if the odds for 13 × 4 cards are as stated, and whole games within 5 standard errors."""
    deck = table.query("ranks == 13 and suits == 4 and down == 3 and reading == 'rules'")
    games = deck.set_index("event")["once in (games)"]
    return (
        abs(games["A has won"] - 45_240.26) < 0.005
        and abs(games["tie"] - 320e6) < 1e6
        and not (deck["whole games off by (standard errors)"].abs() > 5).any()
    )


def _closed_form(table: pd.DataFrame) -> bool:
    """True if the formula answers for 400 ranks, and equals an enumeration for some deck."""
    methods = table["computed by"].fillna("")
    formula, enumerated = (methods.str.contains(name) for name in ("formula", "exact|brute"))
    return bool(formula[table["ranks"] == 400].any() and (formula & enumerated).any())


def _chain(table: pd.DataFrame) -> bool:
    """True if the stated decks have these means, and games are within 5 standard errors."""
    means = table.pivot(index=GAME, columns="method", values="mean (plays)")
    errors = table[table["method"] == "simulate"].set_index(GAME)["standard error of the mean"]
    off = (means["simulate"] - means["chain"]) / errors
    return (
        abs(means["simulate"][13, 4, 3] - 294) < 0.5
        and abs(means["chain"][2, 2, 3] - 10 / 3) < CLOSE
        and abs(means["chain"][3, 2, 3] - 919 / 195) < CLOSE
        and not (off.abs() > 5).any()
    )


def _walk(table: pd.DataFrame) -> bool:
    """True if with one suit every chain has the mean of the fair random walk."""
    single = table[(table["suits"] == 1) & (table["method"] == "chain")]
    off = (single["mean (plays)"] / (single["ranks"] / 2) ** 2 - 1).abs()
    return len(single) > 0 and bool((off < CLOSE).all())


def _endless(table: pd.DataFrame) -> bool:
    """True if the shares are as stated for 10 and 12 distinct cards and for 13 × 4 cards."""
    counted = table[table["suits"] == 1].set_index(["ranks", "order"])["endless"].to_dict()
    deck = table.query("ranks == 13 and suits == 4").set_index(["down", "order"])
    shares, least = deck["endless"].to_dict(), deck["95% from"].to_dict()
    wanted = {(10, "winner"): 395_940 / 3_628_800, (12, "winner"): 0.0}
    wanted[10, "player"] = 109_205 / 145_152
    finite = [(down, order) for down in (0, 3) for order in ORDERS if order != "player"]
    return (
        all(abs(counted[key] - share) < 1e-6 for key, share in wanted.items())
        and not any(shares[key] for key in finite)
        and least[3, "player"] > 1 / 3
        and least[0, "player"] > 0.8
        and shares[4, "player"] < 0.1
    )


def _spivey(table: pd.DataFrame) -> bool:
    """True if up to 26 distinct cards have endless deals exactly where Spivey constructs them."""
    single = table.query("suits == 1 and order == 'winner'").set_index("ranks")["endless"]
    endless = single[[*range(2, 28, 2)]] > 0
    return {*endless.index[~endless]} == {2, 4, 6, 8, 12, 16, 24}


def _alone(table: pd.DataFrame) -> bool:
    """True if the four aces alone win as often as stated, by the cards face down in a war."""
    deck = table.query("ranks == 13 and suits == 4 and hands == 'apart' and method == 'simulate'")
    by_down = deck.set_index("down").loc[[0, 1, 2, 3, 4]]
    wins, errors = by_down["A wins"], by_down["standard error"]
    off = (wins - [1.0, 0.81, 0.72, 0.655, 0.61]).abs()
    return bool(wins[0] > 1 - CLOSE and (off < 0.005 + 5 * errors).all())


def _aces(table: pd.DataFrame) -> bool:
    """True if four aces win 79% of games, and games with two aces each are the longest."""
    deck = table.query("ranks == 13 and suits == 4 and down == 3 and method == 'simulate'")
    by_aces = deck[deck["hands"] == "even"].set_index("aces").loc[[0, 1, 2, 3, 4]]
    wins, plays, errors = by_aces["A wins"], by_aces["mean (plays)"], by_aces["standard error"]
    near = abs(wins[4] - 0.79) < 0.005 + 5 * errors[4]
    return bool(near and wins.is_monotonic_increasing and plays.idxmax() == 2)


FINDINGS = (
    Finding(
        asked="Does War always end, if won cards are picked up in a fixed order?",
        answer=(
            "If A's cards are always picked up first, 36% of the deals of 13 × 4 cards never "
            "end. (B's cards follow, each player's in the order played, and 3 cards are put "
            "face down in a war.) It is 84% with none face down, and 8% with 4; of the deals of "
            "10 different cards 75% never end. If the winner's cards are picked up first, or "
            "the loser's, or A's one time and B's the next, no simulated deal of 13 × 4 cards "
            "with 0 or 3 cards face down was endless. With the winner's cards first, 395,940 of "
            "the 3,628,800 deals of 10 different cards never end; all deals of 12 different "
            "cards end."
        ),
        table="war_endless",
        holds=_endless,
    ),
    Finding(
        asked="And the four aces alone, against the other 48 cards?",
        answer=(
            "The four aces win 65.5% of the games against the other 48 cards with 3 cards face "
            "down in a war, and 81%, 72% and 61% with 1, 2 and 4. With no cards face down they "
            "can't lose: an ace beats every card that it meets, and no ace is ever put face down "
            "and lost in a war."
        ),
        table="war_aces",
        holds=_alone,
    ),
    Finding(
        asked="Is there a deck for which the mean length has a simple formula?",
        answer=(
            "With one suit, a game of n cards lasts exactly (n/2)² plays on average: 16 for 8 "
            "cards, and 676 for 52 cards of 52 ranks. The number of cards in A's hand is then a "
            "fair random walk."
        ),
        table="war_length",
        holds=_walk,
    ),
    Finding(
        asked=(
            "Spivey (2010) constructs deals of n different cards that never end if the winner's "
            "card is picked up first, for every n except 2^k and 3 × 2^k. Which even numbers have "
            "such deals?"
        ),
        answer=(
            "If the winner's card is picked up first, we found deals that never end for 10, 14, "
            "18, 20, 22 and 26 different cards, and for no other even number up to 26. These "
            "are the numbers for which he constructs them. Of the numbers that he leaves open, "
            "2, 4, 6, 8 and 12 have none (all deals were counted), and for 16 and 24 we met "
            "none in 600,000 random deals each."
        ),
        table="war_endless",
        holds=_spivey,
    ),
    Finding(
        asked=(
            "How often does B win no battle in the first 26 plays of 13 × 4 cards, wars allowed, "
            "and how do these games end? The notebook says that A wins once in 64,616 games, and "
            "that 1 game in 150,802 is a tie."
        ),
        answer=(
            "With wars allowed, A wins without losing a battle once in 45,240 games. A tie comes "
            "once in about 320 million games. The notebook counts a war that is unfinished when "
            "the cards run out as a tie if cards must still be put face down. By the rules A has "
            "won such a game if A has won a battle before; it is a tie only if all 26 plays were "
            "one row of wars, with no battle. (Later ties are not counted here.) Whole games "
            "that were played by the rules agree."
        ),
        table="war_rush",
        holds=_rush,
    ),
    Finding(
        asked=(
            "Simple arithmetic gives an estimate of how often a player wins every battle. Is an "
            "enumeration needed for the exact answer?"
        ),
        answer=(
            "A formula says exactly how often A wins every battle, for 400 ranks as well as for "
            "13, so no enumeration is needed. It adds and subtracts the chances that given pairs "
            "are equal cards, which gives the chance of no war; each battle halves that. Wherever "
            "the decks were also enumerated, both give the same fraction."
        ),
        table="war_sweep",
        holds=_closed_form,
    ),
    Finding(
        asked="How long is a game? The notebook has 100,000 simulated games.",
        answer=(
            "A game of 13 × 4 cards with 3 face down lasts 294 plays on average, in four million "
            "simulated games. For small decks a Markov chain, which has the probability of every "
            "position after every play, gives the chance of each length, exact but for rounding: "
            "with 3 cards face down, a game of 2 × 2 cards lasts 10/3 plays on average, and one "
            "of 3 × 2 cards 919/195. Games that were played by the rules agree with it, in their "
            "lengths and in who wins."
        ),
        says=(
            "For small decks the chance of each length is computed: a game of 2 × 2 cards lasts "
            "10/3 plays on average."
        ),
        table="war_length",
        holds=_chain,
    ),
    Finding(
        asked="How much are the four aces worth?",
        answer=(
            "A player who is dealt all four aces among 26 cards wins 79% of the games, and with "
            "three 65%. A game is longest if each player has two aces, 311 plays on average, and "
            "shortest if one player has all four, 242."
        ),
        table="war_aces",
        holds=_aces,
    ),
)


def halves(panel: Panel) -> bool:
    """True if two more cards multiply all values by 0.4 to 0.6, and the last by 0.45 to 0.55."""
    points = sorted(panel.values().items())
    if not all(value > 0 for _, value in points):
        return False
    factors = [(q / p) ** (2 / (m - n)) for (n, p), (m, q) in pairwise(points)]
    return all(0.4 < factor < 0.6 for factor in factors) and 0.45 < factors[-1] < 0.55


def rarer_with_suits(panel: Panel) -> bool:
    """True if no value is above 1, and lines of more suits are lower wherever both have a deck."""
    lines = [panel.values(series.label) for series in panel.series]
    shared = [(few[x], many[x]) for few, many in pairwise(lines) for x in few.keys() & many.keys()]
    at_most_1 = all(value < 1 + 1e-9 for line in lines for value in line.values())
    return at_most_1 and bool(shared) and all(few > many for few, many in shared)


def shorter(panel: Panel) -> bool:
    """True if every value is less than the value before."""
    steps = [*pairwise(panel.values().values())]
    return bool(steps) and all(a > b for a, b in steps)


def more_often(panel: Panel) -> bool:
    """True if every line rises with every step."""
    lines = [panel.values(series.label).values() for series in panel.series]
    steps = [step for line in lines for step in pairwise(line)]
    return bool(steps) and all(a < b for a, b in steps)


def longest_in_the_middle(panel: Panel) -> bool:
    """True if every line is highest at half of the aces."""
    lines = [panel.values(series.label) for series in panel.series]
    return bool(lines) and all(max(line, key=line.__getitem__) == max(line) / 2 for line in lines)


def only_with_a_first(panel: Panel) -> bool:
    """True if the line "A's first" is above 0 everywhere, and all other lines are 0."""
    lines = {series.label: panel.values(series.label).values() for series in panel.series}
    first = lines.pop("A's first")
    return min(first) > 0 and not any(map(max, lines.values()))


Row = dict[str, Any]
GAME = ["ranks", "suits", "down"]
COLUMNS = [
    *GAME, "reading", "event", "probability", "once in (games)", "deals",
    "simulated deals", "standard error (deals)", "games", "whole games", "standard error (games)",
    "whole games off by (standard errors)", "exact",
]  # fmt: skip
EXACT = ("exact", "formula", "brute")
PLAYERS = {"A has won": 2, "tie": 1}  # for how many players games are counted


def rush(frames: Frames) -> pd.DataFrame:
    """One row for each deck, reading and event: its probability, and the share of whole games."""
    import pandas as pd

    games = {tuple(deck.values()): m for deck, m in by_point(GAME, frames["war_length"])}
    rows = [
        deck
        | {"reading": reading, "event": event}
        | _ran_out(endings, methods)
        | _over_at_once(deck, event, games.get(tuple(deck.values()), {}))
        for deck, methods in by_point(GAME, frames["war_rush"])
        for reading, event, endings in readings(deck["down"])
    ]
    return pd.DataFrame([_judged(row) for row in rows], columns=COLUMNS)


def largest_or_played(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of decks that were played, and of the largest deck for each number of suits."""
    largest = rows["ranks"] == rows.groupby("suits")["ranks"].transform("max")
    played = rows["games"].notna() | rows["simulated deals"].notna()
    return rows[largest | played]


def readings(down: int) -> Iterator[tuple[str, str, set[str]]]:
    """Each reading (by whom) and event, with the endings that belong to the event."""
    owed = range(1, down + 1)
    yield "rules", "A has won", {"battle", "war-0", *(f"war-{k}" for k in owed)}
    yield "rules", "tie", {"tie-0", *(f"tie-{k}" for k in owed)}
    yield "notebook", "A has won", {"battle", "war-0", "tie-0"}
    yield "notebook", "tie", {f"{how}-{k}" for how in ("war", "tie") for k in owed}
    for k in owed:
        yield "notebook", f"tie, {k} owed", {f"war-{k}", f"tie-{k}"}


def _ran_out(endings: set[str], methods: Methods) -> Row:
    """The probability of `endings`: computed, and estimated from simulated deals."""
    row: Row = {}
    ending = {name: rows[rows["ending"].isin(endings)] for name, rows in methods.items()}
    if (method := next((name for name in EXACT if name in ending), None)) is not None:
        exact = sum(map(Fraction, ending[method]["exact"]), Fraction(0))
        row |= {"probability": float(exact), "exact": str(exact)}
        row["once in (games)"] = 1 / float(exact) if exact else nan
    if "simulate" in methods:
        trials = int(methods["simulate"]["trials"].iloc[0])
        share = int(ending["simulate"]["count"].sum()) / trials
        row |= {"deals": trials, "simulated deals": share}
        row["standard error (deals)"] = sqrt(share * (1 - share) / trials)
    return row


def _over_at_once(deck: Mapping[str, int], event: str, methods: Methods) -> Row:
    """The share of whole games that end with the last dealt cards: A wins, or there is a tie.

    B wins as often as A, so the share of wins is half of what both players won.
    """
    if "simulate" not in methods or event not in PLAYERS:
        return {}
    rows, plays = methods["simulate"], deck["ranks"] * deck["suits"] // 2
    games = int(rows["trials"].iloc[0])
    ended = rows[(rows["plays"] == plays) & ((rows["winner"] == "tie") == (event == "tie"))]
    share = int(ended["count"].sum()) / games / PLAYERS[event]
    error = _error(share, event, games)
    return {"whole games": share, "standard error (games)": error, "games": games}


def _judged(row: Row) -> Row:
    """`row`, with the difference of whole games from its probability in standard errors."""
    p, games = row.get("probability"), row.get("games", 0)
    if p and games and (error := _error(p, row["event"], games)):
        row["whole games off by (standard errors)"] = (row["whole games"] - p) / error
    return row


def _error(probability: float, event: str, games: int) -> float:
    """The standard error of a player's share of games, half of what both players win."""
    both = min(PLAYERS[event] * probability, 1.0)
    return sqrt(both * (1 - both) / games) / PLAYERS[event]
