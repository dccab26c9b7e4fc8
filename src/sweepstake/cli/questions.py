"""The command `questions`: what can be asked, within which bounds, and by which methods."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from sweepstake.cli import terminal
from sweepstake.cli.arguments import add_puzzle, named_question, new_command
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Listing
from sweepstake.puzzle.method import always
from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf, Parameter, Params
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.tried import tried

KINDS = {
    "exact": "exact: fractions",
    "float": "float: to rounding",
    "sampled": "sampled: estimates",
    "rare": "rare: importance sampling",
    "approximate": "approximate",
}
TYPES = {"int": "whole number", "bool": "yes or no", "string": "text", "rational": "fraction"}
LARGE = 10**9
MOST_LISTED = 20
"""If a question objects to some of at most so many whole numbers, the others are listed."""


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = new_command(
        commands, "questions", examples=("sweepstake questions", "sweepstake questions war_length")
    )
    command.add_argument(
        "question", nargs="?", help="describe this question, or list those of this puzzle"
    )
    add_puzzle(command)
    command.set_defaults(run=_questions)


def _questions(args: argparse.Namespace) -> None:
    puzzles = register.puzzles()
    if args.question in puzzles and args.question not in register.questions():
        puzzles = {args.question: puzzles[args.question]}
    elif args.question is not None:
        _print_question(named_question(args), args.files)
        return
    elif args.files:
        puzzles = {puzzle.name: puzzle for puzzle in register.load(args.files)}
    for puzzle in puzzles.values():
        terminal.say([puzzle.title], style="italic")
        for question in puzzle.questions:
            terminal.say(["", *_in_short(question)])
        terminal.say([""])
    words = ["sweepstake questions NAME", *(f"--puzzle {file}" for file in args.files)]
    terminal.say([f"All about one of them: {' '.join(words)}"])


def _in_short(question: Question) -> Iterator[str]:
    yield f"{question.name}: {question.text}"
    takes = ", ".join(f"{p.name} {_accepted(question, p)}" for p in question.parameters)
    yield f"    takes {takes or 'nothing'}"
    yield f"    methods: {', '.join(_with_limits(question))}"


def _with_limits(question: Question) -> Iterator[str]:
    """The methods; the first with a bound names the bounded size."""
    of = f"{question.size.name} " if question.size else ""
    for name, method in question.methods.items():
        if method.most is not None:
            yield f"{name} ({of}at most {_large(method.most)})"
            of = ""
        else:
            yield f"{name} (not everywhere)" if method.limited else name


def bounds(parameter: AnyParameter) -> str:
    """The values that a parameter may have, in short.

    >>> bounds(Parameter("ranks", "", 1, 400)), bounds(Parameter("down", "", 0, 9, 3))
    ('1 to 400', '0 to 9 (3 unless given)')
    """
    default = ""
    if parameter.default is not None:
        default = f" ({parameter.stored(parameter.checked(parameter.default))} unless given)"
    if isinstance(parameter, ListOf):
        names = "".join(f" | {name}" for name in parameter.named)
        lengths = f"lists of {parameter.shortest} to {parameter.longest}"
        return f"{lengths}, each {bounds(parameter.of)}{names}{default}"
    if isinstance(parameter, Choice):
        return f"{' | '.join(parameter.values)}{default}"
    comma = "," if isinstance(parameter, Parameter) else ""
    return f"{parameter.low:{comma}} to {parameter.high:{comma}}{default}"


def _accepted(question: Question, parameter: AnyParameter) -> str:
    """The bounds of a parameter; if it is the only one and the question objects, a list."""
    if question.objection is always or not isinstance(parameter, Parameter):
        return bounds(parameter)
    values = range(parameter.low, parameter.high + 1)
    if len(question.parameters) > 1 or len(values) > MOST_LISTED:
        return bounds(parameter)
    accepted = [n for n in values if not question.objection(**{parameter.name: n})]
    default = None if parameter.default is None else str(parameter.default)
    return bounds(Choice(parameter.name, "", tuple(map(str, accepted)), default))


def _print_question(question: Question, files: Sequence[str]) -> None:
    puzzle = register.puzzle_of(question.name)
    source = [f"Source: {puzzle.source}"] * bool(puzzle.source)
    about = [f"A question of {puzzle.title}.", *source]
    terminal.say([f"{question.name}: {question.text}", *about, ""])
    parameters = [(p.name, _accepted(question, p), p.meaning) for p in question.parameters]
    outcomes = [
        (c.name, f"{TYPES[c.type]}{', or none' * c.nullable}", c.meaning) for c in question.outcomes
    ]
    methods = [
        (name, KINDS[method.kind], limit(question, name), method.says)
        for name, method in question.methods.items()
    ]
    for title, header, rows in (
        ("Parameters", ("name", "allowed", "meaning"), parameters),
        ("Outcomes", ("name", "type", "meaning"), outcomes),
        ("Methods", ("method", "kind", "where", "how"), methods),
    ):
        terminal.show(Listing(title, header, rows))
    words = [example(question), *(f"--puzzle {file}" for file in files)]
    terminal.say([f"For example: {' '.join(words)}"])


def limit(question: Question, name: str) -> str:
    """Where a method can answer, in words, as its objection to the largest parameters says it."""
    method, size = question.methods[name], question.size
    if method.most is not None and size:
        return f"{size.name} at most {_large(method.most)}"
    if method.objection is always:
        return "everywhere"
    objection = method.objection(**{p.name: _largest(p) for p in question.parameters}) or ""
    return objection.rpartition(f"method {name}")[2].strip(": ") or "for some parameters"


def _largest(parameter: AnyParameter) -> Any:
    """The largest value of a parameter; of words and lists, the last example."""
    if isinstance(parameter, ListOf):
        return parameter.examples[-1]
    return (
        parameter.values[-1] if isinstance(parameter, Choice) else parameter.checked(parameter.high)
    )


def example(question: Question) -> str:
    """A command that asks the question."""
    params: Params = question.small[-1] if question.small else {}
    if not question.small:
        with suppress(ValueError):  # the least values may not go together
            params = tried(question)[0]
    return f"sweepstake answer {question.name} {question.in_words(params)}".rstrip()


def _large(number: int) -> str:
    return f"{number:,}" if number <= LARGE else f"{number:.2g}"
