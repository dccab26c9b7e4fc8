"""The command `answer`: one question without a config.

It prints one answer in words or all its rows; for several values, it prints a table, the answers to
inverse questions, or a config.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sweepstake.ask import defaults, save
from sweepstake.cli import terminal
from sweepstake.cli.arguments import add_puzzle, named_question, new_command, params
from sweepstake.cli.terminal import Bar
from sweepstake.errors import InputError, NoAnswerError, TooLargeError
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import duration

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.ask.answers import Answers
    from sweepstake.ask.inverse import Location
    from sweepstake.config.points import Point
    from sweepstake.puzzle.question import Question

OPTIONS = ("first", "max", "min", "plot", "save", "yaml", "at_least", "at_most")
NUMBER = "won, winner=A, mean:plays or median:plays"
BLOCKS = " ▏▎▍▌▋▊▉█"
WIDTH = 20
"""Characters of the longest bar."""
NONE: Mapping[str, Any] = MappingProxyType({})


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = new_command(
        commands,
        "answer",
        examples=(
            "sweepstake answer war_sweep ranks=13 suits=4",
            "sweepstake answer war_length down=0..5 --plot length.png",
            "sweepstake answer guess_win cards=2..52 --first won --at-most 1%",
            "sweepstake answer war_length ranks=13 suits=4 down=3 --trials 1e6",
            "sweepstake answer war_length ranks=3 suits=2 down=3 --all",
            "sweepstake answer war_aces aces=4 down=0..3    only games in which A has four aces",
            "sweepstake answer coins_verdict coins=9 --method search --format json",
        ),
    )
    command.add_argument("question", help="the question's name; `sweepstake questions` lists them")
    command.add_argument(
        "words", nargs="*", default=[], metavar="NAME=VALUE", help="its parameters"
    )
    command.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="only if this outcome has this value: the other outcomes, given it; `--given` may be "
        "left out",
    )
    command.add_argument("--method", help="unless given, the best that can answer within a minute")
    command.add_argument(
        "--trials", help=f"for methods that sample; {defaults.TRIALS:,} unless given"
    )
    command.add_argument("--seed", help=f"for methods that sample; {defaults.SEED} unless given")
    command.add_argument(
        "--limit",
        metavar="SECONDS",
        help="stop an answer that takes longer; 600 unless given, none for no limit",
    )
    command.add_argument("--all", action="store_true", help="print every row instead of a summary")
    command.add_argument(
        "--format",
        choices=("table", "json", "csv"),
        default="table",
        help="table unless given: a summary, in which ± is half of the 95%% interval;"
        " json and csv have every row with all digits",
    )
    add_options(command)
    add_puzzle(command)
    command.set_defaults(run=_answer)


def _answer(args: argparse.Namespace) -> None:
    question, values = named_question(args), params(args.words)
    fixed = params(args.given) | _outcomes(values, question)
    values = {name: value for name, value in values.items() if name not in fixed}
    _check_names(values, question)
    numbers = asked_numbers(args, question)
    answers, inverse = swept(args, question, values, fixed)
    several = answers.swept or answers.left_out or fixed
    if args.yaml:
        print_yaml(args, answers)
    elif args.format != "table":
        save.write(answers.frame, args.format, sys.stdout)
    elif several or any(getattr(args, name) for name in OPTIONS):
        print_table(answers, numbers, inverse)
    else:
        _print(answers.points[0], answers.frame, has_all_rows=args.all)
        if args.method is None:
            terminal.say(answers.notes or _hints(answers.points[0], answers.frame))
    for path in filter(None, (args.plot, args.save)):
        print(f"written: {answers.save(path)}", file=sys.stderr)


def _outcomes(values: Mapping[str, Any], question: Question) -> dict[str, Any]:
    """The values whose names are outcomes': the answer is asked for given these."""
    names = {column.name for column in question.outcomes} - {*question.parameter}
    return {name: value for name, value in values.items() if name in names}


def _check_names(values: Mapping[str, Any], question: Question) -> None:
    """ValueError for a NAME that is an option and no parameter."""
    for name, value in values.items():
        if name in ("method", "trials", "seed", "limit") and name not in question.parameter:
            raise InputError(f"{name} is an option; write --{name} {value}")


def _print(point: Point, frame: pd.DataFrame, has_all_rows: bool) -> None:
    from sweepstake.cli import outcomes
    from sweepstake.report.words.answers import is_certain

    terminal.say([*_question_lines(point), ""], style="italic")
    if is_certain(point.asks, frame) or not (has_all_rows or point.asks.listing):
        first, *further = outcomes.lines(point, frame)
        terminal.say([first], style="bold")
        terminal.say([*further, ""])
        listings = [*outcomes.given(point.asks, frame)]
    else:
        listings = [outcomes.listing(point, frame, has_all_rows)]
    for listing in listings:
        terminal.show(listing)
        terminal.say([""] if listing.note else [])
    description = f" ({point.by.says})" if point.by.says else ""
    approximation = ", an approximation" if point.by.kind == "approximate" else ""
    terminal.say([f"Method: {point.method}{description}{approximation}."])
    terminal.say(dict.fromkeys(outcomes.published(point, frame)))


def _question_lines(point: Point) -> list[str]:
    """The question and its parameters in words, in one line if there is room."""
    from sweepstake.report.defaults.chosen import setting_in_words

    question, setting = point.asks, setting_in_words(point.asks, point.stored)
    line = f"{question.text}   {setting}".rstrip()
    return [line] if len(line) <= terminal.width() else [question.text, setting]


