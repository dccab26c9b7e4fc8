"""The commands for puzzles and sweeps of one's own: `new`, `check`, `run` and `snakefile`."""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from sweepstake.cli import terminal
from sweepstake.cli.arguments import added
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Listing, Puzzle
from sweepstake.puzzle.names import NAME
from sweepstake.run import links
from sweepstake.text.shown import raised, shown

PACKAGE = Path(__file__).parents[1]


def add(commands: Any) -> None:
    """Add these commands to the parser's."""
    command = added(
        commands,
        "new",
        says="write a puzzle of your own to start from",
        examples=("sweepstake new coin", "sweepstake new coin --directory puzzles"),
    )
    command.add_argument("name", help="of the puzzle: lower case letters, digits and _")
    command.add_argument("--directory", type=Path, default=Path(), help="here unless given")
    command.set_defaults(run=_new)

    command = added(
        commands,
        "check",
        says="look whether puzzles keep what they promise",
        examples=("sweepstake check coin.py", "sweepstake check sweepstake.puzzles.war"),
    )
    command.add_argument("puzzles", nargs="+", metavar="PUZZLE", help="a file, folder or module")
    command.set_defaults(run=_check)

    command = added(
        commands,
        "run",
        says="run a config: data, checks, tables and plots; needs no clone",
        examples=(
            "sweepstake run coin.yaml",
            "sweepstake run coin.yaml --directory elsewhere --cores 2",
            "sweepstake run coin.yaml -n                    what would run; -n is Snakemake's",
        ),
    )
    command.add_argument("config", type=Path, help="a file; other arguments go to Snakemake")
    command.add_argument("--cores", default="all", help="all unless given")
    command.add_argument(
        "--directory", type=Path, default=Path(), help="where results/ is; here unless given"
    )
    command.set_defaults(run=_run, more=[])

    command = added(
        commands,
        "snakefile",
        says="print where the workflow is, for Snakemake",
        examples=('snakemake --snakefile "$(sweepstake snakefile)" --configfile coin.yaml',),
    )
    command.set_defaults(run=lambda given: print(snakefile()))


def snakefile() -> Path:
    """The workflow: of the installed package, or of the clone that it is installed from."""
    installed = PACKAGE / "workflow" / "Snakefile"
    return installed if installed.exists() else PACKAGE.parents[1] / "Snakefile"


def _new(given: argparse.Namespace) -> None:
    if not NAME.fullmatch(given.name):
        raise ValueError(
            f"name is {shown(given.name)}; use lower case letters, digits and _, a letter first"
        )
    named = {
        f"{given.name}.py": "puzzle.py.txt",
        f"{given.name}.yaml": "config.yaml.txt",
        f"test_{given.name}.py": "test.py.txt",
    }
    taken = {*sys.stdlib_module_names, "sweepstake"}
    if given.name in taken or _is_installed(given.name):
        raise ValueError(f"name is {given.name!r}, and Python has such a module; give another name")
    if given.name in register.puzzles():
        raise ValueError(f"there is a puzzle {given.name} already; give another name")
    for name in named:
        if (given.directory / name).exists():
            raise ValueError(f"{given.directory / name} is there already; give another name")
    given.directory.mkdir(parents=True, exist_ok=True)
    for name, template in named.items():
        text = files("sweepstake.cli").joinpath("new", template).read_text()
        (given.directory / name).write_text(Template(text).substitute(name=given.name))
        print(f"wrote {given.directory / name}")
    print(f"next: sweepstake check {given.directory / given.name}.py")
    print(f"      sweepstake run {given.directory / given.name}.yaml")


def _is_installed(name: str) -> bool:
    """Has an installed package that name? A file of that name hides it."""
    found = PathFinder.find_spec(name, [*{*sysconfig.get_paths().values()}])
    return found is not None


def _check(given: argparse.Namespace) -> None:
    from sweepstake.testing import promises

    broken = 0
    for name in given.puzzles:
        [puzzle], rows = register.load([name]), []
        for promise in promises(puzzle):
            try:
                promise()
            except Exception as error:  # whatever a method raises breaks the promise
                broken += 1
                said = str(error) if isinstance(error, AssertionError) else raised(error)
                rows.append((promise.name, f"broken: {said}"))
            else:
                rows.append((promise.name, "kept"))
        terminal.show(Listing(name, ("promise", "found"), rows, "\n".join(_tried(puzzle))))
    if broken:
        raise RuntimeError(f"{broken} promise{'s are' if broken > 1 else ' is'} broken")


def _tried(puzzle: Puzzle) -> Iterator[str]:
    """Where methods were tried, of questions that do not say where."""
    from sweepstake.testing import said_of, tried

    for question in puzzle.questions:
        if question.parameters and not question.small:
            points = "; ".join(map(said_of, tried(question)))
            yield f"{question.name} was tried at {points}. To choose, declare `small`."


def _run(given: argparse.Namespace) -> None:
    if not given.config.is_file():
        raise ValueError(f"there is no config {shown(str(given.config))}; name a file")
    for folder in ("results", ".snakemake"):
        links.check(Path(given.directory, folder))
    words = ["--snakefile", snakefile(), "--directory", given.directory, "--cores", given.cores]
    words += ["--configfile", given.config.absolute(), *given.more]
    sys.stdout.flush()
    # in place of this process, so that signals and the exit code are Snakemake's own
    os.execv(sys.executable, [sys.executable, "-m", "snakemake", *map(str, words)])  # noqa: S606
