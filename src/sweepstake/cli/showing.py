"""The command `show`: one game or plan, step by step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sweepstake.ask import defaults
from sweepstake.cli import terminal
from sweepstake.cli.arguments import add_puzzle, hint, new_command, params
from sweepstake.config import valid
from sweepstake.config.points import MOST_SEED
from sweepstake.errors import InputError, NoAnswerError
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Show
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import check_among, listed, shown


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = new_command(
        commands,
        "show",
        examples=(
            "sweepstake show war --seed 1                   a game, play by play",
            "sweepstake show war --seed 1 --hands           the same game, with whole hands",
            "sweepstake show war decks ranks=4 suits=2      what winning leaves of the deck",
            "sweepstake show coins coins=4                  a plan against the Devil",
        ),
    )
    command.add_argument("puzzle", metavar="|".join(register.puzzles()))
    command.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WHAT | NAME=VALUE",
        help="; ".join(
            f"{puzzle.name}: {', '.join(f'{show.name} ({show.meaning})' for show in puzzle.shows)}"
            for puzzle in register.puzzles().values()
        ),
    )
    command.add_argument("--seed", help="the same seed shows the same game")
    command.add_argument("--hands", action="store_true", help="print whole hands (war game)")
    add_puzzle(command)
    command.set_defaults(run=_show)


def _show(args: argparse.Namespace) -> None:
    import numpy as np

    name, shows = _shows_of(args)
    show, words = _show_named(shows, args.words)
    listings = show.hands if args.hands else show.listings
    if listings is None:
        raise InputError(f"{args.puzzle} {show.name} has no hands to print; leave out --hands")
    values = show.checked(params(words))
    seed = None if args.seed is None else valid.whole("seed", args.seed, 0, MOST_SEED)
    rng = np.random.default_rng(seed)
    for listing in listings(rng, **values):
        terminal.show(listing)
    if name in register.questions():
        terminal.say(_methods(register.question(name), values))


def _shows_of(args: argparse.Namespace) -> tuple[str, Sequence[Show]]:
    """The shows of a puzzle, or of a question's game with the question's name before them."""
    puzzles = register.puzzles()
    games = {name: shows for p in puzzles.values() for name, shows in p.game_shows.items()}
    if args.puzzle in games:
        return args.puzzle, games[args.puzzle]
    if args.puzzle not in puzzles:
        raise InputError(
            f"there is no puzzle {shown(args.puzzle)}; allowed: {listed([*puzzles, *games])}"
            f"{hint(args)}"
        )
    puzzle = puzzles[args.puzzle]
    if puzzle.shows:
        return "", puzzle.shows
    for name_and_shows in puzzle.game_shows.items():
        return name_and_shows
    raise InputError(f"{args.puzzle} has nothing to show")


def _methods(question: Question, values: Mapping[str, Any]) -> Iterator[str]:
    """Lines that say which method answers at these parameters, and why others can't."""
    try:
        name = defaults.default_method(question, values)
    except NoAnswerError as error:
        yield f"No method answers: {error}."
        return
    method = question.methods[name]
    description = f": {method.says}" if method.says else ""
    yield f"Method: {name} ({method.kind}{description})."
    if {*question.able(values)} - {name}:
        yield f"If it gives up: {defaults.default_method(question, values, (name,))}."
    for other_name, candidate in question.methods.items():
        if objection := candidate.objection(**values):
            yield f"Not by {other_name}: {objection.removeprefix(f'{other_name}: ')}."


def _show_named(shows: Sequence[Show], words: list[str]) -> tuple[Show, list[str]]:
    """The show that the first word names, or else the first one, and the words left."""
    if not words or "=" in words[0]:
        return shows[0], words
    by_name = {show.name: show for show in shows}
    check_among("there is no show", words[0], by_name)
    return by_name[words[0]], words[1:]
