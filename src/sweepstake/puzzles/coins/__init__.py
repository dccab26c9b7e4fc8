"""The Devil's coins: win blindfolded, whatever the start and however the table is turned.

FiveThirtyEight's Riddler put a blindfolded player before coins on a turning table. Peter Norvig's
notebook "The Devil and the Coin Flip Game" searches for shortest plans and finds them for 1, 2, 4
and 8 coins. In this puzzle the coins may also be dials with any number of faces.

`rules` defines the game. The first question, `coins_verdict`, has independent methods: `search`
does the notebook's search with beliefs as bits, `fixpoint` finds the states in which the Devil can
stay for ever (or tests if a power of x - 1 is 0), and `construct` writes down the plan, or the
Devil's reply, and proves it. `certificate` checks these proofs. The second question, `coins_plan`,
lists the plan; the third, `coins_moves`, plays it against a Devil that turns the table at random.
`group` has two more questions: `coins_group`, in which the Devil has other moves than turns, and
`coins_plans`, which counts the shortest plans.
"""

from __future__ import annotations

from sweepstake.puzzle import Headline, Puzzle

from .group import GROUPS, PLANS
from .questions import MOVES, PLAN, VERDICT
from .report.artefacts import PLOTS, SHOWS, TABLES
from .report.findings import FINDINGS

PUZZLE = Puzzle(
    name="coins",
    title="The Devil's coins",
    source=(
        "The question is from The Riddler, FiveThirtyEight's puzzle column. Peter Norvig answered "
        'it in his notebook "The Devil and the Coin Flip Game", one of the pytudes: the notebook '
        "that is named below."
    ),
    rules=(
        "Coins lie around a table, and you are blindfolded: you don't know what they show. In each "
        "move you name places; the Devil turns the table as it likes, then flips the coins that "
        "now lie there. You win as soon as all show heads. A plan is a list of moves that is fixed "
        "beforehand, and a state is what all coins show."
    ),
    questions=(VERDICT, PLAN, MOVES, GROUPS, PLANS),
    story=(
        Headline(
            "coins_verdict",
            asked="Does a plan win whatever the Devil does, and in how many moves at most?",
            plots=(),  # its dots need an explanation, which docs/coins.md gives
        ),
        Headline(
            "coins_moves",
            asked=(
                "How many moves does a shortest plan take if the start and the Devil's turns are "
                "random?"
            ),
        ),
    ),
    tables=TABLES,
    plots=PLOTS,
    shows=SHOWS,
    findings=FINDINGS,
)
