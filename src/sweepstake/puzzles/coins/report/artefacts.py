"""The tables, figures and listings of the Devil's coins.

Most tables and figures are declared in `TABLES` and `PLOTS`, at the end. The functions above
compute the columns and panels that can't be declared, and the listings: a plan and the states that
it leaves possible, why it wins, and a game played by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle.display import (
    Frames,
    Lines,
    Listing,
    Panel,
    Plot,
    Series,
    Show,
    Table,
)

from .. import rules, search
from ..cost import necklaces
from ..group import NAMES
from ..groups import Game
from ..proof import Sum, relations
from ..questions import COINS, FACES
from ..ruler import TwoTurns, plan_for, ruler, ruler_for
from ..rules import flips, game, necklace, states, turned, unwon, written
from . import findings
from .findings import of_one_prime

if TYPE_CHECKING:
    import pandas as pd
    from numpy.random import Generator

SHORTEST = "shortest plan (moves)"
STEPPED, MOVED = (4, 8, 2), 4
"""The numbers of coins in the figures of the beliefs, and of the moves."""
WIDEST = 16  # the most coins in the plot of coins and faces
MOST_FACES = 4
PRIMES = "There is a plan if both numbers are powers of one prime, or for one coin"
MOST_STATES = 256
COLUMNS = 8
UP_TO_TURNS = "states up to turns"


def shortest(cells: Any) -> Any:
    """The number of moves in a shortest plan, as integers; missing if there is no plan."""
    rows = cells.frame.drop_duplicates(cells.keys).set_index(cells.keys)["shortest"]
    return cells.table[cells.keys].join(rows, on=cells.keys)["shortest"].astype("UInt64")


def state_counts(cells: Any) -> Any:
    """The number of states."""
    return _of_each(cells, lambda coins, faces: faces**coins)


def up_to_turns(cells: Any) -> Any:
    """The number of states, if those that differ only by turning the table count once."""
    return _of_each(cells, lambda coins, faces: necklaces(coins, [(faces, coins)]))


def _of_each(cells: Any, count: Callable[[int, int], int]) -> Any:
    """The integer `count(coins, faces)` for each row."""
    points = cells.table[["coins", "faces"]]
    return points.apply(lambda row: str(count(*map(int, row))), axis=1).astype("UInt64")


def beliefs_met(cells: Any) -> Any:
    """The number of beliefs that the search visited, if it answered."""
    searched = {*cells.frame.loc[cells.frame["method"] == "search", "coins"]}
    met = {coins: search.explored(Game(coins), search.BELIEFS)[1] for coins in searched}
    return cells["coins"].map(met).astype("Int64")


def plans(frames: Frames) -> pd.DataFrame:
    """One row for each point and method: the answers, which are all certain."""
    return frames["coins_plans"][["coins", "faces", "method", "shortest", "plans"]]


def furthest(cells: Any) -> Any:
    """The largest relative difference between a computed probability and 1/2^coins."""
    rows = cells.frame[cells.frame["trials"].isna()]
    off = (rows["probability"] * 2.0 ** rows["coins"] - 1).abs()
    return cells["coins"].map(off.groupby(rows["coins"]).max())


def by_coins(table: pd.DataFrame) -> pd.DataFrame:
    """One row for each number of coins or dials, one column for each group: the plan's moves."""
    positions = zip(table["coins"], table["faces"], strict=True)
    groups = zip(table["group"], table["blocks"], strict=True)
    dials = table.assign(
        coins=[f"{n}" if faces == 2 else f"{n} of {faces} faces" for n, faces in positions],
        group=[name if blocks == 1 else f"{name}, {blocks} tables" for name, blocks in groups],
    )
    names = dict.fromkeys(dials.sort_values("blocks", kind="stable")["group"])
    ordered = sorted(names, key=lambda name: ("," in name, NAMES.index(name.partition(",")[0])))
    wide = _matrix(dials, "group", ordered).set_index("coins")
    order = dials.sort_values(["faces"], kind="stable")["coins"].drop_duplicates()
    return wide.reindex([*order]).reset_index()


