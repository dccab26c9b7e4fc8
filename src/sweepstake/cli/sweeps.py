"""The commands about the sweeps of a config: `plan`, `status`, `adopt`, `clean` and `verify`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sweepstake.cli import planning, terminal
from sweepstake.cli.arguments import added
from sweepstake.puzzle.display import Listing
from sweepstake.text.shown import MOST_PATH, line

CONFIG = Path("config/config.yaml")


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    for name, run in (("plan", planning.run), ("status", _status)):
        mine = f"sweepstake {name} --config mine.yaml --results elsewhere/results"
        examples = [f"sweepstake {name}", mine, f"sweepstake {name} --format json"]
        command = _of_config(commands, name, run, examples)
        command.add_argument(
            "--format", choices=("table", "json"), default="table", help="table unless given"
        )
        command.add_argument(
            "--why", action="store_true", help="say why each point is to be computed"
        )

    examples = ["sweepstake adopt", "sweepstake adopt --config mine.yaml"]
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
    command = added(commands, "verify", examples=examples)
    command.add_argument("--results", default="results", help="results unless given")
    command.set_defaults(run=_verify)


def _of_config(commands: Any, name: str, run: Any, examples: Sequence[str], **config: Any) -> Any:
    """A command about the results of a config, or of several."""
    command = added(commands, name, examples=examples)
    config = {"default": CONFIG, "help": f"{CONFIG} unless given"} | config
    command.add_argument("--config", type=Path, **config)
    command.add_argument(
        "--results", help="the results folder, if not the one that the config names"
    )
    command.set_defaults(run=run)
    return command


def _status(given: argparse.Namespace) -> None:
    from sweepstake.upkeep import status

    if given.why:
        planning.run(given)
    elif given.format == "json":
        sweeps = status.statuses(given.config, given.results)
        print(json.dumps([asdict(sweep) for sweep in sweeps], indent=1))
    else:
        terminal.show(status.listing(given.config, given.results))


def _adopt(given: argparse.Namespace) -> None:
    from sweepstake.config import spec
    from sweepstake.config.file import read_config
    from sweepstake.upkeep.adopt import adopt

    sweeps = spec.sweeps(read_config(given.config)).values()
    count = sum(adopt(sweep, given.results, print) for sweep in sweeps)
    print(
        f"Adopted {count:,} answers." if count else "No answer is by other source: nothing to do."
    )


def _clean(given: argparse.Namespace) -> None:
    from sweepstake.cluster.settings import store
    from sweepstake.config.file import read_config
    from sweepstake.upkeep import clean
    from sweepstake.upkeep.integrity import sums

    if store() is None and not given.results.is_dir():
        folder = line(str(given.results), MOST_PATH)
        raise ValueError(f"there is no folder {folder}; name one that has results")
    configs = [read_config(path) for path in given.config]
    if given.yes:
        sums.forget_missing(given.results)
    found = [one for one in clean.unasked(configs, given.results) if one.chunks or one.older]
    rows = [(one.stored.question.name, one.points, one.chunks, len(one.older)) for one in found]
    asked = ", ".join(map(str, given.config))
    title = f"Stored in {given.results}, but asked for by no config of {asked}"
    if not found:
        print(f"Nothing to remove: some config asks for all that is stored in {given.results}.")
        return
    header = ("question", "points", "chunks", "files of an older form")
    columns = 4 if any(row[3] for row in rows) else 3
    shown_rows = [row[:columns] for row in rows]
    terminal.show(Listing(title, header[:columns], shown_rows))
    if given.yes:
        clean.remove(found, configs, given.results)
    print("Removed." if given.yes else "Nothing is removed yet. Add --yes to remove them.")


def _verify(given: argparse.Namespace) -> None:
    from sweepstake.upkeep.integrity import sums

    if not (total := sums.count(given.results)):
        file = line(str(given.results / sums.FILE), MOST_PATH)
        raise ValueError(f"{file} lists no file; a run writes it")
    if not (states := sums.mend(given.results)):
        print(f"All {total:,} files that {given.results / sums.FILE} lists are as written.")
        return
    print(*sums.in_lines(states, given.results, mended=True), sep="\n")
    raise RuntimeError(f"{len(states):,} of {total:,} files are to be made again: run again")
