"""Arguments of commands: parameters as NAME=VALUE, folders of results, and puzzles to load.

The first mistake is one line, and every help has examples. `sweepstake run` gives each config a
results folder of its own, where the other commands look for them. The puzzles of the current folder
are those that its configs name, and files that declare one.
"""

from __future__ import annotations

import argparse
import re
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from sweepstake.errors import InputError
from sweepstake.text.shown import MOST_PATH, MOST_SHOWN, line, listed, shown
from sweepstake.upkeep import owner

if TYPE_CHECKING:
    from sweepstake.puzzle.question import Question

COMMANDS = {
    "questions": ("questions", "what can be asked, within which bounds, and by which methods"),
    "answer": ("answering", "answer one question here and now"),
    "show": ("showing", "print one game or plan, step by step"),
    "plan": ("sweeps", "what a run would compute, what is stored, and the cost"),
    "status": ("sweeps", "how far each sweep is"),
    "adopt": ("sweeps", "keep the answers of an edited puzzle, if some computed again agree"),
    "clean": ("sweeps", "list or remove stored points that no config asks for"),
    "verify": ("sweeps", "name results that were damaged or edited"),
    "diff": ("differences", "what differs between two results"),
    "new": ("puzzles", "write a puzzle of your own to start from"),
    "check": ("puzzles", "check puzzles: methods agree, probabilities sum to 1, and so on"),
    "run": ("puzzles", "run a config: data, checks, tables and plots; needs no clone"),
    "snakefile": ("puzzles", "print the path of the workflow's Snakefile"),
    "cluster": ("clusters", "make keys for a cluster of your own"),
    "completion": ("completion", "print a script that lets your shell complete commands"),
}
"""The module of each command, and what the command does."""
CONFIG, RESULTS = Path("config/config.yaml"), Path("results")
CONFIGS = ("config/config.yaml", "*.yaml", "*.yml")
DECLARED = re.compile(rb"^PUZZLE\b[^=\n]*=", re.MULTILINE)
"""A pattern for files that declare a puzzle."""
UNKNOWN = re.compile("argument COMMAND: invalid choice: '(.*?)'")
MOST_BYTES = 1 << 20
"""Larger files are not searched."""


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are a ValueError of one line, and whose help ends in `examples`."""

    def __init__(self, *names: Any, examples: Sequence[str] = (), **options: Any) -> None:
        lines = "".join(f"\n  {example}" for example in examples)
        options |= {"epilog": f"examples:{lines}"} if examples else {}
        options["formatter_class"] = RawDescriptionHelpFormatter
        super().__init__(*names, **options)
        self.examples = tuple(examples)
        self.set_defaults(parser=self)

    def error(self, message: str) -> NoReturn:
        """Raise ValueError with what is wrong."""
        if unknown := UNKNOWN.match(message):
            meant = get_close_matches(unknown[1], COMMANDS, 1)
            mend = f"did you mean {meant[0]}?" if meant else f"allowed: {', '.join(COMMANDS)}"
            raise InputError(f"there is no command {shown(unknown[1])}; {mend}")
        raise InputError(f"{message}; see {self.prog} --help")


def new_command(commands: Any, name: str, examples: Sequence[str], summary: str = "") -> Any:
    """The parser of a new command, whose help begins with what it does."""
    summary = summary or COMMANDS[name][1]
    about = f"{summary[0].upper()}{summary[1:]}."
    return commands.add_parser(name, help=summary, description=about, examples=examples)


def add_puzzle(command: Any) -> None:
    """Add the option `--puzzle` to a command's."""
    command.add_argument(
        "--puzzle",
        dest="files",
        action="append",
        default=[],
        metavar="FILE",
        help="a puzzle of your own: a file, a folder or a module",
    )


def named_question(args: argparse.Namespace) -> Question:
    """The question that the command line names; ValueError if it is unknown."""
    from sweepstake.puzzle import register

    try:
        return register.question(args.question)
    except ValueError as error:
        raise InputError(f"{error}{hint(args)}") from None


def hint(args: argparse.Namespace) -> str:
    """A hint at `--puzzle` for an unknown name, if no file is named."""
    return "" if args.files else "; add --puzzle FILE if it is in a file of yours"