def by_faces(table: pd.DataFrame) -> pd.DataFrame:
    """One row for each number of coins, one column for each number of faces: the plan's moves."""
    few = table[table["coins"] <= table.loc[table["faces"] > 2, "coins"].max()]
    faces = sorted({*few["faces"]})
    return _matrix(few, "faces", faces).rename(columns={f: f"{f} faces" for f in faces})


def _matrix(table: pd.DataFrame, across: str, columns: list[Any]) -> pd.DataFrame:
    """The number of moves in a shortest plan; `none` if there is no plan, empty if not asked."""
    moves = table[SHORTEST].map("{:,}".format, na_action="ignore").astype(object)
    cells = table.assign(cell=moves.where(table["plan exists"].astype(bool), "none"))
    wide = cells.pivot(index="coins", columns=across, values="cell")
    return wide.reindex(columns=columns).rename_axis(columns=None).reset_index()


def beliefs(frames: Frames) -> list[Panel]:
    """Panels with the number of states possible after each move, for 4, 8 and 2 coins."""
    return [_steps(n, plan) for n in STEPPED if len(plan := _plan(frames, n))]


def moves(frames: Frames) -> list[Panel]:
    """Dots for the coins, of four, that each move flips, and for the states possible after it."""
    if (plan := _plan(frames, MOVED)).empty:
        return []
    dots = [
        (step, int(digit, 36))
        for step, flips in zip(plan["step"], plan["flips"], strict=True)
        for digit in flips
    ]
    steps, positions = zip(*dots, strict=True)
    series = Series("", [*steps], [*positions], "points")
    finding = f"After {len(plan) - 1} moves only heads are left, whatever the Devil does"
    is_won = plan["beliefs"].iloc[-1] == 1
    flipped = Panel(
        "4 coins", "move", "position on the table", [series], finding=finding if is_won else ""
    )
    return [flipped, _possible(plan)] if is_won else [flipped]


def _possible(plan: pd.DataFrame) -> Panel:
    """A panel with the states (up to turns) that are possible after each move of the plan."""
    flipped = [tuple(int(f"{i}" in flips) for i in range(MOVED)) for flips in plan["flips"]]
    kinds = sorted({necklace(state) for state in states(MOVED, 2)}, reverse=True)
    left = enumerate(rules.beliefs(flipped[1:], MOVED, 2))
    dots = [(step, kinds.index(kind)) for step, belief in left
            for kind in sorted({kinds[-1], *map(necklace, belief)})]  # fmt: skip
    steps, heights = zip(*dots, strict=True)
    series = Series("", [*steps], [*heights], "points")
    levels = [written(kind, 2) for kind in kinds]
    finding = f"Of {len(kinds)} states that are possible at first, only {levels[-1]} is left"
    y = "states possible, turned ones counted once"
    return Panel("4 coins", "moves made", y, [series], levels=levels, finding=finding)


def plane(frames: Frames) -> list[Panel]:
    """A panel that shows where there is a plan, by coins and faces."""
    points = frames["coins_verdict"].drop_duplicates(["coins", "faces"])
    points = points[points["coins"] <= WIDEST]
    where = _verdicts(points, "coins", "faces")
    finding = PRIMES if of_one_prime(points) else ""
    return [Panel("", "number of coins or dials", "number of faces", where, finding=finding)]


def groups(frames: Frames) -> list[Panel]:
    """Panels that show where there is a plan, by group and number of coins."""
    points = frames["coins_group"].drop_duplicates(["coins", "faces", "group", "blocks"])
    points = points.sort_values("group", key=lambda name: name.map(NAMES.index), kind="stable")
    points = points[(points["blocks"] == 1) & (points["faces"] <= MOST_FACES)]
    return [
        Panel(
            "" if faces == 2 else f"dials of {faces} faces",
            "what the Devil may do",
            "coins" if faces == 2 else "dials",
            _verdicts(rows, "group", "coins"),
        )
        for faces, rows in points.groupby("faces", sort=True)
    ]


def _plan(frames: Frames, coins: int) -> pd.DataFrame:
    """The steps of the plan for `coins` coins."""
    frame = frames["coins_plan"].sort_values("step", kind="stable")
    return frame[(frame["faces"] == 2) & (frame["coins"] == coins)].drop_duplicates("step")


