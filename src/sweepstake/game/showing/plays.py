"""A play as a listing: a row for each draw, with the variables of the source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sweepstake.game.asked import Asked
from sweepstake.game.checking.endless import stopped
from sweepstake.game.draw import Rejected, spelt
from sweepstake.game.playing import TooLongError
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.game.showing.places import failing, sentences
from sweepstake.game.showing.watched import Watched
from sweepstake.game.simulated import Simulated
from sweepstake.game.states import States
from sweepstake.puzzle.display import Listing
from sweepstake.puzzle.lists import AnyParameter
from sweepstake.text.shown import raised, shown

MAX_SHOWN, MAX_DRAWS, MAX_PLAYS = 200, 100_000, 100_000
"""Most draws with a row, draws of a play, and plays that may miss their condition."""
MAX_SECONDS = 5.0
"""Most predicted seconds for which the states are explored."""
HEADER = ("line", "source", "drawn", "then")


def listings(
    asked: Asked, columns: Sequence[str], text: str, parameters: Sequence[AnyParameter]
) -> Callable[..., Iterator[Listing]]:
    """A function of a random generator and the parameters that yields the listing of a play."""

    def show(rng: Any, **params: Any) -> Iterator[Listing]:
        draw = Watched(_words(rng), MAX_DRAWS, asked.play, MAX_SHOWN)
        with stopped(asked.play):
            end = _played(asked, columns, draw, params)
        words = [f"{p.name}={p.stored(params[p.name])}" for p in parameters]
        rows = [("", "", "", _variables(draw.begun))] if draw.begun else []
        rows += [
            (str(step.line), step.source.partition("  #")[0], step.value, _variables(step.changes))
            for step in draw.steps
        ]
        more = min(draw.draws_so_far, MAX_DRAWS) - len(draw.steps)
        notes = [f"{more:,} more draws are not shown."] if len(draw.steps) == MAX_SHOWN else []
        notes = [*notes, end, "", *_of_methods(asked, params)]
        title = " ".join([asked.name, *words])
        yield Listing(f"{title}: {text}", HEADER, rows, "\n".join(notes))

    return show


def _played(asked: Asked, columns: Sequence[str], draw: Watched, params: dict[str, Any]) -> str:
    """Play until a play meets its condition; returns how that play ends, in one line."""
    for missed in range(MAX_PLAYS):
        draw.begin()
        try:
            with spelt():
                cells = asked.cells(asked.play(draw, **params))
        except Rejected:
            continue
        except TooLongError:
            return f"The play is left here, after {MAX_DRAWS:,} draws; it may never end."
        except Exception as error:
            raise ValueError(f"{asked.name} fails: {raised(error)}") from error
        draw.end()
        pairs = zip(columns, cells, strict=True)
        before = f" {missed:,} plays before it missed their condition." if missed else ""
        return f"It ends with {', '.join(f'{n} {shown(value)}' for n, value in pairs)}.{before}"
    raise ValueError(f"{asked.name}: {MAX_PLAYS:,} plays miss their condition")


def _of_methods(asked: Asked, params: dict[str, Any]) -> Iterator[str]:
    """Lines on how states are merged, and on whether random plays are compiled."""
    states = States(asked)
    if isinstance(states.game, RefusedError):
        yield f"Plays can't be merged: {states.game}."
    else:
        yield from sentences(states.game)
    if states.objection(**params) is None and states.seconds(**params) <= MAX_SECONDS:
        with failing(asked):
            notes = states.explored(**params).notes()
        yield from (f"states: {note}" for note in notes)
    with stopped(asked.play):
        plain = Simulated(asked).why_plain(**params)
    yield f"simulate plays in plain Python: {plain}" if plain else "simulate is compiled"


def _words(rng: Any) -> Iterator[int]:
    while True:
        yield from rng.integers(1 << 32, size=256).tolist()


def _variables(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())
