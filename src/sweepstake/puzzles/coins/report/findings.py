"""The findings about the Devil's coins: open questions of the notebook, and the answers.

Each answer has a condition, which is checked on the values of its table; so have the headlines of
figures. Below are the tables of the verdicts' certificates, which are found and checked when the
report is made.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache, partial
from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Frames, Panel, by_point
from sweepstake.puzzle.story import Finding

from .. import certificate
from ..beliefs import left
from ..construct import FOLLOWED
from ..fixpoint import closed_set
from ..proof import relations
from ..ruler import primes, ruler_for

if TYPE_CHECKING:
    import pandas as pd


def _no_plan(table: pd.DataFrame) -> bool:
    """True if the Devil's certificate holds for all numbers of coins up to 15 but powers of two."""
    holds = table[table["faces"] == 2].set_index("coins")["certificate holds"]
    return bool(holds[[n for n in range(3, 16) if n & (n - 1)]].all())


def _ruler(table: pd.DataFrame) -> bool:
    """True if the certificates for 16, 32 and 64 coins hold, and 16 coins were followed."""
    coins = table.set_index("coins")
    holds, followed = coins["certificate holds"], coins["followed to the end"]
    return bool(holds[[16, 32, 64]].all() and followed[16])


def _shortest(table: pd.DataFrame) -> bool:
    """True if shortest plans have 2^N - 1 moves, also by the search for up to 8 coins."""
    plans = table[table["plan exists"]].set_index("coins")
    moves = plans["shortest plan (moves)"]
    searched = plans["computed by"].str.contains("search")
    return bool(searched[[1, 2, 4, 8]].all()) and all(moves[n] == 2**n - 1 for n in moves.index)


def _few_beliefs(table: pd.DataFrame) -> bool:
    """True if the search met fewer than 3,000 beliefs for 8 coins, and ended for 12 coins."""
    beliefs = table.set_index("coins")["beliefs met"].dropna()
    return bool(beliefs[8] < 3_000 and beliefs[12] > 0)


def of_one_prime(points: pd.DataFrame, plan: str = "winnable") -> bool:
    """True if plans exist exactly for one dial, or if coins and faces are powers of one prime."""
    columns = zip(points["coins"], points["faces"], points[plan], strict=True)
    return bool((points["faces"] > 2).any()) and all(
        (n == 1 or len({*primes(n), *primes(f)}) == 1) == exists for n, f, exists in columns
    )


def _little_turns(table: pd.DataFrame) -> bool:
    """True if turns by at most one position are enough for the Devil in all certificates."""
    return bool(
        table["certificate holds"].all() and (table["largest rotation (places)"] <= 1).all()
    )


def _level(table: pd.DataFrame) -> bool:
    """True if all numbers of moves are equally likely, and the mean is half the guarantee."""
    off = (table["mean (moves)"] - table["guarantee (moves)"] / 2).abs()
    level = table["largest difference from equally likely"] < 1e-9
    return bool(level.all() and (off < 1e-6 * table["guarantee (moves)"]).all())


def _two_groups(table: pd.DataFrame) -> bool:
    """True if 8 coins have a plan for all groups except the one whose order is not 2^m."""
    eight = table[(table["coins"] == 8) & (table["faces"] == 2) & (table["blocks"] == 1)]
    plan = eight.set_index("group")["plan exists"]
    return (
        bool(plan[["trivial", "cyclic", "dihedral", "pairs", "xor"]].all())
        and not plan["symmetric"]
    )


def _plans(table: pd.DataFrame) -> bool:
    """True if 1, 2, 4, 8 and 16 coins, and 3 dials of 3 faces, have the number that is proved."""
    plans = table.astype({"plans": str}).set_index(["coins", "faces"])["plans"]
    proved = {(n, 2): f"{Decimal(2 ** (2**n - 1 - n))}" for n in (1, 2, 4, 8, 16)}
    proved[3, 3] = "483729408"
    return all({*plans.loc[[dials]]} == {number} for dials, number in proved.items())


