"""The command line: parse, call, print. What can be asked and shown stands in the puzzles."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sweepstake import ask
from sweepstake.config import valid
from sweepstake.config.doors import local
from sweepstake.config.point import MOST_SEED
from sweepstake.core.shown import MOST_SHOWN, line, listed, shown
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Listing, Show

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.cluster.limits import OverLimitError
    from sweepstake.config.point import Point

FORMATS = ("table", "json", "csv")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, 2 after one line on standard error, or 130 if stopped."""
    given = _parser().parse_args(arguments)
    try:
        if "results" in given:
            given.results = local(given.results)
        given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        print("sweepstake: stopped", file=sys.stderr)
        return 130
    except (ValueError, RuntimeError, OSError) as error:
        print(f"sweepstake: {error}", file=sys.stderr)
        return 2
    return 0


def _questions(given: argparse.Namespace) -> None:
    rows = [
        (q.name, " ".join(q.parameter), ", ".join(q.methods), q.text)
        for q in ask.questions().values()
    ]
    _print(Listing("What can be asked", ("question", "parameters", "methods", "asks"), rows))


def _answer(given: argparse.Namespace) -> None:
    params = _params(given.params)
    point = ask.asked(
        given.question, method=given.method, trials=given.trials, seed=given.seed, **params
    )
    frame = _answered(point, given.limit)
    if given.format == "json":
        print(_json(frame))
    elif given.format == "csv":
        frame.to_csv(sys.stdout, index=False)
    else:
        question = register.question(given.question)
        shown = frame.dropna(axis="columns", how="all")
        rows = [[_short(value) for value in row] for row in shown.itertuples(index=False)]
        note = "" if rows else "There are none: the answer is an empty list."
        _print(Listing(question.text, tuple(shown.columns), rows, note))


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

    if given.puzzle not in register.PUZZLES:
        raise ValueError(
            f"there is no puzzle {shown(given.puzzle)}; allowed: {listed(register.PUZZLES)}"
        )
    show, words = _chosen(register.PUZZLES[given.puzzle].shows, given.words)
    params = _shown_params(show, _params(words))
    seed = None if given.seed is None else valid.whole("seed", given.seed, 0, MOST_SEED)
    for listing in show.listings(np.random.default_rng(seed), **params):
        _print(listing)


def _plan(given: argparse.Namespace) -> None:
    from sweepstake.cluster.settings import limits
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.plan.chunks import predicted
    from sweepstake.plan.plan import plan

    rows, aside, seconds = [], list[str](), limits().seconds
    for sweep in spec.sweeps(read_config(given.config)).values():
        planned, total = plan(sweep, given.results), len(sweep.points)
        done, cost = planned.points_done, predicted(planned.missing)
        work = f"{planned.percent_done}%"
        aside += map(str, planned.rejected)
        over = planned.points_over(seconds)
        rows.append((sweep.name, total, done, total - done, over, work, f"{cost:,.1f}"))
    header = ("sweep", "points", "stored", "to do", "over limit", "work stored", "core s to do")
    notes = []
    if any(row[4] for row in rows):
        notes.append(
            f"Points over limit are predicted to take over {seconds:,g} s, and a run refuses them. "
            f"To raise or lift the limit, set DASK_SWEEPSTAKE__LIMITS__SECONDS."
        )
    if aside:
        notes.append(f"Damaged, so moved to .points/.rejected: {', '.join(aside)}")
    _print(Listing(f"{given.config} against {given.results}", header, rows, "\n".join(notes)))


def _status(given: argparse.Namespace) -> None:
    from sweepstake.run import status

    _print(status.listing(given.config, given.results))


def _clean(given: argparse.Namespace) -> None:
    from sweepstake.config.file import read_config
    from sweepstake.run import clean

    configs = [read_config(path) for path in given.config]
    found = [one for one in clean.unasked(configs, given.results) if len(one.chunks)]
    rows = [(one.stored.question.name, one.points, len(one.chunks)) for one in found]
    asked = ", ".join(map(str, given.config))
    title = f"Stored in {given.results}, but asked for by no config of {asked}"
    _print(Listing(title, ("question", "points", "chunks"), rows))
    if given.yes:
        clean.remove(found, configs, given.results)
    if not found:
        print("Nothing to remove.")
    else:
        print("Removed." if given.yes else "Nothing is removed yet. Add --yes to remove them.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "sweepstake", description="Exact odds and large simulations for games of chance."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

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
    command.add_argument("puzzle", metavar="|".join(register.PUZZLES))
    command.add_argument(
        "words", nargs="*", metavar="WHAT | NAME=VALUE", help="; ".join(_shows_in_words())
    )
    command.add_argument("--seed", help="the same seed shows the same game")
    command.set_defaults(run=_show)

    for name, run, says in (
        ("plan", _plan, "what a run would compute, what is stored, and the predicted cost"),
        ("status", _status, "how far each sweep is"),
    ):
        command = commands.add_parser(name, help=says)
        command.add_argument("--config", type=Path, default=Path("config/config.yaml"))
        command.add_argument("--results", default="results")
        command.set_defaults(run=run)

    command = commands.add_parser(
        "clean", help="list, or remove, stored points that no config asks for"
    )
    command.add_argument(
        "--config",
        type=Path,
        nargs="+",
        default=[Path("config/config.yaml")],
        help="list every config whose results you want to keep",
    )
    command.add_argument("--results", default="results")
    command.add_argument("--yes", action="store_true", help="remove what is listed")
    command.set_defaults(run=_clean)
    return parser


def _shows_in_words() -> list[str]:
    return [
        f"{puzzle.name}: {', '.join(f'{show.name} ({show.meaning})' for show in puzzle.shows)}"
        for puzzle in register.PUZZLES.values()
    ]


def _params(words: Sequence[str]) -> dict[str, int]:
    params: dict[str, int] = {}
    for name, value in map(_param, words):
        if params.setdefault(name, value) != value:
            raise ValueError(
                f"{line(name, MOST_SHOWN)} is {shown(params[name])} and {shown(value)}; "
                f"give one value"
            )
    return params


def _param(word: str) -> tuple[str, int]:
    name, equals, value = word.partition("=")
    try:
        return name, int(value)
    except ValueError:
        form = "NAME=VALUE with a whole number" if equals else "NAME=VALUE"
        raise ValueError(f"{shown(word)} is not a parameter; write it as {form}") from None


def _chosen(shows: Sequence[Show], words: list[str]) -> tuple[Show, list[str]]:
    """The show that the first word names, or else the first one, and the words left."""
    if not words or "=" in words[0]:
        return shows[0], words
    named = {show.name: show for show in shows}
    if words[0] not in named:
        raise ValueError(f"there is no show {shown(words[0])}; allowed: {listed(named)}")
    return named[words[0]], words[1:]


def _shown_params(show: Show, given: dict[str, int]) -> dict[str, int]:
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


def _json(frame: pd.DataFrame) -> str:
    """The frame as a JSON list of row objects; what is missing is null."""
    import json

    rows = frame.astype(object).where(frame.notna(), None).to_dict(orient="records")
    return json.dumps(rows, indent=1)


def _short(value: object) -> str:
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else f"{text[:40]}... ({len(text)} characters)"


def _print(listing: Listing) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place, name in enumerate(listing.header):
        table.add_column(name, overflow="fold", no_wrap=place == 0)
    for row in listing.rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    console.print(listing.title, style="italic", highlight=False)
    if listing.rows:
        console.print(table)
    if listing.note:
        console.print(listing.note, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
