"""What the coins puzzle makes of its answers: tables and figures."""

from __future__ import annotations

from sweepstake.puzzle.display import Plot, Table

from . import certificates, groups, plots, tables
from .columns import DEVIL, MOVES, PLANE, PLANS, RULER, VERDICT

TABLES = (
    Table(
        name="coins_verdict",
        title="Is there a plan for so many coins?",
        caption=(
            "Whether some list of moves wins blindfolded against every start and every turning of "
            "the table, and how many moves the shortest needs. There is one exactly for powers of "
            "two, of one move fewer than there are states. Every method named in the last column "
            "gave the same verdict: brute force, breadth-first search over beliefs (with as many "
            "beliefs met as shown), the states where the Devil can stay for ever, and the "
            "construction with its certificate. The notebook took 71 seconds for 8 coins and gave "
            "up on 9, where 2 beliefs are all there is to meet."
        ),
        questions=("coins_verdict",),
        make=tables.verdict,
        by_point=True,
        formats=VERDICT,
    ),
    Table(
        name="coins_plane",
        title="Is there a plan for so many dials of so many faces?",
        caption=(
            "The same question for dials: a move advances each dial by so many faces, and all must "
            "show 0. There is a plan exactly if both numbers are powers of the same prime, or if "
            "there is only one dial. Nothing in the plane is left undecided: where the search gets "
            "too large, the Devil's set and the construction still decide."
        ),
        questions=("coins_verdict",),
        make=tables.plane,
        by_point=True,
        shown=groups.by_faces,
        formats=PLANE,
    ),
    Table(
        name="coins_plan",
        title="The plan for four coins, and what it leaves possible",
        caption=(
            "The moves of the shortest plan for four coins and the sequences (up to rotation) that "
            "the player may be facing after each, all heads always among them. The possibilities "
            "were followed by the rules, state by state and turn by turn. The 1st, 3rd, 5th ... "
            "move flips all coins, every 4th from the 2nd on two opposite ones, and so on, like "
            "the marks on a ruler. Flipping three coins instead of one in the middle does as well."
        ),
        questions=("coins_plan",),
        make=tables.plan,
        kept=tables.four_coins,
    ),
    Table(
        name="coins_ruler",
        title="The ruler's plan and its certificate",
        caption=(
            "For a power of two the plan needs no search. Its different moves are as many as there "
            "are coins; that they win is proved by two sums for each of them, checked by code that "
            "shares nothing with the code that found them. Up to 16 coins the plan was also "
            "followed move by move with everything the player may be facing, 65,535 moves for 16. "
            "No plan is shorter, since the moves must sum up to every other state."
        ),
        questions=("coins_verdict",),
        make=certificates.rulers,
        formats=RULER,
    ),
    Table(
        name="coins_devil",
        title="Where the Devil can stay for ever",
        caption=(
            "Where there is no plan, most states are lost even to a player who sees: whatever the "
            "move, the Devil has a turn that stays among them. They are what is left when states "
            "that some move forces out are taken away, round after round. Moves that stay inside "
            "are answered by not turning; each other move from each state (up to rotation) has an "
            "answer in the certificate, which separate code checks. No answer turns the table by "
            "more than one position."
        ),
        questions=("coins_verdict",),
        make=certificates.devil,
        by_point=True,
        formats=DEVIL,
    ),
    Table(
        name="coins_moves",
        title="How many moves the plan needs against a Devil that turns at random",
        caption=(
            "Start and turns are random, and the plan is the shortest. Every number of moves from "
            "0 to the guarantee is equally likely: column 'largest difference' is relative, over "
            "all outcomes and all methods that compute (whole counts, shares in floating point, "
            "closed form). The mean of simulated games is so many standard errors away."
        ),
        questions=("coins_moves",),
        make=tables.moves,
        by_point=True,
        formats=MOVES,
        errors={"simulated mean (moves)": "standard error of the mean"},
    ),
    Table(
        name="coins_group",
        title="Is there a plan if the Devil may do more, or less, than turn the table?",
        caption=(
            "The moves of a shortest plan, by the permutations that the Devil may choose from: "
            "none (trivial), turns (cyclic), turns and reflections (dihedral), all (symmetric), "
            "swaps in fixed pairs (pairs), or position i to i xor j (xor); of the whole table, or "
            "of each of some equal blocks on its own. There is a plan exactly if there is one "
            "permutation, or p^m of them and p^k faces for a prime p (Ehrenborg and Skinner, 1995, "
            "for coins); the methods search and fixpoint check that where they reach. The CSV file "
            "names the methods that agree on each."
        ),
        questions=("coins_group",),
        make=groups.groups,
        by_point=True,
        shown=groups.by_coins,
    ),
    Table(
        name="coins_plans",
        title="How many shortest plans there are",
        caption=(
            "Shortest plans for coins on a turning table, a move and its turned ones counted "
            "apart. A search through what may be possible counts them; a recursion, which is not "
            "proved, gives 2^(2^N - N - 1) for N coins."
        ),
        questions=("coins_plans",),
        make=groups.plans,
        by_point=True,
        formats=PLANS,
    ),
)

PLOTS = (
    Plot(
        name="coins_beliefs",
        title="What is still possible along the plan",
        caption=(
            "How many sequences (up to rotation) the player may still be facing after each move of "
            "a shortest plan, all heads among them. The way down is not steady: a move that "
            "changes the kind of sequence brings back some that were ruled out, and the moves "
            "before it are then played again."
        ),
        questions=("coins_plan",),
        make=plots.beliefs,
    ),
    Plot(
        name="coins_plane",
        title="Where there is a plan",
        caption=(
            "Up to 16 coins or dials to the right, faces upwards: a dot where there is a plan, a "
            "cross where there is none. "
            "There is a plan where both are powers of the same prime, and for a single dial."
        ),
        questions=("coins_verdict",),
        make=plots.plane,
        finding="A plan where coins and faces are powers of one prime, and for one alone",
    ),
    Plot(
        name="coins_moves",
        title="How many moves the plan needs, turned at random",
        caption=(
            "Numbers of moves in 16 bins, computed (line) and in simulated games (bars, with one "
            "standard error). The line is level: all numbers are equally likely. Right: by how "
            "many standard errors each bin of the simulated games misses it."
        ),
        questions=("coins_moves",),
        make=plots.moves,
        finding="Every number of moves is equally likely",
    ),
    Plot(
        name="coins_group",
        title="Where there is a plan, by what the Devil may do",
        caption=(
            "A dot where there is a plan, a cross where there is none, for every number of coins, "
            "or of dials, and group of permutations that was decided. For coins there is a plan "
            "exactly if the group has 2^m elements: with nothing to choose from (trivial) and with "
            "swaps in pairs always, with turns for 1, 2, 4 and 8 coins, and with all permutations "
            "for 1 and 2. For dials of p^k faces it needs p^m elements."
        ),
        questions=("coins_group",),
        make=plots.groups,
    ),
    Plot(
        name="coins_plans",
        title="How many shortest plans there are",
        caption=(
            "The binary logarithm of the number of shortest plans for coins on a turning table, "
            "2^N - N - 1 for N coins: 1 plan for one coin, 2 for two, 2,048 for four."
        ),
        questions=("coins_plans",),
        make=plots.plans,
    ),
)