def add_remaining(args: argparse.Namespace, remaining: Sequence[str]) -> None:
    """Add the words that argparse did not parse to the arguments, or raise ValueError.

    argparse takes words up to the first option only; `words` may also come after it, and `more`
    goes to another program.
    """
    if "more" in args:
        args.more = [*remaining]
        return
    unknown = [word for word in remaining if word.startswith("-") or "words" not in args]
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(map(shown, unknown))}")
    if remaining:
        args.words = [*args.words, *remaining]


def params(words: Sequence[str]) -> dict[str, Any]:
    """The parameters that `words` give, in their order."""
    values: dict[str, Any] = {}
    if any(
        after.startswith("=") or (word.endswith("=") and "=" not in after)
        for word, after in pairwise(words)
    ):
        raise InputError(f"no spaces around =: write {re.sub(' *= *', '=', ' '.join(words))}")
    for name, value in map(param, words):
        if values.setdefault(name, value) != value:
            raise InputError(
                f"{line(name, MOST_SHOWN)} is {shown(values[name])} and {shown(value)}; "
                f"give one value"
            )
    return values


def param(word: str) -> tuple[str, int | float | str]:
    """A parameter's name and value: a number if it is written as Python would, or else text.

    >>> param("ranks=2.5"), param("p=1/3"), param("p=0.10000000000000000001")
    (('ranks', 2.5), ('p', '1/3'), ('p', '0.10000000000000000001'))
    >>> param("board=0:1:2"), param("word=nan")
    (('board', '0:1:2'), ('word', 'nan'))
    """
    from sweepstake.config import valid

    name, equals, value = word.partition("=")
    if not equals or not value:
        raise InputError(f"{shown(word)} is not a parameter; write it as NAME=VALUE")
    return name, valid.value(value)


def of_run(config: Path) -> Path:
    """The folder in which a run of a config works: its name without the suffix, beside it.

    It is the current folder for `config/config.yaml`, and for a config that has made the results
    here, by `snakemake`, if it has no other folder. ValueError if the folder is a puzzle's.
    """
    folder = config.parent / config.stem
    if config == CONFIG or (not folder.exists() and owner.owner() == owner.paths([config])):
        return Path()
    check(folder)
    if (folder / "__init__.py").exists():
        raise InputError(
            f"{shown(str(folder))} is the folder of a puzzle, so no results can go there; give "
            f"--directory, or another name to the config"
        )
    return folder


def check(folder: Path) -> None:
    """Raise ValueError if something else than a folder is there."""
    if folder.exists() and not folder.is_dir():
        raise InputError(
            f"{shown(str(folder))} is a file, so no results can go there; name another folder "
            f"(--directory of `run`, --results of other commands), or rename the config"
        )


def load(args: argparse.Namespace) -> list[str]:
    """Load puzzles of this folder, all or until one has the name that the command asks for.

    Returns the loaded files if the command asks for a name. Files that can't be loaded are left
    out, with a message.
    """
    from sweepstake.puzzle import register

    names = (getattr(args, name, None) for name in ("question", "puzzle"))
    name, loaded = next((name for name in names if name), None), list[str]()
    for file in dict.fromkeys(map(str, _files())):
        if name in register.questions() or name in register.puzzles():
            break
        try:
            register.load([file])
            loaded.append(file)
        except ValueError as error:
            print(f"sweepstake: left out: {error}", file=sys.stderr)
    if loaded:
        text = listed(line(Path(file).name, MOST_PATH) for file in loaded)
        print(f"sweepstake: with puzzles of this folder: {text}", file=sys.stderr)
    return loaded if name else []


def _files() -> Iterator[Path]:
    for path in sorted(path for pattern in CONFIGS for path in Path().glob(pattern)):
        with suppress(ValueError, OSError):
            yield from _puzzle_files(path)
    for path in sorted(Path().glob("*.py")):
        with suppress(OSError):
            if path.stat().st_size < MOST_BYTES and DECLARED.search(path.read_bytes()):
                yield path.absolute()


def _puzzle_files(config: Path) -> Iterator[Path]:
    """The files and folders that a config names as puzzles."""
    from sweepstake.config.file import located, read_config

    puzzles = located(read_config(config), [config.parent]).get("puzzles")
    for name in puzzles if isinstance(puzzles, list) else []:
        if isinstance(name, str) and (path := Path(name)).exists():
            yield path.absolute()
