"""The command `show`: one game or plan, step by step."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sweepstake.cli import terminal
from sweepstake.cli.arguments import add_puzzle, added, check_in_order, hint, params
from sweepstake.config import valid
from sweepstake.config.point import MOST_SEED
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Show
from sweepstake.text.shown import listed, shown


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = added(
        commands,
        "show",
        says="one game or plan, step by step",
        examples=(
            "sweepstake show war --seed 1                   a game, card by card",
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
    add_puzzle(command)
    command.set_defaults(run=_show, line=[])


def _show(given: argparse.Namespace) -> None:
    import numpy as np

    if given.puzzle not in register.puzzles():
        raise ValueError(
            f"there is no puzzle {shown(given.puzzle)}; allowed: {listed(register.puzzles())}"
            f"{hint(given)}"
        )
    if not (shows := register.puzzles()[given.puzzle].shows):
        raise ValueError(f"{given.puzzle} has nothing to show")
    show, words = _chosen(shows, given.words)
    seed = partial(valid.whole, low=0, high=MOST_SEED)
    check_in_order(given, words, partial(_check, show), {"seed": seed})
    values = _complete(show, params(words))
    rng = np.random.default_rng(None if given.seed is None else seed("seed", given.seed))
    for listing in show.listings(rng, **values):
        terminal.show(listing)


def _chosen(shows: Sequence[Show], words: list[str]) -> tuple[Show, list[str]]:
    """The show that the first word names, or else the first one, and the words left."""
    if not words or "=" in words[0]:
        return shows[0], words
    named = {show.name: show for show in shows}
    if words[0] not in named:
        raise ValueError(f"there is no show {shown(words[0])}; allowed: {listed(named)}")
    return named[words[0]], words[1:]


def _check(show: Show, name: str, value: object) -> None:
    known = {parameter.name: parameter for parameter in show.parameters}
    if name not in known:
        raise ValueError(f"{show.name} has no parameter {shown(name)}; allowed: {listed(known)}")
    known[name].checked(value)


def _complete(show: Show, given: Mapping[str, Any]) -> dict[str, Any]:
    values = {p.name: p.checked(given.get(p.name, p.default)) for p in show.parameters}
    if show.objection and (objection := show.objection(**values)):
        raise ValueError(objection)
    return values
