"""The command line: parse, call, print. The puzzles declare what can be asked and shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from sweepstake import process, stop
from sweepstake.cli import arguments
from sweepstake.cli.arguments import COMMANDS, Parser, add_remaining, new_command
from sweepstake.text.shown import message

FORESEEN = (ValueError, RuntimeError, OSError, MemoryError)
"""Errors that are printed in a line; any other error is a bug of this program."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, 2 after one line on standard error, or 130 if stopped."""
    if words is None:  # the process is this command's own
        process.start_quickly(process.MANY)
        process.keep_out()
    stop.remember_ctrl_c()
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # it is closed
            setattr(sys, stream, Path(os.devnull).open("w"))  # noqa: SIM115
    line = [*(sys.argv[1:] if words is None else words)]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # the terminal's encoding may lack ± and ♥
    try:
        _run(line)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe
        sys.stderr.close()
    except KeyboardInterrupt:
        return _stopped()
    except Exception as error:
        if stop.is_stopped():  # the error is a consequence
            return _stopped()
        if not isinstance(error, FORESEEN):
            raise
        print(f"sweepstake: {_message(error)}", file=sys.stderr)
        return 2
    return 0


def _run(line: list[str]) -> None:
    """Run the command that a line names; without one, print how to begin."""
    parsing = parser(line)
    args, remaining = parsing.parse_known_args(line)
    add_remaining(args, remaining)
    if "run" not in args and args.version:
        from importlib.metadata import version  # it takes longer than the help

        print(f"sweepstake {version('sweepstake')}")
        return
    if "run" not in args:
        print(f"{parsing.description}\n", *parsing.examples, sep="\n  ")
        print(
            f"\nCommands: {', '.join(COMMANDS)}", "sweepstake --help says what each does.", sep="\n"
        )
        return
    from sweepstake.source.opened import own_process

    own_process()
    if "files" in args:
        from sweepstake.puzzle import register

        register.load(args.files)
        args.files = args.files or arguments.load(args)
    if "results" in args:
        from sweepstake.config import valid

        args.config = getattr(args, "file", None) or getattr(args, "config", None)
        args.names_results = args.results is not None
        if args.results is None:
            [config, *more_configs] = (
                args.config if isinstance(args.config, list) else [args.config]
            )
            folder = Path() if more_configs else arguments.of_run(config)
            args.results = str(folder / arguments.RESULTS)
        args.results = valid.folder(args.results)
    args.run(args)


def _message(error: Exception) -> str:
    """The message for an error, in one line."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for that; ask for less"
    if isinstance(error, FileNotFoundError) and _is_deleted():
        return "the current folder was deleted; change to another one (cd), and try again"
    return message(error)


def _is_deleted() -> bool:
    """True if the current folder was deleted."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False


def _stopped() -> int:
    stop.stop()
    print("sweepstake: stopped", file=sys.stderr)
    return 130


def parser(line: Sequence[str] | None = None, kind: type[Parser] = Parser) -> Parser:
    """The parser of the whole command line, or only of the command that `line` names.

    Importing the modules of all commands takes longer than many an answer.
    """
    whole = kind(
        "sweepstake",
        description="Ask how likely something is in a game of chance: "
        "the exact odds, or a simulation with its error.",
        examples=(
            "sweepstake answer war_length                   a question, at its usual parameters",
            "sweepstake answer war_length down=0..5         several values",
            "sweepstake show war                            one game, play by play",
        ),
    )
    whole.add_argument("--version", action="store_true", help="print the version")
    commands = whole.add_subparsers(metavar="COMMAND")
    command = next((word for word in line or () if not word.startswith("-")), "")
    if line is not None and command not in COMMANDS:
        for name in COMMANDS:
            new_command(commands, name, examples=())
        return whole
    modules = [COMMANDS[command][0]] if command else [module for module, _ in COMMANDS.values()]
    for module in dict.fromkeys(modules):
        import_module(f"sweepstake.cli.{module}").add(commands)
    return whole
