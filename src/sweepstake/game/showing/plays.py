"""One play as a listing: for each draw its line, its value, and the variables that change then.

The frames of a play are stored even after it has ended, because they still have its variables.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FrameType, FunctionType, ModuleType
from typing import Any

from sweepstake.errors import InputError
from sweepstake.game.choosing.policy import Policy
from sweepstake.game.drawing.cards import Deck, Shuffled
from sweepstake.game.drawing.draw import Draw, Player, Rejected, Site, listing_methods
from sweepstake.game.drawing.playing import Sampled, TooLongError, loop_guard
from sweepstake.game.reading.program import RefusedError
from sweepstake.game.reading.query import Query
from sweepstake.game.rewriting.resumable import errors_with_line, sentences
from sweepstake.game.simulating.simulated import Simulated
from sweepstake.game.solving.states import States
from sweepstake.puzzle.display import Listing
from sweepstake.puzzle.parameter import AnyParameter
from sweepstake.text.shown import raised, shown

MAX_SHOWN, MAX_DRAWS, MAX_PLAYS = 200, 100_000, 100_000
"""Most draws with a row, draws of a play, and plays that may miss their condition."""
MAX_OPTIONS = 4
"""Most options of a choice whose worth is shown, the one that is taken first."""
MAX_SECONDS = 5.0
"""Most predicted seconds for which the states are explored."""
HEADER = ("line", "source", "drawn", "then")
PACKAGE = __name__.rpartition(".")[0].rpartition(".")[0]
DRAWING = ("below", "die", "dice", "chance", "pick", "among", "counts")
"""Methods that draw when they are called; decks draw later, when a card is needed."""


def listings(
    query: Query, columns: Sequence[str], text: str, parameters: Sequence[AnyParameter]
) -> Callable[..., Iterator[Listing]]:
    """A function of a random generator and the parameters that yields the listing of a play."""

    def show(rng: Any, **params: Any) -> Iterator[Listing]:
        player = query.player(params)
        draw = Watched(_words(rng), MAX_DRAWS, query.play, MAX_SHOWN, player and watched(player))
        with loop_guard(query.play):
            end = _played(query, columns, draw, params)
        words = [f"{p.name}={p.stored(params[p.name])}" for p in parameters]
        rows = [("", "", "", _variables_text(draw.begun))] if draw.begun else []
        rows += [
            (
                str(step.line),
                step.source.partition("  #")[0],
                step.value,
                _variables_text(step.changes),
            )
            for step in draw.steps
        ]
        more = min(draw.draws_so_far, MAX_DRAWS) - len(draw.steps)
        notes = [f"{more:,} more draws are not shown."] if len(draw.steps) == MAX_SHOWN else []
        notes = [*notes, end, "", *_of_methods(query, params)]
        title = " ".join([query.name, *words])
        yield Listing(f"{title}: {text}", HEADER, rows, "\n".join(notes))

    return show


def _played(query: Query, columns: Sequence[str], draw: Watched, params: dict[str, Any]) -> str:
    """Play until a play meets its condition; returns how that play ends, in one line."""
    for missed in range(MAX_PLAYS):
        draw.begin()
        try:
            with listing_methods():
                cells = query.cells(query.play(draw, **params))
        except Rejected:
            continue
        except TooLongError:
            return f"The play is left here, after {MAX_DRAWS:,} draws; it may never end."
        except Exception as error:
            raise InputError(f"{query.name} fails: {raised(error)}") from error
        draw.end()
        pairs = zip(columns, cells, strict=True)
        before = f" {missed:,} plays before it missed their condition." if missed else ""
        return f"It ends with {', '.join(f'{n} {shown(value)}' for n, value in pairs)}.{before}"
    raise InputError(f"{query.name}: {MAX_PLAYS:,} plays miss their condition")


def _of_methods(query: Query, params: dict[str, Any]) -> Iterator[str]:
    """Lines on how states are merged, and on whether random plays are compiled."""
    states = States(query)
    if isinstance(states.game, RefusedError):
        yield f"Plays can't be merged: {states.game}."
    else:
        yield from sentences(states.game)
    if states.objection(**params) is None and states.seconds(**params) <= MAX_SECONDS:
        with errors_with_line(query):
            notes = states.explored(**params).notes()
        yield from (f"states: {note}" for note in notes)
    with loop_guard(query.play):
        plain = Simulated(query).why_plain(**params)
    yield f"simulate plays in plain Python: {plain}" if plain else "simulate is compiled"


def _words(rng: Any) -> Iterator[int]:
    while True:
        yield from rng.integers(1 << 32, size=256).tolist()


def _variables_text(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


@dataclass
class Step:
    """One draw of a play."""

    line: int
    source: str
    value: str
    changes: dict[str, str] = field(default_factory=dict)
    """The variables that change until the next draw, and their new values."""


class Watched(Sampled):
    """Draws at random, and records the first `most_steps` draws of a play in `steps`."""

    __slots__ = ("_frames", "_previous", "begun", "most_steps", "play", "steps")

    def __init__(
        self,
        words: Iterator[int],
        most: int,
        play: Callable[..., Any],
        most_steps: int,
        player: Player | None = None,
    ) -> None:
        super().__init__(words, most, player)
        self.play, self.most_steps = play, most_steps
        self.begin()

    def begin(self) -> None:
        """Begin a play."""
        self.draws_so_far = 0
        self.steps: list[Step] = []
        self.begun: dict[str, str] = {}
        """The variables before the first draw."""
        self._frames: list[FrameType] = []
        self._previous: dict[str, str] = {}

    shuffled = Draw.shuffled  # each card is noted when it is first looked at

    def card(self, kinds: Sequence[Any], left: tuple[int, ...], total: int) -> int:
        """The index of the next card's kind; the card is noted."""
        self.look()
        index = super().card(kinds, left, total)
        self.note(kinds[index])
        return index

    def look(self) -> None:
        """Note the variables that have changed since the previous draw."""
        if len(self.steps) >= self.most_steps:
            return
        changed = self._changed()
        self._frames = _users(self.play)
        changed |= self._changed()
        if self.steps:
            self.steps[-1].changes.update(changed)
        else:
            code = self._frames[0].f_code
            arguments = code.co_varnames[: code.co_argcount]
            self.begun = {name: value for name, value in changed.items() if name not in arguments}

    def note(self, value: object) -> None:
        """Note the value of a draw."""
        self.note_text(shown(value))

    def note_text(self, text: str) -> None:
        """Note what was drawn or chosen."""
        if len(self.steps) < self.most_steps:
            frame = self._frames[-1]
            source = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
            self.steps.append(Step(frame.f_lineno, source, text))

    def end(self) -> None:
        """Note the variables that have changed since the last draw."""
        if self.steps and len(self.steps) < self.most_steps:
            self.steps[-1].changes.update(self._changed())

    def _changed(self) -> dict[str, str]:
        """The variables of the frames that have changed since the last call."""
        now = _variables(self._frames, self.play)
        changed = {name: value for name, value in now.items() if self._previous.get(name) != value}
        self._previous = {**self._previous, **changed}
        return changed


