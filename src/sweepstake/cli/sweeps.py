"""The commands about the sweeps of a config: `plan`, `status`, `adopt`, `clean` and `verify`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sweepstake.cli import planning, terminal
from sweepstake.cli.arguments import CONFIG, new_command
from sweepstake.errors import InputError
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import MOST_PATH, line


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    for name, run in (("plan", planning.run), ("status", _status)):
        mine = f"sweepstake {name} mine.yaml --results elsewhere/results"
        examples = [f"sweepstake {name}", mine, f"sweepstake {name} --format json"]
        command = _of_config(commands, name, run, examples)
        command.add_argument(
            "--format", choices=("table", "json"), default="table", help="table unless given"
        )
        command.add_argument(
            "--why", action="store_true", help="say why each point is to be computed"
        )

    examples = ["sweepstake adopt", "sweepstake adopt mine.yaml"]
    _of_config(commands, "adopt", _adopt, examples)

    examples = [
        "sweepstake clean --config config/*.yaml        list them",
        "sweepstake clean --config config/*.yaml --yes  remove them",
    ]
    says = "list every config whose results you want to keep"
    command = _of_config(
        commands, "clean", _clean, examples, nargs="+", default=[CONFIG], help=says
    )
    command.add_argument("--yes", action="store_true", help="remove what is listed")

    examples = ["sweepstake verify", "sweepstake verify --results elsewhere/results"]
    command = new_command(commands, "verify", examples=examples)
    command.add_argument("--results", default="results", help="results unless given")
    command.set_defaults(run=_verify)


def _of_config(commands: Any, name: str, run: Any, examples: Sequence[str], **config: Any) -> Any:
    """A command about the results of a config, or of several."""
    command = new_command(commands, name, examples=examples)
    config = {"default": CONFIG, "help": f"{CONFIG} unless given"} | config
    command.add_argument("--config", type=Path, **config)
    if "nargs" not in config:
        command.add_argument(
            "file", nargs="?", type=Path, metavar="CONFIG", help="the same, as `run` takes it"
        )
    command.add_argument(
        "--results", help="the results folder, if not the one that the config names"
    )
    command.set_defaults(run=run)
    return command


def _status(args: argparse.Namespace) -> None:
    from sweepstake.upkeep import status

    if args.names_results and not args.results.is_dir():
        raise InputError(f"there is no folder {line(str(args.results), MOST_PATH)}; a run makes it")
    if args.why:
        planning.run(args)
    elif args.format == "json":
        sweeps = status.statuses(args.config, args.results)
        print(json.dumps([asdict(sweep) for sweep in sweeps], indent=1))
    else:
        terminal.show(status.listing(args.config, args.results))


def _adopt(args: argparse.Namespace) -> None:
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.upkeep.adopt import adopt

    sweeps = spec.sweeps(read_config(args.config)).values()
    count = sum(adopt(sweep, args.results, print) for sweep in sweeps)
    print(
        f"Adopted {count:,} answers." if count else "No answer is by other source: nothing to do."
    )


def _clean(args: argparse.Namespace) -> None:
    from sweepstake.config.file import read_config
    from sweepstake.upkeep import clean

    if not args.results.is_dir():
        folder = line(str(args.results), MOST_PATH)
        raise InputError(f"there is no folder {folder}; name one that has results")
    configs = [read_config(path) for path in args.config]
    unasked = [part for part in clean.unasked(configs, args.results) if part.chunks]
    rows = [(part.store.question.name, part.points, part.chunks) for part in unasked]
    names = ", ".join(map(str, args.config))
    title = f"Stored in {args.results}, but not requested by {names}"
    if not unasked:
        print(f"Nothing to remove: some config asks for all that is stored in {args.results}.")
        return
    terminal.show(Listing(title, ("question", "points", "chunks"), rows))
    if args.yes:
        clean.remove(unasked, args.results)
    print("Removed." if args.yes else "Nothing is removed yet. Add --yes to remove them.")


def _verify(args: argparse.Namespace) -> None:
    from sweepstake.upkeep import sums

    if not (total := sums.count(args.results)):
        file = line(str(args.results / sums.FILE), MOST_PATH)
        raise InputError(f"{file} lists no file; a run writes it")
    if not (states := sums.differing(args.results)):
        print(f"All {total:,} files that {args.results / sums.FILE} lists are as written.")
        return
    print(*sums.in_lines(states, args.results), sep="\n")
    raise RuntimeError(
        f"{len(states):,} of {total:,} files are not as written: {sums.advice(args.results)}"
    )
