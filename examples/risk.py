"""Risk: a battle to the end. J. A. Osborne, "Markov chains for the Risk board game revisited",
Mathematics Magazine 76 (2003), has the odds of the attackers.
"""

from sweepstake.game import Ask, Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def risk_battle(draw: Draw, attackers: int, defenders: int) -> tuple[str, int]:
    """Who wins the battle, with how many armies left?"""
    while attackers and defenders:
        attack = sorted(draw.dice(min(attackers, 3), 6), reverse=True)
        defence = sorted(draw.dice(min(defenders, 2), 6), reverse=True)
        for one, other in zip(attack, defence, strict=False):
            if one > other:
                defenders -= 1
            else:
                attackers -= 1
    return ("attackers", attackers) if attackers else ("defenders", defenders)


BATTLE = Ask("risk_battle", "Who wins the battle, with how many armies left?", ("winner", "left"))
ODDS = {3: "0.470", 5: "0.506", 10: "0.568"}  # of so many attackers against as many defenders
WON = Ask("risk_won", "Who wins the battle?", "winner", published=tuple(
    Published({"attackers": armies, "defenders": armies}, "attackers", odds, "states")
    for armies, odds in ODDS.items()
))  # fmt: skip
WORDS = {"attackers": "the attackers win", "defenders": "the defenders win"}
GAME = Game(
    risk_battle,
    tuple(Parameter(side, f"armies of the {side}", 1, 30) for side in ("attackers", "defenders")),
    outcomes=(
        Column("winner", "string", "the side that has armies left", words=WORDS),
        Column("left", "int", "armies that the winner has left", unit="armies"),
    ),
    asks=(BATTLE, WON),
)
PUZZLE = Puzzle("risk", (GAME,), title="Risk", source="J. A. Osborne, 2003")
