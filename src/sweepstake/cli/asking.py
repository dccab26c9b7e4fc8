"""The commands that ask one thing here and now: `questions`, `answer` and `show`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sweepstake import ask
from sweepstake.cli import terminal
from sweepstake.config import valid
from sweepstake.config.point import MOST_SEED
from sweepstake.core.shown import MOST_SHOWN, line, listed, shown
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Listing, Show

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.cluster.limits import OverLimitError
    from sweepstake.config.point import Point

FORMATS = ("table", "json", "csv")


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    command = commands.add_parser("questions", help="what can be asked")
    command.set_defaults(run=_questions)

    command = commands.add_parser("answer", help="answer one question here and now")
    command.add_argument("question")
    command.add_argument("params", nargs="*", metavar="NAME=VALUE")
    command.add_argument("--method", help="unless given, exact if the question has it")
    command.add_argument("--trials", help=f"for simulate; {ask.TRIALS:,} unless given")
    command.add_argument("--seed", help=f"for simulate; {ask.SEED} unless given")
    command.add_argument(
        "--limit",
        metavar="SECONDS",
        help="stop an answer that takes longer; 600 unless given, none for no limit",
    )
    command.add_argument("--format", choices=FORMATS, default="table")
    command.set_defaults(run=_answer)

    command = commands.add_parser("show", help="one game or plan, step by step")
    command.add_argument("puzzle", metavar="|".join(register.puzzles()))
    command.add_argument(
        "words", nargs="*", metavar="WHAT | NAME=VALUE", help="; ".join(_shows_in_words())
    )
    command.add_argument("--seed", help="the same seed shows the same game")
    command.set_defaults(run=_show)


def _questions(given: argparse.Namespace) -> None:
    rows = [
        (q.name, " ".join(q.parameter), ", ".join(q.methods), q.text)
        for q in ask.questions().values()
    ]
    terminal.show(Listing("What can be asked", ("question", "parameters", "methods", "asks"), rows))


def _answer(given: argparse.Namespace) -> None:
    params = _params(given.params)
    point = ask.asked(
        given.question, method=given.method, trials=given.trials, seed=given.seed, **params
    )
    frame = _answered(point, given.limit)
    if given.format == "json":
        print(terminal.as_json(frame))
    elif given.format == "csv":
        frame.to_csv(sys.stdout, index=False)
    else:
        question = register.question(given.question)
        shown = frame.dropna(axis="columns", how="all")
        rows = [[terminal.short(value) for value in row] for row in shown.itertuples(index=False)]
        note = "" if rows else "There are none: the answer is an empty list."
        terminal.show(Listing(question.text, tuple(shown.columns), rows, note))


def _answered(point: Point, limit: str | None) -> pd.DataFrame:
    """The answer to `point`; a RuntimeError of one line if it exceeds `limit`."""
    from sweepstake.cluster.limits import OverLimitError

    def said(why: OverLimitError) -> str:
        return f"{point}: {why}{' or give --limit' if why.limit == 'seconds' else ''}"

    def end(place: int, why: OverLimitError) -> None:
        print(f"sweepstake: {said(why)}", file=sys.stderr, flush=True)
        os._exit(2)

    try:
        return ask.answered(point, ask.limits(limit), end)
    except OverLimitError as why:
        raise RuntimeError(said(why)) from None


def _show(given: argparse.Namespace) -> None:
    import numpy as np

    if given.puzzle not in register.puzzles():
        raise ValueError(
            f"there is no puzzle {shown(given.puzzle)}; allowed: {listed(register.puzzles())}"
        )
    if not (shows := register.puzzles()[given.puzzle].shows):
        raise ValueError(f"{given.puzzle} has nothing to show")
    show, words = _chosen(shows, given.words)
    params = _shown_params(show, _params(words))
    seed = None if given.seed is None else valid.whole("seed", given.seed, 0, MOST_SEED)
    for listing in show.listings(np.random.default_rng(seed), **params):
        terminal.show(listing)


def _shows_in_words() -> list[str]:
    return [
        f"{puzzle.name}: {', '.join(f'{show.name} ({show.meaning})' for show in puzzle.shows)}"
        for puzzle in register.puzzles().values()
    ]


def _params(words: Sequence[str]) -> dict[str, Any]:
    params: dict[str, Any] = {}
    for name, value in map(_param, words):
        if params.setdefault(name, value) != value:
            raise ValueError(
                f"{line(name, MOST_SHOWN)} is {shown(params[name])} and {shown(value)}; "
                f"give one value"
            )
    return params


def _param(word: str) -> tuple[str, int | str]:
    """A parameter's name and value: a whole number, or else text that the parameter reads."""
    name, equals, value = word.partition("=")
    if not equals or not value:
        raise ValueError(f"{shown(word)} is not a parameter; write it as NAME=VALUE")
    try:
        return name, int(value)
    except ValueError:
        return name, value


def _chosen(shows: Sequence[Show], words: list[str]) -> tuple[Show, list[str]]:
    """The show that the first word names, or else the first one, and the words left."""
    if not words or "=" in words[0]:
        return shows[0], words
    named = {show.name: show for show in shows}
    if words[0] not in named:
        raise ValueError(f"there is no show {shown(words[0])}; allowed: {listed(named)}")
    return named[words[0]], words[1:]


def _shown_params(show: Show, given: dict[str, Any]) -> dict[str, Any]:
    known = {parameter.name: parameter for parameter in show.parameters}
    for name in given:
        if name not in known:
            raise ValueError(
                f"{show.name} has no parameter {shown(name)}; allowed: {listed(known)}"
            )
    params = {name: p.checked(given.get(name, p.default)) for name, p in known.items()}
    if show.objection and (objection := show.objection(**params)):
        raise ValueError(objection)
    return params
