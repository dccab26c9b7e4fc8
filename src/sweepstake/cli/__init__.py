"""The command line: parse, call, print. What can be asked and shown stands in the puzzles."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from sweepstake import stop
from sweepstake.cli import answering, clusters, completion, puzzles, questions, showing, sweeps
from sweepstake.cli.arguments import Parser, add_commands, give_rest
from sweepstake.config import valid
from sweepstake.puzzle import register
from sweepstake.run.integrity import links

FORESEEN = (ValueError, RuntimeError, OSError, MemoryError)
"""What is said in a line; anything else is a fault of this program."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, 2 after one line on standard error, or 130 if stopped."""
    stop.remember_ctrl_c()
    line = [*(sys.argv[1:] if arguments is None else arguments)]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # ± and ♥, where the terminal's bytes have none
    try:
        given, rest = parser().parse_known_args(line)
        if "line" in given:
            given.line = line
        give_rest(given, rest)
        if "files" in given:
            register.load(given.files)
        if "results" in given:
            given.results = valid.folder(given.results)
            links.check(given.results)
        given.run(given)
        if sys.stdout is not None:  # as where it is closed
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        return _stopped()
    except Exception as error:
        if stop.is_stopped():  # what fails because of that is no error of its own
            return _stopped()
        if not isinstance(error, FORESEEN):
            raise
        scarce = "there is not enough memory for that; ask for less"
        said = scarce if isinstance(error, MemoryError) else error
        print(f"sweepstake: {said}", file=sys.stderr)
        return 2
    return 0


def _stopped() -> int:
    stop.stop()
    print("sweepstake: stopped", file=sys.stderr)
    return 130


def parser() -> Parser:
    """The parser of the whole command line."""
    made = Parser(
        "sweepstake",
        description="Exact probabilities and large simulations for games of chance.",
        examples=(
            "sweepstake questions                           what can be asked",
            "sweepstake questions war_length                all about one question",
            "sweepstake answer war_sweep ranks=13 suits=4   one answer",
            "sweepstake show war                            one game, card by card",
            'eval "$(sweepstake completion bash)"           complete commands with Tab',
        ),
    )
    made.add_argument("--version", action="version", version=f"sweepstake {version('sweepstake')}")
    commands = add_commands(made, "COMMAND")
    for group in (questions, answering, showing, sweeps, puzzles, clusters, completion):
        group.add(commands)
    return made