def _dials(table: pd.DataFrame) -> bool:
    """True if these points, with dials and blocks, have a plan exactly where the theorem says."""
    plan = table.set_index(["coins", "faces", "group", "blocks"])["plan exists"].to_dict()
    theorem = {
        (3, 3, "cyclic", 1): True, (3, 3, "symmetric", 1): False, (3, 3, "pairs", 1): False,
        (6, 3, "cyclic", 1): False, (6, 3, "cyclic", 2): True, (4, 4, "dihedral", 1): True,
        (6, 2, "symmetric", 3): True, (6, 2, "cyclic", 2): False,
    }  # fmt: skip
    return theorem == {point: plan[point] for point in theorem}


FINDINGS = (
    Finding(
        asked=(
            "Is there really no plan for 9, 10, 11 and more coins? The notebook estimates that its "
            "search for 9 coins would take 20 million minutes."
        ),
        answer=(
            "There is no plan for 9 coins, nor for any other number that is not a power of two. "
            "The search for 9 coins ends at once, because moves lead to only 2 different sets of "
            "states that the coins may be in. For each such number up to 15 there is a list of "
            "states that the Devil never has to leave, with its answer to every move, and "
            "separate code checks the list; the table has its length. A short proof covers all "
            "numbers; in it the Devil only chooses between two rotations of the table."
        ),
        table="coins_devil",
        holds=_no_plan,
    ),
    Finding(
        asked=(
            "Is there a plan of 65,535 moves for 16 coins? And one for 32, 64 and every other "
            "power of two?"
        ),
        answer=(
            "There is a plan for 16 coins, for 32, for 64 and for every other power of two. For "
            "16 coins all 65,535 moves were followed with every state that the coins may be in. "
            "For 32 and 64 coins a proof was checked for each of the different moves, and "
            "Pascal's triangle shows it for every power of two. A plan for N coins has only N "
            "different moves. They are rows of Pascal's triangle modulo 2, played in the rhythm "
            "of the marks on a ruler: one of them every second time, another every fourth time, "
            "and so on. The proof adds one of the different moves at a time. (A sum of moves "
            "flips the coins that an odd number of them flip.) Suppose that a list of moves wins "
            "if the tails are a sum of the first k different moves. Then this list, move k + 1 "
            "and the list again win if the tails are a sum of the first k + 1, because turning "
            "the table changes move k + 1 only by a sum of those before it. In the end every "
            "state is such a sum."
        ),
        table="coins_ruler",
        holds=_ruler,
    ),
    Finding(
        asked="Could a plan be shorter than 2^N - 1 moves?",
        answer=(
            "No plan has fewer than 2ᴺ − 1 moves, and wherever there is a plan, the shortest has "
            "so many. Besides all heads there are 2ᴺ − 1 states, and each of them may be the "
            "start. If the Devil never turns the table, each of these starts is won at a "
            "different move of the plan, so the plan has at least that many moves. A search "
            "confirms this for up to 8 coins."
        ),
        table="coins_verdict",
        holds=_shortest,
    ),
    Finding(
        asked="The notebook's search for 8 coins takes 71 seconds. Can it be faster?",
        answer=(
            "The search for 8 coins is fast, because it meets fewer than 3,000 sets of states "
            "that the coins may be in. It takes a sixth of a second, and half a second for 12 "
            "coins. Such a set is one number, with a bit for each state; a move is a list of such "
            "numbers, which has for each state those that the move can make of it."
        ),
        table="coins_verdict",
        holds=_few_beliefs,
    ),
    Finding(
        asked=(
            "What if the coins are dials with more than two faces? A move then advances each dial "
            "by a number of faces, and the player wins when all show 0."
        ),
        answer=(
            "There is a plan exactly if the number of dials and the number of faces are powers "
            "of the same prime, or if there is only one dial. Bar Yehuda, Etzion and Moran "
            "proved this in 1993. The shortest plan has one move fewer than there are states, "
            "for example 26 moves for 3 dials of 3 faces. The methods agree wherever several "
            "were asked."
        ),
        table="coins_plane",
        holds=partial(of_one_prime, plan="plan exists"),
    ),
    Finding(
        asked=(
            "Would it help the player to see the coins, or the Devil to turn the table by more "
            "than one place?"
        ),
        answer=(
            "If the player saw the coins, or if the Devil turned the table by more than one "
            "place, the same player would win. A player who sees wins from some states even if "
            "there is no plan (with 9 coins, from all heads and from all tails), but a "
            "blindfolded player who knows that the start is one of these wins too. From every "
            "other state the Devil never loses, even if all that it does is to leave the table as "
            "it is or to turn it by one place."
        ),
        table="coins_devil",
        holds=_little_turns,
    ),
    Finding(
        asked="How many moves does the plan need if the Devil turns at random?",
        answer=(
            "If all starts are equally likely, so is every number of moves from 0 to 2ᴺ − 1, and "
            "the mean is half of 2ᴺ − 1. It doesn't matter whether the Devil turns the table at "
            "random, always in the same way or never, as long as it doesn't look at the coins."
        ),
        table="coins_moves",
        holds=_level,
    ),
    Finding(
        asked=(
            "What if the Devil may move the coins in more ways than by turning the table, or in "
            "fewer?"
        ),
        answer=(
            "If the Devil may move the coins in other ways, there is a plan exactly if the number "
            "of rearrangements that it can choose from is a power of two. (Any two of them, one "
            "after the other, have to be one of them too: they form a group.) 2ᴺ − 1 moves are "
            "then enough. So 8 coins have a plan if the Devil may turn and reflect the table (16 "
            "rearrangements), and if it may swap the coins of fixed pairs (16). They have none if "
            "the Devil may put the coins anywhere (40,320)."
        ),
        table="coins_group",
        holds=_two_groups,
    ),
    Finding(
        asked="And with dials of more faces, or if each of several tables is moved on its own?",
        answer=(
            "With dials there is a plan exactly if the Devil has no choice, or if it can choose "
            "from pᵐ rearrangements and the dials have pᵏ faces, for the same prime p. So 3 dials "
            "of 3 faces have a plan against a Devil that turns the table, and none against one "
            "that may swap two of them. 6 dials of 3 faces have no plan on one table, but one of "
            "728 moves on two tables of 3."
        ),
        table="coins_group",
        holds=_dials,
    ),
    Finding(
        asked="How many shortest plans are there?",
        answer=(
            "N coins have 2^(2^N - 1 - N) shortest plans, if N is a power of two: 1, 2, 2,048 "
            "and 2^247 for 1, 2, 4 and 8 coins, and for 16 coins a number of 19,724 digits. N "
            "dials of p faces, for a prime p and N a power of p, have (p!)^r / p^N, where r is "
            "(p^N - 1) / (p - 1). Both are proved, and a search counts the same for up to 8 "
            "coins, and 483,729,408 for 3 dials of 3 faces."
        ),
        table="coins_plans",
        holds=_plans,
    ),
)


