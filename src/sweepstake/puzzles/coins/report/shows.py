"""Shows the Devil's coins: a plan, the states it leaves possible, why it wins, and a game by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Listing, Show

from .. import rules
from ..proof import Sum, relations
from ..questions import COINS, FACES
from ..ruler import TwoTurns, plan_for, ruler, ruler_for
from ..rules import flips, game, necklace, states, turned, unwon, written

if TYPE_CHECKING:
    from numpy.random import Generator

MOST_STATES = 256
COLUMNS = 8


def plan(rng: Generator, coins: int, faces: int) -> Iterator[Listing]:
    """A shortest plan, and the states possible after each move. Nothing is random here."""
    moves = plan_for(coins, faces)
    everything = sorted({necklace(state) for state in states(coins, faces)})
    columns = everything if len(everything) <= COLUMNS else []
    rows = []
    for step, belief in enumerate(rules.beliefs(moves, coins, faces)):
        left = {everything[0], *map(necklace, belief)}
        crosses = ("x" if state in left else "" for state in columns)
        rows.append((step, flips(moves[step - 1]) if step else "", len(left), *crosses))
    header = ("move", "flips", "possible", *(written(state, faces) for state in columns))
    title = f"A shortest plan for {_table(coins, faces)}: {len(moves)} moves"
    won = written(everything[0], faces)
    note = f"Of {len(everything)} states up to turns, only {won} is left at the end."
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
