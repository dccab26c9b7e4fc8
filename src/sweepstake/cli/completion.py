"""The command `completion`: the script with which a shell completes commands."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any

from sweepstake.cli.arguments import Parser, new_command
from sweepstake.puzzle import register
from sweepstake.puzzle.parameter import Choice

SHELLS = ("bash", "zsh", "fish")


def add(commands: Any) -> None:
    """Add this command to the parser's."""
    command = new_command(
        commands,
        "completion",
        examples=(
            'eval "$(sweepstake completion bash)"          in ~/.bashrc',
            'eval "$(sweepstake completion zsh)"           in ~/.zshrc, after compinit',
            "sweepstake completion fish | source           in ~/.config/fish/config.fish",
        ),
    )
    command.add_argument("shell", choices=SHELLS)
    command.set_defaults(run=_completion)


def _completion(args: argparse.Namespace) -> None:
    import shtab

    from sweepstake.cli import parser

    print(shtab.complete(parser(kind=_Completing), args.shell))


class _Completing(Parser):
    """A parser whose arguments, and those of its commands, say how a shell completes them."""

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Add an argument with the words, or the kind of file, that a shell offers for it."""
        import shtab

        action = super().add_argument(*names, **options)
        if action.dest in ("config", "puzzles", "files"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest in ("results", "directory", "folder"):
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        else:
            action.choices = action.choices or _offered().get(action.dest)
        return action


PLAIN = re.compile(r"[\w.,:/+-]+")
"""A value that is offered: it means nothing else to a shell."""


def _offered() -> dict[str, list[str]]:
    """The words that a shell offers for an argument, by its name."""
    return {
        "question": [*register.questions()],
        "puzzle": [*register.puzzles()],
        "words": [*_words()],
        "method": sorted({name for q in register.questions().values() for name in q.methods}),
    }


def _words() -> Iterator[str]:
    """Parameters as `NAME=`, and those that are choices with each plain word among their values."""
    parameters = [p for q in register.questions().values() for p in q.parameters]
    for parameter in {p.name: p for p in parameters}.values():
        yield f"{parameter.name}="
        if isinstance(parameter, Choice):
            plain = filter(PLAIN.fullmatch, parameter.values)
            yield from (f"{parameter.name}={value}" for value in plain)
