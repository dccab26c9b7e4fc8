"""Games: rules written once, as the plain function that anybody would write to simulate them.

    from sweepstake.game import Draw, Game
    from sweepstake.puzzle import Column, Parameter, Puzzle

    def pig_turn(draw: Draw, hold: int) -> int:
        \"\"\"What is a turn at Pig worth if you hold at some total?\"\"\"
        total = 0
        while total < hold:
            face = draw.die(6)
            if face == 1:
                return 0
            total += face
        return total

    PUZZLE = Puzzle("pig", (Game(
        pig_turn,
        parameters=(Parameter("hold", "points at which you hold", 2, 100, default=20),),
        outcomes=(Column("score", "int", "points of the turn"),),
    ),))

Methods are derived from the function: `paths` plays it for each row of draws, `states` merges plays
with the same future, and `simulate` plays it at random.
"""

from __future__ import annotations

from sweepstake.game.declared import Ask, Game
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.draw import Draw
from sweepstake.game.reading.goals import least, most

__all__ = ["Ask", "Deck", "Draw", "Game", "Shuffled", "least", "most"]
