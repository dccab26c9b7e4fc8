"""War: a game without decisions, and how long it lasts.

FiveThirtyEight's Riddler asked how likely it is that one player wins all 26 battles in a row;
Peter Norvig's notebook "War" works that out, finds the outcomes of the first 26 plays when wars
are allowed, and plays 100,000 games to see how long they are.

`rules` has the game to the letter. The first question, `war_sweep`, has four answers that know
nothing of each other: `brute` plays every deal, `exact` keeps only how many ranks have k cards
left, `formula` counts ties by inclusion and exclusion, `simulate` deals at random. So has the
second, `war_rush`, and `readings` shows where the notebook misread its own numbers. The third,
`war_length`, is simulated, and for small decks computed by an absorbing Markov chain (`chain`).
With one suit a game is a fair random walk (`walk`). What is rare is found by weighted deals
(`rare`), and `letter` plays games in plain Python, for what has no other second way. Two questions
more have hardly been asked: what the aces are worth (`aces`), and in `fixed` whether games end
where won cards are picked up in a fixed order.
"""

from __future__ import annotations

from sweepstake.puzzle.display import Puzzle

from .fixed.questions import ENDLESS
from .questions import ACES, LENGTH, RUSH, SWEEP
from .report.artefacts import PLOTS, TABLES
from .report.findings import FINDINGS
from .report.shows import SHOWS

PUZZLE = Puzzle(
    name="war",
    title="War",
    source='P. Norvig, "War" (pytudes), after FiveThirtyEight\'s Riddler',
    questions=(SWEEP, RUSH, LENGTH, ENDLESS, ACES),
    tables=TABLES,
    plots=PLOTS,
    shows=SHOWS,
    findings=FINDINGS,
)
