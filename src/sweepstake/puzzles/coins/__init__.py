"""The Devil's coins: win blindfolded, whatever the start and however the table is turned.

FiveThirtyEight's Riddler put a blindfolded player before coins on a turning table; Peter Norvig's
notebook "The Devil and the Coin Flip Game" searches for shortest plans and finds them for 1, 2, 4
and 8 coins. Here coins may also be dials with any number of faces.

`rules` has the game to the letter. The first question, `coins_verdict`, has four answers that know
nothing of each other: `brute` follows sets of states as they lie, `search` does the notebook's
search with beliefs as bits, `fixpoint` finds where the Devil can stay for ever, and `construct`
writes the plan down, or the Devil's reply, and proves it. `certificate` checks both proofs. The
plan itself is the second question, `coins_plan`; the third, `coins_moves`, plays it against a Devil
that turns the table at random. `group` has two questions more: `coins_group`, with other moves for
the Devil than turns, and `coins_plans`, how many shortest plans there are.
"""

from __future__ import annotations

from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.story import Headline

from .group.questions import GROUPS, PLANS
from .questions import MOVES, PLAN, VERDICT
from .report.artefacts import PLOTS, TABLES
from .report.findings import FINDINGS
from .report.shows import SHOWS

PUZZLE = Puzzle(
    name="coins",
    title="The Devil's coins",
    source=(
        'P. Norvig, "The Devil and the Coin Flip Game" (pytudes), after FiveThirtyEight\'s Riddler'
    ),
    rules=(
        "Coins lie around a table, and you are blindfolded. In each move you name places; the "
        "Devil turns the table as he likes, then flips the coins that lie there. You win as soon "
        "as all show heads."
    ),
    questions=(VERDICT, PLAN, MOVES, GROUPS, PLANS),
    story=(
        Headline(
            "coins_verdict",
            asked="Is there a plan that wins whatever the Devil does, and how long is it?",
            plots=("coins_plane", "coins_beliefs"),
        ),
        Headline("coins_moves", asked="How many moves does it take if the Devil turns at random?"),
    ),
    tables=TABLES,
    plots=PLOTS,
    shows=SHOWS,
    findings=FINDINGS,
)