def _steps(coins: int, plan: pd.DataFrame) -> Panel:
    line = Series("", [*plan["step"]], [*plan["beliefs"]], "steps")
    rises = bool((plan["beliefs"].diff() > 0).any())
    finding = "Some moves make states possible again that were ruled out" if rises else ""
    y = "states still possible"
    return Panel(f"{coins} coins", "moves made", y, [line], finding=finding)


def _verdicts(points: pd.DataFrame, x: str, y: str) -> list[Series]:
    """Series with dots where there is a plan, and crosses where there is no plan."""
    plan, none = points[points["winnable"]], points[~points["winnable"]]
    return [
        Series("a plan", [*plan[x]], [*plan[y]], "points"),
        Series("no plan", [*none[x]], [*none[y]], "crosses"),
    ]


def plan(rng: Generator, coins: int, faces: int) -> Iterator[Listing]:
    """A shortest plan, and the states possible after each move. Nothing is random here."""
    moves = plan_for(coins, faces)
    kinds = sorted({necklace(state) for state in states(coins, faces)})
    columns = kinds if len(kinds) <= COLUMNS else []
    rows = []
    for step, belief in enumerate(rules.beliefs(moves, coins, faces)):
        left = {kinds[0], *map(necklace, belief)}
        crosses = ("x" if state in left else "" for state in columns)
        rows.append((step, flips(moves[step - 1]) if step else "", len(left), *crosses))
    header = ("move", "flips", "possible", *(written(state, faces) for state in columns))
    title = f"A shortest plan for {_table(coins, faces)}: {len(moves)} moves"
    won = written(kinds[0], faces)
    note = f"Of {len(kinds)} states up to turns, only {won} is left at the end."
    yield Listing(title, header, rows, note)


def one_game(rng: Generator, coins: int, faces: int) -> Iterator[Listing]:
    """One game from a random start against a Devil that turns at random."""
    moves = plan_for(coins, faces)
    possible = sorted(unwon(coins, faces))
    start = possible[rng.integers(len(possible))]
    steps = list(game(start, moves, map(int, rng.integers(coins, size=len(moves))), faces))
    rows = [
        (k, written(s.before, faces), s.turn, written(turned(s.before, s.turn), faces),
         flips(s.move), written(s.after, faces))
        for k, s in enumerate(steps, 1)
    ]  # fmt: skip
    header = ("move", "table", "turned by", "then", "flips", "after")
    note = f"Won with move {len(steps)} of at most {len(moves)}."
    yield Listing(f"A game with {_table(coins, faces)}", header, rows, note)


def certificate(rng: Generator, coins: int, faces: int) -> Iterator[Listing]:
    """The proof that the plan wins, as sums of moves; see `proof`. Nothing is random here."""
    winning = ruler_for(coins, faces)
    sums = relations(winning)
    header = ("k", "move b_k", "p", "p b_k =", "b_k turned by one - b_k =")
    rows = [
        (k, flips(move), winning.order, _added(multiple), _added(turn))
        for k, (move, multiple, turn) in enumerate(
            zip(winning.moves, sums.multiples, sums.turns, strict=True)
        )
    ]
    note = (
        "Both sums contain earlier moves only. So the set of all sums of b_0, ..., b_(k-1) stays "
        "the same if the table is turned, and b_k leads through p cosets of it. The last move is "
        f"a single flip, and the product of all p is {faces}^{coins}: the moves reach every state."
    )
    yield Listing(f"Why the plan for {_table(coins, faces)} wins", header, rows, note)


def _added(times: Sum) -> str:
    """A sum of moves as text, from the number of times that each occurs.

    >>> _added((2, 0, 1)), _added((0, 0))
    ('2 b_0 + b_2', '0')
    """
    return " + ".join(f"{n} b_{k}" if n > 1 else f"b_{k}" for k, n in enumerate(times) if n) or "0"


def no_plan(coins: int, faces: int) -> str | None:
    """Why there is no plan; None if there is one."""
    if isinstance(ruler(coins, faces), TwoTurns):
        return (
            f"there is no plan for {_table(coins, faces)}; give coins and faces that are "
            f"powers of the same prime, or one dial"
        )
    return None


def unplannable(coins: int, faces: int) -> str | None:
    """Why no plan can be shown; None if one can."""
    too_many = f"the number of states is {faces**coins}; allowed here: at most {MOST_STATES}"
    return no_plan(coins, faces) or (too_many if faces**coins > MOST_STATES else None)


