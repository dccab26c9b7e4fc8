"""The commands for puzzles and sweeps of one's own: `new`, `check`, `run` and `snakefile`."""

from __future__ import annotations

import argparse
import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import PathFinder
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from sweepstake import process
from sweepstake.cli import arguments, terminal
from sweepstake.cli.arguments import new_command
from sweepstake.cli.terminal import Bar
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.parameter import NAME
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.tried import tried
from sweepstake.text.shown import check_encodable, shown

PACKAGE = Path(__file__).parents[1]
MOST_CORES = 10_000
DRY = re.compile(r"-[a-zA-Z]*n[a-zA-Z]*|--dry-?(run)?")
"""Arguments, such as -np, with which Snakemake changes nothing."""


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    command = new_command(
        commands,
        "new",
        examples=(
            "sweepstake new coin",
            "sweepstake new coin --directory puzzles",
            "sweepstake new coin --methods                  methods by hand, not a game",
        ),
    )
    command.add_argument("name", help="the puzzle's name: lower-case letters, digits and _")
    command.add_argument(
        "--directory",
        type=Path,
        default=Path(),
        help="where to write it; the current folder unless given",
    )
    command.add_argument(
        "--methods",
        action="store_true",
        help="write the methods yourself, for a question that isn't a game",
    )
    command.set_defaults(run=_new)

    command = new_command(
        commands,
        "check",
        examples=("sweepstake check coin.py", "sweepstake check sweepstake.puzzles.war"),
    )
    command.add_argument("puzzles", nargs="+", metavar="PUZZLE", help="a file, folder or module")
    command.set_defaults(run=_check)

    command = new_command(
        commands,
        "run",
        examples=(
            "sweepstake run coin.yaml",
            "sweepstake run coin.yaml --directory elsewhere --cores 2",
            "sweepstake run coin.yaml results/checks.csv    a file or a rule, and what it needs",
            "sweepstake run coin.yaml -n                    what would run; -n is Snakemake's",
        ),
    )
    command.add_argument(
        "config", type=Path, help="a file; targets and options after it go to Snakemake"
    )
    command.add_argument("--cores", default="all", help="all unless given")
    command.add_argument(
        "-d",
        "--directory",
        type=Path,
        help="where to put results/; unless given, a folder beside the config with its name",
    )
    command.set_defaults(run=_run, more=[])

    command = new_command(
        commands,
        "snakefile",
        examples=('snakemake --snakefile "$(sweepstake snakefile)" --configfile coin.yaml',),
    )
    command.set_defaults(run=lambda args: print(snakefile()))


def snakefile() -> Path:
    """The workflow: of the installed package, or of the clone that it is installed from."""
    installed = PACKAGE / "workflow" / "Snakefile"
    return installed if installed.exists() else PACKAGE.parents[1] / "Snakefile"


def _new(args: argparse.Namespace) -> None:
    if not NAME.fullmatch(args.name):
        raise InputError(
            f"name is {shown(args.name)}; use lower case letters, digits and _, a letter first"
        )
    templates = {
        f"{args.name}.py": "methods.py.txt" if args.methods else "game.py.txt",
        f"{args.name}.yaml": "config.yaml.txt",
        f"test_{args.name}.py": "test.py.txt",
    }
    reserved = {*sys.stdlib_module_names, "sweepstake"}
    installed = [*{*sysconfig.get_paths().values()}]
    if args.name in reserved or PathFinder.find_spec(args.name, installed):  # it would hide that
        raise InputError(f"name is {args.name!r}, and Python has such a module; give another name")
    if args.name in register.puzzles():
        raise InputError(f"there is a puzzle {args.name} already; give another name")
    for name in templates:
        if (args.directory / name).exists():
            raise InputError(f"{args.directory / name} is there already; give another name")
    args.directory.mkdir(parents=True, exist_ok=True)
    for name, template in templates.items():
        text = files("sweepstake.cli").joinpath("new", template).read_text()
        exact = "exact" if args.methods else "states:\n          paths"
        (args.directory / name).write_text(Template(text).substitute(name=args.name, exact=exact))
        print(f"wrote {args.directory / name}")
    file = args.directory / args.name
    print(f"next: sweepstake check {file}.py")
    print(f"      sweepstake answer {args.name}_heads --puzzle {file}.py")
    print(f"      sweepstake run {file}.yaml")


def _check(args: argparse.Namespace) -> None:
    from sweepstake.testing import promises

    broken = 0
    for name in args.puzzles:
        [puzzle], objections = register.load([name]), set[str]()
        terminal.say([name], style="italic")
        for promise in promises(puzzle):
            bar = Bar(promise.name)
            bar.begin()
            try:
                why = promise.objection()
            finally:
                bar.end()
            if why:
                terminal.say([f"  broken  {promise}: {'as above' if why in objections else why}"])
                broken, objections = broken + 1, objections | {why}
            else:
                terminal.say([f"  kept    {promise}"])
            sys.stdout.flush()
        terminal.say(_tried(puzzle))
    if broken:
        raise RuntimeError(f"{broken} promise{'s are' if broken > 1 else ' is'} broken")


def _tried(puzzle: Puzzle) -> Iterator[str]:
    """Lines that say at which points questions without `small` were tried."""
    for question in puzzle.questions:
        if question.parameters and not question.small:
            with suppress(Exception):  # a promise has then reported why it can't be tried
                points = "; ".join(map(question.in_words, tried(question)))
                yield f"{question.name} was tried at {points}. To choose, declare `small`."


def _run(args: argparse.Namespace) -> None:
    from sweepstake.config import valid
    from sweepstake.config.file import read_config
    from sweepstake.run import lock

    read_config(args.config)  # a mistake in its YAML would be Snakemake's to report
    process.check_system()
    Path.cwd()  # raises if it was deleted: Snakemake could not start
    if args.cores != "all":
        valid.whole("--cores", args.cores, 1, MOST_CORES)
    directory = args.directory or arguments.of_run(args.config)
    check_encodable(directory.absolute())
    for folder in (directory, directory / "results"):
        arguments.check(folder)
    lock.check_folder(directory)
    print(f"sweepstake: {args.config} runs in {directory}", file=sys.stderr)
    _prepare(directory, not any(map(DRY.fullmatch, args.more)))
    words = ["--configfile", args.config.absolute()]  # first: targets after it would be configs
    words += ["--snakefile", snakefile(), "--directory", directory, "--cores", args.cores]
    # named, because Snakemake would look for a profile in the current folder first
    words += ["--workflow-profile", snakefile().parent / "profiles" / "default", *args.more]
    sys.stdout.flush()
    # in place of this process, so that signals and the exit code are Snakemake's own
    command = [sys.executable, "-P", "-m", "sweepstake.snakemake", *map(str, words)]
    os.execv(sys.executable, command)  # noqa: S606


def _prepare(folder: Path, runs: bool) -> None:
    """Remove a stale lock and damaged files, which hinder Snakemake, unless a run works there."""
    from sweepstake.run import lock
    from sweepstake.upkeep import sums

    with suppress(lock.HeldError), lock.unused(folder / ".snakemake"):
        if runs and lock.unlock(folder):
            print(f"sweepstake: a killed run left {folder} locked; unlocked", file=sys.stderr)
        results = folder / "results"
        states = sums.mend(results) if runs else sums.differing(results)
        for line in sums.in_lines(states, results):
            print(f"sweepstake: {line}; made again if the config asks for it", file=sys.stderr)
