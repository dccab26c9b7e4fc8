"""The boy born on a Tuesday: a conditional probability. G. Foshee, 2010; P. Norvig, pytudes."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def tuesday_boys(draw: Draw, days: int) -> bool:
    """Are both children boys, if at least one is a boy born on the first day of the week?"""
    children = [(draw.among(("boy", "girl")), draw.below(days)) for _ in range(2)]
    draw.condition(("boy", 0) in children)
    return [sex for sex, _ in children] == ["boy", "boy"]


PUZZLE = Puzzle(
    "tuesday",
    (
        Game(
            tuesday_boys,
            parameters=(Parameter("days", "days of a week", 1, 100, default=7),),
            outcomes=(Column("both", "bool", "both children are boys"),),
            small=({"days": 1}, {"days": 2}, {"days": 7}),
            published=(
                Published({"days": 7}, True, "13/27", "states"),
                Published({"days": 1}, True, "1/3", "states"),
            ),
        ),
    ),
    title="The boy born on a Tuesday",
    source="G. Foshee, 2010",
)
