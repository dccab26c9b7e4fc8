"""A puzzle of as many points as one likes, each answered at once."""

from fractions import Fraction

from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question

N = Parameter("n", "the number of the point", 1, 10**7)


def exact(n):
    """One in n + 1."""
    return {True: Fraction(1, n + 1), False: Fraction(n, n + 1)}


def thousand(n):
    """A thousand values of the same probability."""
    return {n + k: 1 for k in range(1000)}


WON = Question(
    name="many_won",
    text="Is it won?",
    parameters=(N,),
    outcomes=(Column("won", "bool", "it is won"),),
    methods={"exact": Method(exact, "exact", lambda n: 2e-5)},
)
SLOW = Question(
    name="many_slow",
    text="Is it won, in a task for each point?",
    parameters=(N,),
    outcomes=(Column("won", "bool", "it is won"),),
    methods={"exact": Method(exact, "exact", lambda n: 0.6)},
)
THOUSANDS = Question(
    name="many_thousands",
    text="Which value comes?",
    parameters=(N,),
    outcomes=(Column("value", "int", "the value"),),
    methods={"exact": Method(thousand, "exact", lambda n: 5e-3)},
)
PUZZLE = Puzzle("many", (WON, SLOW, THOUSANDS))
