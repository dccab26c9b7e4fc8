"""Several questions side by side: `answer guess_win hands_orderable cards=10`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sweepstake.cli import terminal
from sweepstake.cli.answering.sweeps import OPTIONS
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import check_among

if TYPE_CHECKING:
    from sweepstake.ask.answers import Answers
    from sweepstake.puzzle.question import Question

OWN = ("method", "trials", "seed", *OPTIONS)
"""Options that are allowed for one question only."""


def answer(
    args: argparse.Namespace, questions: Sequence[Question], values: Mapping[str, Any]
) -> None:
    """Print the answers of all questions; if there are two, also the difference of their numbers.

    Each question takes the parameters that it has.
    """
    from sweepstake.ask.sweep import sweep

    if options := [f"--{name}".replace("_", "-") for name in OWN if getattr(args, name)]:
        raise ValueError(f"{options[0]} is for one question; ask each by itself")
    taken = {name for question in questions for name in question.parameter}
    for name in values:
        check_among("no question has a parameter", name, taken)
    each = [
        sweep(q.name, limit=args.limit, **{n: v for n, v in values.items() if n in q.parameter})
        for q in questions
    ]
    rows = [row for answers in each for row in _rows(answers)]
    terminal.show(Listing("", ("question", "at", "number", "answer", "how"), rows))
    if len(each) == 2:
        terminal.say(_difference(*each))


def _rows(answers: Answers) -> list[tuple[Any, ...]]:
    """A row for each number at each set of parameters."""
    table = answers.table()
    numbers = [name for name in table if name not in (*answers.swept, "how", "method")]
    rows = table.to_dict("records")
    return [
        (answers.question.name, _at(answers, row), number, row[number], row.get("how", ""))
        for row in rows
        for number in numbers
    ]


def _at(answers: Answers, row: dict[Any, Any]) -> str:
    own = " ".join(f"{name}={row[name]}" for name in answers.swept)
    return " ".join(filter(None, [answers.setting, own]))


def _difference(first: Answers, second: Answers) -> list[str]:
    """The difference of the first numbers, if they are of one kind and nothing is swept."""
    if first.swept or second.swept or first.question.listing or second.question.listing:
        return []
    numbers = [answers.numbers()[:1] for answers in (first, second)]
    if not all(numbers) or numbers[0][0].of != numbers[1][0].of:
        return []
    values = [
        number.of_each(a.frame)[0] for [number], a in zip(numbers, (first, second), strict=True)
    ]
    line = numbers[1][0].difference(*values)
    return [f"{second.question.name} less {first.question.name}:", line] if line else []