def _table(coins: int, faces: int) -> str:
    single, several = ("coin", "coins") if faces == 2 else ("dial", "dials")
    size = "" if faces == 2 else f" of {faces} faces"
    return f"{coins} {single if coins == 1 else several}{size}"


_COINS = replace(COINS, default=4)

SHOWS = (
    Show(
        name="plan",
        meaning="a shortest plan, and what is still possible after each move",
        parameters=(_COINS, FACES),
        listings=plan,
        objection=unplannable,
    ),
    Show(
        name="certificate",
        meaning="why the plan wins: a few sums of moves to add up, for 32 coins as for 4",
        parameters=(_COINS, FACES),
        listings=certificate,
        objection=no_plan,
    ),
    Show(
        name="game",
        meaning="one game by the plan, with random start and turns",
        parameters=(_COINS, FACES),
        listings=one_game,
        objection=unplannable,
    ),
)


VERDICT: dict[str, Callable[[Any], Any]] = {
    "plan exists": lambda cells: cells["winnable, computed"] == 1,
    SHORTEST: shortest,
    "computed by": lambda cells: cells.agreeing,
}

TABLES = (
    Table(
        name="coins_verdict",
        title="For which numbers of coins is there a plan?",
        caption=(
            "Whether a fixed list of moves wins blindfolded, whatever the start and however the "
            "Devil turns the table, and how many moves the shortest such list has. There is one "
            "exactly if the number N of coins is a power of two; it has 2^N - 1 moves. The last "
            "two columns are about the search: how many states there are, if those that differ "
            "only by turning the table count once, and how many sets of states that the coins may "
            "be in it met (only 2 for 9 coins, on which the notebook gave up)."
        ),
        headings={UP_TO_TURNS: "states up to rotation", "beliefs met": "sets of states met"},
        questions=("coins_verdict",),
        columns=VERDICT | {UP_TO_TURNS: up_to_turns, "beliefs met": beliefs_met},
        rows=lambda rows: rows[rows["faces"] == 2].drop(columns="faces"),
        formats={SHORTEST: ",", "beliefs met": ",", UP_TO_TURNS: ","},
    ),
    Table(
        name="coins_plane",
        title="For which numbers of dials and of faces is there a plan?",
        caption=(
            "How many moves a shortest plan has for dials: a move advances each dial by a number "
            "of faces that the player names, and all must show 0. There is a plan exactly if both "
            "numbers are powers of the same prime, or if there is only one dial."
        ),
        headings={"coins": "dials"},
        questions=("coins_verdict",),
        columns=VERDICT | {"states": state_counts, UP_TO_TURNS: up_to_turns},
        shown=by_faces,
    ),
    Table(
        name="coins_plan",
        title="Plans for up to four coins, and how much they leave possible",
        caption=(
            "The moves of a shortest plan, and how many states the coins may be in after each, all "
            "heads included; states that differ only by turning the table count once. With four "
            "coins, odd moves flip all, moves 2, 6, 10, ... two opposite ones, and so on, like the "
            "marks on a ruler."
        ),
        headings={"step": "moves made", "flips": "places named", "beliefs": "states possible"},
        questions=("coins_plan",),
        chosen=lambda sets: sets[(sets["faces"] == 2) & (sets["coins"] <= 4)],
    ),
    Table(
        name="coins_ruler",
        title="The ruler's plan and its certificate",
        caption=(
            "For a power of two the plan needs no search. For each of its few different moves, two "
            "sums of other moves prove that the plan wins: the move made twice (which changes "
            "nothing with coins, but does with dials), and what turning the table by one place "
            "changes in it, must be sums of moves earlier in the list, or of none. Code "
            "that shares nothing with the code that found these sums adds them up. Up to 16 coins "
            "the plan was also followed move by move."
        ),
        questions=("coins_verdict",),
        make=findings.rulers,
        formats={"moves in the plan": ","},
    ),
    Table(
        name="coins_devil",
        title="The states in which the Devil never loses",
        caption=(
            "Where there is no plan, most states are lost even for a player who sees: whatever the "
            "move, the Devil can turn the table so that the coins are in such a state again. The "
            "certificate has an answer, a turn of the table, to each move that would lead out of "
            "these states if the table were not turned; it lists one of the states that differ "
            "only by a turn. Separate code checks it."
        ),
        headings={"coins": "coins or dials"},
        questions=("coins_verdict",),
        make=findings.devil,
        formats=dict.fromkeys((*findings.STATES, "answers in the certificate"), ","),
    ),
    Table(
        name="coins_moves",
        title="How many moves the plan needs against a Devil that turns at random",
        caption=(
            "The start and the Devil's rotations are random, and the plan is the shortest. Every "
            "number of moves from 0 to the length of the plan (the guarantee) is equally likely. "
            "The column 'largest difference from equally likely' gives the largest relative "
            "difference between a computed probability and 1/2^N, for N coins."
        ),
        questions=("coins_moves",),
        columns={
            "guarantee (moves)": lambda cells: 2 ** cells["coins"] - 1,
            "mean (moves)": "mean:moves, computed",
            "sd (moves)": "sd:moves, computed",
            "largest difference from equally likely": furthest,
            "simulated games": "trials, simulate",
            "simulated mean (moves)": "mean:moves, simulate",
            "standard error of the mean": "mean:moves.standard_error, simulate",
        },
        rows=lambda rows: rows.dropna(subset=["mean (moves)"]),
        formats={"guarantee (moves)": ",", "simulated games": ",.0f"},
        errors={"simulated mean (moves)": "standard error of the mean"},
    ),
    Table(
        name="coins_group",
        title="Is there a plan if the Devil may do more, or less, than turn the table?",
        caption=(
            "How many moves a shortest plan has, by the rearrangements of the coins that the Devil "
            "may choose from: none (trivial), turning the table (cyclic), turning and reflecting "
            "it (dihedral), all (symmetric), swapping the coins of fixed pairs (pairs), or "
            "swapping the two halves of a row, then the two halves of every half, and so on, each "
            "of these steps or not (halves, which is group=xor in commands). With several tables "
            "(blocks) the Devil rearranges each on its own. There is a plan exactly if the Devil "
            "has no choice, or if it has p^m rearrangements to choose from and coins have p^k "
            "faces, for a prime p (Ehrenborg and Skinner, 1995, for coins). An empty cell was not "
            "computed, or there is no such game: tables have equally many coins, and halves need "
            "1, 2, 4, 8, ... of them."
        ),
        headings={"coins": "coins or dials", "xor": "halves"},
        questions=("coins_group",),
        columns=VERDICT,
        shown=by_coins,
    ),
    Table(
        name="coins_plans",
        title="How many shortest plans are there?",
        caption=(
            "The number of shortest plans. A move and the same move with the table turned count as "
            "two."
        ),
        headings={
            "coins": "coins or dials",
            "shortest": "moves in a plan",
            "plans": "shortest plans",
        },
        questions=("coins_plans",),
        make=plans,
    ),
)