def watched(player: Player) -> Player:
    """A player whose choices are noted, with what the options are worth if that is known."""

    def choose(draw: Draw, site: Site, options: tuple[Any, ...], seen: tuple[Any, ...]) -> int:
        assert isinstance(draw, Watched)
        draw.look()
        index = player(draw, site, options, seen)
        worths = {}
        if isinstance(player, Policy):
            worths = player.worths(site, options, seen)
        others = [option for option in worths if option != options[index]]
        rows = [options[index], *others][:MAX_OPTIONS] if worths else [options[index]]
        draw.note_text(
            "; ".join(
                f"{shown(option)} ({float(worths[option]):.6g})" if worths else shown(option)
                for option in rows
            )
        )
        return index

    return choose


def _noting(name: str) -> Callable[..., Any]:
    """The method of that name, which also notes its result."""
    plain = getattr(Sampled, name)

    def method(draw: Watched, *args: Any, **named: Any) -> Any:
        draw.look()
        value = plain(draw, *args, **named)
        draw.note(value)
        return value

    return method


for _name in DRAWING:
    setattr(Watched, _name, _noting(_name))


def _users(play: Callable[..., Any]) -> list[FrameType]:
    """The frames of the function and of the helpers that it has called, the outermost first."""
    frames: list[FrameType] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if not _is_ours(frame):
            frames.insert(0, frame)
        if frame.f_code is getattr(play, "__code__", None):
            return frames
        frame = frame.f_back
    return frames[-1:]


def _is_ours(frame: FrameType) -> bool:
    """True if it is a frame of this package, or one that iterates its decks."""
    return str(frame.f_globals.get("__name__")).startswith((PACKAGE, "collections.abc"))


def _variables(frames: list[FrameType], play: Callable[..., Any]) -> dict[str, str]:
    """The variables of frames, with short values; a helper's variables begin with its name."""
    variables = {}
    for frame in frames:
        code = frame.f_code
        is_main = code is getattr(play, "__code__", None)
        prefix = "" if is_main or code.co_name.startswith("<") else f"{code.co_name}."
        for name, value in frame.f_locals.items():
            is_fixed = isinstance(value, FunctionType | ModuleType | type | Sampled)
            if name != "_" and name[0] != "." and not is_fixed:
                variables[f"{prefix}{name}"] = _short(value)
    return variables


def _short(value: object) -> str:
    if isinstance(value, Deck | Shuffled):
        return f"{len(value)} cards"
    return shown(value)