def _hints(point: Point, frame: pd.DataFrame) -> list[str]:
    return _better(point) or _rarer(point, frame)


def _better(point: Point) -> list[str]:
    """The time that a better method would take, if there is such a method."""
    better = defaults.better_methods(point.asks, point.method, point.params)
    if not better:
        return []
    [(name, seconds), *_] = better.items()
    limit = " --limit none" if defaults.limits().refusal(seconds) else ""
    kind = "An exact" if point.asks.methods[name].kind == "exact" else "A better"
    time_needed = f"{kind} answer (method {name}) is predicted to take {duration(seconds)}"
    return [f"{time_needed}: --method {name}{limit}"]


def _rarer(point: Point, frame: pd.DataFrame) -> list[str]:
    """A hint at importance sampling, if all trials of a simulation ended alike."""
    methods = point.asks.methods
    rare = [name for name in point.asks.able(point.params) if methods[name].kind == "rare"]
    if not rare or point.by.kind != "sampled" or len(frame) > 1:
        return []
    return [f"To estimate a rare event by importance sampling: --method {rare[0]}"]


def add_options(command: Any) -> None:
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


def swept(
    args: argparse.Namespace,
    question: Question,
    values: Mapping[str, Any],
    fixed: Mapping[str, Any] = NONE,
) -> tuple[Answers, list[str]]:
    """The answers that the command line asks for, and the answers to its inverse questions.

    They are conditional on the outcomes `fixed`.
    """
    from sweepstake.ask.sweep import sweep

    for path, suffixes in ((args.plot, save.PLOTS), (args.save, save.ROWS)):
        if path:
            save.check(Path(path), suffixes)
    bar = Bar(question.name)
    answers: Answers = sweep(
        question.name,
        method=args.method,
        trials=args.trials,
        seed=args.seed,
        limit=args.limit,
        advance=bar.advance,
        params=values,
    )
    if fixed:
        answers = answers.given(fixed)
    if args.yaml:
        return answers, []
    try:
        inverse = _inverse(args, answers)
        _ = answers.frame
    except (RuntimeError, TooLargeError, NoAnswerError) as error:
        subject = answers.sweep.points[0] if len(answers.sweep.points) == 1 else question.name
        mend = " or give --limit" * (getattr(error, "limit", "") == "seconds")
        raise RuntimeError(f"{subject}: {error}{mend}") from None
    finally:
        bar.end()
    return answers, inverse


def asked_numbers(args: argparse.Namespace, question: Question) -> list[str]:
    """The numbers that the options name, for the table."""
    names = [args.first or args.max or args.min]
    if not args.first:
        for sign, bound in ((">=", args.at_least), ("<=", args.at_most)):
            if bound:
                name, equals, value = bound.partition("=")
                if not equals:
                    raise InputError(
                        f"--at-least and --at-most without --first name an outcome, as "
                        f"{question.outcomes[0].name}=10; given: {bound}"
                    )
                names.append(f"{name}{sign}{value}")
    return [text for text in names if text]


def _inverse(args: argparse.Namespace, answers: Answers) -> list[str]:
    """The answers to the inverse questions, in lines."""
    locations: list[Location] = []
    if args.first:
        bounds = {"at_least": args.at_least, "at_most": args.at_most}
        locations.append(answers.first(args.first, **bounds))
    if args.max:
        locations.append(answers.greatest(args.max))
    if args.min:
        locations.append(answers.least(args.min))
    return [line for location in locations for line in str(location).splitlines()]


def print_table(answers: Answers, names: list[str], inverse: list[str]) -> None:
    """Print answers in words, after the answers to the inverse questions."""
    from sweepstake.cli import outcomes

    terminal.say(filter(None, [answers.question.text, answers.setting]), style="italic")
    terminal.say([""])
    if inverse:
        terminal.say([*inverse, ""])
    terminal.show(_listing(answers, names))
    if not names and not answers.question.listing:
        for listing in outcomes.given(answers.question, answers.frame, answers.swept):
            terminal.show(listing)
    terminal.say(filter(None, [answers.left_out, *answers.notes]))


def _listing(answers: Answers, names: Sequence[str]) -> Listing:
    """The answers in words, and on a terminal a bar for the first number."""
    table = answers.table(*names)
    header, rows = (
        [*map(str, table.columns)],
        [[*map(str, row)] for row in table.to_numpy().tolist()],
    )
    if sys.stdout.isatty() and len(rows) > 1:
        statistic = answers.statistics(*names)[0]
        values = [quantity.value for quantity in answers.quantities(statistic.text)]
        wide = sum(max(map(len, column)) + 2 for column in zip(header, *rows, strict=True))
        if (room := min(WIDTH, terminal.width() - wide)) > 3:
            header.append("")
            rows = [[*row, bar] for row, bar in zip(rows, bars(values, room), strict=True)]
    return Listing("", tuple(header), [tuple(row) for row in rows])


def bars(numbers: Sequence[float], width: int) -> list[str]:
    """A bar for each number from 0 on, the longest of `width` characters; no bar below 0.

    >>> bars([1.0, 0.5, 0.0], 4)
    ['████', '██', '']
    """
    greatest = max((number for number in numbers if isfinite(number)), default=0.0)
    return [_bar(number / greatest * width if greatest > 0 else 0.0) for number in numbers]


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