PLOTS = (
    Plot(
        name="coins_plan",
        title="The moves of the plan for four coins",
        questions=("coins_plan",),
        make=moves,
        sub="The coins to flip in each move, by their positions on the table: 4 coins",
        note=(
            "Computed. Odd moves flip all four coins, moves 2, 6, 10 and 14 two opposite ones, "
            "moves 4 and 12 two neighbours, and move 8 a single one, like the marks on a ruler."
        ),
    ),
    Plot(
        name="coins_beliefs",
        title="What is still possible along the plan",
        questions=("coins_plan",),
        make=beliefs,
        note="Computed. States that differ only by turning the table count once.",
    ),
    Plot(
        name="coins_plane",
        title="Where there is a plan",
        questions=("coins_verdict",),
        make=plane,
    ),
    Plot(
        name="coins_moves",
        title="How many moves the plan needs if the Devil turns at random",
        questions=("coins_moves",),
        panels=(
            Lines(
                "coins",
                y_axis="mean number of moves",
                finding=(
                    "Every number of moves is equally likely, so on average it takes half of the "
                    "plan"
                ),
                holds=findings.half_of_the_plan,
            ),
        ),
    ),
    Plot(
        name="coins_group",
        title="Where there is a plan, by what the Devil may do",
        questions=("coins_group",),
        make=groups,
    ),
)
