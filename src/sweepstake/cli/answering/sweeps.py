"""What `answer` computes, and prints of several values: a table, inverse questions, a config."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake.ask import save
from sweepstake.cli import terminal
from sweepstake.cli.bar import Bar
from sweepstake.puzzle.display import Listing

if TYPE_CHECKING:
    from sweepstake.ask.answers import Answers
    from sweepstake.ask.inverse import Location
    from sweepstake.puzzle.question import Question

OPTIONS = ("first", "max", "min", "plot", "save", "yaml", "at_least", "at_most")
NUMBER = "won, winner=A, mean:plays or median:plays"
BLOCKS = " ▏▎▍▌▋▊▉█"
WIDTH = 20
"""Characters of the longest bar."""


def add(command: Any) -> None:
    """Add the options of a sweep to the command."""
    group = command.add_argument_group(
        "for several values, such as ranks=2..13, ranks=2..13..2 or down=0,3"
    )
    group.add_argument("--max", metavar="NUMBER", help=f"where it is greatest: {NUMBER}")
    group.add_argument("--min", metavar="NUMBER", help="where it is least")
    group.add_argument(
        "--first",
        metavar="NUMBER",
        help="the first value at which it is --at-least X or --at-most X: 0.5, 1/2, 50%%",
    )
    group.add_argument(
        "--at-least",
        metavar="X",
        help="with --first; or NAME=X, how likely an outcome is at least that",
    )
    group.add_argument("--at-most", metavar="X", help="the same, at most")
    group.add_argument("--plot", metavar="FILE", help="draw it: .png, .svg or .pdf")
    group.add_argument("--save", metavar="FILE", help="write all rows: .csv, .json or .parquet")
    group.add_argument("--yaml", action="store_true", help="print a config for the same sweep")


def answer(
    args: argparse.Namespace, question: Question, values: Mapping[str, Any]
) -> tuple[Answers, list[str]]:
    """The answers that the command line asks for, and the answers to its inverse questions."""
    from sweepstake.ask.sweep import sweep

    for path, suffixes in ((args.plot, save.PLOTS), (args.save, save.ROWS)):
        if path:
            save.check(Path(path), suffixes)
    bar = Bar(question.name)
    answers = sweep(
        question.name,
        method=args.method,
        trials=args.trials,
        seed=args.seed,
        limit=args.limit,
        advance=bar.advance,
        **values,
    )
    if args.yaml:
        return answers, []
    try:
        inverse = _inverse(args, answers)
        _ = answers.frame
    except RuntimeError as error:
        where = answers.sweep.points[0] if len(answers.sweep.points) == 1 else question.name
        mend = " or give --limit" * (getattr(error, "limit", "") == "seconds")
        raise RuntimeError(f"{where}: {error}{mend}") from None
    finally:
        bar.end()
    return answers, inverse


def numbers(args: argparse.Namespace, question: Question) -> list[str]:
    """The numbers that the options name, for the table."""
    wanted = [args.first or args.max or args.min]
    if not args.first:
        for sign, bound in ((">=", args.at_least), ("<=", args.at_most)):
            if bound:
                name, equals, value = bound.partition("=")
                if not equals:
                    raise ValueError(
                        f"--at-least and --at-most without --first name an outcome, as "
                        f"{question.outcomes[0].name}=10; given: {bound}"
                    )
                wanted.append(f"{name}{sign}{value}")
    return [text for text in wanted if text]


def _inverse(args: argparse.Namespace, answers: Answers) -> list[str]:
    """The answers to the inverse questions, in lines."""
    places: list[Location] = []
    if args.first:
        bounds = {"at_least": args.at_least, "at_most": args.at_most}
        places.append(answers.first(args.first, **bounds))
    if args.max:
        places.append(answers.greatest(args.max))
    if args.min:
        places.append(answers.least(args.min))
    return [line for place in places for line in str(place).splitlines()]


def print_table(answers: Answers, asked: list[str], inverse: list[str]) -> None:
    """Print answers in words, after the answers to the inverse questions."""
    terminal.say(filter(None, [answers.question.text, answers.setting]), style="italic")
    terminal.say([""])
    if inverse:
        terminal.say([*inverse, ""])
    terminal.show(_listing(answers, asked))
    terminal.say(filter(None, [answers.left_out, *answers.notes]))


def _listing(answers: Answers, asked: Sequence[str]) -> Listing:
    """The answers in words, and on a terminal a bar for the first number."""
    table = answers.table(*asked)
    header, rows = (
        [*map(str, table.columns)],
        [[*map(str, row)] for row in table.to_numpy().tolist()],
    )
    if sys.stdout.isatty() and len(rows) > 1:
        drawn = [value.number for value in answers.values(answers.numbers(*asked)[0])]
        wide = sum(max(map(len, column)) + 2 for column in zip(header, *rows, strict=True))
        if (room := min(WIDTH, terminal.width() - wide)) > 3:
            header.append("")
            rows = [[*row, bar] for row, bar in zip(rows, bars(drawn, room), strict=True)]
    return Listing("", tuple(header), [tuple(row) for row in rows])


def bars(numbers: Sequence[float], width: int) -> list[str]:
    """A bar for each number from 0 on, the longest of `width` characters; no bar below 0.

    >>> bars([1.0, 0.5, 0.0], 4)
    ['████', '██', '']
    """
    most = max((number for number in numbers if isfinite(number)), default=0.0)
    return [_bar(number / most * width if most > 0 else 0.0) for number in numbers]


def _bar(length: float) -> str:
    if not isfinite(length) or length <= 0:
        return ""
    eighths = round(length * 8)
    return (BLOCKS[8] * (eighths // 8) + BLOCKS[eighths % 8]).rstrip()


def print_yaml(args: argparse.Namespace, answers: Answers) -> None:
    """Print a config for the same sweep."""
    import yaml

    files = {"puzzles": [*args.files]} if args.files else {}
    print(yaml.safe_dump(files | answers.config, sort_keys=False, allow_unicode=True), end="")
