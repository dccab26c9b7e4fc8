"""War: a game without decisions, and how long it lasts.

FiveThirtyEight's Riddler asked for the probability that one player wins all 26 battles in a row.
Peter Norvig's notebook "War" computes it, finds the outcomes of the first 26 plays if wars are
allowed, and plays 100,000 games to estimate their length.

`rules` defines the game. The first two questions, `war_sweep` and `war_rush`, have four independent
methods: `brute` plays every deal, `exact` keeps only the number of ranks with k cards left,
`formula` counts ties by inclusion-exclusion, and `simulate` deals at random. The third question,
`war_length`, is simulated, and computed for small decks by an absorbing Markov chain (`chain`);
with one suit a game is a fair random walk (`walk`). `rare` estimates rare endings by importance
sampling. `letter` plays by the rules without the kernels, as a second method for large decks. Two
more questions ask for the value of the aces, by the same methods, and whether games end if won
cards are picked up in a fixed order (`fixed`).
"""

from __future__ import annotations

from sweepstake.puzzle import Headline, Puzzle

from .fixed.questions import ENDLESS
from .questions import ACES, LENGTH, RUSH, SWEEP
from .report.artefacts import PLOTS, SHOWS, TABLES
from .report.findings import FINDINGS

PUZZLE = Puzzle(
    name="war",
    title="War",
    source=(
        "The question is from The Riddler, FiveThirtyEight's puzzle column. Peter Norvig answered "
        'it in his notebook "War", one of the pytudes; published numbers are his.'
    ),
    rules=(
        "Players A and B get half of a shuffled deck each. In each play both put their top card on "
        "the table, face up. Different ranks are a battle: the higher card wins all cards on the "
        "table, which go under its player's hand in random order. Equal ranks start a war: three "
        "plays face down, then one face up, which is a battle or another war. You lose when you "
        "run out of cards, even during a war; if both run out at once, it is a tie. 13 × 4 cards "
        "are 13 ranks in 4 suits."
    ),
    questions=(SWEEP, RUSH, LENGTH, ENDLESS, ACES),
    story=(
        Headline(
            "war_sweep", asked="How often does one given player win every battle, with no war?"
        ),
        Headline("war_length", asked="How long does a game last?"),
        Headline(
            "war_aces",
            {"aces": 4},
            column="winner",
            outcome="A",
            asked="How often does a player win who is dealt all four aces?",
        ),
    ),
    tables=TABLES,
    plots=PLOTS,
    shows=SHOWS,
    findings=FINDINGS,
)
