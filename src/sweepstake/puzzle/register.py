"""The register: every puzzle, and every question that can be asked.

Installed packages name their puzzles as entry points of the group `sweepstake.puzzles`, as this
package does. The key `puzzles` of a config and the variable SWEEPSTAKE_PUZZLES name others: files,
folders, or modules. Each is read and copied, and its copy is imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from threading import RLock

from sweepstake.errors import InputError
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.source import copies, identity, opened
from sweepstake.source.read import ATTRIBUTE, Source, digest, puzzle_source
from sweepstake.text.shown import MOST_PATH, line, listed, message, raised, shown

GROUP = "sweepstake.puzzles"
VARIABLE = "SWEEPSTAKE_PUZZLES"
OURS = ("coverage", "findings")
"""Names of tables that every run has."""
_named: dict[str, Source] = {}
"""The sources that a config, the variable or a caller named, by that name."""
_local: dict[str, Question] = {}
"""The questions made from functions in this process, by name."""
_received: ContextVar[tuple[Source, ...]] = ContextVar("received", default=())
"""The sources sent with the run that this thread computes for; other threads may have others."""

_IMPORTING = RLock()
"""Locked while a copy is imported: a worker may compute for several runs at once."""


@dataclass(frozen=True)
class _Registered:
    """Puzzles and questions by name, and where each question comes from."""

    puzzles: dict[str, Puzzle]
    questions: dict[str, Question]
    sources: dict[str, Source]
    """The source of each question."""


def puzzles() -> dict[str, Puzzle]:
    """Every puzzle by name; ValueError in one line if two of them clash or one can't be loaded."""
    return _now().puzzles


def questions() -> dict[str, Question]:
    """Every question by name, including those made from functions in this process."""
    return {**_now().questions, **_local} if _local else _now().questions


def add(question: Question) -> None:
    """Register a question that exists only in this process, and is computed in a child.

    It replaces an earlier one of that name; ValueError if a puzzle has a question of that name.
    """
    if question.name in _now().questions:
        raise InputError(
            f"there is a question {question.name} already, of "
            f"{puzzle_of(question.name).title}; rename the function"
        )
    _local[question.name] = question


def is_local(name: str) -> bool:
    """True if the question exists only in this process."""
    return name in _local


def question(name: str) -> Question:
    """The question with this name; ValueError in one line if it doesn't exist."""
    by_name = questions()
    if not isinstance(name, str) or name not in by_name:
        begun = [other for other in by_name if other.startswith(str(name) or " ")]
        alike = begun + get_close_matches(str(name), by_name)  # not all may be listed
        raise InputError(
            f"there is no question {shown(name)}; allowed: "
            f"{listed(dict.fromkeys([*alike, *by_name]))}"
        )
    return by_name[name]


def puzzle_of(name: str) -> Puzzle:
    """The puzzle that asks the question `name`."""
    return _declared(source_of(name))


def story_outcome(name: str, column: str) -> object:
    """The outcome in `column` whose probability the puzzle's story tells, or None."""
    if name not in _now().sources:
        return None
    first = questions()[name].outcomes[0].name
    story = [line for line in puzzle_of(name).story if line.question == name and not line.params]
    return next((line.outcome for line in story if (line.column or first) == column), None)


def source_of(name: str) -> Source:
    """The source of the puzzle that asks the question `name`."""
    return _now().sources[name]


def fingerprint(name: str) -> str:
    """A hash of what a question's answers depend on: its puzzle's copy and `sweepstake.core`."""
    return identity.of_source(source_of(name))


def shown_fingerprint(name: str) -> str:
    """A hash of the code that checks and shows a question's answers: its puzzle, this package."""
    text = f"{digest(source_of(name).files)} {identity.of_package()}"
    return sha256(text.encode()).hexdigest()


def question_of(name: str) -> tuple[Question, Source | None]:
    """A registered question, and its puzzle's source, or None if it has no puzzle."""
    now = _now()
    return questions()[name], now.sources.get(name)


def load(names: Iterable[str]) -> list[Puzzle]:
    """Register the puzzles in files, folders or modules, in their current version.

    Their questions replace questions of the same names that were made from functions.
    """
    sources = {source.named: source for source in map(puzzle_source, names)}
    declared = [_declared(source) for source in sources.values()]
    _registered(tuple({**_named, **sources}.values()), _received.get())  # raises if names clash
    _named.update(sources)
    for question in (question for puzzle in declared for question in puzzle.questions):
        _local.pop(question.name, None)
    return declared


