"""Arguments: one line for a mistake, and examples below every help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are a ValueError of one line, and whose help ends in `examples`."""

    def __init__(self, *names: Any, examples: Sequence[str] = (), **how: Any) -> None:
        lines = "".join(f"\n  {example}" for example in examples)
        how |= {"epilog": f"examples:{lines}"} if examples else {}
        how["formatter_class"] = argparse.RawDescriptionHelpFormatter
        super().__init__(*names, **how)
        self.examples = tuple(examples)
        self.set_defaults(parser=self)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong."""
        raise ValueError(f"{message}; see {self.prog} --help")


def added(commands: Any, name: str, says: str, examples: Sequence[str]) -> Any:
    """The parser of a new command, whose help begins with what `says` tells."""
    about = f"{says[0].upper()}{says[1:]}."
    return commands.add_parser(name, help=says, description=about, examples=examples)


def give_rest(given: argparse.Namespace, rest: Sequence[str]) -> None:
    """Give the command what argparse left over, or raise ValueError.

    argparse takes words up to the first option only; `words` may stand after it too, and `more`
    goes to another program.
    """
    if "more" in given:
        given.more = [*rest]
        return
    words = [word for word in rest if not word.startswith("-")]
    if "words" in given:
        given.words = [*given.words, *words]
        rest = [word for word in rest if word not in words]
    if rest and "line" not in given:
        given.parser.error(f"unrecognized arguments: {' '.join(rest)}")
