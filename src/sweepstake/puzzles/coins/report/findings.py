"""What the notebook left open about the Devil's coins, and the answers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sweepstake.puzzle.story import Finding

from ..ruler import primes

if TYPE_CHECKING:
    import pandas as pd


def _no_plan(table: pd.DataFrame) -> bool:
    """The Devil's certificate holds for every number of coins up to 15 that is no power of two."""
    holds = table[table["faces"] == 2].set_index("coins")["certificate holds"]
    return bool(holds[[n for n in range(3, 16) if n & (n - 1)]].all())


def _ruler(table: pd.DataFrame) -> bool:
    """The certificates for 16, 32 and 64 coins hold, and 16 coins were followed to the end."""
    coins = table.set_index("coins")
    holds, followed = coins["certificate holds"], coins["followed to the end"]
    return bool(holds[[16, 32, 64]].all() and followed[16])


def _shortest(table: pd.DataFrame) -> bool:
    """Every shortest plan has a move fewer than there are states, by the search up to 8 coins."""
    plans = table[table["plan exists"]].set_index("coins")
    moves = plans["shortest plan (moves)"]
    searched = plans["methods that agree"].str.contains("search")
    return bool(searched[[1, 2, 4, 8]].all()) and all(moves[n] == 2**n - 1 for n in moves.index)


def _few_beliefs(table: pd.DataFrame) -> bool:
    """The search met fewer than 3,000 beliefs with 8 coins, and ended with 12."""
    met = table.set_index("coins")["beliefs met"].dropna()
    return bool(met[8] < 3_000 and met[12] > 0)


def of_one_prime(points: pd.DataFrame, plan: str = "winnable") -> bool:
    """There is a plan exactly where coins and faces are powers of one prime, or with one dial."""
    columns = zip(points["coins"], points["faces"], points[plan], strict=True)
    return bool((points["faces"] > 2).any()) and all(
        (n == 1 or len({*primes(n), *primes(f)}) == 1) == exists for n, f, exists in columns
    )


def _little_turns(table: pd.DataFrame) -> bool:
    """A turn by one position at most keeps every state that is not won by one who sees."""
    return bool(table["certificate holds"].all() and (table["largest turn (positions)"] <= 1).all())


def _level(table: pd.DataFrame) -> bool:
    """Every number of moves is as likely as any other, and the mean is half the guarantee."""
    off = (table["mean (moves)"] - table["guarantee (moves)"] / 2).abs()
    level = table["largest difference from equally likely"] < 1e-9
    return bool(level.all() and (off < 1e-6 * table["guarantee (moves)"]).all())


def _two_groups(table: pd.DataFrame) -> bool:
    """With 8 coins there is a plan for all groups but one, which has not 2^m permutations."""
    eight = table[(table["coins"] == 8) & (table["faces"] == 2) & (table["blocks"] == 1)]
    plan = eight.set_index("group")["plan exists"]
    return (
        bool(plan[["trivial", "cyclic", "dihedral", "pairs", "xor"]].all())
        and not plan["symmetric"]
    )


def _plans(table: pd.DataFrame) -> bool:
    """2^(2^N - N - 1) plans for 1, 2, 4 and 8 coins."""
    plans = table.astype({"plans": str}).set_index("coins")["plans"]
    return all({*plans.loc[[n]]} == {str(2 ** (2**n - n - 1))} for n in (1, 2, 4, 8))


