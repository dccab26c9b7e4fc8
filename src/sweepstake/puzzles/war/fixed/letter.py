"""Deterministic War as a plain function of `draw`, by the rules to the letter.

It shares no code with `endless`. A position is kept after 1, 3, 7, 15, ... rounds; if the game
comes back to it, it never ends. It is compiled, and compared with plain Python before use.
"""

from __future__ import annotations

from sweepstake.game import Draw
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.simulated import Simulated


def ending(draw: Draw, ranks: int, suits: int, down: int, order: str) -> str:
    """How the game of a random deal ends: A, B, tie or endless."""
    cards = draw.shuffled([rank for rank in range(ranks) for _ in range(suits)])
    a, b = cards[0::2], cards[1::2]
    kept_a, kept_b = cards[0::2], cards[1::2]
    rounds, kept = 0, 0
    while a and b:
        play(a, b, down, order, rounds)
        rounds += 1
        same_turn = order != "turns" or (rounds - kept) % 2 == 0
        if same_turn and len(a) == len(kept_a) and a == kept_a and b == kept_b and a and b:
            return "endless"
        if rounds == 2 * kept + 1:
            kept_a, kept_b, kept = a[:], b[:], rounds
    return "A" if a else "B" if b else "tie"


def play(a: list[int], b: list[int], down: int, order: str, rounds: int) -> None:
    """Play until a player picks up the table, or is out of cards; `rounds` were played before."""
    of_a, of_b = [a.pop(0)], [b.pop(0)]
    while of_a[-1] == of_b[-1]:
        for _ in range(down + 1):
            if not a or not b:
                return
            of_a.append(a.pop(0))
            of_b.append(b.pop(0))
    a_won = of_a[-1] > of_b[-1]
    if order == "winner":
        a_first = a_won
    elif order == "loser":
        a_first = not a_won
    elif order == "player":
        a_first = True
    else:
        a_first = rounds % 2 == 0
    if a_won:
        a.extend(of_a if a_first else of_b)
        a.extend(of_b if a_first else of_a)
    else:
        b.extend(of_a if a_first else of_b)
        b.extend(of_b if a_first else of_a)


ENDING = Simulated(Query(ending, 1, (0,)))
