"""The law of a game's function, by its paths and by its states: of outcomes of any type."""

import inspect
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from signal import ITIMER_REAL, SIGALRM, setitimer, signal

from sweepstake.game.drawing.draw import Rejected
from sweepstake.game.drawing.playing import Branching, TooLongError, rows
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.resumable import Rewriting
from sweepstake.game.solving import chain as flows
from sweepstake.game.solving import coupling
from sweepstake.game.solving.chain import Chain
from sweepstake.game.solving.exploring import Table

REJECTED = "rejected"


class Whole(Query):
    """Asks for the outcome as it is, as one column."""

    def cells(self, outcome):
        return (outcome if isinstance(outcome, int | str | Fraction) else Text(outcome),)


class Text(str):
    """What an outcome is written as; equal if that is."""

    def __new__(cls, outcome):
        return super().__new__(cls, repr(outcome))

    def __repr__(self):
        return str(self)


class LateError(BaseException):
    """It takes too long."""


@contextmanager
def soon(seconds):
    """LateError after so many seconds, in the house's code or a program's, whose file is `<name>`.

    Elsewhere it can be lost: an exception in a callback of the collector doesn't come through.
    """

    def late(number, frame):
        module, file = frame.f_globals.get("__name__", ""), frame.f_code.co_filename
        if module.startswith("sweepstake.") or file.startswith("<"):
            raise LateError

    before = signal(SIGALRM, late)
    setitimer(ITIMER_REAL, seconds, 0.1)  # again and again
    try:
        yield
    finally:
        setitimer(ITIMER_REAL, 0)
        signal(SIGALRM, before)


def by_paths(play, most=60_000, player=None, **params):
    """The probability of each outcome, as it is written; None if there are too many rows."""
    draw, found = Branching(player), Counter()

    def played(draw):
        try:
            return repr(play(draw, **params))
        except Rejected:
            return REJECTED

    try:
        for count, outcome in enumerate(rows(played, draw)):
            if count == most:
                return None
            found[outcome] += Fraction(draw.ways, draw.of)
    except TooLongError:
        return None
    return dict(found)


def table(play, width=1, **params):
    """The table of all states of a function."""
    defaults = {n: p.default for n, p in [*inspect.signature(play).parameters.items()][1:]}
    asked = Whole(play, 1, (0,)) if width == 1 else Query(play, width, tuple(range(width)))

    def explored(game):
        found = Table(asked, game, defaults | params)
        assert found.explore(200_000)
        return found

    return Rewriting(asked).attempt(explored)


def by_states(play, plays=0, **params):
    """The same by states; so many plays are coupled first."""
    found = table(play, **params)
    if plays:
        coupling.check(found, plays)
    return solved(found)


def solved(found):
    """The law of a table as it is."""
    chain = Chain(found)
    chain.check()
    law = Counter()
    for [outcome], mass in flows.masses(chain).items():
        law[repr(outcome)] += mass
    if rejected := 1 - sum(law.values()):
        law[REJECTED] = rejected
    return dict(law)
