"""The command `answer`: one question without a config."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sweepstake.ask import defaults, save
from sweepstake.cli import terminal
from sweepstake.cli.answering import sweeps
from sweepstake.cli.arguments import add_puzzle, added, named_question, params
from sweepstake.text.shown import duration

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.config.point import Point
    from sweepstake.puzzle.question import Question


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = added(
        commands,
        "answer",
        examples=(
            "sweepstake answer war_sweep ranks=13 suits=4",
            "sweepstake answer war_length down=0..5 --plot length.png",
            "sweepstake answer guess_win cards=2..52 --first won --at-most 1%",
            "sweepstake answer war_length ranks=13 suits=4 down=3 --trials 1e6",
            "sweepstake answer war_length ranks=3 suits=2 down=3 --all",
            "sweepstake answer coins_verdict coins=9 --method search --format json",
        ),
    )
    command.add_argument("question", help="the question's name; `sweepstake questions` lists them")
    command.add_argument(
        "words", nargs="*", default=[], metavar="NAME=VALUE", help="its parameters"
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
    sweeps.add(command)
    add_puzzle(command)
    command.set_defaults(run=_answer)


def _answer(args: argparse.Namespace) -> None:
    question, values = named_question(args), params(args.words)
    _check_names(values, question)
    asked = sweeps.numbers(args, question)
    answers, inverse = sweeps.answer(args, question, values)
    several = answers.swept or answers.left_out
    if args.yaml:
        sweeps.print_yaml(args, answers)
    elif args.format != "table":
        save.write(answers.frame, args.format, sys.stdout)
    elif several or any(getattr(args, name) for name in sweeps.OPTIONS):
        sweeps.print_table(answers, asked, inverse)
    else:
        _print(answers.points[0], answers.frame, every=args.all)
        if args.method is None:
            terminal.say(answers.notes or _hints(answers.points[0], answers.frame))
    for path in filter(None, (args.plot, args.save)):
        print(f"written: {answers.save(path)}", file=sys.stderr)


def _check_names(values: Mapping[str, Any], question: Question) -> None:
    """ValueError for a NAME that is an option, or an argument of our own functions."""
    for name, value in values.items():
        if name in ("method", "trials", "seed", "limit"):
            raise ValueError(f"{name} is an option; write --{name} {value}")
        if name in ("question", "advance") and name not in question.parameter:
            question.checked_value(name, value)


def _print(point: Point, frame: pd.DataFrame, every: bool) -> None:
    from sweepstake.cli.answering import outcomes, rows
    from sweepstake.report.story.answers import is_certain

    terminal.say([*_asked(point), ""], style="italic")
    if is_certain(point.asks, frame) or not (every or point.asks.listing):
        first, *others = outcomes.lines(point, frame)
        terminal.say([first], style="bold")
        terminal.say([*others, ""])
        listings = [*rows.given(point, frame)]
    else:
        listings = [rows.listing(point, frame, every)]
    for listing in listings:
        terminal.show(listing)
        terminal.say([""] if listing.note else [])
    says = f" ({point.by.says})" if point.by.says else ""
    rough = ", an approximation" if point.by.kind == "approximate" else ""
    terminal.say([f"Method: {point.method}{says}{rough}."])


def _asked(point: Point) -> list[str]:
    """The question and its parameters in words, in one line if there is room."""
    from sweepstake.report.usual import in_words

    question, words = point.asks, in_words(point.asks, point.held)
    line = f"{question.text}   {words}".rstrip()
    return [line] if len(line) <= terminal.width() else [question.text, words]


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
    takes = f"{kind} answer (method {name}) is predicted to take {duration(seconds)}"
    return [f"{takes}: --method {name}{limit}"]


def _rarer(point: Point, frame: pd.DataFrame) -> list[str]:
    """A hint at importance sampling, if all trials of a simulation ended alike."""
    methods = point.asks.methods
    rare = [name for name in point.asks.able(point.params) if methods[name].kind == "rare"]
    if not rare or point.by.kind != "sampled" or len(frame) > 1:
        return []
    return [f"To estimate a rare event by importance sampling: --method {rare[0]}"]
