"""Monty Hall with many doors: one hides a car, the host opens some others, and one may switch."""

from fractions import Fraction

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Choice, Column, Method, Parameter, Published, Puzzle


def monty_won(draw: Draw, doors: int, opened: int, strategy: str) -> bool:
    """Is the car won?"""
    car, pick = draw.below(doors), draw.below(doors)
    if strategy == "stay":
        return pick == car
    others = [door for door in range(doors) if door != pick]
    for _ in range(opened):
        others.remove(draw.among([door for door in others if door != car]))
    return draw.among(others) == car


def formula(doors: int, opened: int, strategy: str) -> dict[bool, Fraction]:
    """Staying wins if the first pick was right, switching shares what is left among the others."""
    first = Fraction(1, doors)
    won = first if strategy == "stay" else (1 - first) / (doors - opened - 1)
    return {True: won, False: 1 - won}


def objection(doors: int, opened: int, strategy: str) -> str | None:
    """The host leaves a door to switch to."""
    return f"opened is {opened}; allowed: at most {doors - 2}" if opened > doors - 2 else None


STRATEGY = Choice("strategy", "what the player does", ("stay", "switch"))
DOORS = Parameter("doors", "doors", 3, 1000)
OPENED = Parameter("opened", "doors that the host opens", 0, 998, 1)
WON = (Column("won", "bool", "the car is behind the last pick"),)
METHODS = {"formula": Method(formula, "exact", says="first pick or shared")}
SELVIN = (Published({"doors": 3, "opened": 1, "strategy": "switch"}, True, "2/3"),)
GAME = Game(monty_won, (DOORS, OPENED, STRATEGY), WON, (), METHODS, objection, published=SELVIN)
PUZZLE = Puzzle("monty", (GAME,), title="Monty Hall", source="S. Selvin, 1975; M. vos Savant, 1990")
