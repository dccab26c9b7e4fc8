"""A puzzle of as many points as one likes, each answered at once."""

from fractions import Fraction

from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question


def exact(n):
    """One in n + 1."""
    return {True: Fraction(1, n + 1), False: Fraction(n, n + 1)}


WON = Question(
    name="many_won",
    text="Is it won?",
    parameters=(Parameter("n", "the number of the point", 1, 10**7),),
    outcomes=(Column("won", "bool", "it is won"),),
    methods={"exact": Method(exact, "exact", lambda n: 2e-5)},
)
PUZZLE = Puzzle("many", (WON,))
