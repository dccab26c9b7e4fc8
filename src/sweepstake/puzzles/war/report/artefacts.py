"""The tables of the war puzzle."""

from __future__ import annotations

from typing import Any

from sweepstake.puzzle.display import Table

from . import readings

DOWN = {"down": "face down"}
BEST = ", computed, simulate, letter"
"""Methods in order of preference: all deals counted, or else random deals played."""
WINNERS = {"A wins": "P(winner=A)", "B wins": "P(winner=B)", "tie": "P(winner=tie)"}
QUANTILES = {
    "median" if percent == 50 else f"{percent}%": f"{percent}% of plays"
    for percent in (5, 25, 50, 75, 95)
}


def _cards(cells: Any) -> Any:
    return cells["ranks"] * cells["suits"]


def _once_in(cells: Any) -> Any:
    return 1 / cells["probability"].where(cells["probability"] > 0)


def _uncounted(column: str) -> Any:
    """A column that is empty for decks whose deals were all counted."""
    counted = "P(ending=endless), computed"
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
            "probability": "P(swept), computed",
            "log10 probability": "log10 P(swept), computed",
            "by A, once in (games)": _once_in,
            "by either player, once in (games)": lambda cells: _once_in(cells) / 2,
            "independent battles": "P(swept), independent",
            "independent / exact": lambda cells: (
                10 ** (cells["log10 P(swept), independent"] - cells["log10 probability"])
            ),
            "simulated deals": "trials, simulate",
            "95% from": "low, simulate",
            "95% to": "high, simulate",
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
        headings=DOWN
        | {
            "deals": "simulated deals",
            "simulated deals": "share of simulated deals",
            "games": "whole games played",
            "whole games": "share of whole games",
        },
        questions=("war_rush", "war_length"),
        make=readings.rush,
        formats={"deals": ",.0f", "games": ",.0f"},
        errors={
            "simulated deals": "standard error (deals)",
            "whole games": "standard error (games)",
        },
        shown=readings.largest_or_played,
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
        headings=DOWN,
        questions=("war_length",),
        by_method=True,
        columns={
            "games": "trials",
            "mean (plays)": "mean plays",
            "sd (plays)": "sd of plays",
            "standard error of the mean": "mean plays: standard error",
            "min": "least plays",
            **QUANTILES,
            "max": lambda cells: cells["most plays"].where(cells["trials"].notna()),
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
        headings=DOWN,
        questions=("war_endless",),
        columns={
            "random deals": _uncounted("trials"),
            "A wins": f"P(ending=A){BEST}",
            "B wins": f"P(ending=B){BEST}",
            "tie": f"P(ending=tie){BEST}",
            "endless": f"P(ending=endless){BEST}",
            "95% from": _uncounted("P(ending=endless): low"),
            "95% to": _uncounted("P(ending=endless): high"),
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
        headings=DOWN,
        questions=("war_aces",),
        by_method=True,
        columns={
            **WINNERS,
            "standard error": "P(winner=A): standard error",
            "mean (plays)": "mean plays",
            "games": "trials",
        },
        formats={"games": ",.0f"},
        errors={"A wins": "standard error"},
    ),
)