def half_of_the_plan(panel: Panel) -> bool:
    """True if the mean is half of the 2^N - 1 moves of the plan."""
    return all(abs(y / (2**n - 1) - 0.5) < 1e-9 for n, y in panel.values().items())


STATES = ("states", "the Devil never loses in", "a player who sees wins from")
DEVIL = [
    "coins", "faces", *STATES, "answers in the certificate", "largest rotation (places)",
    "certificate holds",
]  # fmt: skip
RULER = [
    "coins", "moves in the plan", "different moves", "sums in the certificate",
    "certificate holds", "followed to the end",
]  # fmt: skip
RULERS = (1, 2, 4, 8, 16, 32, 64)


def rulers(frames: Frames) -> pd.DataFrame:
    """One row for each power of two: the ruler's plan, and if its certificate holds."""
    import pandas as pd

    rows = [*map(_ruled, RULERS)]
    return pd.DataFrame(rows, columns=RULER).astype({"moves in the plan": "uint64"})


@cache
def _ruled(coins: int) -> tuple[object, ...]:
    plan = ruler_for(coins)
    is_followed = 2**coins <= FOLLOWED and bool(left(plan)[-1] == 1)
    holds = certificate.ruled(plan, relations(plan))
    return coins, 2**coins - 1, len(plan.moves), 2 * len(plan.moves), holds, is_followed


def devil(frames: Frames) -> pd.DataFrame:
    """One row for each point without a plan: the size of the Devil's set, and if it is closed."""
    import pandas as pd

    frame = frames["coins_verdict"]
    lost = frame[(frame["method"] == "fixpoint") & ~frame["winnable"]]
    sets = (closed_set(**point) for point, _ in by_point(["coins", "faces"], lost))
    rows = [
        (devil.coins, devil.faces, devil.faces**devil.coins,
         devil.faces**devil.coins - len(devil.outside), len(devil.outside),
         devil.turns.size, int(devil.turns.max()), certificate.closed(devil))
        for devil in sets
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=DEVIL)