def _dials(table: pd.DataFrame) -> bool:
    """Of dials and blocks too there is a plan just where the theorem says so."""
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
            "Is there no plan for 9, 10, 11, ... coins? The notebook could not finish its search "
            "and puts 9 coins at 20 million minutes."
        ),
        answer=(
            "There is none, for any number of coins that is not a power of two. The search itself "
            "ends at once: with 9 coins only 2 beliefs can be met. For every such number up to 15 "
            "the states where the Devil can stay for ever are listed with its answer to every "
            "move, and the list is checked by code of its own. The general proof is short, and "
            "its Devil only chooses between two turns."
        ),
        says="There is no plan for 9 coins, nor for any number that is not a power of two.",
        table="coins_devil",
        holds=_no_plan,
    ),
    Finding(
        asked="Is there a plan for 16 coins, of 65,535 moves? For 32, 64, any power of two?",
        answer=(
            "Yes. The plan is played in the rhythm of a ruler's marks with as many different moves "
            "as coins, read off Pascal's triangle modulo 2. For 16 coins it was followed through "
            "all 65,535 moves, with every state that the coins may be in. For 32 and 64 coins it "
            "has a certificate of a few sums, and the proof holds for every power of two."
        ),
        says="The plan for 16 coins, 65,535 moves, was followed to its end.",
        table="coins_ruler",
        holds=_ruler,
    ),
    Finding(
        asked="Could a plan be shorter than 2^N - 1 moves?",
        answer=(
            "No: against a Devil that never turns the table, the moves so far must have summed up "
            "to each of the 2^N - 1 other states. Wherever there is a plan, the shortest has "
            "exactly that many moves, and the search agrees up to 8 coins."
        ),
        says="A plan for N coins takes 2ᴺ − 1 moves, and none is shorter.",
        table="coins_verdict",
        holds=_shortest,
    ),
    Finding(
        asked="The notebook's search for 8 coins takes 71 seconds. Can it be faster?",
        answer=(
            "It takes a sixth of a second if a belief is the bits of one number and a move a row "
            "of such numbers: fewer than 3,000 beliefs are met. 12 coins take half a second."
        ),
        says="The search for 8 coins meets fewer than 3,000 beliefs.",
        table="coins_verdict",
        holds=_few_beliefs,
    ),
    Finding(
        asked="What if the coins are dials with more than two faces?",
        answer=(
            "There is a plan exactly if the numbers of dials and of faces are powers of the same "
            "prime (or there is a single dial), as Bar Yehuda, Etzion and Moran proved in 1993; "
            "it takes one move fewer than there are states, 26 for 3 dials of 3 faces. Search, the "
            "Devil's closed set and the construction agree on every point of the plane that they "
            "can reach."
        ),
        says="Dials of more faces have a plan only if dials and faces are powers of one prime.",
        table="coins_plane",
        holds=partial(of_one_prime, plan="plan exists"),
    ),
    Finding(
        asked="Does it help the player to see, or the Devil to turn the table further?",
        answer=(
            "Neither. The states from which a seeing player can win are those from which a "
            "blindfolded one can, and from every other state the Devil never loses, if it leaves "
            "the table as it is or turns it by one position."
        ),
        says="It does not help the player to see, nor the Devil to turn the table further.",
        table="coins_devil",
        holds=_little_turns,
    ),
    Finding(
        asked="How many moves does the plan need if the Devil turns at random?",
        answer=(
            "Every number from 0 to 2^N - 1 is equally likely, against any Devil that does not "
            "look at the coins: one that turns at random, or one that never turns the table. The "
            "mean is half of the plan's length."
        ),
        says="If the Devil turns at random, every number of moves is as likely as any other.",
        table="coins_moves",
        holds=_level,
    ),
    Finding(
        asked="What if the Devil may do more, or less, than turn the table?",
        answer=(
            "With any group of permutations there is a plan just where the group has 2^m elements, "
            "and then 2^N - 1 moves are enough: with 8 coins for reflections too, for swaps in "
            "pairs, or for the 8 shifts i to i xor j, but not if the Devil may put the coins "
            "anywhere."
        ),
        says="If the Devil may put the coins anywhere, there is no plan for 8 coins.",
        table="coins_group",
        holds=_two_groups,
    ),
    Finding(
        asked="And with dials of more faces, or if each block of the positions moves on its own?",
        answer=(
            "There is a plan just where the Devil has nothing to choose, or the permutations are "
            "p^m and the faces p^k for one prime p. So 3 dials of 3 faces have one against turns, "
            "and not against swaps; 6 of them have none on one table, and one of 728 moves on two "
            "tables of 3."
        ),
        says="6 dials of 3 faces have a plan on two tables of 3, and none on one.",
        table="coins_group",
        holds=_dials,
    ),
    Finding(
        asked="How many shortest plans are there?",
        answer=(
            "2^(2^N - N - 1) for N = 1, 2, 4 and 8 coins, counted by a search: 1, 2, 2,048 and "
            "2^247. A recursion over the halves of a plan gives the same numbers; that it holds "
            "for 16 coins is not proved."
        ),
        says="4 coins have 2,048 shortest plans, and 8 coins 2²⁴⁷.",
        table="coins_plans",
        holds=_plans,
    ),
)