def check_import(names: Iterable[str]) -> None:
    """Raise ValueError if the import of a puzzle would end this process, or keep it from ending."""
    for source in map(puzzle_source, names):
        try:
            opened.check(source)
        except opened.TrialError as error:
            raise InputError(_unloadable(source, str(error))) from None


def brought() -> tuple[Source, ...]:
    """The named and received sources, with their bytes, for processes that lack the files."""
    puzzles()
    return tuple({source.named: source for source in (*_named.values(), *_received.get())}.values())


def receive(sources: Iterable[Source]) -> None:
    """Register the sources that another process sent, in this thread, instead of earlier ones.

    A worker computes for several runs, which may have different puzzles of the same name.
    """
    brought = tuple(sources)
    _registered(tuple(_named.values()), brought)
    _received.set(brought)


def _now() -> _Registered:
    received = _received.get()
    if not received:  # a worker uses the run's sources, and may lack the files
        for name in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
            source = _of_variable(name)
            _named.setdefault(source.named, source)
    return _registered((*_named.values(),), received)


_of_variable = cache(puzzle_source)
"""A source that the variable names, as this process first read it."""


@cache
def _registered(named: tuple[Source, ...], received: tuple[Source, ...]) -> _Registered:
    """The installed, named and received puzzles; the last version of each counts."""
    sources = {**_installed(), **{source.named: source for source in (*named, *received)}}
    declared = {source: _declared(source) for source in sources.values()}
    _check_clashes(declared)
    declared_questions = [
        (q, source) for source, puzzle in declared.items() for q in puzzle.questions
    ]
    return _Registered(
        puzzles={puzzle.name: puzzle for puzzle in declared.values()},
        questions={question.name: question for question, _ in declared_questions},
        sources={question.name: source for question, source in declared_questions},
    )


def _check_clashes(declared: Mapping[Source, Puzzle]) -> None:
    """Raise ValueError if two puzzles, questions, tables or plots have the same name."""
    declared_by = {f"{kind} {name}": "every run" for kind in ("question", "table") for name in OURS}
    for source, puzzle in declared.items():
        declaration = f"{puzzle.name} ({source.named})"
        names = [f"puzzle {puzzle.name}", *(f"question {q.name}" for q in puzzle.questions)]
        names += [f"table {table.name}" for table in puzzle.tables]
        names += [f"plot {plot.name}" for plot in puzzle.plots]
        for name in names:
            if name in declared_by:
                declarations = f"{declared_by[name]} and {declaration}"
                raise InputError(f"the {name} is declared twice: by {declarations}; rename one")
            declared_by[name] = declaration


@cache
def _installed() -> Mapping[str, Source]:
    """The puzzles of installed packages, by the names that a config or the variable may use."""
    return {
        name: puzzle_source(entry.module, name, entry.attr)
        for entry in entry_points(group=GROUP)
        for name in [entry.module if entry.attr == ATTRIBUTE else entry.value]
    }


def _declared(source: Source) -> Puzzle:
    """The puzzle that a copy declares, as it was when first imported."""
    with _IMPORTING:
        return _imported(source)


@cache
def _imported(source: Source) -> Puzzle:
    name = line(source.named, MOST_PATH)
    try:
        opened.check(source)
        with opened.Watch(source, declares=True), copies.importable():
            puzzle = getattr(import_module(source.module), source.attribute, None)
        identity.check_report(source, puzzle.questions if isinstance(puzzle, Puzzle) else ())
    except (Exception, SystemExit) as error:  # the module may raise anything
        copies.forget(source.has)
        is_plain = isinstance(error, identity.ReachError | opened.TrialError)
        text = message(error) if is_plain else raised(error).removeprefix("RefusedError: ")
        if name.endswith(".py"):  # a single file is copied as a package's __init__.py
            text = text.replace("(__init__.py, line", "(line")
        raise InputError(_unloadable(source, text)) from error
    copies.forget(source.shows)  # a later import of `report/` opens its files again, and is noticed
    if not isinstance(puzzle, Puzzle):
        raise InputError(
            f"{name} declares no puzzle; it needs {source.attribute} = Puzzle(name, questions)"
        )
    return puzzle


def _unloadable(source: Source, why: str) -> str:
    return f"puzzle {line(source.named, MOST_PATH)} can't be loaded: {why}"
