"""The register: every puzzle, and every question that can be asked.

Installed packages name their puzzles as entry points of the group `sweepstake.puzzles`, as this
package does. The key `puzzles` of a config and the variable SWEEPSTAKE_PUZZLES name others: files,
or modules that can be imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from itertools import count
from threading import RLock

from sweepstake.puzzle.display import Puzzle
from sweepstake.puzzle.loading import ATTRIBUTE, Source, imported, loaded, named, put_in
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import listed, shown

GROUP = "sweepstake.puzzles"
VARIABLE = "SWEEPSTAKE_PUZZLES"
_named: dict[str, Source] = {}
"""The sources that were named, by their names."""
_changes: list[None] = []
"""As long as `_named` has changed often."""
_received: ContextVar[tuple[Source, ...]] = ContextVar("received", default=())
"""What the run brought for which this thread computes; others on its worker may bring others."""

_numbers = count()
_ALONE = RLock()
"""A worker is asked what it has while it computes: what was brought is loaded once all the same."""


@dataclass(frozen=True)
class _Registered:
    """Puzzles and questions by name, where each question comes from, and a number of its own."""

    puzzles: dict[str, Puzzle]
    questions: dict[str, Question]
    sources: dict[str, Source]
    """By question."""
    number: int


def puzzles() -> dict[str, Puzzle]:
    """Every puzzle by name; ValueError in one line if two of them clash or one can't be loaded."""
    return _now().puzzles


def questions() -> dict[str, Question]:
    """Every question by name."""
    return _now().questions


def question(name: str) -> Question:
    """The question of that name; ValueError in one line if there is none."""
    if not isinstance(name, str) or name not in questions():
        alike = get_close_matches(str(name), questions())  # first, for not all may be listed
        raise ValueError(
            f"there is no question {shown(name)}; allowed: "
            f"{listed(dict.fromkeys([*alike, *questions()]))}"
        )
    return questions()[name]


def puzzle_of(name: str) -> Puzzle:
    """The puzzle that asks the question `name`."""
    return _now().sources[name].puzzle


def module_of(name: str) -> str:
    """The module that declares the puzzle of the question `name`."""
    return _now().sources[name].module


def load(names: Iterable[str]) -> list[Puzzle]:
    """Register the puzzles in files or modules; what is registered already is left as it is.

    A file that has changed since is loaded again.
    """
    return _add([loaded(name, _named.get(named(name))) for name in names])


def brought() -> tuple[Source, ...]:
    """The sources that were named: other processes may lack them."""
    puzzles()
    return tuple(_named.values())


def receive(sources: Iterable[Source]) -> None:
    """Register what another process brought, for this thread and instead of what it had received.

    A worker computes for several runs, which may bring puzzles of one name, or two versions of one.
    """
    brought = tuple(_put_in(source) for source in sources)
    _registered(len(_changes), brought)
    _received.set(brought)


def version() -> int:
    """A number that changes with what is registered."""
    return _now().number


def _add(sources: Iterable[Source]) -> list[Puzzle]:
    every = list(sources)
    before = dict(_named)
    if changed := {s.name: s for s in every if before.get(s.name) is not s}:
        _named.update(changed)
        _changes.append(None)
        try:
            _now()
        except ValueError:
            _named.clear()
            _named.update(before)
            _changes.append(None)
            raise
    return [source.puzzle for source in every]


def _put_in(source: Source) -> Source:
    own = _named.get(source.name)
    if own == source:
        return own
    with _ALONE:
        return _brought(source)


_brought = cache(put_in)


def _now() -> _Registered:
    return _registered(len(_changes), _received.get())


@cache
def _registered(changes: int, received: tuple[Source, ...]) -> _Registered:
    """What is registered after so many changes, with what was received."""
    for name in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        _named.setdefault(named(name), loaded(name, _named.get(named(name))))
    sources = {**_installed(), **_named, **{source.name: source for source in received}}
    _check_clashes(sources.values())
    asked = [(q, source) for source in sources.values() for q in source.puzzle.questions]
    return _Registered(
        puzzles={source.puzzle.name: source.puzzle for source in sources.values()},
        questions={question.name: question for question, _ in asked},
        sources={question.name: source for question, source in asked},
        number=next(_numbers),
    )


def _check_clashes(sources: Iterable[Source]) -> None:
    """Raise ValueError if two puzzles have a name in common, or things of a kind have."""
    by: dict[str, str] = {}
    for source in sources:
        its, said = source.puzzle, f"{source.puzzle.name} ({source.name})"
        names = [f"puzzle {its.name}", *(f"question {one.name}" for one in its.questions)]
        names += [f"table {one.name}" for one in its.tables]
        names += [f"plot {one.name}" for one in its.plots]
        for name in names:
            if name in by:
                raise ValueError(f"two puzzles have a {name}: {by[name]} and {said}; rename one")
            by[name] = said


@cache
def _installed() -> Mapping[str, Source]:
    """The puzzles of installed packages, by the names that a config or a variable has for them."""
    return {
        name: Source(name, (), imported(entry.module, entry.attr), entry.module)
        for entry in entry_points(group=GROUP)
        for name in [entry.module if entry.attr == ATTRIBUTE else entry.value]
    }
